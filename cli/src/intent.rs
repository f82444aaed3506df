//! `adp intent`: match the intents of a message to the skills of a card.

use crate::{
    failure::{Failure, InInput, Outcome},
    input::{file, format::FormatArgs, source::InputSource},
    network::{Network, NetworkArgs},
    output::{escape::escape, object, terminal::Terminal},
};
use adp_cards::{
    A2A_CARD,
    intent::{self, IntentFinding, RouteSource as InWhich, Routed, Typing},
};
use agent_description::{
    Document, Limits,
    json::{Json, Lines, Object},
};

const EXAMPLES: &str = "\
Examples:
  adp intent agent-card.json message.json
  adp intent https://agent.example.com/.well-known/agent-card.json - \\
      < request.json
  # accept types such as `int` and `str` in the card's schemas
  adp intent agent-card.json message.json --lenient

The card declares the schemas of its skills in the intent extension. The message
contains `metadata.intentInfos`; it can be a JSON-RPC request, its params, or
the message object. Exit code 1 means that an intent is invalid.";

/// Match the intents of a message to the skills of a card
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A2A Agent Card: a file or URL
    #[arg(value_name = "CARD")]
    card: String,

    /// Message file; `-` is stdin
    #[arg(value_name = "MESSAGE")]
    message: String,

    /// Accept type names of other languages, such as `int` and `str`
    #[arg(long)]
    lenient: bool,

    #[command(flatten)]
    network: NetworkArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    if args.card == file::STDIN && args.message == file::STDIN {
        return Err(Failure::usage(Terminal::STDIN_TWICE));
    }
    let network = Network::new(&args.network, terminal)?;
    let card = FormatArgs::for_name(Some(A2A_CARD.name.to_owned())).load(&args.card, &network, terminal)?;
    let (source, limits) = (InputSource::from_name(&args.message), A2A_CARD.read_limits(&Limits::default()));
    let (name, bytes) = (source.display_name(), source.read(&network, limits.bytes(), terminal)?.bytes);
    let message = Document::parse(&bytes, limits).in_input(&name, &bytes)?;
    let (card_bytes, message_bytes) = (card.document.source().as_bytes(), bytes.as_slice());
    let typing = if args.lenient { Typing::Lenient } else { Typing::Strict };
    let routed = intent::route(&card.document, &message, typing).map_err(|error| {
        let (name, bytes) = match error {
            intent::IntentError::NotDeclared => (&card.name, card_bytes),
            _ => (&name, message_bytes),
        };
        Failure::from_error(&error).in_input(name, bytes)
    })?;
    if terminal.wants_json() {
        let all: Vec<Json> = routed.iter().map(|one| json(one).into()).collect();
        terminal.print_report_of(Json::from(all), message_bytes.len() + card_bytes.len())?;
    } else {
        let [card, message] = [(&card.name, card_bytes), (&name, message_bytes)]
            .map(|(name, bytes)| (name.as_str(), bytes, Lines::new(bytes)));
        for one in &routed {
            print(one, [&card, &message], terminal)?;
        }
        if routed.is_empty() {
            terminal.note("the message has no intents");
        }
    }
    Ok(if routed.iter().all(Routed::is_valid) { Outcome::Done } else { Outcome::Refused })
}

/// The JSON form: `{intent, skill, arguments, valid, diagnostics}`. Each finding names its document.
fn json(routed: &Routed) -> Object {
    let diagnostics = routed.findings.iter().map(|IntentFinding { source, diagnostic, .. }| {
        let mut finding = object::json(diagnostic);
        if let Some(finding) = finding.as_object_mut() {
            finding.insert("document", if *source == InWhich::Card { "card" } else { "message" });
        }
        finding
    });
    let mut object = Object::with_capacity(5);
    object.insert("intent", routed.intent.clone());
    object.insert("skill", routed.skill.clone());
    object.insert("arguments", routed.arguments.clone());
    object.insert("valid", routed.is_valid());
    object.insert("diagnostics", diagnostics.collect::<Vec<_>>());
    object
}

/// Prints findings to stderr, the call to stdout.
fn print(routed: &Routed, [card, message]: [&(&str, &[u8], Lines); 2], terminal: &Terminal) -> Result<(), Failure> {
    for IntentFinding { source, diagnostic, .. } in &routed.findings {
        let (name, bytes, lines) = if *source == InWhich::Card { card } else { message };
        let failure = Failure::from_finding(diagnostic).in_lines(name, bytes, Some(lines));
        terminal.show(diagnostic.severity, &failure);
    }
    let name = routed.skill.as_deref().or(routed.intent.as_deref()).unwrap_or("?");
    let arguments = routed.arguments.as_ref().map(Json::to_compact).unwrap_or_default();
    let verdict = if routed.is_valid() { "valid" } else { "not valid" };
    terminal.print(format_args!("{verdict}: {}({})\n", escape(name), escape(&arguments)))
}
