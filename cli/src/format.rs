//! The front door: of which format an input is, by its content or by `--as`.

use crate::failure::Failure;
use agent_description::{
    Document,
    diagnostic::{Rule, RuleExample},
    format::{self, Format, detect},
    json::Object,
};
use clap::builder::PossibleValuesParser;

/// Each crate's own list.
const LISTS: &[&[&dyn Format]] = &[format::ALL, adp_cards::FORMATS];

/// Every format that `adp` knows.
pub fn all() -> Vec<&'static dyn Format> {
    LISTS.iter().copied().flatten().copied().collect()
}

/// The format of a name.
pub fn named(name: &str) -> Option<&'static dyn Format> {
    all().into_iter().find(|format| format.name() == name)
}

/// Whether a format is one of agent descriptions, for which verbs do more than for others.
pub fn is_description(format: &dyn Format) -> bool {
    [format::ADP, format::ANP_07].iter().any(|description| description.name() == format.name())
}

/// The format that a rule is of.
pub fn of_rule(rule: &Rule) -> Option<&'static dyn Format> {
    all().into_iter().find(|format| format.catalogue().rule(rule.id) == Some(rule))
}

/// What teaches a rule.
pub fn example_of(rule: &Rule) -> Option<&'static RuleExample> {
    of_rule(rule)?.catalogue().example(rule)
}

fn names() -> PossibleValuesParser {
    PossibleValuesParser::new(all().into_iter().map(Format::name))
}

/// `--as`.
#[derive(Clone, Debug, clap::Args)]
pub struct FormatArgs {
    /// Read the input as this format, whatever it looks like
    #[arg(long = "as", value_name = "FORMAT", value_parser = names())]
    forced: Option<String>,
}

impl FormatArgs {
    /// The format that is asked for.
    pub fn forced(&self) -> Option<&'static dyn Format> {
        self.forced.as_deref().and_then(named)
    }

    /// The formats of an object: usually one.
    pub fn of(&self, root: &Object) -> Result<Vec<&'static dyn Format>, Failure> {
        match self.forced() {
            Some(format) => Ok(vec![format]),
            None => detect(root, &all()).map_err(|error| Failure::of(&error)),
        }
    }

    /// The first of the formats of a document, and the names of the others.
    pub fn first_of(&self, document: &Document) -> Result<(&'static dyn Format, Vec<&'static str>), Failure> {
        let formats = self.of(document.root())?;
        let first = formats.first().copied().unwrap_or(format::ADP);
        Ok((first, formats.iter().skip(1).map(|format| format.name()).collect()))
    }
}

/// That a document was read as one of several formats.
pub fn also(first: &dyn Format, others: &[&str]) -> Option<String> {
    let other = others.first()?;
    Some(format!("read as {}; it fits {} too: `--as {other}`", first.title(), others.join(", ")))
}
