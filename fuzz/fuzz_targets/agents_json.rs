//! An `agents.json` is judged within bounds, whatever it holds: findings have places, the model is read, a path reads as it is spelled, and what a
//! strict check lets through has links that all lead somewhere.
#![no_main]

use adp_flows::{
    AGENTS_JSON,
    agents_json::{AgentsJson, FieldPath},
};
use agent_description::{Document, Limits, Timestamp, diagnostic::CheckReport, format::Options};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
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
    assert!(report.diagnostics.len() <= CheckReport::MOST);
    for found in &report.diagnostics {
        assert!(found.line.is_some() && found.column.is_some(), "{found}");
    }
    assert!(AGENTS_JSON.show(&document, &options).is_ok());
    let file = AgentsJson::read(&document);
    if report.is_valid() {
        for flow in &file.flows {
            for link in &flow.links {
                for end in [&link.origin, &link.target] {
                    assert!(matches!(end.path(), Some(Ok(_))), "{:?}", end);
                    let is_action = flow.actions.iter().any(|action| action.id == end.action_id);
                    assert!(flow.is_at(end) || is_action, "{:?}", end);
                }
            }
        }
    }
});
