//! Checks of `adp check` before publishing. The library checks each file; this module adds the errors of flows and
//! OpenAPI documents with their referenced files.

use super::failure::folder_failure;
use crate::{check, failure::Failure, output::terminal::Terminal};
use adp_publish::{PublishOptions, SourceFolder};
use agent_description::{diagnostic::Severity, format::Options, json::Lines};
use std::{collections::BTreeSet, path::Path};

/// The errors of a folder's files, except files that are already rejected. Lines with secrets are not shown.
pub fn errors(
    source: &SourceFolder,
    refused: &BTreeSet<&str>,
    options: &PublishOptions,
    terminal: &Terminal,
) -> Result<Vec<Failure>, Failure> {
    let checks = Options::at(options.at);
    let mut errors = Vec::new();
    for path in source.files().iter().map(String::as_str).filter(|path| !refused.contains(path)) {
        let document = source.document(path, options).map_err(|error| folder_failure(error, Path::new("")))?;
        let Some(bytes) = document else { continue };
        let name = source.place(path).display().to_string();
        let shown: &[u8] = if source.quotes_secret(path) { &[] } else { &bytes };
        // the library handles files of unknown format
        let Ok(report) = check::check_file(&name, &bytes, &checks, terminal) else { continue };
        let lines = Lines::new(shown);
        let wrong = report.diagnostics.iter().filter(|finding| finding.severity == Severity::Error);
        errors.extend(wrong.map(|finding| Failure::from_finding(finding).in_lines(&name, shown, Some(&lines))));
    }
    Ok(errors)
}
