//! An OpenAPI document is judged and made ready within bounds, in JSON or YAML: findings have places, no file outside of the document's folder is asked
//! for, every operation is found again by its id, and an override changes one operation or nothing.
#![no_main]

use adp_flows::{
    OPENAPI,
    openapi::{Beside, OpenApi},
};
use agent_description::{Json, Timestamp, diagnostic::CheckReport, format::Options};
use libfuzzer_sys::fuzz_target;

struct Files<'a>(&'a [u8]);

impl Beside for Files<'_> {
    fn read(&self, name: &str, _: usize) -> Result<Vec<u8>, String> {
        assert!(!name.starts_with('/') && !name.split('/').any(|part| part == ".."), "{name:?}");
        // the document itself, under other names: it refers to itself as a file
        if name.len() % 2 == 0 { Ok(self.0.to_vec()) } else { Err("none".to_owned()) }
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Ok(document) = OpenApi::parse(bytes) else { return };
    let options = Options::at(Timestamp::from_unix_seconds(1_790_000_000).expect("a time"));
    let report = OPENAPI.check(&document, &options);
    assert!(report.diagnostics.len() <= CheckReport::MOST);
    for found in &report.diagnostics {
        assert!(found.line.is_some() && found.column.is_some(), "{found}");
    }
    let Ok(mut openapi) = OpenApi::compile(document.clone(), &Files(bytes)) else { return };
    assert!(OPENAPI.show(&document, &options).is_ok());
    let ids: Vec<String> = openapi.ids().map(str::to_owned).collect();
    for operation in openapi.operations() {
        let _ =
            (operation.parameters(), operation.body(), operation.success(), operation.servers(), operation.security());
        assert!(operation.id().is_none_or(|id| openapi.operation(id).is_some_and(|found| found.id() == Some(id))));
    }
    let before = openapi.operations().count();
    for id in ids.iter().take(4) {
        for path in ["parameters.0.required", "parameters.0.schema.type", "requestBody.required", "x-new"] {
            let _ = openapi.change(id, path, Json::from(true));
        }
        assert!(openapi.operation(id).is_some());
    }
    assert_eq!(openapi.operations().count(), before);
});
