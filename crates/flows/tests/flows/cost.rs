//! What a hostile document costs: eight times the document takes some eight times the work, where a loop in a loop would take 64 times.

use crate::flows::samples::{check, parse};
use adp_fixtures::{cpu_time::timed, samples::options};
use adp_flows::{
    AGENTS_JSON, ARAZZO,
    openapi::{NoFiles, OpenApi},
    tools::operations_as_tools,
    workflow::{CompileError, SuppliedSource, Workflows, compile, fit, to_agents_json, to_arazzo},
};
use agent_description::{CodedError, format::Format};
use std::time::Duration;

/// What `work` takes for a document of eight times the size, compared with the small one. The large one is repeated only if it took too long,
/// because another program may have emptied the processor's caches meanwhile.
#[track_caller]
fn grows_evenly(what: &str, small: usize, make: &dyn Fn(usize) -> String, work: &dyn Fn(&str)) {
    let (few_text, many_text) = (make(small), make(8 * small));
    let few = (0..3).map(|_| timed(|| work(&few_text)).1).min().unwrap();
    let mut took = Vec::new();
    while took.len() < 3 {
        let many = timed(|| work(&many_text)).1;
        println!("{what}: {few:?}, {many:?}");
        if many < few * 24 + Duration::from_millis(40) {
            return;
        }
        took.push(many);
    }
    panic!("{what}: {few:?}, then {took:?}");
}

fn members(count: usize, each: impl Fn(usize) -> String) -> String {
    (0..count).map(each).collect::<Vec<_>>().join(",")
}

const STEP: &str = r#"{"stepId": "a", "operationId": "get"}"#;

fn arazzo(workflows: &str, components: &str) -> String {
    format!(
        r#"{{"arazzo": "1.0.1", "info": {{"title": "T", "version": "1"}}, "sourceDescriptions": [{{"name": "s", "url": "s.yaml", "type": "openapi"}}],
          "workflows": [{workflows}], "components": {{{components}}}}}"#
    )
}

fn workflow(id: usize, inputs: &str, more: &str, steps: &str) -> String {
    format!(r#"{{"workflowId": "w{id}", "inputs": {inputs}, {more} "steps": [{steps}]}}"#)
}

fn openapi(paths: &str, more: &str) -> String {
    format!(
        r#"{{"openapi": "3.1.0", "info": {{"title": "T", "version": "1"}}, "servers": [{{"url": "https://a.example"}}], "paths": {{{paths}}}{more}}}"#
    )
}

fn operation(id: &str, more: &str) -> String {
    format!(r#"{{"get": {{"operationId": "{id}"{more}, "responses": {{}}}}}}"#)
}

fn read(text: &str) -> OpenApi {
    OpenApi::compile(OpenApi::parse(text.as_bytes()).unwrap(), &NoFiles).unwrap()
}

/// Compiles a file of flows with a source, and checks it against that.
fn compiled(format: &Format, text: &str, source: &str) -> Workflows {
    let document = parse(format, text);
    let source = SuppliedSource::openapi(OpenApi::parse(source.as_bytes()).unwrap(), &NoFiles, None).unwrap();
    let compiled = compile(&document, vec![source]).unwrap();
    let _ = fit(&document, &compiled, &crate::flows::samples::options());
    compiled.workflows
}

/// The code of the first workflow that cannot run.
fn refused(workflows: &Workflows) -> Option<&'static str> {
    workflows.all().find_map(|(_, found)| found.err()).map(|error: &CompileError| error.code().as_str())
}

#[test]
fn schemas_that_refer_to_others_are_copied_once() {
    // each component refers to the next, through a list
    let chain = |count: usize| {
        let next = |at: usize| format!(r##""c{at}": {{"items": {{"$ref": "#/components/inputs/c{}"}}}}"##, at + 1);
        arazzo("", &format!(r#""inputs": {{{}, "c{count}": {{}}}}"#, members(count, next)))
    };
    grows_evenly("a chain of inputs", 250, &chain, &|text| _ = check(ARAZZO, text, false));
    // one workflow refers to all, the last first
    let star = |count: usize| {
        let all = members(count, |at| format!(r##"{{"$ref": "#/components/inputs/c{}"}}"##, count - at));
        let inputs = format!(r#"{{"type": "object", "allOf": [{all}]}}"#);
        let each = members(count + 1, |at| format!(r#""c{at}": {{"title": "{at}"}}"#));
        arazzo(&workflow(0, &inputs, "", STEP), &format!(r#""inputs": {{{each}}}"#))
    };
    grows_evenly("a star of inputs", 250, &star, &|text| _ = compiled(ARAZZO, text, &openapi("", "")));
    let schemas = |count: usize| {
        let next = |at: usize| format!(r##""s{at}": {{"not": {{"$ref": "#/components/schemas/s{}"}}}}"##, at + 1);
        let body =
            r##", "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/s0"}}}}"##;
        let components = format!(r#", "components": {{"schemas": {{{}}}}}"#, members(count, next));
        openapi(&format!(r#""/a": {}"#, operation("a", body)), &components)
    };
    grows_evenly("a chain of schemas", 250, &schemas, &|text| _ = operations_as_tools(&read(text)));
}

#[test]
fn what_is_shared_is_copied_up_to_a_limit() {
    // a component of 5,000 values in each of some workflows
    let values = members(5_000, |at| at.to_string());
    let inputs = |count: usize| {
        let own = |at: usize| workflow(at, r##"{"$ref": "#/components/inputs/all"}"##, "", STEP);
        arazzo(&members(count, own), &format!(r#""inputs": {{"all": {{"enum": [{values}]}}}}"#))
    };
    let source = openapi(&format!(r#""/a": {}"#, operation("get", "")), "");
    assert_eq!(refused(&compiled(ARAZZO, &inputs(70), &source)), None);
    assert_eq!(refused(&compiled(ARAZZO, &inputs(90), &source)), Some("too-large"));
    // parameters of a workflow in each of its steps
    let parameters = |count: usize| {
        let parameters = members(count, |at| format!(r#"{{"name": "p{at}", "in": "query", "value": [1, 2]}}"#));
        let steps = members(count, |at| format!(r#"{{"stepId": "s{at}", "operationId": "get"}}"#));
        arazzo(&workflow(0, "{}", &format!(r#""parameters": [{parameters}],"#), &steps), "")
    };
    assert_eq!(refused(&compiled(ARAZZO, &parameters(250), &source)), None);
    assert_eq!(refused(&compiled(ARAZZO, &parameters(400), &source)), Some("too-large"));
    // a large value of a component, in each of some steps
    let reference = r#""parameters": [{"reference": "$components.parameters.all"}]"#;
    let steps = |count: usize| {
        let step = |at: usize| format!(r#"{{"stepId": "s{at}", "operationId": "get", {reference}}}"#);
        let all = format!(r#""parameters": {{"all": {{"name": "p", "in": "query", "value": [{values}]}}}}"#);
        arazzo(&workflow(0, "{}", "", &members(count, step)), &all)
    };
    assert_eq!(refused(&compiled(ARAZZO, &steps(70), &source)), None);
    assert_eq!(refused(&compiled(ARAZZO, &steps(90), &source)), Some("too-large"));
    // one parameter of an OpenAPI document in all its operations
    let operations = |count: usize| {
        let parameters = r##", "parameters": [{"$ref": "#/components/parameters/p"}]"##;
        let path = |at: usize| format!(r#""/{at}": {}"#, operation(&format!("o{at}"), parameters));
        let schema = format!(r#"{{"name": "p", "in": "query", "schema": {{"enum": [{values}]}}}}"#);
        openapi(&members(count, path), &format!(r#", "components": {{"parameters": {{"p": {schema}}}}}"#))
    };
    for (count, lost) in [(70, 0), (90, 11)] {
        let (list, losses) = operations_as_tools(&read(&operations(count)));
        let tools = list.get("tools").unwrap().as_array().unwrap();
        assert_eq!((tools.len(), losses.len()), (count, lost), "{losses:?}");
        assert!(losses.iter().all(|loss| loss.reason.contains("copy limit")), "{losses:?}");
    }
}

#[test]
fn texts_with_many_braces_are_read_once() {
    let payload = |text: &str| {
        let text = serde_json::to_string(text).unwrap();
        let step = format!(r#"{{"stepId": "a", "operationId": "get", "requestBody": {{"payload": {text}}}}}"#);
        arazzo(&workflow(0, r#"{"properties": {"a": {}}}"#, "", &step), "")
    };
    let body = r#", "requestBody": {"content": {"application/json": {}}}"#;
    let source = openapi(&format!(r#""/a": {}"#, operation("get", body)), "");
    type Text<'a> = &'a dyn Fn(usize) -> String;
    let texts: [(&str, Text<'_>); 5] = [
        ("lines after a word", &|count| format!(r#"[{{$inputs.a}}, "place{}"]"#, "_".repeat(count))),
        ("many words", &|count| format!(r#"[{{$inputs.a}}, "{}"]"#, "place_".repeat(count / 6))),
        ("a long word, and many expressions", &|count| {
            format!(r#"["place{}", {}]"#, "_".repeat(count / 2), members(count / 24, |_| "{$inputs.a}".to_owned()))
        }),
        ("braces that are not closed", &|count| "{$outputs.".repeat(count / 10)),
        ("braces that are closed far away", &|count| format!("{{$a{}", "{$".repeat(2_000) + "}").repeat(count / 4_000)),
    ];
    for (what, text) in texts {
        grows_evenly(what, 40_000, &|count| payload(&text(count)), &|text| {
            _ = check(ARAZZO, text, false);
            _ = compiled(ARAZZO, text, &source);
        });
    }
}

/// A text is an expression's place by where it is, not by what it says.
#[test]
fn no_text_of_a_payload_is_taken_for_an_expression() {
    let payload =
        serde_json::to_string(r#"{"a": {$inputs.a}, "b": "", "c": "place0", "d": "pl\u0061ce0", "": {$inputs.b}}"#)
            .unwrap();
    let step = format!(r#"{{"stepId": "a", "operationId": "get", "requestBody": {{"payload": {payload}}}}}"#);
    let body = r#", "requestBody": {"content": {"application/json": {}}}"#;
    let source = openapi(&format!(r#""/a": {}"#, operation("get", body)), "");
    let workflows =
        compiled(ARAZZO, &arazzo(&workflow(0, r#"{"properties": {"a": {}, "b": {}}}"#, "", &step), ""), &source);
    let payload = workflows.workflow("w0").unwrap().steps[0].body.as_ref().unwrap().payload.as_ref().unwrap();
    assert_eq!(payload.to_json().to_compact(), r#"{"a":"$inputs.a","b":"","c":"place0","d":"place0","":"$inputs.b"}"#);
}

#[test]
fn names_are_looked_up_and_not_searched() {
    let same = |count: usize| openapi(&members(count, |at| format!(r#""/{at}": {}"#, operation("same", ""))), "");
    grows_evenly("one name for all operations", 500, &same, &|text| _ = operations_as_tools(&read(text)));
    let paths = |count: usize| {
        let step = |at: usize| {
            let path = format!("{{$sourceDescriptions.s.url}}#/paths/~1{}/get", count - at - 1);
            format!(r#"{{"stepId": "s{at}", "operationPath": "{path}"}}"#)
        };
        arazzo(&workflow(0, "{}", "", &members(count, step)), "")
    };
    grows_evenly("operations by their paths", 400, &paths, &|text| {
        let count = text.matches("stepId").count();
        let source = openapi(&members(count, |at| format!(r#""/{at}": {}"#, operation(&format!("o{at}"), ""))), "");
        assert_eq!(refused(&compiled(ARAZZO, text, &source)), None);
    });
    let file = |sources: &str, flows: &str| {
        format!(
            r#"{{"agentsJson": "0.1.0", "info": {{"title": "T", "version": "1", "description": "d"}}, "sources": [{sources}], "flows": [{flows}]}}"#
        )
    };
    let flow = |id: &str, actions: &str, links: &str| {
        format!(
            r#"{{"id": "{id}", "title": "t", "description": "d", "actions": [{actions}], "links": [{links}], "fields": {{"parameters": [], "responses": {{}}}}}}"#
        )
    };
    let action = |id: &str, source: &str, operation: &str| {
        format!(r#"{{"id": "{id}", "sourceId": "{source}", "operationId": "{operation}"}}"#)
    };
    let source = openapi(&members(40, |at| format!(r#""/{at}": {}"#, operation(&format!("get{at}"), ""))), "");
    let own = r#"{"id": "s", "path": "s.yaml"}"#;
    let unknown = |count: usize| {
        file(own, &members(count, |at| flow(&format!("f{at}"), &action("a", "s", &format!("gte{}", at % 40)), "")))
    };
    let to_arazzo = |text: &str| {
        let document = parse(AGENTS_JSON, text);
        let source = SuppliedSource::openapi(OpenApi::parse(source.as_bytes()).unwrap(), &NoFiles, None).unwrap();
        let compiled = compile(&document, vec![source]).unwrap();
        _ = fit(&document, &compiled, &crate::flows::samples::options());
        _ = to_arazzo(&document, &compiled, false);
    };
    grows_evenly("unknown operations", 400, &unknown, &to_arazzo);
    let sources = |count: usize| {
        let more = members(count, |at| format!(r#"{{"id": "same", "path": "{at}.yaml"}}"#));
        let actions = members(count, |at| action(&format!("a{at}"), "s", "get1"));
        file(&format!("{own},{more}"), &flow("f", &actions, ""))
    };
    grows_evenly("sources of one name", 200, &sources, &to_arazzo);
    let links = |count: usize| {
        let link = |at: usize| {
            format!(
                r#"{{"origin":{{"actionId":"a","fieldPath":"responses.success.m"}},"target":{{"fieldPath":"responses.success.n{at}"}}}}"#
            )
        };
        file(own, &flow("f", &action("a", "s", "get1"), &members(count, link)))
    };
    assert_eq!(refused(&compiled(AGENTS_JSON, &links(1_000), &source)), None);
    assert_eq!(refused(&compiled(AGENTS_JSON, &links(9_300), &source)), Some("too-large"));
    let undeclared = |count: usize| {
        let link = |at: usize| {
            format!(
                r#"{{"origin":{{"actionId":"f","fieldPath":"parameters.p{at}"}},"target":{{"actionId":"a","fieldPath":"parameters.q{at}"}}}}"#
            )
        };
        let names = members(count, |at| format!(r#"{{"name": "q{at}"}}"#));
        let flow = flow("f", &action("a", "s", "get1"), &members(count, link));
        file(own, &flow.replace(r#""parameters": []"#, &format!(r#""parameters": [{names}]"#)))
    };
    assert!(
        check(AGENTS_JSON, &undeclared(3), false).diagnostics.iter().any(|it| it.rule.id == "agents-json-declared")
    );
    grows_evenly("undeclared parameters", 700, &undeclared, &|text| _ = check(AGENTS_JSON, text, false));
    grows_evenly("a flow with undeclared parameters", 700, &undeclared, &to_arazzo);
    let into_body = |count: usize| {
        let link = |at: usize| {
            format!(
                r#"{{"origin":{{"actionId":"a","fieldPath":"responses.success.m"}},"target":{{"actionId":"b","fieldPath":"requestBody.n{at}"}}}}"#
            )
        };
        let whole = r#"{"origin":{"actionId":"a","fieldPath":"responses.success"},"target":{"actionId":"b","fieldPath":"requestBody"}},"#;
        let actions = [action("a", "s", "get1"), action("b", "s", "get2")].join(",");
        file(own, &flow("f", &actions, &format!("{whole}{}", members(count, link))))
    };
    grows_evenly("links into a body", 800, &into_body, &to_arazzo);
    let same_ids = |count: usize| {
        let action = |at: usize| action(&format!("a{}b{}", ".".repeat(at % 9), "/".repeat(at / 9)), "s", "get1");
        file(own, &flow("f", &members(count, action), ""))
    };
    grows_evenly("IDs that are one in Arazzo", 200, &same_ids, &to_arazzo);
    let extensions = |count: usize| {
        let action = action("a", "s", "get1");
        let more = members(count, |at| format!(r#""x-{at}": 1"#));
        file(own, &flow("f", &action.replacen('{', &format!("{{{more},"), 1), ""))
    };
    grows_evenly("members of the own format", 1_000, &extensions, &to_arazzo);
    let required = |count: usize| {
        let names = members(count, |at| format!(r#""p{at}""#));
        let inputs = format!(
            r#"{{"type": "object", "required": [{names}], "properties": {{{}}}}}"#,
            members(count, |at| format!(r#""p{at}": {{"type": "string"}}"#))
        );
        arazzo(&workflow(0, &inputs, "", r#"{"stepId": "a", "operationId": "get1"}"#), "")
    };
    grows_evenly("required inputs", 1_000, &required, &|text| {
        let document = parse(ARAZZO, text);
        let source = SuppliedSource::openapi(OpenApi::parse(source.as_bytes()).unwrap(), &NoFiles, None).unwrap();
        let compiled = compile(&document, vec![source]).unwrap();
        _ = to_agents_json(&document, &compiled, false).unwrap();
    });
    let arguments = |count: usize| {
        let given = members(count, |at| format!(r#"{{"name": "p{at}", "in": "query", "value": "$inputs.a"}}"#));
        let step = format!(r#"{{"stepId": "a", "operationId": "many", "parameters": [{given}]}}"#);
        arazzo(&workflow(0, r#"{"type": "object", "properties": {"a": {}}}"#, "", &step), "")
    };
    grows_evenly("arguments of an operation", 300, &arguments, &|text| {
        let document = parse(ARAZZO, text);
        let count = text.matches("$inputs.a").count();
        let parameters = members(count, |at| format!(r#"{{"name": "p{at}", "in": "query", "schema": {{}}}}"#));
        let source =
            openapi(&format!(r#""/m": {}"#, operation("many", &format!(r#", "parameters": [{parameters}]"#))), "");
        let source = SuppliedSource::openapi(OpenApi::parse(source.as_bytes()).unwrap(), &NoFiles, None).unwrap();
        let compiled = compile(&document, vec![source]).unwrap();
        // only that of the outputs
        assert_eq!(to_agents_json(&document, &compiled, false).unwrap().losses.len(), 1);
    });
}

/// Each action takes a value of the one before and nests it, or takes a part of it.
#[test]
fn links_nest_values_and_lengthen_expressions_up_to_a_limit() {
    let chain = |count: usize, first: &str, origin: &str, target: &str| {
        let action = |at: usize| format!(r#"{{"id": "a{at}", "sourceId": "s", "operationId": "get"}}"#);
        let link = |at: usize| {
            let from = if at == 0 { "null".to_owned() } else { format!("\"a{}\"", at - 1) };
            let path = if at == 0 { first } else { origin };
            format!(
                r#"{{"origin": {{"actionId": {from}, "fieldPath": "{path}"}}, "target": {{"actionId": "a{at}", "fieldPath": "{target}"}}}}"#
            )
        };
        format!(
            r#"{{"agentsJson": "0.1.0", "info": {{"title": "T", "version": "1", "description": "d"}}, "sources": [{{"id": "s", "path": "s.yaml"}}],
            "flows": [{{"id": "f", "title": "t", "description": "d", "actions": [{}], "links": [{}], "fields": {{"parameters": [{{"name": "a"}}], "responses": {{}}}}}}]}}"#,
            members(count, action),
            members(count, link)
        )
    };
    let source = openapi(&format!(r#""/a": {}"#, operation("get", "")), "");
    let nested = |count: usize| chain(count, "parameters.a", "requestBody", "requestBody.x.x.x.x.x.x.x.x.x.x");
    let named = |count: usize| chain(count, "parameters.a", "parameters", "parameters.p");
    let longer = |count: usize| chain(count, "parameters.a", "parameters.p.x.x.x.x.x.x.x.x.x.x", "parameters.p");
    for (text, expected) in [
        (nested(6), None),
        (nested(500), Some("too-large")),
        (named(60), None),
        (named(500), Some("too-large")),
        (longer(100), None),
        (longer(5_000), Some("too-large")),
    ] {
        assert_eq!(refused(&compiled(AGENTS_JSON, &text, &source)), expected);
    }
}

/// Lists that operations share are read for each of them, up to a limit.
#[test]
fn operations_share_lists_up_to_a_limit() {
    let secured = |count: usize| {
        let schemes = members(2_000, |_| "{}".to_owned());
        let own = r#", "parameters": [{"name": "a", "in": "query"}]"#;
        let paths = members(count, |at| format!(r#""/{at}": {}"#, operation(&format!("o{at}"), own)));
        openapi(&paths, &format!(r#", "security": [{schemes}]"#))
    };
    let tools = |text: &str| {
        let (list, losses) = operations_as_tools(&read(text));
        (list.get("tools").unwrap().as_array().unwrap().len(), losses.len())
    };
    // two parameters at most, with 2,001 alternatives: some 1,250 operations
    assert_eq!(tools(&secured(1_000)), (1_000, 0));
    let (made, lost) = tools(&secured(2_000));
    assert!((1_000..1_500).contains(&made) && lost == 2_000 - made, "{made} tools, {lost} losses");
    // one path item for many paths
    let item = r#"{"get": {"description": "d", "responses": {}}, "put": {"responses": {}}, "post": {"responses": {}}}"#;
    let paths = members(5_000, |at| format!(r##""/{at}": {{"$ref": "#/components/pathItems/item"}}"##));
    let (made, lost) = tools(&openapi(&paths, &format!(r#", "components": {{"pathItems": {{"item": {item}}}}}"#)));
    // each has a name of its own, and one loss is that there are more
    assert_eq!((made, lost), (10_000, 10_001));
}

#[test]
fn regular_expressions_of_a_document_have_a_common_budget() {
    let criteria = |count: usize, condition: &dyn Fn(usize) -> String| {
        let one = |at| format!(r#"{{"context": "$statusCode", "type": "regex", "condition": "{}"}}"#, condition(at));
        let step = format!(r#"{{"stepId": "a", "operationId": "get", "successCriteria": [{}]}}"#, members(count, one));
        arazzo(&workflow(0, "{}", "", &step), "")
    };
    let codes = |text: &str| {
        let rules = check(ARAZZO, text, false).diagnostics.into_iter().filter(|it| it.rule.id == "arazzo-criterion");
        rules.map(|it| it.code.as_str()).collect::<Vec<_>>()
    };
    let source = openapi(&format!("\"/a\": {}", operation("get", "")), "");
    // 800 kB each when compiled; letters of any case, which take a second to read; an invalid one that is repeated is
    // compiled once
    let large: &dyn Fn(usize) -> String = &|at| format!(r"\\w{{9}}{at}");
    let folded: &dyn Fn(usize) -> String = &|at| format!(r"(?i){}{at}", r"\\pL".repeat(999));
    for (count, condition) in [(100, large), (5, folded)] {
        let text = criteria(count, condition);
        let found = codes(&text);
        assert!(found.contains(&"too-large"), "{found:?}");
        assert_eq!(refused(&compiled(ARAZZO, &text, &source)), Some("too-large"));
    }
    // ordinary ones, and the same one many times
    let plain: &dyn Fn(usize) -> String = &|at| format!(r"^\\d{{3}}-(open|closed){at}$");
    let same: &dyn Fn(usize) -> String = &|_| r"\\w{9}".to_owned();
    for (count, condition) in [(300, plain), (3000, same)] {
        let text = criteria(count, condition);
        assert_eq!(codes(&text), Vec::<&str>::new());
        assert_eq!(refused(&compiled(ARAZZO, &text, &source)), None);
    }
}

/// A flow takes about a thousand bytes of memory, and three bytes of the document (`{},`).
#[test]
fn flows_and_steps_together_are_bounded() {
    for (flows, steps, is_within) in [(32_767, 1, true), (32_767, 2, false), (32_768, 0, true), (32_769, 0, false)] {
        let parts = |count: usize| vec!["{}"; count].join(",");
        let with = |list: &str| format!(r#"{{"{list}": [{}]}},{}"#, parts(steps), parts(flows - 1));
        let file = format!(r#"{{"agentsJson": "0.1.0", "sources": [], "flows": [{}]}}"#, with("actions"));
        for (format, text) in [(AGENTS_JSON, file), (ARAZZO, arazzo(&with("steps"), ""))] {
            let document = parse(format, &text);
            let found = check(format, &text, false).diagnostics;
            assert_eq!(found.iter().all(|it| it.code.as_str() != "too-large"), is_within, "{flows}, {steps}");
            assert!(is_within || found.len() == 1, "{flows}, {steps}");
            let refused = (!is_within).then_some("too-large");
            let compiled = compile(&document, Vec::new()).err().map(|error| error.code().as_str());
            let shown = format.show(&document, &options()).err().map(|error| error.code().as_str());
            assert_eq!((compiled, shown), (refused, refused), "{flows}, {steps}");
        }
    }
}
