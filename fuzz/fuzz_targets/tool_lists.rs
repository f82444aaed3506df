//! Lists of tools for model APIs: a list in any form is judged within bounds and with places; what is written for an API has names that the API
//! accepts, each once, and a call by them is given the tool's own names back. The first byte chooses the API.

use adp_tools::tool_api::{ToolFormat, check, restore_call, tools_for_api};
use agent_description::{
    Code, Document, Json, Limits,
    diagnostic::CheckReport,
    json::{Object, Value},
};
use std::collections::BTreeSet;

pub fn run(bytes: &[u8]) {
    let Some((first, text)) = bytes.split_first() else { return };
    let format = ToolFormat::ALL[usize::from(*first) % ToolFormat::ALL.len()];
    let Ok(document) = Document::parse_list(text, &Limits::default()) else { return };
    let report = check(&document, format, false);
    assert!(report.diagnostics.len() <= CheckReport::MAX_DIAGNOSTICS);
    for found in &report.diagnostics {
        assert!(found.line.is_some() && found.column.is_some(), "{found}");
    }
    let Some(made) = tools_for_api(document.json(), format) else { return };
    let names: BTreeSet<&str> = made.names.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names.len(), made.names.len(), "a name is given twice");
    assert!(made.losses.iter().all(|loss| loss.pointer.len() <= text.len() + 64));
    let written = made.list.to_compact();
    if let Ok(written) = Document::parse_list(written.as_bytes(), &Limits::default()) {
        for found in check(&written, format, false).diagnostics {
            assert!(![Code::INVALID_NAME, Code::DUPLICATE].contains(&found.code), "{found}");
        }
    }
    let tools = tools_of(&made.list);
    assert_eq!(tools.len(), made.names.len());
    for (tool, (name, own)) in tools.into_iter().zip(&made.names).take(16) {
        let mut arguments = Json::from(Object::new());
        let restored = restore_call(document.json(), format, name, &mut arguments);
        assert_eq!(restored.as_deref().unwrap_or_default(), own);
        assert_eq!(arguments.to_compact(), "{}");
        // names of arguments come back one for one: written again, they are the same list
        let properties = ["input_schema", "parameters", "parametersJsonSchema", "inputSchema"];
        let schema = properties.into_iter().find_map(|member| tool.get(member));
        let properties = schema.and_then(|schema| schema.get("properties")).and_then(Json::as_object);
        let given: Object = properties.into_iter().flatten().map(|it| (it.name().clone(), Json::from(true))).collect();
        let count = given.len();
        let mut arguments = Json::from(given);
        let _ = restore_call(document.json(), format, name, &mut arguments);
        assert_eq!(arguments.as_object().map(Object::len), Some(count), "two arguments became one");
    }
}

/// The objects with the names of the tools of a list that was written.
fn tools_of(list: &Json) -> Vec<&Json> {
    match list.value() {
        Value::Array(items) => items.iter().flat_map(tools_of).collect(),
        Value::Object(_) => match ["tools", "functionDeclarations"].into_iter().find_map(|name| list.get(name)) {
            Some(inner) => tools_of(inner),
            None => vec![list.get("function").unwrap_or(list)],
        },
        _ => Vec::new(),
    }
}
