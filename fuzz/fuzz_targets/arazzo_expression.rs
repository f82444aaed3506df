//! Runtime expressions and conditions are read within bounds: an expression is written as it was read, what stands in a condition is one, and a
//! document with the text in each place of an expression is judged with places.

use adp_flows::{
    ARAZZO,
    arazzo::{Condition, Expression},
    plan::Plan,
    workflow,
};
use agent_description::{
    Document, Json, Limits, Timestamp,
    diagnostic::{Diagnostic, Severity},
    format::{Options, read_as},
    json::Object,
};

pub fn run(bytes: &[u8]) {
    let at = Options::at(Timestamp::from_unix_seconds(1_790_000_000).expect("a time"));
    if let Ok(document) = read_as(bytes, ARAZZO, &Limits::default()) {
        for found in &ARAZZO.check(&document, &at).diagnostics {
            assert!(found.line.is_some() && found.column.is_some(), "{found}");
        }
        assert!(ARAZZO.show(&document, &at).is_ok());
        // without its sources, all that a document says by itself is compiled, planned and written as what it can be of a file of flows
        if let Ok(compiled) = workflow::compile(&document, Vec::new()) {
            for (id, _) in compiled.workflows.all() {
                let _ = Plan::for_workflow(&compiled.workflows, id, None);
            }
            let _ = workflow::to_agents_json(&document, &compiled, false);
        }
    }
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let expression = Expression::read(text);
    if let Ok(expression) = &expression {
        assert!(text.starts_with('$'));
        assert_eq!(expression.to_string(), text);
    }
    for inside in Expression::embedded(text) {
        assert!(!inside.contains('}'));
        let _ = Expression::read(inside);
    }
    if let Ok(condition) = Condition::read(text) {
        assert_eq!(Condition::read(&condition.to_string()).as_ref(), Ok(&condition));
        condition.each_expression(&mut |expression| {
            assert!(Expression::read(&expression.to_string()).is_ok(), "{expression}");
        });
    }
    // an output is an expression or an error
    let outputs = Object::from_iter([("a", Json::from(text))]);
    let step =
        Object::from_iter([("stepId", Json::from("a")), ("operationId", Json::from("b")), ("outputs", outputs.into())]);
    let workflow = Object::from_iter([("workflowId", Json::from("w")), ("steps", vec![Json::from(step)].into())]);
    let info = Object::from_iter([("title", "t"), ("version", "1")]);
    let source = Object::from_iter([("name", "n"), ("url", "u")]);
    let root = Object::from_iter([
        ("arazzo", Json::from("1.0.1")),
        ("info", info.into()),
        ("sourceDescriptions", vec![Json::from(source)].into()),
        ("workflows", vec![Json::from(workflow)].into()),
    ]);
    let Ok(document) = Document::from_object(root, &Limits::default()) else { return };
    let report = ARAZZO.check(&document, &at);
    // a pointer that leads nowhere is a warning
    let is_error = |found: &Diagnostic| found.code.as_str() == "invalid-value" && found.severity == Severity::Error;
    let told = report.diagnostics.iter().any(is_error);
    assert_eq!(told, expression.is_err(), "{text:?}");
    assert!(report.diagnostics.iter().all(|found| found.severity == Severity::Error || found.line.is_some()));
}
