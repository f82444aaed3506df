//! The front door: of which format an input is, by its content or by `--as`.

use adp_cards::doctor;
use agent_description::{
    Document, Limits,
    diagnostic::{Rule, RuleExample},
    discovery,
    format::{self, Format, FormatError},
};
use clap::builder::PossibleValuesParser;

/// Each crate's own list.
const LISTS: &[&[&dyn Format]] = &[format::ALL, adp_cards::FORMATS, adp_flows::FORMATS, adp_messages::FORMATS];

/// Every format that `adp` knows.
pub fn all() -> Vec<&'static dyn Format> {
    LISTS.iter().copied().flatten().copied().collect()
}

/// The format of a name.
pub fn named(name: &str) -> Option<&'static dyn Format> {
    all().into_iter().find(|format| format.name() == name)
}

/// The format that a rule is of.
pub fn of_rule(rule: &Rule) -> Option<&'static dyn Format> {
    all().into_iter().find(|format| format.catalogue().rule(rule.id) == Some(rule))
}

/// What teaches a rule.
pub fn example_of(rule: &Rule) -> Option<&'static RuleExample> {
    // of several documents together, which no format's own check sees
    let linked = all().into_iter().map(|format| format.linked_catalogue());
    let mut together = linked.chain([doctor::rules::CATALOGUE]).filter(|it| it.rule(rule.id).is_some());
    of_rule(rule).map(|format| format.catalogue()).or_else(|| together.next())?.example(rule)
}

fn names() -> PossibleValuesParser {
    PossibleValuesParser::new(all().into_iter().map(Format::name))
}

fn long_help() -> String {
    let names: Vec<&str> = all().into_iter().map(Format::name).collect();
    format!("Read the input as this format, whatever it looks like: {}", names.join(", "))
}

/// `--as`.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct FormatArgs {
    /// Read the input as this format, whatever it looks like
    #[arg(long = "as", value_name = "FORMAT", value_parser = names(), hide_possible_values = true, long_help = long_help())]
    forced: Option<String>,
}

impl FormatArgs {
    /// The format that is asked for.
    pub fn forced(&self) -> Option<&'static dyn Format> {
        self.forced.as_deref().and_then(named)
    }

    /// The formats that an input may be of.
    fn asked_for(&self) -> Vec<&'static dyn Format> {
        self.forced().map_or_else(all, |format| vec![format])
    }

    /// The largest input that has to be read, in bytes: what any of the formats in question may have.
    pub fn most_bytes(&self, limits: &Limits) -> usize {
        format::read_limits(&self.asked_for(), limits).bytes()
    }

    /// Reads a document that is at a path or URL, and says of which formats it is: usually one.
    pub fn read(
        &self,
        at: &str,
        bytes: &[u8],
        limits: &Limits,
    ) -> Result<(Document, Vec<&'static dyn Format>), FormatError> {
        match self.forced() {
            Some(format) => Ok((format::read_as(bytes, format, limits)?, vec![format])),
            None => format::read(bytes, &all(), limits).map_err(|error| error.at_path(at, &all())),
        }
    }

    /// The same, to be verified: an object of no format may have a data-integrity proof.
    pub fn read_signed(
        &self,
        at: &str,
        bytes: &[u8],
        limits: &Limits,
    ) -> Result<(Document, Vec<&'static dyn Format>), FormatError> {
        match self.forced() {
            Some(_) => self.read(at, bytes, limits),
            None => discovery::read_signed(bytes, &all(), limits).map_err(|error| error.at_path(at, &all())),
        }
    }

    /// Reads a document as the first of the formats that it is of.
    pub fn read_as_first(&self, at: &str, bytes: &[u8], limits: &Limits) -> Result<ReadAsFirst, FormatError> {
        let (document, formats) = self.read(at, bytes, limits)?;
        let format = formats.first().copied().unwrap_or(format::ADP);
        Ok(ReadAsFirst { document, format, others: formats.iter().skip(1).map(|format| format.name()).collect() })
    }
}

/// A document, the format that it was read as, and the names of the others that it fits.
pub struct ReadAsFirst {
    pub document: Document,
    pub format: &'static dyn Format,
    pub others: Vec<&'static str>,
}

/// That a document was read as one of several formats.
pub fn also(first: &dyn Format, others: &[&str]) -> Option<String> {
    let other = others.first()?;
    Some(format!("read as {}; it fits {} too: `--as {other}`", first.title(), others.join(", ")))
}
