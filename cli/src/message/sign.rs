//! `adp message sign`: sign an envelope.

use crate::{
    escape::escape_json,
    failure::{Failure, InInput},
    key::KeyArgs,
    object,
    output::{EditArgs, write_or_print},
    terminal::Terminal,
};
use adp_messages::signature;
use agent_description::{Timestamp, jws::Algorithm, proof::Signer};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  adp message sign request.json --key shop.pem \\
      --key-id did:wba:shop.example#key-1 -o signed.json
  adp message sign signed.json --key shop.pem \\
      --key-id did:wba:shop.example#key-1 --replace --in-place

To retry, sign the message again with the same `messageId`; it gets a new nonce
and a new time.";

/// Sign a message
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Envelope to sign; `-` is stdin
    file: PathBuf,

    #[command(flatten)]
    signer: KeyArgs,

    /// Replace an existing signature
    #[arg(long)]
    replace: bool,

    /// Time of signing (default: now)
    #[arg(long, value_name = "RFC3339")]
    at: Option<Timestamp>,

    #[command(flatten)]
    output: EditArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<(), Failure> {
    let output = args.output.output(&args.file, &[("--key", &args.signer.key)])?;
    let signer = args.signer.signer(terminal)?;
    let (document, name) = super::read(&args.file, terminal)?;
    let at = args.at.unwrap_or_else(Timestamp::now).truncated_to_second();
    let nonce = signature::nonce()?;
    let signed = signature::sign(&document, &signer, at, &nonce, args.replace).in_document(&name, &document)?;
    write_or_print(output.as_ref(), escape_json(signed.source()).as_bytes(), terminal)?;
    let Some(output) = output.map(|output| output.path) else { return Ok(()) };
    let alg = Algorithm::for_key_type(signer.verifying_key().key_type()).as_str();
    if terminal.wants_json() {
        let (file, key_id) = (output.display().to_string(), &args.signer.key_id);
        terminal.print_json(&object! { "file": file, "keyid": key_id, "alg": alg, "nonce": nonce, "timestamp": at })?;
    } else {
        terminal.note(&format!("{}: signed as {} by {alg}", output.display(), args.signer.key_id));
    }
    Ok(())
}
