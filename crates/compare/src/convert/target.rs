//! The formats that documents are converted to, and the check of each result by the rules of its format.

use super::ConvertError;
use adp_cards::{A2A_CARD, SEED_CARD};
use adp_tools::MCP_TOOLS;
use agent_description::{
    Document, Limits, Timestamp,
    diagnostic::Severity,
    format::{ADP, ANP_07, Format, Options},
    json::Object,
};

/// A target format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ConversionTarget {
    /// An agent description in JSON-LD.
    Adp,
    /// An agent description of ANP-07 in plain JSON.
    Anp07,
    /// An A2A Agent Card of 1.0.
    A2a1,
    /// An A2A Agent Card of 0.3.
    A2a03,
    /// A list of MCP tools.
    McpTools,
    /// A seed card.
    SeedCard,
}

impl ConversionTarget {
    /// All targets.
    pub const ALL: [Self; 6] = [Self::Adp, Self::Anp07, Self::A2a1, Self::A2a03, Self::McpTools, Self::SeedCard];

    /// The name: `adp`, `anp-07`, `a2a-1.0`, `a2a-0.3`, `mcp-tools` or `seed-card`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::A2a1 => "a2a-1.0",
            Self::A2a03 => "a2a-0.3",
            other => other.format().name,
        }
    }

    /// The target with this name.
    ///
    /// # Errors
    /// A message with the names of all.
    pub fn named(name: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|target| target.as_str() == name).ok_or_else(|| {
            let names = Self::ALL.map(Self::as_str).join(", ");
            format!("unknown target {name:?}; use one of {names}")
        })
    }

    /// The format of the result.
    pub(super) fn format(self) -> &'static Format {
        match self {
            Self::Adp => ADP,
            Self::Anp07 => ANP_07,
            Self::A2a1 | Self::A2a03 => A2A_CARD,
            Self::McpTools => MCP_TOOLS,
            Self::SeedCard => SEED_CARD,
        }
    }

    /// The reason for losing a value.
    pub(super) fn no_place(self) -> String {
        format!("{} has no place for it", self.as_str())
    }

    /// The result as a document without errors.
    pub(super) fn checked(self, written: Object) -> Result<Document, ConvertError> {
        let document = Document::from_object(written, self.format().read_limits(&Limits::default()))?;
        check_result(document, self.format(), self.as_str())
    }
}

/// Rejects a result with errors; `to` names the target in the message.
///
/// # Errors
///
/// [`ConvertError::Invalid`] without a position, because the result is not written
pub fn check_result(document: Document, format: &Format, to: &'static str) -> Result<Document, ConvertError> {
    check_unchanged(&document, format, to).map_err(|refused| match refused {
        ConvertError::Invalid { to, mut error } => {
            (error.pointer, error.line, error.column, error.span) = (None, None, None, None);
            ConvertError::Invalid { to, error }
        }
        other => other,
    })?;
    Ok(document)
}

/// Rejects a document with errors that is its own result.
///
/// # Errors
///
/// [`ConvertError::Invalid`]
pub fn check_unchanged(document: &Document, format: &Format, to: &'static str) -> Result<(), ConvertError> {
    // no rule that matters here depends on the time
    let Some(at) = Timestamp::from_unix_seconds(0) else { return Ok(()) };
    let mut found = format.check(document, &Options::at(at)).diagnostics.into_iter();
    match found.find(|found| found.severity == Severity::Error) {
        Some(error) => Err(ConvertError::Invalid { to, error: Box::new(error) }),
        None => Ok(()),
    }
}
