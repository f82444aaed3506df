//! Converts an agent description to the other version of its format. Everything that both versions can represent stays
//! unchanged.

use super::{
    description::{context_of_ours, language},
    error::ConvertError,
    losses::Losses,
    members::{Members, below},
    placed_value::PlacedValue,
    target::ConversionTarget,
};
use agent_description::{
    Document, Json,
    description::{AgentDescription, DescriptionProfile},
    diagnostic::{Severity, members::Spelling::Linked},
    json::{Object, Place, pointer},
};

/// The description profile of a target, if it is an agent description.
pub(super) fn generation(to: ConversionTarget) -> Option<DescriptionProfile> {
    match to {
        ConversionTarget::Adp => Some(DescriptionProfile::Adp),
        ConversionTarget::Anp07 => Some(DescriptionProfile::Anp07),
        _ => None,
    }
}

/// Writes a description in this version.
pub(super) fn write(
    document: &Document,
    to: ConversionTarget,
    profile: DescriptionProfile,
    losses: &mut Losses,
) -> Result<Object, ConvertError> {
    let description = AgentDescription::from_document(document)?;
    let (written, dropped) = description.to_generation(profile)?;
    for dropped in &dropped {
        let of = Place::from_offset(document, dropped.of).pointer.unwrap_or_default();
        let object = pointer::lookup(document.json(), &of).and_then(Json::as_object);
        let said =
            object.and_then(|object| Members::from_object(of.clone(), object, Linked).take(&dropped.name, |_| true));
        let reason = to.no_place();
        match said {
            Some(said) => losses.lost(said, reason, Severity::Warning),
            None => losses.changed(below(&of, &dropped.name), reason, Severity::Warning),
        }
    }
    let root = document.root();
    if root.contains("proof") {
        losses.changed("/proof", "dropped: the proof covers only the original description", Severity::Error);
    }
    if let Some(context) = root.get("@context") {
        if profile == DescriptionProfile::Anp07 {
            language(root, losses);
        }
        if *context != context_of_ours() && context.as_str().is_none() {
            losses.changed("/@context", "dropped: the members have the same meaning without it", Severity::Note);
        }
    }
    Ok(written)
}

/// Converts a JSON-LD description, written from a document of another format, to ANP-07.
pub(super) fn convert_written(
    written: Object,
    version: Option<PlacedValue>,
    losses: &mut Losses,
) -> Result<Object, ConvertError> {
    let document = ConversionTarget::Adp.checked(written)?;
    let (written, dropped) = AgentDescription::from_document(&document)?.to_generation(DescriptionProfile::Anp07)?;
    // everything else that is written there has an equivalent
    if let Some(version) = version.filter(|_| dropped.iter().any(|dropped| dropped.name == "version")) {
        losses.lost(version, ConversionTarget::Anp07.no_place(), Severity::Warning);
    }
    Ok(written)
}
