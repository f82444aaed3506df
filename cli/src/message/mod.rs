//! `adp message`: sign, verify and send message envelopes.

mod demo;
mod send;
mod sign;
mod verify;

use crate::{
    arguments::verbs::verbs,
    failure::{Failure, InInput},
    input::file,
    output::terminal::Terminal,
};
use adp_messages::envelope::ENVELOPE_BYTES;
use agent_description::{Document, ReadLimits};
use demo::serve as demo_agent;
use std::path::Path;

const EXAMPLES: &str = "\
Examples:
  adp message sign request.json --key shop.pem \\
      --key-id did:wba:shop.example#key-1 |
      adp message verify - --did-document did.json
  adp message verify request.json --receiver did:wba:kb.example \\
      --receiver-type knowledge-base
  # three agents on this machine; invalid messages are refused
  adp message demo
  # check an envelope
  adp check request.json

A signature covers the envelope with its target. It expires after five minutes.";

verbs! {
    /// Send, sign and verify messages between agents
    #[command(after_help = EXAMPLES)]
    {
        Demo = demo,
        #[command(hide = true)]
        DemoAgent = demo_agent,
        Send = send,
        Sign = sign,
        Verify = verify,
    }
}

/// Reads an envelope from a file.
fn read(path: &Path, terminal: &Terminal) -> Result<(Document, String), Failure> {
    let (name, bytes) = file::read_named(path, ENVELOPE_BYTES, terminal)?;
    Ok((Document::parse(&bytes, ReadLimits::new(ENVELOPE_BYTES)).in_input(&name, &bytes)?, name))
}
