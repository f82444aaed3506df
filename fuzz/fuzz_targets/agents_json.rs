//! An `agents.json` is judged within bounds, whatever it holds: findings have places, the model is read, a path reads as it is spelled, and what a
//! strict check lets through has links that all lead somewhere. What compiles is planned, offered as tools and written as a valid Arazzo document.

use adp_flows::{
    AGENTS_JSON,
    agents_json::{AgentsJson, FieldPath},
    openapi::{NoFiles, OpenApi},
    plan::Plan,
    tools::{ToolFormat, Toolbox, prompt, tools},
    workflow::{self, SHOP, SuppliedSource},
};
use agent_description::{Document, Limits, Timestamp, diagnostic::CheckReport, format::Options};

pub fn run(bytes: &[u8]) {
    if let Ok(text) = std::str::from_utf8(bytes)
        && let Ok(path) = FieldPath::read(text)
    {
        let spelled = path.to_string();
        let again = FieldPath::read(&spelled).expect("as it is spelled");
        assert!(again.meant.is_none() && (again.root, &again.steps) == (path.root, &path.steps), "{text:?}");
    }
    let Ok(document) = Document::parse(bytes, &Limits::default()) else { return };
    let mut options = Options::at(Timestamp::from_unix_seconds(1_790_000_000).expect("a time"));
    options.strict = true;
    let report = AGENTS_JSON.check(&document, &options);
    assert!(report.diagnostics.len() <= CheckReport::MAX_DIAGNOSTICS);
    for found in &report.diagnostics {
        assert!(found.line.is_some() && found.column.is_some(), "{found}");
    }
    assert!(AGENTS_JSON.show(&document, &options).is_ok());
    compiled(&document, &options);
    let file = AgentsJson::read(&document);
    if report.is_valid() {
        for flow in &file.flows {
            for link in &flow.links {
                for end in [&link.origin, &link.target] {
                    let path = end.field_path.as_deref().map(FieldPath::read);
                    assert!(matches!(path, Some(Ok(_))), "{:?}", end);
                    let is_action = flow.actions.iter().any(|action| action.id == end.action_id);
                    let is_flow = end.action_id.is_none() || end.action_id == flow.id;
                    assert!(is_flow || is_action, "{:?}", end);
                }
            }
        }
    }
}

/// Every source is the shop: operations that the corpus names are there.
fn compiled(document: &Document, options: &Options) {
    let shop = || {
        let shop = OpenApi::parse(SHOP.as_bytes()).expect("a document");
        SuppliedSource::openapi(shop, &NoFiles, None).expect("an OpenAPI document")
    };
    let supplied = workflow::wanted(document).iter().take(4).map(|_| shop()).collect();
    let Ok(compiled) = workflow::compile(document, supplied) else { return };
    let report = workflow::fit(document, &compiled, options);
    assert!(report.diagnostics.len() <= CheckReport::MAX_DIAGNOSTICS);
    for (id, flow) in compiled.workflows.all() {
        if flow.is_ok() {
            // of two flows with one id the first is meant
            let _ = Plan::for_workflow(&compiled.workflows, id, None);
        }
    }
    for &format in ToolFormat::ALL {
        let made = tools(&compiled.workflows, format);
        let mut names: Vec<&String> = made.names.iter().map(|(name, _)| name).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), made.names.len());
    }
    assert_eq!(prompt(&compiled.workflows).lines().count(), compiled.workflows.all().filter(|it| it.1.is_ok()).count());
    let _ = Toolbox::new(&compiled.workflows, ToolFormat::Mcp).read(document.json());
    if let Ok(converted) = workflow::to_arazzo(document, &compiled, false) {
        let supplied = workflow::wanted(&converted.document).iter().map(|_| shop()).collect();
        assert!(workflow::compile(&converted.document, supplied).is_ok());
    }
}
