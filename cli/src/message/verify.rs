//! `adp message verify`: verify the signature of an envelope.

use crate::{
    failure::{Failure, InInput, Outcome},
    network::{Network, NetworkArgs},
    output::{object, summary_box::SummaryBox, terminal::Terminal},
    verify::{did_documents::GivenDidDocuments, sources},
};
use adp_messages::{
    envelope::Envelope,
    signature::{MessageExpectations, MessageReceiver, UnverifiedMessage, VerifiedMessage},
};
use agent_description::{Document, Limits, Timestamp, did::Did, discovery::supply};
use std::{path::PathBuf, sync::Arc};

const EXAMPLES: &str = "\
Examples:
  adp message verify request.json
  adp message verify request.json --did-document did.json \\
      --at 2026-11-01T10:00:00Z
  adp message verify request.json --receiver did:wba:kb.example \\
      --receiver-type knowledge-base

Does not detect replays: a receiver must store nonces for that. Exit codes: 0
verified, 1 refused, 3 not an envelope, 4 the DID could not be resolved.";

/// Verify a signed message
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Envelope to verify; `-` is stdin
    file: PathBuf,

    /// DID of the receiving agent, to check the target of the message
    #[arg(long, value_name = "DID", requires = "receiver_type")]
    receiver: Option<Did>,

    /// Type of the receiving agent (`target.agentType`), such as knowledge-base
    #[arg(long, value_name = "TYPE", requires = "receiver")]
    receiver_type: Option<String>,

    /// Time of verification (default: now)
    #[arg(long, value_name = "RFC3339")]
    at: Option<Timestamp>,

    /// DID document of the sender, used instead of resolving the DID; repeatable
    #[arg(long, value_name = "FILE")]
    did_document: Vec<PathBuf>,

    #[command(flatten)]
    network: NetworkArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let did_documents = Arc::new(GivenDidDocuments::read(&args.did_document, &Limits::default(), terminal)?);
    let network = Network::new(&args.network, terminal)?;
    let (document, name) = super::read(&args.file, terminal)?;
    let found = verify(args, &document, &name, &did_documents, &network);
    let envelope = Envelope::read(&document).ok();
    if terminal.wants_json() {
        let (verified, refused) = (found.as_ref().ok(), found.as_ref().err());
        // print the envelope's claims even if it is not verified
        terminal.print_json(&object! {
            "verified": refused.is_none(),
            "did": verified.map(|message| message.signer().as_str()),
            "keyid": verified.map(|message| message.method().as_str()),
            "type": envelope.as_ref().map(|envelope| envelope.message_type.as_str()),
            "action": envelope.as_ref().and_then(Envelope::action),
            "nonce": verified.map(VerifiedMessage::nonce),
            "error": refused.map(Failure::code_and_message),
        })?;
    } else if let Ok(message) = &found {
        terminal.print(summary(message))?;
    }
    Ok(terminal.outcome(found.err().as_ref()))
}

fn verify(
    args: &Args,
    document: &Document,
    name: &str,
    did_documents: &Arc<GivenDidDocuments>,
    network: &Network,
) -> Result<VerifiedMessage, Failure> {
    let unverified = UnverifiedMessage::read(document).in_document(name, document)?;
    let did = unverified.did().clone();
    let mut expectations = MessageExpectations::at(args.at.unwrap_or_else(Timestamp::now));
    if let (Some(did), Some(agent_type)) = (&args.receiver, &args.receiver_type) {
        expectations = expectations.receiver(MessageReceiver::new(did.clone(), agent_type));
    }
    let mut pending = unverified.expecting(expectations);
    let sources = sources(network, did_documents);
    let supplied = network.runtime.block_on(supply(&mut pending, &sources, sources.timeout));
    pending.verify(&supplied).map_err(|error| {
        let refused = did_documents.failure_of(&did, &*error);
        refused.unwrap_or_else(|| Failure::from_error(&*error).in_document(name, document))
    })
}

/// The text form of a verified message.
fn summary(message: &VerifiedMessage) -> SummaryBox {
    let envelope = message.envelope();
    SummaryBox::titled(format!("{} of {}", envelope.message_type, message.signer()))
        .line("key", message.method())
        .line("for", &envelope.target)
        .line("message", &envelope.message_id)
        .line_if("answers", envelope.correlation_id.as_ref())
        .line_if("action", envelope.action())
        .line("nonce", message.nonce())
}
