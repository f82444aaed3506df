//! `adp did rotate`: replace the key of a DID.

use crate::{
    failure::{Failure, InInput},
    input::file,
    key,
    output::{EditArgs, Output, escape::escape_json, object, terminal::Terminal, write_or_print},
};
use agent_description::{
    Code, Document, Limits, Timestamp,
    did::{Binding, Did, DidDocument, DidUrl, DocumentProofForm},
    json::Json,
};
use std::{
    fs,
    path::{Path, PathBuf},
};

const EXAMPLES: &str = "\
Examples:
  # add the new key; both keys are valid
  adp did rotate did.json --new-key new.pem --in-place
  # remove the old key
  adp did rotate did.json --drop key-1 --in-place
  # an e1_ DID: create the successor, and deactivate the old document
  adp did rotate e1.json --old-key old.pem --new-key new.pem --out-dir site
  # a k1_ DID: create the successor
  adp did rotate k1.json --new-key new.pem -o new-did.json

--out-dir writes two documents to the paths of their URLs: the new document, and
the old one, marked `deactivated`, with the new DID. Keep both published:
readers follow the old DID to the new one. Pass the key of the old DID as
--old-key, or a recovery key: an Ed25519 key that the old document lists under
`assertionMethod`. With a recovery key, readers need a trusted old document.

Before you remove the old key: publish the document, sign descriptions with the
new key, and wait until caches have dropped the old document. Descriptions
signed with the old key verify as long as the document lists that key.";

/// Rotate the key of a DID
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(
    override_usage = "adp did rotate [OPTIONS] <--new-key <FILE>|--drop <FRAGMENT>>\n       <--output <FILE>|--in-place|--out-dir <DIR>> <FILE>"
)]
#[command(group = clap::ArgGroup::new("what").required(true).args(["new_key", "drop"]))]
#[command(group = clap::ArgGroup::new("where").required(true).args(["output", "in_place", "out_dir"]))]
pub struct Args {
    /// DID document
    file: PathBuf,

    /// New key in PEM; e1 and k1 DIDs need the private key
    #[arg(long, value_name = "FILE")]
    new_key: Option<PathBuf>,

    /// Old key or recovery key in PEM, which signs the transition to the new DID
    #[arg(long, value_name = "FILE", requires = "new_key")]
    old_key: Option<PathBuf>,

    /// Output folder for the new document and the deactivated old one
    #[arg(long, value_name = "DIR", requires = "new_key", conflicts_with = "drop")]
    out_dir: Option<PathBuf>,

    /// Remove this verification method
    #[arg(long, value_name = "FRAGMENT")]
    drop: Option<String>,

    /// Creation time of the document's own proof (default: now)
    #[arg(long, value_name = "RFC3339")]
    created: Option<Timestamp>,

    #[command(flatten)]
    output: EditArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<(), Failure> {
    let (old_key, new_key) = (args.old_key.as_deref(), args.new_key.as_deref());
    let keys: Vec<(&str, &Path)> = [("--old-key", old_key), ("--new-key", new_key)]
        .into_iter()
        .filter_map(|(flag, key)| Some((flag, key?)))
        .collect();
    let output = args.output.output(&args.file, &keys)?;
    let limits = Limits::default();
    let (name, bytes) = file::read_named(&args.file, limits.did_document_bytes, terminal)?;
    let source = Document::parse(&bytes, limits.for_did_document()).in_input(&name, &bytes)?;
    let id = source.root().get("id").and_then(Json::as_str).ok_or_else(|| {
        let help = source.root().get("did").and_then(Json::as_str).map(|did| format!("pass the DID document of {did}"));
        Failure::new(Code::DID_DOCUMENT_INVALID, "found no `id`, expected a DID document")
            .with_help_if(help)
            .in_input(&name, &bytes)
    })?;
    let old: Did = id.parse().map_err(|error| Failure::from(error).at("/id").in_document(&name, &source))?;
    if old.binding().is_none() && (old_key.is_some() || args.out_dir.is_some()) {
        let message = format!("{old} is not bound to a key and keeps its name: there is no transition to sign");
        let file = args.file.display();
        let key = args.new_key.as_deref().unwrap_or(Path::new("NEW.pem")).display();
        return Err(Failure::usage(message).with_help(format!(
            "`adp did rotate {file} --new-key {key} --in-place` adds the new key; `--drop FRAGMENT --in-place` removes the old one later"
        )));
    }
    let resolved = DidDocument::parse_for(&old, &bytes, &limits).in_document(&name, &source)?;
    let document = resolved.get();
    if let (Some(old_key), Some(new_key), Some(folder)) = (old_key, new_key, &args.out_dir) {
        return succeed(args, document, [old_key, new_key], folder, &keys, terminal);
    }
    if args.out_dir.is_some() {
        let message = "--out-dir writes a transition, which needs the private key that signs it";
        return Err(Failure::usage(message).with_help("pass the key of the old DID, or a recovery key: --old-key FILE"));
    }
    if old_key.is_some() {
        let message =
            "--old-key changes the document of the old DID, which needs --out-dir FOLDER instead of -o or --in-place";
        return Err(Failure::usage(message));
    }
    let file = output.map_or_else(|| "the document".to_owned(), |output| output.path.display().to_string());

    let (did, written, method, note) = match (&args.new_key, &args.drop) {
        (Some(path), _) if old.binding().is_some() => {
            if args.output.in_place {
                let message = "a key-bound DID with a new key is a new DID at a new URL; pass its file with -o";
                return Err(Failure::usage(message));
            }
            let secret = key::read_secret(path, terminal)?;
            let created = args.created.unwrap_or_else(Timestamp::now);
            let (did, written) = document.rebound(&secret, created, DocumentProofForm::W3c)?;
            let note = format!(
                "the new key makes a new DID (old: {old}): publish {file} as {}, and sign the descriptions again",
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
            let note = format!("{method} is removed; its signatures no longer verify");
            (old.clone(), written, Some(method), note)
        }
    };
    write_or_print(output.as_ref(), escape_json(written.source()).as_bytes(), terminal)?;
    match output {
        Some(_) => report(&did, &old, method.as_ref(), [Some(&file), None], &note, terminal),
        None => {
            terminal.note(&format!("{did}: {note}"));
            Ok(())
        }
    }
}

/// Prints the DID of the new document, the files, and the next step.
fn report(
    did: &Did,
    old: &Did,
    method: Option<&DidUrl>,
    [file, previous_file]: [Option<&String>; 2],
    note: &str,
    terminal: &Terminal,
) -> Result<(), Failure> {
    let json = object! {
        "did": did,
        "previousDid": (did != old).then_some(old),
        "verificationMethod": method,
        "file": file,
        "previousFile": previous_file,
    };
    terminal.report(&json, format_args!("{did}\n"))?;
    if !terminal.wants_json() {
        terminal.note(note);
    }
    Ok(())
}

/// Writes the document of the successor, and the deactivated old document that names it.
fn succeed(
    args: &Args,
    document: &DidDocument,
    [old_key, new_key]: [&Path; 2],
    folder: &Path,
    keys: &[(&str, &Path)],
    terminal: &Terminal,
) -> Result<(), Failure> {
    let old = document.id();
    let (old_key, new_key) = (key::read_secret(old_key, terminal)?, key::read_secret(new_key, terminal)?);
    let created = args.created.unwrap_or_else(Timestamp::now);
    if old.binding() == Some(Binding::K1) {
        let message = "a k1_ DID cannot name a successor; write the new document with -o and without --old-key";
        return Err(Failure::usage(message));
    }
    let (did, written) = document.rebound(&new_key, created, DocumentProofForm::W3c)?;
    let superseded = document.superseded_by(&did, &old_key, created)?;
    let (file, previous_file) = (path_below(folder, &did)?, path_below(folder, old)?);
    refuse_second_successor(&previous_file, &did, terminal)?;
    // write the successor before the document that names it
    let mut outputs = Vec::with_capacity(2);
    for (path, document) in [(&file, &written), (&previous_file, &superseded)] {
        let output = Output::named(path, args.output.force, keys)?;
        outputs.extend(output.map(|output| (output, document)));
    }
    for (output, document) in outputs {
        output.write(escape_json(document.source()).as_bytes())?;
    }
    let (file, previous_file) = (file.display().to_string(), previous_file.display().to_string());
    let note = format!(
        "publish {file} and {previous_file}, which replaces the old document and names the new DID; then put the new DID into the descriptions and sign them again"
    );
    report(&did, old, None, [Some(&file), Some(&previous_file)], &note, terminal)
}

/// Rejects a second successor: readers who followed the first transition never accept another one.
fn refuse_second_successor(path: &Path, did: &Did, terminal: &Terminal) -> Result<(), Failure> {
    if !path.is_file() {
        return Ok(());
    }
    let limits = Limits::default();
    let bytes = file::read(path, limits.did_document_bytes, terminal)?;
    let there = Document::parse(&bytes, limits.for_did_document()).ok();
    let named = there.as_ref().and_then(|document| document.root().get("successorDid")).and_then(Json::as_str);
    match named.filter(|named| *named != did.as_str()) {
        Some(named) => {
            let message = format!("{} already names the successor {named}, and a DID has only one", path.display());
            let help = "rotate the successor's document instead; if this one was never published, remove it first";
            Err(Failure::new(Code::DID_TRANSITION, message).with_help(help))
        }
        None => Ok(()),
    }
}

/// The path of a DID's document below the root of a web server. Creates the folder.
fn path_below(root: &Path, did: &Did) -> Result<PathBuf, Failure> {
    let folder = did.path_segments().fold(root.to_owned(), |folder, segment| folder.join(segment));
    fs::create_dir_all(&folder).map_err(|error| Failure::io("write", &folder, &error))?;
    Ok(folder.join("did.json"))
}
