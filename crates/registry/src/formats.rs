//! What a document is, and whether it is valid: the formats of all crates, and the check that fetches nothing.

use crate::{Finding, RegistryError};
use adp_cards::ai_catalog;
use agent_description::{
    Document, Limits, Timestamp,
    diagnostic::{CheckReport, Severity},
    format::{self, Format, Options, Release},
};

/// The formats that the registry knows: agent descriptions and DID documents, cards, MCP documents, skills, catalogs, flows.
pub fn formats() -> Vec<&'static dyn Format> {
    each().collect()
}

fn each() -> impl Iterator<Item = &'static dyn Format> {
    [format::ALL, adp_cards::FORMATS, adp_flows::FORMATS].into_iter().flatten().copied()
}

/// The media type of a format's documents in catalogs, by the name of the format.
pub(crate) fn media_type_of(name: &str) -> &'static str {
    each().find(|format| format.name() == name).map_or("application/json", ai_catalog::media_type_of)
}

/// The title of a format by its name; the name, if no format has it.
pub(crate) fn title_of(name: &str) -> &str {
    each().find(|format| format.name() == name).map_or(name, |format| format.title())
}

/// A document that was read and checked; whether it is valid, `report` says.
#[derive(Debug)]
#[non_exhaustive]
pub struct CheckedDocument {
    /// The document.
    pub document: Document,
    /// The formats that it is of, one at least.
    pub formats: Vec<&'static dyn Format>,
    /// The first of them, with its version: `a2a-card/1.0`.
    pub profile: String,
    /// What was found by all of them.
    pub report: CheckReport,
}

impl CheckedDocument {
    /// The name of the first format.
    #[must_use]
    pub fn format(&self) -> &'static str {
        self.formats.first().map_or("", |format| format.name())
    }

    /// The time or version by which an older document is told from a newer one, by any of the formats.
    #[must_use]
    pub fn release(&self) -> Release {
        let mut release = Release::default();
        for found in self.formats.iter().map(|format| format.release(&self.document)) {
            release.issued = found.issued.or(release.issued);
            release.version = found.version.or(release.version);
        }
        release
    }

    /// The findings as an entry keeps them: errors before others, at most this many; and how many more there are.
    #[must_use]
    pub fn findings(&self, most: usize) -> (Vec<Finding>, usize) {
        let mut listed: Vec<_> = self.report.diagnostics.iter().collect();
        listed.sort_by_key(|diagnostic| diagnostic.severity != Severity::Error);
        let left = listed.len().saturating_sub(most) + self.report.omitted.total();
        listed.truncate(most);
        listed.sort_by_key(|diagnostic| (diagnostic.line, diagnostic.column));
        (listed.into_iter().map(Finding::from).collect(), left)
    }
}

/// Reads a document, finds out what it is and checks it, at a time. Nothing is fetched.
///
/// # Errors
/// The code of the reason (`json-*`, `format-unknown`) where it cannot be read or is of no known format. That it is not valid is no error here: the
/// report says it.
pub fn check(bytes: &[u8], at: Timestamp) -> Result<CheckedDocument, RegistryError> {
    let all = formats();
    let options = Options::at(at);
    let (document, formats) = format::read(bytes, &all, &Limits::default())?;
    let mut report = CheckReport::default();
    for format in &formats {
        report.merge(format.check(&document, &options));
    }
    let profile = formats.first().map(|format| format.profile(&document)).unwrap_or_default();
    Ok(CheckedDocument { document, formats, profile, report })
}
