//! `adp auth`: sign and verify HTTP requests with the key of a DID.

pub mod profile;
mod report;
mod sign;
mod verify;

use crate::{
    failure::{Failure, Outcome},
    terminal::Terminal,
};

const EXAMPLES: &str = "\
Examples:
  adp auth sign --method POST --url https://agent.example.com/orders \\
      --body order.json --key alice.pem \\
      --key-id did:wba:alice.example.com#key-1 |
      curl -H @- --data-binary @order.json https://agent.example.com/orders
  adp auth verify request.http --audience agent.example.com \\
      --did-document did.json

The signature covers the method, the URL and the body (RFC 9421, RFC 9530). It
expires after 60 seconds by default, and servers accept it once.";

/// Sign and verify HTTP requests
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    Sign(Box<sign::Args>),
    Verify(Box<verify::Args>),
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    match &args.verb {
        Verb::Sign(args) => sign::run(args, terminal),
        Verb::Verify(args) => verify::run(args, terminal),
    }
}
