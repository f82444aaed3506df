//! `adp message sign`: sign an envelope.

use crate::{
    failure::{Failure, InInput},
    key::KeyArgs,
    output::{EditArgs, escape::escape_json, object, terminal::Terminal, write_or_print},
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

To retry, sign again with the same `messageId`: nonce and time are new.";

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

    /// Name of the algorithm [default: EdDSA for Ed25519 keys]
    #[arg(long, value_name = "NAME", value_parser = ["ES256", "ES256K", "EdDSA", "Ed25519"])]
    alg: Option<String>,

    #[command(flatten)]
    output: EditArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<(), Failure> {
    let output = args.output.output(&args.file, &[("--key", &args.signer.key)])?;
    let signer = args.signer.signer(terminal)?;
    let (document, name) = super::read(&args.file, terminal)?;
    let at = args.at.unwrap_or_else(Timestamp::now).truncated_to_second();
    let nonce = signature::nonce()?;
    let signed = signature::sign(&document, &signer, at, &nonce, args.replace, args.alg.as_deref());
    let signed = signed.in_document(&name, &document)?;
    write_or_print(output.as_ref(), escape_json(signed.source()).as_bytes(), terminal)?;
    let Some(output) = output else { return Ok(()) };
    let (file, key_id) = (output.path.display().to_string(), &args.signer.key_id);
    let alg = args.alg.as_deref().unwrap_or(Algorithm::for_key_type(signer.verifying_key().key_type()).as_str());
    if terminal.wants_json() {
        terminal.print_json(&object! { "file": file, "keyid": key_id, "alg": alg, "nonce": nonce, "timestamp": at })?;
    } else {
        terminal.note(&format!("{file}: signed as {key_id} by {alg}"));
    }
    Ok(())
}
