//! `adp did rotate`: a new key for a DID.

use crate::{
    escape::escape_json,
    failure::{Failure, Outcome},
    file, key, object,
    output::{EditArgs, write_or_print},
    terminal::Terminal,
};
use agent_description::{
    Code, Document, Limits, Timestamp,
    did::{Did, DidDocument, DidUrl, DocumentProofForm},
    json::Json,
};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  # both keys are valid: the overlap begins
  adp did rotate did.json --new-key new.pem --in-place
  # the old key goes: the overlap ends
  adp did rotate did.json --drop key-1 --in-place
  # an e1_ or k1_ DID becomes a new DID
  adp did rotate e1.json --new-key new.pem -o new-did.json

Between the first two: publish the document, sign descriptions again with the
new method, and wait until the old document is in no cache any more.
Descriptions that the old key signed verify as long as the document lists that
key.";

/// Give a DID a new key
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(
    override_usage = "adp did rotate [OPTIONS] <--new-key <FILE>|--drop <FRAGMENT>>\n       <--output <FILE>|--in-place> <FILE>"
)]
#[command(group = clap::ArgGroup::new("what").required(true).args(["new_key", "drop"]))]
#[command(group = clap::ArgGroup::new("where").required(true).args(["output", "in_place"]))]
pub struct Args {
    /// The DID document
    file: PathBuf,

    /// The new key, in PEM; e1 and k1 DIDs need the secret key, because it signs their documents
    #[arg(long, value_name = "FILE")]
    new_key: Option<PathBuf>,

    /// Remove this method
    #[arg(long, value_name = "FRAGMENT")]
    drop: Option<String>,

    /// The creation time of the document's own proof, instead of now
    #[arg(long, value_name = "TIME")]
    created: Option<Timestamp>,

    #[command(flatten)]
    output: EditArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let new_key = args.new_key.as_ref().map(|key| ("--new-key", key.as_path()));
    let output = args.output.output(&args.file, new_key.as_slice())?;
    let limits = Limits::default();
    let bytes = file::read(&args.file, limits.did_document_bytes, terminal)?;
    let name = file::display_name(&args.file);
    let source = Document::parse(&bytes, limits.for_did_document())
        .map_err(|error| Failure::from(error).in_input(&name, &bytes))?;
    let id = source.root().get("id").and_then(Json::as_str).ok_or_else(|| {
        Failure::new(Code::DID_DOCUMENT_INVALID, "found no string `id`, expected the document's DID")
            .in_input(&name, &bytes)
    })?;
    let old: Did = id.parse().map_err(|error| Failure::from(error).at("/id").in_document(&name, &source))?;
    let resolved = DidDocument::parse_for(&old, &bytes, &limits)
        .map_err(|error| Failure::from(error).in_document(&name, &source))?;
    let document = resolved.get();
    let file = output.map_or_else(|| "the document".to_owned(), |output| output.path().display().to_string());

    let (did, written, method, note) = match (&args.new_key, &args.drop) {
        (Some(path), _) if old.binding().is_some() => {
            if args.output.is_in_place() {
                let message = "with a new key, a key-bound DID becomes a new DID at a new URL; name its file with -o";
                return Err(Failure::usage(message));
            }
            let secret = key::read_secret(path, terminal)?;
            let created = args.created.unwrap_or_else(Timestamp::now);
            let (did, written) = document.rebound(&secret, created, DocumentProofForm::W3c)?;
            let note = format!(
                "the key is new, so the DID is new (it was {old}): publish {file} as {}, and sign the descriptions again",
                did.location().unwrap_or_default()
            );
            (did, written, None, note)
        }
        (Some(path), _) => {
            let (written, method) = document.with_key(&key::read_public(path, terminal)?)?;
            let note =
                format!("sign with {method}; the old keys stay valid until `adp did rotate --drop` removes them");
            (old.clone(), written, Some(method), note)
        }
        (None, fragment) => {
            let method = DidUrl::new(&old, fragment.as_deref().unwrap_or_default())?;
            let written = document.without_method(&method)?;
            let note = format!("{method} is removed; what it signed no longer verifies");
            (old.clone(), written, Some(method), note)
        }
    };
    write_or_print(output.as_ref(), escape_json(written.source()).as_bytes(), terminal)?;
    if output.is_none() {
        terminal.note(&format!("{did}: {note}"));
    } else if terminal.wants_json() {
        terminal.print_json(&object! {
            "did": &did,
            "previousDid": (did != old).then_some(&old),
            "verificationMethod": method,
            "file": file,
        })?;
    } else {
        terminal.print(format_args!("{did}\n"))?;
        terminal.note(&note);
    }
    Ok(Outcome::Done)
}
