//! The model of a format other than agent descriptions.

use crate::{card::Card, failure::Failure, terminal::Terminal};
use agent_description::{
    Document, Timestamp,
    format::{Format, Options},
    json::Json,
};
use serde::Serialize;

/// Shows a document: `{format, profile, model}`, for people a line for each thing that the model says.
pub fn show(format: &dyn Format, document: &Document, name: &str, terminal: &Terminal) -> Result<(), Failure> {
    let options = Options::at(Timestamp::now());
    let model =
        format.show(document, &options).map_err(|error| Failure::of(error.as_ref()).in_document(name, document))?;
    if !terminal.wants_json() {
        return terminal.print(card(&format!("{}: {name}", format.name()), &model));
    }
    let shown = Shown { format: format.name(), profile: format.profile(document), model: &model };
    terminal.print_json_of(&shown, document.source().len())
}

/// A document of a format, as it is printed.
#[derive(Serialize)]
struct Shown<'a> {
    format: &'a str,
    profile: String,
    model: &'a Json,
}

fn card(title: &str, model: &Json) -> Card {
    let mut card = Card::titled(title);
    for member in model.as_object().into_iter().flatten().filter(|member| !member.value().is_null()) {
        let values = member.value().as_array().unwrap_or(std::slice::from_ref(member.value()));
        for value in values {
            let text = value.as_str().map_or_else(|| value.to_compact(), str::to_owned);
            card = card.line(member.name().as_str(), text);
        }
    }
    card
}
