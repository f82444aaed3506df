//! The format of an input: detected by content, or set with `--as`.

use crate::{
    failure::{Failure, InInput},
    input::source::{Input, InputSource},
    network::Network,
    output::terminal::Terminal,
};
use adp_tools::{
    MCP_TOOLS,
    tool_api::{ListForm, list_form},
};
use agent_description::{
    Document, Limits,
    diagnostic::Rule,
    format::{self, Format, FormatError, Formats},
};
use clap::builder::PossibleValuesParser;

pub const FORMATS: Formats = Formats::new(&[
    format::ALL,
    adp_cards::FORMATS,
    adp_catalogs::FORMATS,
    adp_tools::FORMATS,
    adp_catalogs::WELL_KNOWN,
    adp_flows::FORMATS,
    adp_messages::FORMATS,
]);

/// All formats of `adp`, as a list.
pub fn all() -> Vec<&'static Format> {
    FORMATS.iter().collect()
}

pub fn for_rule(rule: &Rule) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.rules.contains(&rule))
}

fn names() -> PossibleValuesParser {
    PossibleValuesParser::new(FORMATS.iter().map(|format| format.name))
}

fn long_help() -> String {
    let names: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
    format!("Format of the input (default: detected): {}", names.join(", "))
}

/// The option `--as`.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct FormatArgs {
    /// Format of the input (default: detected)
    #[arg(long = "as", value_name = "FORMAT", value_parser = names(), hide_possible_values = true, long_help = long_help())]
    forced: Option<String>,
}

impl FormatArgs {
    /// The option of verbs that take only some formats.
    pub fn for_name(forced: Option<String>) -> Self {
        Self { forced }
    }

    pub fn forced(&self) -> Option<&'static Format> {
        self.forced.as_deref().and_then(|name| FORMATS.named(name).ok())
    }

    /// Maximum size of an input in bytes: the largest limit of the possible formats.
    pub fn most_bytes(&self, limits: &Limits) -> usize {
        format::read_limits(&self.forced().map_or_else(all, |format| vec![format]), limits).bytes()
    }

    /// Parses a document from a path or URL, and detects its formats (usually one).
    pub fn read(
        &self,
        at: &str,
        bytes: &[u8],
        limits: &Limits,
    ) -> Result<(Document, Vec<&'static Format>), FormatError> {
        match FORMATS.read(bytes, self.forced(), limits) {
            Ok((document, found)) if self.forced.is_none() => {
                // a file of the current folder has its place, too
                let path = if at.contains("://") { Ok(at.into()) } else { std::path::absolute(at) };
                let path = path.unwrap_or_else(|_| at.into()).to_string_lossy().replace('\\', "/");
                let found = format::by_place(&path, document.root(), found, &all());
                Ok((document, found))
            }
            read => read.map_err(|error| self.at_path(error, at, bytes, limits)),
        }
    }

    /// The error of a document at a path or URL. If the name ends as one of YAML, it is that of the YAML reader.
    fn at_path(&self, error: FormatError, at: &str, bytes: &[u8], limits: &Limits) -> FormatError {
        let path = at.split(['?', '#']).next().unwrap_or_default().to_ascii_lowercase();
        let is_yaml = self.forced.is_none() && [".yaml", ".yml"].iter().any(|ending| path.ends_with(ending));
        match error {
            FormatError::Unread(error) if is_yaml => {
                let in_yaml = Document::parse_yaml(bytes, format::read_limits(&all(), limits));
                FormatError::Unread(in_yaml.err().unwrap_or(error))
            }
            error => error.at_path(at, &all()),
        }
    }

    /// Reads a list of tools that is of no format: one in the form of a model API, or one of MCP without an object around it.
    pub fn read_tool_list(&self, bytes: &[u8]) -> Option<Document> {
        let list = Document::parse_list(bytes, MCP_TOOLS.read_limits(&Limits::default())).ok()?;
        let form = list_form(list.json()).filter(|_| self.forced.is_none())?;
        let is_other = |formats: Vec<&Format>| formats.iter().any(|format| *format != MCP_TOOLS);
        if form == ListForm::Mcp && list.json().as_array().is_none() {
            return None;
        }
        // a server card may have such tools too
        (!format::detect(list.root(), &all()).is_ok_and(is_other)).then_some(list)
    }

    /// Like [`Self::read`], for verification: an object of unknown format may have a data-integrity proof.
    pub fn read_signed(
        &self,
        at: &str,
        bytes: &[u8],
        limits: &Limits,
    ) -> Result<(Document, Vec<&'static Format>), FormatError> {
        FORMATS.read_signed(bytes, self.forced(), limits).map_err(|error| self.at_path(error, at, bytes, limits))
    }

    /// Reads a file or fetches a URL, and detects the formats.
    pub fn load(&self, input: &str, network: &Network, terminal: &Terminal) -> Result<LoadedDocument, Failure> {
        let limits = Limits::default();
        let source = InputSource::from_name(input);
        let name = source.display_name();
        let read = source.read(network, self.most_bytes(&limits), terminal)?;
        self.loaded(input, name, read, &limits)
    }

    fn loaded(&self, input: &str, name: String, read: Input, limits: &Limits) -> Result<LoadedDocument, Failure> {
        let Input { bytes, url } = read;
        let (document, formats) = self.read(input, &bytes, limits).in_input(&name, &bytes)?;
        let format = formats.first().copied().unwrap_or(format::ADP);
        Ok(LoadedDocument { name, document, url, format, formats })
    }

    /// Reads a list of tools for a model API, or a document as [`load`](Self::load) and
    /// [`into_first`](LoadedDocument::into_first) do.
    pub fn load_or_list(&self, input: &str, network: &Network, terminal: &Terminal) -> Result<LoadedInput, Failure> {
        let limits = Limits::default();
        let source = InputSource::from_name(input);
        let read = source.read(network, self.most_bytes(&limits), terminal)?;
        match self.read_tool_list(&read.bytes) {
            Some(list) => Ok(LoadedInput::List(list)),
            None => self
                .loaded(input, source.display_name(), read, &limits)
                .map(|loaded| LoadedInput::Document(loaded.into_first(terminal))),
        }
    }
}

/// A document of some format, or a list of tools, which is of none.
pub enum LoadedInput {
    Document(LoadedDocument),
    List(Document),
}

/// A parsed document with its name and formats.
pub struct LoadedDocument {
    /// The name in messages.
    pub name: String,
    pub document: Document,
    /// The URL, if the document was fetched.
    pub url: Option<String>,
    /// The first matching format.
    pub format: &'static Format,
    pub formats: Vec<&'static Format>,
}

impl LoadedDocument {
    /// The document for a verb that uses one format. Prints a note if several match.
    pub fn into_first(self, terminal: &Terminal) -> Self {
        let others: Vec<&str> = self.formats.iter().skip(1).map(|format| format.name).collect();
        if let Some(other) = others.first() {
            let first = self.format.title;
            terminal.note(&format!("read as {first}; {} also matches: `--as {other}`", others.join(", ")));
        }
        self
    }
}
