//! Vectors for checking flows.

use super::{Answer, CannotAnswer, Path, Vector, descriptions::flag};
use adp_flows::FORMATS;
use agent_description::{
    Limits, Timestamp,
    diagnostic::Severity,
    format::{Options, read},
};

/// Checks an agents.json, Arazzo or OpenAPI document. The result is the first error, with `any` the first finding.
pub fn flow_check(vector: &Vector, _: &Path) -> Result<Answer, CannotAnswer> {
    let (document, formats) = match read(vector.body(), FORMATS, &Limits::default()) {
        Ok(read) => read,
        Err(error) => return Ok(Answer::refused(&error)),
    };
    // no rule of flows depends on the time
    let epoch = Timestamp::from_unix_seconds(0).ok_or_else(|| CannotAnswer::Kind("flow-check".to_owned()))?;
    let mut options = Options::at(epoch);
    options.strict = flag(vector, "strict")?;
    let any = flag(vector, "any")?;
    let Some(format) = formats.first() else { return Ok(Answer::ok()) };
    let report = format.check(&document, &options);
    let decides = report.diagnostics.iter().find(|finding| any || finding.severity == Severity::Error);
    Ok(match decides {
        Some(finding) => Answer::with_code(finding.code, finding.message.clone()),
        None => Answer::output(format.profile(&document)),
    })
}
