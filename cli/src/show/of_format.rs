//! Shows documents of formats other than agent descriptions.

use crate::{failure::Failure, summary_box::SummaryBox, terminal::Terminal};
use agent_description::{
    Document, Timestamp,
    format::{Format, Options},
    json::{Json, Object},
};

/// Shows a document: `{format, profile, model}` as JSON, otherwise one line per property.
pub fn show(format: &dyn Format, document: &Document, name: &str, terminal: &Terminal) -> Result<(), Failure> {
    let options = Options::at(Timestamp::now());
    let model = format
        .show(document, &options)
        .map_err(|error| Failure::from_error(error.as_ref()).in_document(name, document))?;
    if !terminal.wants_json() {
        let card = card(&format!("{}: {name}", format.name()), &model);
        drop(model);
        return terminal.print_of(&card.to_string(), document.source().len());
    }
    let mut shown = Object::with_capacity(3);
    shown.insert("format", format.name());
    shown.insert("profile", format.profile(document));
    // moved instead of copied, because the model can be much larger than the document
    shown.insert("model", model);
    terminal.print_report_of(shown.into(), document.source().len())
}

fn card(title: &str, model: &Json) -> SummaryBox {
    let mut card = SummaryBox::titled(title);
    for member in model.as_object().into_iter().flatten().filter(|member| !member.value().is_null()) {
        let values = member.value().as_array().unwrap_or(std::slice::from_ref(member.value()));
        for value in values {
            let text = value.as_str().map_or_else(|| value.to_compact(), str::to_owned);
            card = card.line(member.name().as_str(), text);
        }
    }
    card
}
