//! `adp convert`: a document of one format from one of another, with what is lost.

use crate::{
    failure::{Failure, Outcome},
    file,
    format::{FormatArgs, ReadAsFirst, also, is_description},
    network::{Network, NetworkArgs},
    source::Source,
    terminal::Terminal,
};
use adp_cards::convert::{Converted, Loss, Target, Wishes, convert};
use agent_description::{
    Document, Limits,
    json::{self, Json, Object},
};
use anstyle::{AnsiColor, Style};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  adp convert --to a2a-1.0 old-card.json -o agent-card.json
  adp convert --to a2a-1.0 old-card.json --strict        exits with 1 rather than lose anything
  adp convert --to mcp-tools ad.json --follow            with the OpenRPC documents that its interfaces name
  adp convert --to seed-card agent-card.json --keep-extra
  adp convert --to a2a-1.0 tools.json --name Calculator

The document goes to stdout, its losses to stderr; with --json both are in {document, losses}. A signature never survives:
sign what comes out.";

/// How many interfaces are followed, and the largest definition of one, in bytes.
const MOST_FOLLOWED: usize = 16;
const LARGEST: usize = 1 << 20;

/// Convert a document to another format, and list what is lost
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The document: a file or URL; `-` is stdin
    #[arg(value_name = "FILE|URL")]
    input: String,

    /// The format to write
    #[arg(long, value_name = "FORMAT", value_parser = target)]
    to: Target,

    /// Write the document here; - is stdout
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// The agent's name, where the document has none: a list of tools
    #[arg(long)]
    name: Option<String>,

    /// Refuse to lose anything
    #[arg(long)]
    strict: bool,

    /// Carry along what has no place, in an extension, for whoever converts back
    #[arg(long)]
    keep_extra: bool,

    /// Fetch the OpenRPC documents that a description's interfaces name: their methods become skills and tools
    #[arg(long)]
    follow: bool,

    #[command(flatten)]
    format: FormatArgs,

    #[command(flatten)]
    network: NetworkArgs,
}

fn target(text: &str) -> Result<Target, String> {
    let names = || Target::ALL.map(Target::as_str).join(", ");
    Target::ALL.into_iter().find(|target| target.as_str() == text).ok_or_else(|| format!("expected one of {}", names()))
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let limits = Limits::default();
    let network = Network::new(&args.network, terminal)?;
    let source = Source::of(&args.input);
    let name = source.display_name();
    let bytes = source.read(&network, args.format.most_bytes(&limits), terminal)?.bytes;
    let read = args.format.read_as_first(&bytes, &limits);
    let ReadAsFirst { mut document, format, others } =
        read.map_err(|error| Failure::of(&error).in_input(&name, &bytes))?;
    if let Some(also) = also(format, &others) {
        terminal.note(&also);
    }
    if args.follow && is_description(format) {
        document = followed(&document, &network, terminal)?;
    }
    let mut wishes = Wishes::default();
    (wishes.name, wishes.strict, wishes.keep_extra) = (args.name.clone(), args.strict, args.keep_extra);
    let converted = convert(&document, format, args.to, &wishes)
        .map_err(|error| Failure::of(&error).in_document(&name, &document))?;
    print(&converted, args, bytes.len(), terminal)?;
    Ok(Outcome::Done)
}

fn print(converted: &Converted, args: &Args, bytes: usize, terminal: &Terminal) -> Result<(), Failure> {
    let Converted { document, losses, .. } = converted;
    let output = args.output.as_deref().filter(|path| *path != std::path::Path::new(file::STDIN));
    if let Some(path) = output {
        file::write(path, document.source().as_bytes())?;
    }
    if terminal.wants_json() {
        let mut object = Object::with_capacity(2);
        object.insert("document", document.json().clone());
        object.insert("losses", losses.iter().map(|loss| Json::from(loss.to_json())).collect::<Vec<_>>());
        return terminal.print_json_of(object.into(), bytes);
    }
    print_losses(losses, terminal);
    if output.is_none() {
        terminal.data_of(document.source().as_bytes(), bytes)?;
    }
    Ok(())
}

/// What is lost, on stderr, a line each.
pub fn print_losses(losses: &[Loss], terminal: &Terminal) {
    for loss in losses {
        let style = match loss.severity.as_str() {
            "error" => AnsiColor::Red.on_default().bold(),
            "warning" => AnsiColor::Yellow.on_default().bold(),
            _ => Style::new(),
        };
        let place = if loss.pointer.is_empty() { "document" } else { &loss.pointer };
        let (place, reason) = (crate::escape::escape(place), crate::escape::escape(&loss.reason));
        terminal.aside(format_args!("{style}{:8}{style:#}{place}: {reason}\n", loss.severity.as_str()));
    }
}

/// The description with the OpenRPC documents in it that its interfaces name. What cannot be fetched, or is none, stays a URL.
fn followed(document: &Document, network: &Network, terminal: &Terminal) -> Result<Document, Failure> {
    let local = |name: &str| name.rsplit([':', '#', '/']).next().map(str::to_owned).unwrap_or_default();
    let mut root = document.root().clone();
    let names: Vec<String> = root.iter().map(|member| member.name().to_string()).collect();
    let Some(name) = names.into_iter().find(|name| local(name) == "interfaces") else { return Ok(document.clone()) };
    let Some(interfaces) = root.get_mut(&name).and_then(Json::as_array_mut) else { return Ok(document.clone()) };
    let mut followed = 0;
    for interface in interfaces.iter_mut().filter_map(Json::as_object_mut) {
        let text = |wanted: &str| {
            let found = interface.iter().find(|member| local(member.name()) == wanted);
            found.and_then(|member| member.value().as_str()).map(str::to_owned)
        };
        let is_openrpc = matches!(text("protocol").as_deref(), Some("openrpc" | "JSON-RPC 2.0"));
        let Some(url) = text("url").filter(|url| is_openrpc && url.starts_with("https://")) else { continue };
        if interface.iter().any(|member| local(member.name()) == "content") {
            continue;
        }
        if followed == MOST_FOLLOWED {
            terminal.note(&format!("no more than {MOST_FOLLOWED} interfaces are followed"));
            break;
        }
        followed += 1;
        let fetched = network.fetch_document(&url, LARGEST)?;
        match json::parse(&fetched.body, &Limits::default()) {
            Ok(content) if content.get("methods").is_some() => drop(interface.insert("content", content)),
            _ => terminal.note(&format!("{url} is no OpenRPC document: its methods are not known")),
        }
    }
    let limits = Limits::default();
    let read_limits = agent_description::ReadLimits::new(limits.description_bytes.saturating_mul(MOST_FOLLOWED));
    Document::from_object(root, read_limits).map_err(|error| Failure::of(&error))
}
