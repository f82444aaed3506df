//! Checks of a file by the rules of its format.

use crate::{PublishFault, PublishOptions, SourceFile, source_file};
use agent_description::{
    Code, CodedError,
    diagnostic::Severity,
    format::{self, Format, FormatError, Options},
};

/// Refuses a file with an error by its format's rules, or without the format that it must have. For JSON or YAML
/// without a format, returns the reason.
pub(crate) fn check(source: &SourceFile, options: &PublishOptions) -> Result<Option<FormatError>, Vec<PublishFault>> {
    if !source_file::may_be_document(&source.path, &source.bytes) {
        return Ok(None);
    }
    let (path, bytes, formats) = (&source.path, &source.bytes, options.formats.as_slice());
    match format::read(bytes, formats, &options.limits).map_err(|error| error.at_path(path, formats)) {
        Ok((document, found)) => {
            let found = format::by_place(&format!("/{path}"), document.root(), found, formats);
            let mut checks = Options::at(options.at);
            (checks.limits, checks.contexts) = (options.limits.clone(), options.contexts.clone());
            let findings = found.iter().flat_map(|format| format.check(&document, &checks).diagnostics);
            let errors = findings.filter(|finding| finding.severity == Severity::Error);
            let errors: Vec<_> = errors.map(|finding| PublishFault::Check(Box::new(finding))).collect();
            if errors.is_empty() { Ok(None) } else { Err(errors) }
        }
        Err(error) if must_be_document(path, bytes, &error, formats) => Err(vec![error.into()]),
        Err(error @ FormatError::Unknown(_)) => Ok(Some(error)),
        // for example an array
        Err(error) => {
            Ok(Some(error).filter(|error| source_file::is_json(path) && error.code() == Code::DOCUMENT_SHAPE))
        }
    }
}

/// Whether a file must have a format: by its path, or because its text names the format.
fn must_be_document(path: &str, bytes: &[u8], error: &FormatError, formats: &[&Format]) -> bool {
    let is_at = |name: &str| path.strip_suffix(name).is_some_and(|before| before.ends_with('/'));
    let is_well_known = || {
        path.starts_with(".well-known/")
            && formats.iter().any(|format| format.file_names.iter().any(|name| is_at(name)))
    };
    let names_format = || {
        let members = formats.iter().filter_map(|format| format.yaml_member);
        let mut members = members.map(|member| format!("{member}:").into_bytes());
        members.any(|member| bytes.split(|byte| *byte == b'\n').any(|line| line.starts_with(&member)))
    };
    match error {
        FormatError::Unknown(_) => is_well_known(),
        FormatError::Unread(_) => is_well_known() || names_format(),
        // the format is known, but the document exceeds its limits
        _ => true,
    }
}
