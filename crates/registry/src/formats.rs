//! The known formats, and checking documents without network access.

use crate::{
    Identifier, StoredFinding,
    search::{EntryMetadata, Record},
};
use adp_catalogs::ai_catalog;
use agent_description::{
    Document, Limits, Timestamp,
    diagnostic::{CheckReport, Severity},
    format::{self, Format, FormatError, Formats, Options, Release},
};

/// All formats of the registry: agent descriptions and DID documents, cards, MCP documents, skills, catalogs, flows.
pub(crate) const FORMATS: Formats =
    Formats::new(&[format::ALL, adp_cards::FORMATS, adp_catalogs::FORMATS, adp_tools::FORMATS, adp_flows::FORMATS]);

/// All formats of the registry, as a list.
pub fn formats() -> Vec<&'static Format> {
    FORMATS.iter().collect()
}

/// The media type of a format in catalogs, by name.
pub(crate) fn media_type_of(name: &str) -> &'static str {
    FORMATS.named(name).map_or("application/json", ai_catalog::media_type_of)
}

/// The title of a format, by name; the name itself for unknown formats.
pub(crate) fn title_of(name: &str) -> &str {
    FORMATS.named(name).map_or(name, |format| format.title)
}

/// A parsed and checked document; `report` states whether it is valid.
#[derive(Debug)]
#[non_exhaustive]
pub struct CheckedDocument {
    /// The document.
    pub document: Document,
    /// The matching formats, at least one.
    pub formats: Vec<&'static Format>,
    /// The first format with version, such as `a2a-card/1.0`.
    pub profile: String,
    /// The findings of all formats.
    pub report: CheckReport,
}

impl CheckedDocument {
    /// Name of the first format.
    #[must_use]
    pub fn format(&self) -> &'static str {
        self.formats.first().map_or("", |format| format.name)
    }

    /// The signing time or version for comparing releases, by any of the formats.
    #[must_use]
    pub fn release(&self) -> Release {
        let mut release = Release::default();
        for found in self.formats.iter().map(|format| (format.release)(self.document.root())) {
            release.issued = found.issued.or(release.issued);
            release.version = found.version.or(release.version);
        }
        release
    }

    /// The index record of an entry with this document that is not verified.
    pub(crate) fn record(&self, id: &Identifier, at: Timestamp) -> Option<Record> {
        let known = EntryMetadata { id, signer: None, created: at, updated: at };
        Some(Record::read(known, *self.formats.first()?, &self.document))
    }

    /// The findings to store: at most `most`, errors first; and the number of omitted ones.
    #[must_use]
    pub fn findings(&self, most: usize) -> (Vec<StoredFinding>, usize) {
        let mut listed: Vec<_> = self.report.diagnostics.iter().collect();
        listed.sort_by_key(|diagnostic| diagnostic.severity != Severity::Error);
        let left = listed.len().saturating_sub(most) + self.report.omitted.total();
        listed.truncate(most);
        listed.sort_by_key(|diagnostic| (diagnostic.line, diagnostic.column));
        (listed.into_iter().map(StoredFinding::from).collect(), left)
    }
}

/// Parses a document, detects its formats and checks it as of a time. Performs no I/O.
///
/// # Errors
/// The code of the reason (`json-*`, `format-unknown`) if it cannot be parsed or has an unknown format. An invalid
/// document is not an error here; the report contains the findings.
pub fn check(bytes: &[u8], at: Timestamp) -> Result<CheckedDocument, FormatError> {
    let options = Options::at(at);
    let (document, formats) = FORMATS.read(bytes, None, &Limits::default())?;
    let mut report = CheckReport::default();
    for format in &formats {
        report.merge(format.check(&document, &options));
    }
    let profile = formats.first().map(|format| format.profile(&document)).unwrap_or_default();
    Ok(CheckedDocument { document, formats, profile, report })
}
