//! `adp did`: DIDs and their documents.

mod url;

use crate::{
    failure::{Failure, Outcome},
    terminal::Terminal,
};

const EXAMPLES: &str = "\
Examples:
  adp did url did:wba:agent.example.com                 where its document must be published

A did:wba DID is a host name (and a path): whoever holds the web site holds the DID.";

/// Make, locate, check and resolve did:wba DIDs
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    Url(url::Args),
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    match &args.verb {
        Verb::Url(args) => url::run(args, terminal),
    }
}
