//! `--also`: publish each description in the other format, too.

use super::failure::folder_failure;
use crate::{
    convert::print_losses,
    failure::{Failure, InInput},
    output::terminal::Terminal,
};
use adp_compare::convert::{ConversionOptions, ConversionTarget, convert};
use adp_publish::{PublishOptions, SourceFile, SourceFolder};
use agent_description::{
    Code, Document,
    diagnostic::Severity,
    format::{ADP, Format, read},
    json::{Json, Object},
};
use std::path::Path;

/// Adds an ANP-07 description for each JSON-LD description, such as `ad.anp-07.json` for `ad.json`. Reports members
/// without an equivalent, and rejects a description that would lose its consent flag.
pub fn add(source: &mut SourceFolder, options: &PublishOptions, terminal: &Terminal) -> Result<(), Failure> {
    for path in source.files().to_vec() {
        let document = source.document(&path, options).map_err(|error| folder_failure(error, Path::new("")))?;
        let Some(bytes) = document else { continue };
        // unreadable files are rejected later
        let Ok((document, formats)) = read(&bytes, &options.formats, &options.limits) else { continue };
        let Some(format) = formats.first().copied().filter(|format| *format == ADP) else { continue };
        if !is_agent(&document) {
            continue;
        }
        let other = beside(&path);
        if source.has(&other) {
            let message = format!("{other} is in the folder, where --also publishes the ANP-07 description of {path}");
            return Err(Failure::new(Code::IO_EXISTS, message).with_help("rename the file, or leave out --also"));
        }
        let made = other_generation(&document, format, &path, terminal)
            .in_document(&source.place(&path).display().to_string(), &document)?;
        source.add(SourceFile::new(other, made));
    }
    Ok(())
}

/// Whether a document describes an agent. Products and services have no other format.
fn is_agent(document: &Document) -> bool {
    let Some(kind) = document.root().get("@type") else { return false };
    let is_agent = |kind: &Json| kind.as_str().and_then(|it| it.rsplit([':', '#']).next()) == Some("AgentDescription");
    kind.as_array().map_or_else(|| is_agent(kind), |all| all.iter().any(is_agent))
}

fn other_generation(document: &Document, format: &Format, path: &str, terminal: &Terminal) -> Result<Vec<u8>, Failure> {
    let converted = convert(document, format, ConversionTarget::Anp07, &ConversionOptions::default())?;
    if converted.loses_consent() {
        let message = format!("{path}: a `humanAuthorization` of true would be lost in the description of ANP-07");
        return Err(Failure::new(Code::CONVERT_LOSS, message));
    }
    let told: Vec<_> = converted.losses.into_iter().filter(|loss| loss.severity != Severity::Note).collect();
    if !told.is_empty() {
        terminal.note(&format!("{}: no equivalent in ANP-07:", beside(path)));
        print_losses(&told, terminal);
    }
    let mut root: Object = converted.document.root().clone();
    // replace the URL with that of the converted document
    if let Some(url) = root.get("url").and_then(Json::as_str).map(beside) {
        root.insert("url", url);
    }
    let mut text = Json::from(root).to_pretty();
    text.push('\n');
    Ok(text.into_bytes())
}

/// The path or URL of the converted document, such as `ad.anp-07.json` for `ad.json`.
fn beside(path: &str) -> String {
    let (folder, name) = path.rsplit_once('/').map_or(("", path), |(folder, name)| (folder, name));
    let name = match name.rsplit_once('.') {
        Some((stem, ending @ ("json" | "jsonld"))) if !stem.is_empty() => {
            format!("{stem}.anp-07.{}", ending.trim_end_matches("ld"))
        }
        _ => format!("{name}.anp-07.json"),
    };
    if path.contains('/') { format!("{folder}/{name}") } else { name }
}

#[cfg(test)]
mod tests {
    use super::beside;

    #[test]
    fn the_other_generation_lies_beside() {
        for (path, expected) in [
            ("ad.json", "ad.anp-07.json"),
            ("agents/rooms.ad.json", "agents/rooms.ad.anp-07.json"),
            ("https://hotel.example/ad.json", "https://hotel.example/ad.anp-07.json"),
            ("https://hotel.example/agent", "https://hotel.example/agent.anp-07.json"),
            ("a/x.jsonld", "a/x.anp-07.json"),
        ] {
            assert_eq!(beside(path), expected);
        }
    }
}
