//! `adp convert`: convert documents between formats, with a list of losses.

use crate::{
    failure::{Failure, InInput, Outcome},
    input::{
        file::STDIN,
        flow_sources,
        format::{FormatArgs, LoadedDocument, LoadedInput},
    },
    network::{Network, NetworkArgs},
    output::{
        OutputArgs,
        escape::{escape, escape_json},
        terminal::{Terminal, counted},
    },
};
use adp_compare::convert::{ConversionOptions, ConversionTarget, ConvertError, check_result, convert};
use adp_flows::{
    AGENTS_JSON, ARAZZO, OPENAPI,
    openapi::{MAX_BYTES, NoFiles, OpenApi},
    tools::operations_as_tools,
    workflow,
};
use adp_tools::{
    Loss, MCP_TOOLS,
    tool_api::{self, ToolFormat, list_form, tools_for_api},
};
use agent_description::{
    Code, Document, Limits, ReadLimits, Timestamp,
    description::{Interface, openrpc::PROTOCOLS},
    diagnostic::{Severity, members::local_name},
    format::{FormatError, Options},
    json::{self, Json, Member, Object},
};
use anstyle::{AnsiColor, Style};
use std::{collections::HashSet, path::Path};

const EXAMPLES: &str = "\
Examples:
  adp convert --to a2a-1.0 old-card.json -o agent-card.json
  # fail with exit code 1 if anything would be lost
  adp convert --to a2a-1.0 old-card.json --strict
  # also read the OpenRPC documents of its interfaces
  adp convert --to mcp-tools ad.json --follow
  adp convert --to anp-07 ad.json -o ad.anp.json
  adp convert --to seed-card agent-card.json
  adp convert --to a2a-1.0 tools.json --name Calculator
  # OpenAPI documents are read from the same folder
  adp convert --to arazzo agents.json
  # one tool, or one flow, per operation
  adp convert --to mcp-tools openapi.yaml
  adp convert --to agents-json openapi.yaml -o agents.json
  # tools that a model API accepts, renamed where it must be
  adp convert --to anthropic tools.json -o anthropic.json

The document goes to stdout, the list of losses to stderr; --json prints both as
{document, losses}. Signatures are dropped: sign the result. Exit code 1 also
means that a `humanAuthorization` of true was lost.
From card to card, members that no version of A2A defines stay.";

/// Maximum number of interfaces to fetch, and maximum size of a definition in bytes.
const MAX_FOLLOWED: usize = 16;
const MAX_CARD_BYTES: usize = 1 << 20;
/// Maximum size of a tool list from OpenAPI documents, in bytes.
const MAX_LIST_BYTES: usize = 32 << 20;

/// Convert a document to another format, and list what is lost
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Document to convert: a file or URL; `-` is stdin
    #[arg(value_name = "FILE|URL")]
    input: String,

    /// Target format, or model API for a list of tools
    #[arg(long, value_name = "FORMAT", value_parser = target, long_help = to_help())]
    to: To,

    #[command(flatten)]
    output: OutputArgs,

    /// Name of the agent, if the document has none (a list of tools)
    #[arg(long)]
    name: Option<String>,

    /// URL of the agent, if the document has none
    #[arg(long)]
    url: Option<String>,

    /// Fail if anything would be lost
    #[arg(long)]
    strict: bool,

    /// Fetch what a file names by URL: OpenRPC documents of a description, OpenAPI documents of flows
    #[arg(long)]
    follow: bool,

    #[command(flatten)]
    format: FormatArgs,

    #[command(flatten)]
    network: NetworkArgs,
}

/// Target formats.
#[derive(Clone, Copy, Debug)]
enum To {
    /// A card, tool list or description.
    Card(ConversionTarget),
    Arazzo,
    AgentsJson,
    /// A list of tools in the form of a model API.
    Api(ToolFormat),
}

/// The targets by their names.
fn targets() -> Vec<(&'static str, To)> {
    let cards = ConversionTarget::ALL.map(|target| (target.as_str(), To::Card(target)));
    // the list of MCP has a format of its own
    let apis = ToolFormat::ALL.iter().filter(|api| **api != ToolFormat::Mcp).map(|api| (api.as_str(), To::Api(*api)));
    let flows = [(ARAZZO.name, To::Arazzo), (AGENTS_JSON.name, To::AgentsJson)];
    cards.into_iter().chain(flows).chain(apis).collect()
}

fn to_help() -> String {
    let names: Vec<&str> = targets().into_iter().map(|(name, _)| name).collect();
    format!("Target format, or model API for a list of tools: {}", names.join(", "))
}

fn target(text: &str) -> Result<To, String> {
    let all = targets();
    let found = all.iter().find(|(name, _)| *name == text).map(|(_, to)| *to);
    let names = || all.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    found.ok_or_else(|| format!("expected one of {}", names()))
}

impl Args {
    /// Refuses a loss with `--strict`.
    fn refuse_loss(&self, losses: &[Loss]) -> Result<(), Failure> {
        let Some(first) = losses.first().filter(|_| self.strict) else { return Ok(()) };
        let reason = format!("{} would be lost: {}", first.pointer, first.reason);
        Err(Failure::new(Code::CONVERT_LOSS, reason).at(&first.pointer))
    }
}

/// A tool list as a document without errors.
fn list_document(list: Object) -> Result<Document, Failure> {
    let list = Document::from_object(list, ReadLimits::new(MAX_LIST_BYTES).unsigned()).map_err(ConvertError::from);
    Ok(list.and_then(|list| check_result(list, MCP_TOOLS, MCP_TOOLS.name))?)
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    args.output.output()?;
    let network = Network::new(&args.network, terminal)?;
    let loaded = args.format.load_or_list(&args.input, &network, terminal)?;
    let loaded = match (args.to, loaded) {
        (To::Api(api), LoadedInput::List(list)) => return print_for_api(list.json(), Vec::new(), api, args, terminal),
        (_, LoadedInput::List(list)) => return Err(list_refused(&list)),
        (To::Arazzo | To::AgentsJson, LoadedInput::Document(loaded)) => {
            return flows(args, &loaded, &network, terminal);
        }
        (To::Api(_) | To::Card(_), LoadedInput::Document(loaded)) => loaded,
    };
    let to = if let To::Card(to) = args.to { to } else { ConversionTarget::McpTools };
    let LoadedDocument { name, mut document, format, .. } = loaded;
    let length = document.source().len();
    let errors = format.check(&document, &Options::at(Timestamp::now())).number_of(Severity::Error);
    if errors > 0 {
        terminal.note(&format!(
            "note: the document has {}; list them with: adp check {}",
            counted(errors, "error"),
            args.input
        ));
    }
    if let To::Api(api) = args.to
        && list_form(document.json()).is_some()
    {
        return print_for_api(document.json(), Vec::new(), api, args, terminal);
    }
    let mut more = None;
    if args.follow && format.is_description {
        document = followed(&document, &network, terminal)?;
        if to == ConversionTarget::McpTools {
            more = Some(tools_of_interfaces(&document, &network, terminal)?);
        }
    }
    let mut options = ConversionOptions::default();
    (options.name, options.url) = (args.name.clone(), args.url.clone());
    options.strict = args.strict;
    let mut outcome = Outcome::Done;
    let (document, losses) = if to == ConversionTarget::McpTools && format == OPENAPI {
        let (list, losses) = operations_as_tools(&flow_sources::openapi_of(&document, &args.input)?);
        args.refuse_loss(&losses)?;
        (list_document(list)?, losses)
    } else {
        let converted = convert(&document, format, to, &options).in_document(&name, &document);
        let converted = converted.map_err(|failure| match flow_sources::is_of_flows(format) {
            true => failure.with_help("`adp flow tools` writes the tools of flows"),
            false => failure,
        })?;
        if converted.loses_consent() {
            outcome = Outcome::Refused;
        }
        match more {
            Some(more) => with_tools(&converted.document, converted.losses, more)?,
            None => (converted.document, converted.losses),
        }
    };
    if let To::Api(api) = args.to {
        print_for_api(document.json(), losses, api, args, terminal)?;
        return Ok(outcome);
    }
    print(&Written::from_document(&document), &losses, args, length, terminal)?;
    Ok(outcome)
}

/// A list of tools in the form of a model API.
fn print_for_api(
    list: &Json,
    mut losses: Vec<Loss>,
    api: ToolFormat,
    args: &Args,
    terminal: &Terminal,
) -> Result<Outcome, Failure> {
    let made = tools_for_api(list, api).ok_or_else(|| not_tools(list))?;
    losses.extend(made.losses);
    args.refuse_loss(&losses)?;
    let text = made.list.to_pretty() + "\n";
    let names = made.names.into_iter().map(|(name, own)| (name, Json::from(own))).collect::<Object>();
    let length = text.len();
    let written = Written { json: made.list, text, api: Some((api, names)) };
    print(&written, &losses, args, length, terminal)?;
    Ok(Outcome::Done)
}

/// Why a list has no tools that could be converted.
fn not_tools(list: &Json) -> Failure {
    let tools = list.get("tools").and_then(Json::as_array).unwrap_or_default();
    match tools.iter().enumerate().find(|(_, tool)| tool.as_object().is_none()) {
        Some((at, tool)) => Failure::new(Code::WRONG_TYPE, format!("the tool is {}, expected an object", tool.kind()))
            .at(&format!("/tools/{at}")),
        None => Failure::new(Code::FORMAT_UNKNOWN, "the document is not a list of tools"),
    }
}

fn list_refused(list: &Document) -> Failure {
    let form = list_form(list.json()).map_or("tools", |form| form.as_str());
    Failure::from_error(&FormatError::NotOffered { format: form, verb: "converted so" })
        .with_help("a list of tools is converted to that of another API: --to openai, anthropic or gemini")
}

/// The result of a conversion.
struct Written {
    json: Json,
    text: String,
    /// The API of a list for a model API, and the original tool name of each name.
    api: Option<(ToolFormat, Object)>,
}

impl Written {
    fn from_document(document: &Document) -> Self {
        Self { json: document.json().clone(), text: document.source().to_owned(), api: None }
    }
}

/// Writes a first file of flows for an OpenAPI document, which they name as a file beside them, or by its URL.
fn first_flows(args: &Args, read: &LoadedDocument, network: &Network, terminal: &Terminal) -> Result<Outcome, Failure> {
    let (name, document) = (&read.name, &read.document);
    let url = match (&read.url, Path::new(&args.input).file_name()) {
        (Some(url), _) => url.clone(),
        (None, Some(file)) if args.input != STDIN => file.to_string_lossy().into_owned(),
        (None, _) => return Err(Failure::usage("flows name their OpenAPI document: pass it as a file or URL")),
    };
    let to_agents_json = matches!(args.to, To::AgentsJson);
    let openapi = flow_sources::openapi_of(document, &args.input)?;
    let mut converted = workflow::flows_from_openapi(&openapi, &url, to_agents_json).in_document(name, document)?;
    if to_agents_json {
        let network = read.url.is_some().then_some(network);
        let supplied = flow_sources::supplied_for(&converted.document, &args.input, network, None, terminal)?;
        let compiled = workflow::compile(&converted.document, supplied).in_document(name, document)?;
        let written = workflow::to_agents_json(&converted.document, &compiled, false);
        let written = written.in_document(name, document)?;
        converted.document = written.document;
        // as an operation does, its flow returns the complete response
        let losses = written.losses.into_iter().filter(|loss| !loss.pointer.ends_with("/outputs"));
        converted.losses.extend(losses);
    }
    args.refuse_loss(&converted.losses)?;
    let written = Written::from_document(&converted.document);
    print(&written, &converted.losses, args, document.source().len(), terminal)?;
    Ok(Outcome::Done)
}

/// Converts flows to Arazzo or back. Their OpenAPI documents are read from the same folder, or fetched with `--follow`.
fn flows(args: &Args, read: &LoadedDocument, network: &Network, terminal: &Terminal) -> Result<Outcome, Failure> {
    let LoadedDocument { name, document, format, .. } = read;
    if *format == OPENAPI {
        return first_flows(args, read, network, terminal);
    }
    if !flow_sources::is_of_flows(format) {
        let refused = Failure::from_error(&FormatError::NotOffered { format: format.name, verb: "converted to flows" });
        return Err(refused);
    }
    // a document that was fetched may name others; a file names a URL only for those who ask for it
    let network = (args.follow || read.url.is_some()).then_some(network);
    let supplied = flow_sources::supplied_for(document, &args.input, network, None, terminal)?;
    let compiled = workflow::compile(document, supplied).map_err(|error| {
        let place = error.offset().and_then(|at| document.position(at));
        Failure::from(error).in_document(name, document).at_position(place)
    })?;
    let convert = if let To::AgentsJson = args.to { workflow::to_agents_json } else { workflow::to_arazzo };
    let converted = convert(document, &compiled, args.strict);
    let converted = converted.in_document(name, document)?;
    let written = Written::from_document(&converted.document);
    print(&written, &converted.losses, args, document.source().len(), terminal)?;
    Ok(Outcome::Done)
}

/// The tools of the OpenAPI documents that a description's interfaces link to.
fn tools_of_interfaces(
    document: &Document,
    network: &Network,
    terminal: &Terminal,
) -> Result<(Vec<Json>, Vec<Loss>), Failure> {
    let (mut tools, mut losses) = (Vec::new(), Vec::new());
    let interfaces = member(document.root(), "interfaces").and_then(Json::as_array).unwrap_or_default();
    for interface in interfaces.iter().filter_map(Json::as_object).take(MAX_FOLLOWED) {
        let text = |name: &str| member(interface, name).and_then(Json::as_str);
        // without a version, as in `OpenAPI 3.1`
        let protocol = text("protocol").map(|name| name.trim_end_matches(|c: char| !c.is_alphabetic()));
        let is_openapi = protocol.and_then(Interface::protocol_for_usual_name) == Some("YAML");
        let Some(url) = text("url").filter(|url| is_openapi && url.starts_with("https://")) else { continue };
        let fetched = network.fetch_document(url, MAX_BYTES)?;
        let openapi = OpenApi::parse(&fetched.body).ok().and_then(|it| OpenApi::compile(it, &NoFiles).ok());
        let Some(openapi) = openapi else {
            terminal.note(&format!("{url} is not an OpenAPI document: its operations are missing"));
            continue;
        };
        let (mut list, lost) = operations_as_tools(&openapi);
        tools.extend(list.remove("tools").and_then(|it| it.as_array().map(<[Json]>::to_vec)).unwrap_or_default());
        losses.extend(lost);
    }
    Ok((tools, losses))
}

/// Adds tools to a tool list, without duplicate names.
fn with_tools(
    document: &Document,
    mut losses: Vec<Loss>,
    (more, lost): (Vec<Json>, Vec<Loss>),
) -> Result<(Document, Vec<Loss>), Failure> {
    let mut root = document.root().clone();
    let mut tools = root.get("tools").and_then(Json::as_array).map(<[Json]>::to_vec).unwrap_or_default();
    let name = |tool: &Json| tool.get("name").and_then(Json::as_str).unwrap_or_default().to_owned();
    let mut known: HashSet<String> = tools.iter().map(name).collect();
    for tool in more {
        let name = name(&tool);
        if !known.insert(name.clone()) {
            let reason = format!("duplicate tool name {name}: this tool is omitted");
            losses.push(Loss::new("/interfaces".to_owned(), reason, Severity::Error));
        } else {
            tools.push(tool);
        }
    }
    root.insert("tools", tools);
    losses.extend(lost);
    Ok((list_document(root)?, losses))
}

/// Refuses a result that `adp check` cannot read, because others cannot either, and a list that its API refuses.
fn ensure_readable(written: &Written) -> Result<(), Failure> {
    let (bytes, limits) = (written.text.as_bytes(), Limits::default());
    let read = match &written.api {
        Some((_, names)) if names.is_empty() => {
            return Err(Failure::new(Code::MISSING, "no tool is left, and model APIs refuse an empty list")
                .with_help("convert a list with tools of your own"));
        }
        Some((api, _)) => {
            let list = Document::parse_list(bytes, MCP_TOOLS.read_limits(&limits));
            let found = list.as_ref().map(|list| tool_api::check(list, *api, false).diagnostics).unwrap_or_default();
            if let Some(error) = found.into_iter().find(|found| found.severity == Severity::Error) {
                let error = ConvertError::Invalid { to: api.as_str(), error: Box::new(error) };
                return Err(Failure::from_error(&error));
            }
            list.map(drop).map_err(FormatError::from)
        }
        None => FormatArgs::default().read("", bytes, &limits).map(drop),
    };
    match read {
        Ok(()) | Err(FormatError::Unknown(_)) => Ok(()),
        Err(error) => Err(Failure::new(Code::TOO_LARGE, format!("the result could not be read again: {error}"))
            .with_help("split the document, or flatten its schemas")),
    }
}

fn print(written: &Written, losses: &[Loss], args: &Args, bytes: usize, terminal: &Terminal) -> Result<(), Failure> {
    if !terminal.wants_json() {
        print_losses(losses, terminal);
    }
    ensure_readable(written)?;
    let output = args.output.output()?;
    if let Some(output) = output {
        output.write(escape_json(&written.text).as_bytes())?;
    }
    if terminal.wants_json() {
        let mut object = Object::with_capacity(3);
        object.insert("document", written.json.clone());
        object.insert("losses", losses.iter().map(|loss| Json::from(loss.to_json())).collect::<Vec<_>>());
        if let Some((_, names)) = &written.api {
            object.insert("names", names.clone());
        }
        return terminal.print_document_of(object.into(), bytes);
    }
    if output.is_none() {
        terminal.data_of(&escape_json(&written.text), bytes)?;
    }
    Ok(())
}

/// Prints the losses to stderr, one per line.
pub fn print_losses(losses: &[Loss], terminal: &Terminal) {
    for loss in losses {
        let style = match loss.severity.as_str() {
            "error" => AnsiColor::Red.on_default().bold(),
            "warning" => AnsiColor::Yellow.on_default().bold(),
            _ => Style::new(),
        };
        let place = if loss.pointer.is_empty() { "document" } else { &loss.pointer };
        let (place, reason) = (escape(place), escape(&loss.reason));
        terminal.aside(format_args!("{style}{:8}{style:#}{place}: {reason}\n", loss.severity.as_str()));
    }
}

/// The value of the member with this local name.
fn member<'a>(object: &'a Object, name: &str) -> Option<&'a Json> {
    object.iter().find(|member| local_name(member.name()) == name).map(Member::value)
}

/// Embeds the OpenRPC documents that a description's interfaces link to. An unavailable or invalid document remains a
/// URL.
fn followed(document: &Document, network: &Network, terminal: &Terminal) -> Result<Document, Failure> {
    let mut root = document.root().clone();
    let name = root.iter().map(|member| member.name().to_string()).find(|name| local_name(name) == "interfaces");
    let interfaces = name.and_then(|name| root.get_mut(&name)).and_then(Json::as_array_mut);
    let Some(interfaces) = interfaces else { return Ok(document.clone()) };
    let mut followed = 0;
    for interface in interfaces.iter_mut().filter_map(Json::as_object_mut) {
        let text = |name: &str| member(interface, name).and_then(Json::as_str);
        let is_openrpc = text("protocol").is_some_and(|protocol| PROTOCOLS.contains(&protocol));
        let url = text("url").filter(|url| is_openrpc && url.starts_with("https://")).map(str::to_owned);
        let Some(url) = url.filter(|_| member(interface, "content").is_none()) else { continue };
        if followed == MAX_FOLLOWED {
            terminal.note(&format!("no more than {MAX_FOLLOWED} interfaces are fetched"));
            break;
        }
        followed += 1;
        let fetched = network.fetch_document(&url, MAX_CARD_BYTES)?;
        match json::parse(&fetched.body, &Limits::default()) {
            Ok(content) if content.get("methods").is_some() => drop(interface.insert("content", content)),
            _ => terminal.note(&format!("{url} is not an OpenRPC document: its methods are missing")),
        }
    }
    let limits = Limits::default();
    let read_limits = ReadLimits::new(limits.description_bytes.saturating_mul(MAX_FOLLOWED));
    Document::from_object(root, read_limits).map_err(Failure::from)
}
