//! `adp canon`: the canonical form of a JSON text, or its digest.

use crate::{
    failure::{Failure, InInput},
    input::file,
    output::{object, terminal::Terminal},
};
use agent_description::{
    Limits, ReadLimits,
    hex::hex,
    json::{self, jcs},
};
use sha2::{Digest, Sha256};
use std::{io::IsTerminal, path::PathBuf};

const EXAMPLES: &str = "\
Examples:
  # the canonical bytes, without a line feed at the end
  adp canon ad.json > ad.jcs
  # their SHA-256, in hexadecimal
  adp canon --hash ad.json
  curl -s https://agent.example.com/ad.json | adp canon - | sha256sum

Canonicalizes the complete file, including a `proof`. Rejects anything that two
JSON parsers might interpret differently, such as duplicate names and inexact
numbers, and reports its position.";

/// Print the canonical form of a JSON text (RFC 8785)
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// JSON file; `-` is stdin
    file: PathBuf,

    /// Print the SHA-256 of the canonical bytes instead; {"sha256"} with --json
    #[arg(long)]
    hash: bool,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<(), Failure> {
    let limits = Limits::default();
    let (name, bytes) = file::read_named(&args.file, limits.description_bytes, terminal)?;
    let any_number = ReadLimits::from(&limits).any_number();
    let json = json::parse(&bytes, any_number).in_input(&name, &bytes)?;
    jcs::check(&json, &bytes).in_input(&name, &bytes)?;
    let canonical = jcs::canonicalize(&json);
    if args.hash {
        let hash = hex(&Sha256::digest(&canonical));
        terminal.report(&object! { "sha256": &hash }, format_args!("{hash}\n"))
    } else {
        print(&canonical, terminal)
    }
}

/// Prints the exact bytes; a terminal gets the same JSON text with control characters escaped.
fn print(canonical: &[u8], terminal: &Terminal) -> Result<(), Failure> {
    let text = String::from_utf8_lossy(canonical);
    match std::io::stdout().is_terminal() {
        true => terminal.document(&text),
        false => terminal.data_of(&text, canonical.len()),
    }
}
