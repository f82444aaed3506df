//! Folders as inputs: the documents in a folder and its subfolders.

use crate::{
    failure::Failure,
    file,
    format::{self, FormatArgs},
    terminal::Terminal,
};
use agent_description::{Code, Limits, handle};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Maximum number of documents in a folder.
const MAX_DOCUMENTS: usize = 10_000;

/// Replaces folders by their documents. Files of unknown format are omitted with a note.
pub fn expand(inputs: &[String], formats: &FormatArgs, terminal: &Terminal) -> Result<Vec<String>, Failure> {
    let mut found = Vec::new();
    for input in inputs {
        let folder = Path::new(input);
        if input.contains("://") || !folder.is_dir() {
            found.push(input.clone());
            continue;
        }
        let files = files_below(folder)?;
        let mut documents = Vec::new();
        for path in &files {
            if is_document(path, formats, terminal)? {
                documents.push(path.to_str().ok_or_else(|| unnamable(path))?.to_owned());
            }
        }
        if documents.is_empty() {
            let message = format!("{} has no document of a known format", folder.display());
            return Err(Failure::new(Code::FORMAT_UNKNOWN, message).with_help("name a file, with --as FORMAT"));
        }
        if documents.len() < files.len() {
            let left = files.len() - documents.len();
            let files = if left == 1 { "file" } else { "files" };
            terminal.note(&format!("{}: skipped {left} JSON or YAML {files} of no known format", folder.display()));
        }
        found.append(&mut documents);
    }
    Ok(found)
}

/// A report could only show a name that the file does not have, perhaps that of another file.
fn unnamable(path: &Path) -> Failure {
    Failure::new(Code::IO_READ, format!("the file name {} is not UTF-8", path.display()))
        .with_help("rename the file, or check it alone as `adp check - < FILE`")
}

/// Lists JSON and YAML files and the files at well-known places. Skips hidden files except `.well-known`, and does not follow
/// symbolic links.
fn files_below(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        let failed = |error| Failure::io("read", &folder, &error);
        for entry in fs::read_dir(&folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let (kind, path) = (entry.file_type().map_err(failed)?, entry.path());
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with('.') && name != ".well-known" {
                continue;
            } else if kind.is_dir() {
                folders.push(path);
            } else if kind.is_file() && may_be_document(&path) {
                found.push(path);
            }
        }
        if found.len() > MAX_DOCUMENTS {
            let message = format!("{} has more than {MAX_DOCUMENTS} JSON and YAML files", folder.display());
            return Err(Failure::usage(message).with_help("name a folder or files in it"));
        }
    }
    found.sort();
    Ok(found)
}

fn may_be_document(path: &Path) -> bool {
    let is_named_so = path.extension().is_some_and(|extension| {
        ["json", "jsonld", "yaml", "yml"].iter().any(|known| extension.eq_ignore_ascii_case(known))
    });
    is_named_so || is_at_well_known_place(path)
}

/// Whether a file lies where hosts publish documents of a format under a name without extension.
fn is_at_well_known_place(path: &Path) -> bool {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let place = absolute.to_string_lossy().replace('\\', "/");
    let formats = format::all();
    let mut places = formats.iter().flat_map(|format| format.well_known());
    let in_handles =
        place.rsplit_once('/').is_some_and(|(folder, _)| format!("{folder}/").ends_with(handle::WELL_KNOWN_FOLDER));
    in_handles || places.any(|known| place.ends_with(known.path)) || place.ends_with("/agent-descriptions")
}

/// Whether to check a file: its format is known, or it cannot be parsed.
fn is_document(path: &Path, formats: &FormatArgs, terminal: &Terminal) -> Result<bool, Failure> {
    let limits = Limits::default();
    let bytes = file::read(path, formats.most_bytes(&limits), terminal)?;
    let read = formats.read(&path.display().to_string(), &bytes, &limits);
    Ok(read.map_or_else(|error| Failure::from_error(&error).code() != Code::FORMAT_UNKNOWN.as_str(), |_| true))
}
