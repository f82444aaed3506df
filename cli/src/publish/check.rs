//! What `adp check` reports as an error is not published, whatever its format. The library checks each file by itself; this adds what is
//! wrong with flows and OpenAPI documents beside the files that they name.

use super::folder::Folder;
use crate::{
    check::{self, to_failure},
    failure::Failure,
    format,
    terminal::Terminal,
};
use agent_description::{
    Limits,
    diagnostic::Severity,
    format::{Options, read_limits},
    json::Lines,
};
use std::{
    collections::BTreeSet,
    io::{self, Read},
};

/// How much of a file is read to tell whether it may be a document, in bytes.
const HEAD_BYTES: u64 = 512;

/// The errors of a folder's files, but of those that are refused already. No line is shown of a file that quotes a secret.
pub fn errors(
    folder: &Folder,
    refused: &BTreeSet<&str>,
    options: &Options,
    terminal: &Terminal,
) -> Result<Vec<Failure>, Failure> {
    let mut errors = Vec::new();
    for path in folder.files().filter(|path| !refused.contains(path)) {
        let Some(bytes) = document(folder, path, &options.limits)? else { continue };
        let name = folder.place(path).display().to_string();
        let shown: &[u8] = if folder.quotes_secret(path) { &[] } else { &bytes };
        // what is of no format, the library has judged
        let Ok(report) = check::of_file(&name, &bytes, options, terminal) else { continue };
        let lines = Lines::new(shown);
        let wrong = report.diagnostics.iter().filter(|finding| finding.severity == Severity::Error);
        errors.extend(wrong.map(|finding| to_failure(finding).in_lines(&name, shown, Some(&lines))));
    }
    Ok(errors)
}

/// The bytes of a file that may be a document, by its name or its first byte, as far as any format allows and one more.
fn document(folder: &Folder, path: &str, limits: &Limits) -> Result<Option<Vec<u8>>, Failure> {
    let failed = |error: io::Error| Failure::io("read", &folder.place(path), &error);
    let most = read_limits(&format::all(), limits).bytes() as u64 + 1;
    let mut file = folder.open(path)?;
    let mut bytes = Vec::new();
    file.by_ref().take(HEAD_BYTES).read_to_end(&mut bytes).map_err(failed)?;
    let name = path.to_ascii_lowercase();
    let is_named = [".json", ".jsonld", ".yaml", ".yml"].iter().any(|end| name.ends_with(end));
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    if !is_named && !text.trim_ascii_start().starts_with(b"{") {
        return Ok(None);
    }
    file.take(most.saturating_sub(bytes.len() as u64)).read_to_end(&mut bytes).map_err(failed)?;
    Ok(Some(bytes))
}
