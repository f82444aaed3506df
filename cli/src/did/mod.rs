//! `adp did`: create, check, resolve and rotate DIDs.

mod check;
mod create;
mod document_facts;
mod resolve;
mod rotate;
mod url;

pub use resolve::following;

use crate::{
    failure::{Failure, Outcome},
    terminal::Terminal,
};

const EXAMPLES: &str = "\
Examples:
  adp did create --host agent.example.com --key agent.pem -o did.json
  adp did url did:wba:agent.example.com   # where to publish it
  adp did check did.json
  adp did resolve did:wba:agent.example.com
  adp did rotate did.json --new-key new.pem --in-place
  # follow a superseded DID to its current successor
  adp did resolve did:wba:example.com:user:alice --follow

A did:wba DID names a host and an optional path. The owner of the web site
controls the DID.";

/// Create, check, resolve and rotate DIDs
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    Create(create::Args),
    Url(url::Args),
    Check(check::Args),
    Resolve(Box<resolve::Args>),
    Rotate(rotate::Args),
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    match &args.verb {
        Verb::Create(args) => create::run(args, terminal),
        Verb::Check(args) => check::run(args, terminal),
        Verb::Resolve(args) => resolve::run(args, terminal),
        Verb::Rotate(args) => rotate::run(args, terminal),
        Verb::Url(args) => url::run(args, terminal),
    }
}
