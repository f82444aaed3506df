//! Folders as inputs: the documents in a folder and its subfolders.

use crate::{
    failure::Failure,
    input::{
        file,
        format::{self, FormatArgs},
    },
    output::terminal::{Terminal, counted},
};
use agent_description::{Code, CodedError, Limits, handle, secret::Redactor};
use std::{
    fs,
    path::{Path, PathBuf},
};
use tracing::debug;

/// Maximum number of documents in a folder.
const MAX_DOCUMENTS: usize = 10_000;

/// The name of an input. For a file of a folder that cannot be checked: its name as shown, and why.
pub type InputName = Result<String, (String, Failure)>;

/// Replaces folders by their documents. Files of unknown format are omitted with a note.
pub fn expand(inputs: &[String], formats: &FormatArgs, terminal: &Terminal) -> Result<Vec<InputName>, Failure> {
    let mut found = Vec::new();
    for input in inputs {
        let folder = Path::new(input);
        if input.contains("://") || !folder.is_dir() {
            found.push(Ok(input.clone()));
            continue;
        }
        let (before, mut skipped) = (found.len(), 0);
        for (path, failure) in files_below(folder)? {
            let name = path.display().to_string();
            // a name may be a token, too
            Redactor::for_process().learn(name.as_bytes());
            match failure {
                Some(failure) => found.push(Err((name, failure))),
                None if !is_document(&path, formats, terminal) => {
                    debug!(file = name, "skipped: no known format");
                    skipped += 1;
                }
                None if path.to_str().is_none() => found.push(Err((name, unnamable(&path)))),
                None => found.push(Ok(name)),
            }
        }
        if found.len() == before {
            let message = format!("{} has no document of a known format", folder.display());
            return Err(Failure::new(Code::FORMAT_UNKNOWN, message).with_help("name a file, with --as FORMAT"));
        }
        if skipped > 0 {
            let files = counted(skipped, "JSON or YAML file");
            let message = format!("{}: skipped {files} of no known format; -v lists them", folder.display());
            terminal.note(&message);
        }
    }
    Ok(found)
}

/// A report can only show a name that the file does not have, perhaps that of another file.
fn unnamable(path: &Path) -> Failure {
    Failure::new(Code::IO_READ, format!("the file name {} is not UTF-8", path.display()))
        .with_help("rename the file, or check it alone as `adp check - < FILE`")
}

/// Lists JSON and YAML files and the files at well-known places. Skips `node_modules` and hidden files except `.well-known`,
/// and does not follow symbolic links. Unreadable folders are listed with their error, and so are FIFOs, which could block forever, and devices.
fn files_below(folder: &Path) -> Result<Vec<(PathBuf, Option<Failure>)>, Failure> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        let failed = |error| Failure::io("read", &folder, &error);
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) => {
                let failure = failed(error);
                found.push((folder, Some(failure)));
                continue;
            }
        };
        for entry in entries {
            let entry = entry.map_err(failed)?;
            let (kind, path) = (entry.file_type().map_err(failed)?, entry.path());
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with('.') && name != ".well-known" || name == "node_modules" {
                continue;
            } else if kind.is_dir() {
                folders.push(path);
            } else if !kind.is_symlink() && may_be_document(&path) {
                let failure = (!kind.is_file()).then(|| file::no_regular_file("read", &path));
                found.push((path, failure));
            }
        }
        if found.len() > MAX_DOCUMENTS {
            let message = format!("{} has more than {MAX_DOCUMENTS} JSON and YAML files", folder.display());
            return Err(Failure::usage(message).with_help("name a folder or files in it"));
        }
    }
    found.sort_by(|(one, _), (other, _)| one.cmp(other));
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
    let mut places = formats.iter().flat_map(|format| format.well_known);
    let in_handles =
        place.rsplit_once('/').is_some_and(|(folder, _)| format!("{folder}/").ends_with(handle::WELL_KNOWN_FOLDER));
    in_handles || places.any(|known| place.ends_with(known.path)) || place.ends_with("/agent-descriptions")
}

/// Whether to check a file: its format is known, or it cannot be read or parsed. Elsewhere than at a well-known place, an
/// array is data of others.
fn is_document(path: &Path, formats: &FormatArgs, terminal: &Terminal) -> bool {
    let limits = Limits::default();
    let Ok(bytes) = file::read(path, formats.most_bytes(&limits), terminal) else { return true };
    let read = formats.read(&path.display().to_string(), &bytes, &limits);
    read.err().is_none_or(|error| match error.code() {
        Code::DOCUMENT_SHAPE => is_at_well_known_place(path),
        code => code != Code::FORMAT_UNKNOWN,
    })
}
