//! `adp message send`: send a request to an agent and print the response.

use crate::{
    arguments::duration,
    failure::{Failure, InInput},
    input::{file, source::InputSource},
    key::KeyArgs,
    network::{Network, NetworkArgs},
    output::{escape::escape_json, object, terminal::Terminal},
};
use adp_messages::{
    agent::{Agent, AgentCall, CallError, Caller, SignedResponse, To},
    channel::{ChannelError, open},
    contact::{Contact, PROTOCOL},
    directory::read_card,
    envelope::{ENVELOPE_BYTES, Priority},
};
use agent_description::{
    AgentDescription, Code, CodedError, Document, Expectations, Limits, ReadLimits, TextError, Timestamp,
    diagnostic::shortened,
    did::{Did, Purpose},
    discovery::Verifier,
    format::detect,
    json::Object,
    resolve::{Fetcher, PrivateOrigin},
};
use std::{path::Path, time::Duration};

const EXAMPLES: &str = "\
Examples:
  adp message send https://kb.example/messages --to did:wba:kb.example \\
      --action search --data '{\"query\": \"refunds\"}' --key shop.pem \\
      --key-id did:wba:shop.example#key-1
  adp message send wss://kb.example/messages --to did:wba:kb.example \\
      --action search --data @query.json --key shop.pem \\
      --key-id did:wba:shop.example#key-1
  adp message send https://kb.example/ad.json --action search \\
      --data @query.json --key shop.pem --key-id did:wba:shop.example#key-1

Without --to, the URL is that of an agent's description or card. A description
must verify: the recipient is the DID that signed it, and the endpoint is its
interface with the protocol a2a-envelope. In a card these are `agentInfo.id` and
`endpoints`. Only https and wss URLs are used; for a NATS server, pass its URL
with --to. The recipient must sign the response. Exit codes: 0 answered, 1
refused, 4 no response.";

/// Send a request to an agent and print the response
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(
    override_usage = "adp message send [OPTIONS] --action <NAME> --data <JSON|@FILE>\n       --key <FILE> --key-id <DIDURL> <URL>"
)]
pub struct Args {
    /// Endpoint (https, wss, nats); without --to, the agent's description or card
    url: String,

    /// Parameters: a JSON object, @FILE for a file, or @- for stdin
    #[arg(long, value_name = "JSON|@FILE")]
    data: String,

    #[command(flatten)]
    signer: KeyArgs,

    /// Capability to call
    #[arg(long, value_name = "NAME")]
    action: String,

    /// DID of the recipient, which must sign the response
    #[arg(long, value_name = "DID")]
    to: Option<Did>,

    /// Agent type of the sender
    #[arg(long, value_name = "TYPE", default_value = "command-line")]
    from_type: String,

    /// Priority: low, normal, high or urgent
    #[arg(long, value_name = "PRIORITY", default_value = "normal")]
    priority: Priority,

    /// Time limit for the response, including retries
    #[arg(long, value_name = "DUR", value_parser = duration::parse, default_value = "30s")]
    timeout: Duration,

    /// Maximum number of retries, with the same message ID
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(..=100))]
    retries: u32,

    /// Allow an origin with a private address (`http://localhost:8080`); repeatable
    #[arg(long, value_name = "ORIGIN", value_parser = private_origin)]
    allow_private: Vec<PrivateOrigin>,

    #[command(flatten)]
    network: NetworkArgs,
}

/// Parses an origin of a message channel. `ws` and `nats` have no TLS, like `http`.
fn private_origin(text: &str) -> Result<PrivateOrigin, TextError> {
    let (scheme, rest) = text.split_once("://").unwrap_or_default();
    let has_port = rest.rsplit_once(':').is_some_and(|(_, port)| port.bytes().all(|byte| byte.is_ascii_digit()));
    let port = if has_port { "" } else { ":4222" };
    match scheme.to_ascii_lowercase().as_str() {
        "wss" => format!("https://{rest}").parse(),
        "ws" => format!("http://{rest}").parse(),
        "tls" => format!("https://{rest}{port}").parse(),
        "nats" => format!("http://{rest}{port}").parse(),
        _ => text.parse(),
    }
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<(), Failure> {
    let parameters = parameters(args, terminal)?;
    let signer = args.signer.signer(terminal)?;
    let network = Network::new(&args.network, terminal)?;
    let contact = match &args.to {
        Some(did) => Contact::new(did.clone(), args.url.as_str()),
        None => contact(args, &network, terminal)?,
    };
    let agent = Agent::builder(args.from_type.as_str(), signer, network.clone()).build();
    let answer = network.runtime.block_on(send(args, agent, &network, contact, parameters));
    report(&answer.map_err(to_failure)?, terminal)
}

/// Maps a request that cannot be sent to a usage error, and names a missing channel feature.
fn to_failure(error: CallError) -> Failure {
    match error {
        CallError::Channel(ChannelError::NotBuilt(feature)) => {
            Failure::not_compiled(&format!("channel {feature}"), feature)
        }
        CallError::Channel(error @ ChannelError::Address { .. }) => Failure::usage(format!("the URL: {error}")),
        CallError::Channel(ChannelError::Net(error)) if error.code() == Code::NET_ADDRESS => {
            Failure::from_error(&error)
                .with_help("to send to a private address, add --allow-private with the URL's scheme, host and port")
        }
        error => Failure::from_error(&error),
    }
}

fn parameters(args: &Args, terminal: &Terminal) -> Result<Object, Failure> {
    let (name, bytes) = match args.data.strip_prefix('@') {
        Some(path) => (file::display_name(Path::new(path)), file::read(Path::new(path), ENVELOPE_BYTES, terminal)?),
        None => ("--data".to_owned(), args.data.clone().into_bytes()),
    };
    let document = Document::parse(&bytes, ReadLimits::new(ENVELOPE_BYTES)).in_input(&name, &bytes)?;
    Ok(document.root().clone())
}

/// The endpoints and DID of the agent, from its card or description.
fn contact(args: &Args, network: &Network, terminal: &Terminal) -> Result<Contact, Failure> {
    let source = InputSource::from_name(&args.url);
    let input = source.read(network, Limits::default().description_bytes, terminal)?;
    let name = source.display_name();
    let document = Document::parse(&input.bytes, &Limits::default()).in_input(&name, &input.bytes)?;
    let at = Timestamp::now();
    let is_card = matches!(detect(document.root(), &[adp_cards::seed_card::SEED_CARD]), Ok(found) if !found.is_empty());
    let contact = if is_card {
        let card = network.runtime.block_on(read_card(&input.bytes, network, at));
        Some(Contact::from_card(&card.in_document(&name, &document)?))
    } else {
        let mut expectations =
            Expectations::for_purpose(Purpose::AssertionMethod).any_domain().any_challenge().at(at).signer_is_subject();
        if let Some(url) = input.url {
            expectations.fetched_from = Some(url);
        }
        let verifier = Verifier::with_resolver(network.clone(), network.https.clone());
        let verified =
            network.runtime.block_on(verifier.verify_document::<AgentDescription>(document.clone(), expectations));
        Contact::from_description(&verified.in_document(&name, &document)?)
    };
    let other = contact.iter().flat_map(|contact| &contact.other_urls).map(|url| shortened(url)).collect::<Vec<_>>();
    let to = contact.as_ref().map_or("DID", |contact| contact.did.as_str()).to_owned();
    match contact.filter(|contact| !contact.urls.is_empty()) {
        Some(contact) => {
            for url in other {
                terminal.note(&format!("ignored {url}: only https and wss URLs of a card or description are used"));
            }
            Ok(contact)
        }
        None if other.is_empty() => {
            let none = format!("{name} has neither an interface with the protocol {PROTOCOL} nor an endpoint");
            Err(Failure::usage(none).with_help("pass the agent's endpoint as the URL and its DID with --to"))
        }
        None => {
            let found = format!("{name}: found only {}, expected an https or wss URL", other.join(" and "));
            Err(Failure::usage(found)
                .with_help(format!("to use a NATS server that you trust, pass its URL and --to {to}")))
        }
    }
}

/// Tries each URL until one responds.
async fn send(
    args: &Args,
    agent: Agent,
    network: &Network,
    contact: Contact,
    parameters: Object,
) -> Result<SignedResponse, CallError> {
    let fetcher = args.allow_private.iter().cloned().fold(Fetcher::new(network.https.clone()), Fetcher::allow_private);
    let to = To::agent(contact.did);
    let share = args.timeout / u32::try_from(contact.urls.len()).unwrap_or(u32::MAX).max(1);
    let mut call = AgentCall::new(to.clone(), args.action.as_str(), parameters);
    call = call.priority(args.priority).timeout(share).retries(args.retries);
    // the same message ID for all URLs
    call = call.message_id(adp_messages::agent::message_id()?);
    let mut failed = None;
    for url in &contact.urls {
        let asked = async {
            let (channel, address) = open(url, &to, fetcher.clone()).await?;
            Caller::new(agent.clone(), channel).call_at(&[address], call.clone()).await
        };
        match asked.await {
            Err(error) if error.is_passing() => failed = Some(error),
            said => return said,
        }
    }
    Err(failed.unwrap_or(CallError::Timeout { within: args.timeout }))
}

fn report(answer: &SignedResponse, terminal: &Terminal) -> Result<(), Failure> {
    let envelope = answer.message.envelope();
    let results = answer.results.to_compact();
    if terminal.wants_json() {
        terminal.print_json_data(&object! {
            "from": answer.message.signer().as_str(),
            "messageId": &envelope.message_id,
            "correlationId": envelope.correlation_id.as_deref(),
            "attempts": answer.attempts,
            "results": &answer.results,
        })?;
    } else {
        terminal.data(format!("{}\n", escape_json(&results)).as_bytes())?;
        terminal.note(&format!("answered by {}", answer.message.signer()));
    }
    Ok(())
}
