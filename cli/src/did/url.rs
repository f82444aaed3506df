//! `adp did url`: print the URL of a DID's document.

use crate::{
    failure::Failure,
    output::{object, terminal::Terminal},
};
use agent_description::{Code, did::Did};

const EXAMPLES: &str = "\
Examples:
  # https://agent.example.com/.well-known/did.json
  adp did url did:wba:agent.example.com
  # https://example.com:8443/user/alice/did.json
  adp did url did:wba:example.com%3A8443:user:alice";

/// Print the URL of a DID's document
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// did:wba or did:web DID
    did: String,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<(), Failure> {
    let did: Did = args.did.parse()?;
    let Some(location) = did.location() else {
        let message = format!("{did} has no URL: its document is derived from the DID");
        return Err(Failure::new(Code::DID_METHOD_UNSUPPORTED, message).with_help(format!("adp did resolve {did}")));
    };
    terminal.report(&object! { "did": did, "url": location }, format_args!("{location}\n"))
}
