//! Vectors for checking documents. The result is the first error, with `any` the first finding.

use super::{Answered, CannotAnswer, Path, Vector, VectorAnswer, card_formats, document, flag};
use adp_messages::{ENVELOPE, envelope::Envelope};
use agent_description::{
    Diagnostic, Document, Limits, Timestamp,
    description::{self, CheckOptions},
    diagnostic::Severity,
    format::{Format, Options, read},
};

/// Checks an agent description.
pub(super) fn description(vector: &Vector, _: &Path) -> Answered {
    let options = CheckOptions { strict: flag(vector, "strict")?, ..CheckOptions::default() };
    let decides = first(description::check(&document(vector)?, &options), false);
    Ok(decides.unwrap_or_else(VectorAnswer::ok))
}

/// Checks a card or a catalog. Output: its profile.
pub(super) fn card(vector: &Vector, _: &Path) -> Answered {
    check(vector, &card_formats())
}

/// Checks an agents.json, Arazzo or OpenAPI document. Output: its profile.
pub(super) fn flow(vector: &Vector, _: &Path) -> Answered {
    check(vector, adp_flows::FORMATS)
}

/// Checks an envelope.
pub(super) fn message(vector: &Vector, _: &Path) -> Answered {
    let document = document(vector)?;
    if let Some(answer) = finding(vector, &document, ENVELOPE)? {
        return Ok(answer);
    }
    Envelope::read(&document)?;
    Ok(VectorAnswer::ok())
}

fn check(vector: &Vector, formats: &[&'static Format]) -> Answered {
    let (document, formats) = read(vector.body(), formats, &Limits::default())?;
    let Some(format) = formats.first() else { return Ok(VectorAnswer::ok()) };
    let decides = finding(vector, &document, format)?;
    Ok(decides.unwrap_or_else(|| VectorAnswer::output(format.profile(&document))))
}

/// The finding that decides the result, if there is one.
fn finding(vector: &Vector, document: &Document, format: &Format) -> Result<Option<VectorAnswer>, CannotAnswer> {
    // no rule depends on the time
    let epoch = Timestamp::from_unix_seconds(0).ok_or_else(|| CannotAnswer::Kind(vector.kind().to_owned()))?;
    let mut options = Options::at(epoch);
    (options.strict, options.for_registry) = (flag(vector, "strict")?, flag(vector, "for-registry")?);
    Ok(first(format.check(document, &options).diagnostics, flag(vector, "any")?))
}

/// The first error, or with `any` the first finding.
fn first(findings: Vec<Diagnostic>, any: bool) -> Option<VectorAnswer> {
    let decides = findings.into_iter().find(|finding| any || finding.severity == Severity::Error)?;
    Some(VectorAnswer::with_code(decides.code, decides.message))
}
