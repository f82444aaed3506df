//! Loads a file of flows and the documents that it calls.

use crate::{
    failure::Failure,
    input::{
        flow_sources::{FLOWS, Named, is_of_flows, pair, supplied_for},
        format::{FormatArgs, LoadedDocument},
    },
    network::{Network, NetworkArgs},
    output::{escape::escape, terminal::Terminal},
};
use adp_flows::{
    AGENTS_JSON, ARAZZO,
    agents_json::WELL_KNOWN_PATH,
    arazzo::is_arazzo,
    workflow::{Compiled, CompiledContent, SuppliedSource, compile, wanted},
};
use agent_description::{
    CodedError, Timestamp,
    format::{Format, FormatError, Options},
    json::Offset,
};
use clap::builder::PossibleValuesParser;

/// The options for the input of flow verbs.
#[derive(Debug, clap::Args)]
pub struct SourceArgs {
    /// Flows: a file, a URL, or a host's URL for its agents.json; `-` is stdin
    #[arg(index = 1, value_name = "FILE|URL")]
    pub input: String,

    /// Location of the OpenAPI document that the flows call NAME; repeatable
    #[arg(long = "source", value_name = "NAME=FILE|URL", value_parser = pair)]
    pub sources: Vec<(String, String)>,

    /// Format of the input, agents-json or arazzo (default: detected)
    #[arg(long = "as", value_name = "FORMAT", value_parser = PossibleValuesParser::new(FLOWS.map(|format| format.name)))]
    pub forced: Option<String>,

    #[command(flatten)]
    pub network: NetworkArgs,
}

/// A loaded file of flows, or an agent description.
pub struct LoadedFlows {
    pub read: LoadedDocument,
    /// The network for all fetches.
    pub network: Network,
}

impl LoadedFlows {
    /// Reads or fetches a file of flows, or an agent description with callable methods. The error names other formats,
    /// such as an A2A card.
    pub fn read_callable(args: &SourceArgs, terminal: &Terminal) -> Result<Self, Failure> {
        let network = Network::new(&args.network, terminal)?;
        let format = FormatArgs::for_name(args.forced.clone());
        let loaded = Self { read: format.load(&well_known(&args.input), &network, terminal)?, network };
        if loaded.is_of_flows() || loaded.read.formats.iter().any(|format| format.is_description) {
            return Ok(loaded);
        }
        let format = loaded.read.formats.first().map_or("unknown", |format| format.name);
        Err(Failure::from_error(&FormatError::NotOffered { format, verb: "read as flows" })
            .with_help("pass an agents.json or an Arazzo document"))
    }

    /// Reads or fetches a file of flows.
    pub fn read(args: &SourceArgs, terminal: &Terminal) -> Result<Self, Failure> {
        let loaded = Self::read_callable(args, terminal)?;
        if loaded.is_of_flows() {
            return Ok(loaded);
        }
        Err(Failure::from_error(&FormatError::NotOffered { format: loaded.read.format.name, verb: "read as flows" })
            .with_help("`adp flow run` calls the methods of its OpenRPC interfaces by their names"))
    }

    /// Whether these are flows, and not an agent description.
    pub fn is_of_flows(&self) -> bool {
        self.read.formats.iter().any(|format| is_of_flows(format))
    }

    /// Size of the file.
    pub fn bytes(&self) -> usize {
        self.read.document.source().len()
    }

    /// Compiles the flows with the documents that they call. Prints one note per unavailable document.
    pub fn compile(&self, args: &SourceArgs, terminal: &Terminal) -> Result<Compiled, Failure> {
        let supplied = supplied(self, args, terminal)?;
        compile(&self.read.document, supplied).map_err(|error| self.failure(&error, error.offset()))
    }

    /// The failure for a file that cannot run, with the help that `adp check` would print.
    pub fn failure(&self, error: &impl CodedError, at: Option<Offset>) -> Failure {
        let (name, document) = (&self.read.name, &self.read.document);
        let place = at.and_then(|at| document.position(at));
        let failure = Failure::from_error(error).at_position(place).in_document(name, document);
        let format: &Format = if is_arazzo(document) { ARAZZO } else { AGENTS_JSON };
        let found = format.check(document, &Options::at(Timestamp::now())).diagnostics;
        let same = || found.iter().filter(|it| it.code == error.code());
        let same = same().find(|it| it.place().position == place).or_else(|| same().next());
        let message = error.to_string();
        failure.with_help_if(same.and_then(|it| it.help.as_deref()).filter(|help| !message.contains(help)))
    }
}

/// The URL of a host's agents.json, if the input is a host URL.
fn well_known(input: &str) -> String {
    let host = input.strip_prefix("https://").map(|rest| rest.strip_suffix('/').unwrap_or(rest));
    match host.filter(|host| !host.is_empty() && !host.contains(['/', '?', '#'])) {
        Some(host) => format!("https://{host}{WELL_KNOWN_PATH}"),
        None => input.to_owned(),
    }
}

/// Loads all sources of a document, with a note for each that is unavailable.
pub fn supplied(loaded: &LoadedFlows, args: &SourceArgs, terminal: &Terminal) -> Result<Vec<SuppliedSource>, Failure> {
    let document = &loaded.read.document;
    let sources = wanted(document);
    for (name, _) in &args.sources {
        if !sources.iter().any(|wanted| wanted.name == **name) {
            let known = sources.iter().map(|wanted| wanted.name.as_str()).collect::<Vec<_>>().join(", ");
            return Err(Failure::usage(format!("--source {name}: unknown source; the file has {known}")));
        }
    }
    let input = loaded.read.url.as_deref().unwrap_or(&args.input);
    let named = Named { places: &args.sources, network: &loaded.network };
    let all = supplied_for(document, input, Some(&loaded.network), Some(named), terminal)?;
    for (wanted, found) in sources.iter().zip(&all) {
        if let CompiledContent::Missing(why) = &found.content {
            terminal.note(&format!("source {}: {}", escape(&wanted.name), escape(why)));
        }
    }
    Ok(all)
}
