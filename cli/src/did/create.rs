//! `adp did create`: writes a DID document.

use crate::{
    failure::{Failure, Outcome},
    key, object,
    output::{Force, Output, write_or_print},
    terminal::Terminal,
};
use agent_description::{
    Timestamp,
    did::{Binding, Did, DidDocumentBuilder, DocumentProofForm},
    key::VerifyingKey,
};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  adp did create --host agent.example.com --key agent.pem -o did.json
  adp did create --host example.com:8443 --path user:alice --key alice.pem \\
      --agent-description https://example.com:8443/user/alice/ad.json \\
      -o did.json
  # a DID bound to ed25519.pem
  adp did create --profile e1 --host example.com --path agents \\
      --key ed25519.pem --add-key p256.pem -o did.json

Publish the file where `adp did url DID` says. The first key is `#key-1`, those
of --add-key are `#key-2` and so on; each may sign descriptions
(assertionMethod) and log in (authentication).

With the profiles e1 (an Ed25519 key) and k1 (a secp256k1 key) the DID ends in
the key's thumbprint, and the key signs the document: a new owner of the web
site cannot replace it. A new key is a new DID. Such DIDs need a --path.";

/// Write the DID document of a did:wba DID, and print the DID
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(override_usage = "adp did create [OPTIONS] --host <HOST[:PORT]> --key <FILE> -o <FILE>")]
pub struct Args {
    /// The web site on which the document will be published
    #[arg(long, value_name = "HOST[:PORT]")]
    host: String,

    /// The path on that site, with segments separated by colons
    #[arg(long, value_name = "a:b", default_value = "", hide_default_value = true)]
    path: String,

    /// What the DID is bound to: only the web site, or a key as well
    #[arg(long, value_name = "PROFILE", default_value = "plain")]
    profile: Profile,

    /// The key, in PEM; e1 and k1 need the secret key, to sign the document
    #[arg(long, value_name = "FILE")]
    key: PathBuf,

    /// Another key; may be repeated
    #[arg(long, value_name = "FILE")]
    add_key: Vec<PathBuf>,

    /// The URL of the agent's description
    #[arg(long, value_name = "URL")]
    agent_description: Option<String>,

    /// Another service and its URL; may be repeated
    #[arg(long, value_name = "TYPE=URL", value_parser = service)]
    service: Vec<(String, String)>,

    /// The form of the document's own proof: the W3C's, or the form that ANP SDKs before 1.0.7 read
    #[arg(long, value_name = "FORM", default_value = "w3c")]
    document_proof_form: Form,

    /// The creation time of the document's own proof, instead of now
    #[arg(long, value_name = "TIME")]
    created: Option<Timestamp>,

    /// The file to write; `-` is stdout, and the DID then goes to stderr
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    #[command(flatten)]
    force: Force,
}

#[derive(Clone, Copy, Debug, PartialEq, clap::ValueEnum)]
enum Profile {
    /// Only the web site
    Plain,
    /// An Ed25519 key
    E1,
    /// A secp256k1 key
    K1,
}

#[derive(Clone, Copy, Debug, PartialEq, clap::ValueEnum)]
enum Form {
    W3c,
    AnpSdk,
}

/// Reads `TYPE=URL`.
fn service(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, url)) if !name.is_empty() && !url.is_empty() => Ok((name.to_owned(), url.to_owned())),
        _ => {
            Err("expected a service type, `=` and a URL, for example ANPMessageService=https://example.com/m"
                .to_owned())
        }
    }
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let binding = match args.profile {
        Profile::Plain => None,
        Profile::E1 => Some(Binding::E1),
        Profile::K1 => Some(Binding::K1),
    };
    if args.document_proof_form == Form::AnpSdk && binding != Some(Binding::E1) {
        return Err(Failure::usage("--document-proof-form: only documents of --profile e1 have two forms"));
    }
    let added = args.add_key.iter().map(|key| ("--add-key", key.as_path()));
    let keys: Vec<_> = std::iter::once(("--key", args.key.as_path())).chain(added).collect();
    let output = Output::named(&args.output, args.force, &keys)?;
    let (did, document) = match binding {
        None => {
            let did = Did::wba(&args.host, &args.path)?;
            let document = builder(args, &did, &key::read_public(&args.key, terminal)?, terminal)?.build()?;
            (did, document)
        }
        Some(binding) => {
            let secret = key::read_secret(&args.key, terminal)?;
            let did = Did::wba_bound(&args.host, &args.path, binding, secret.verifying_key())?;
            let form = match args.document_proof_form {
                Form::W3c => DocumentProofForm::W3c,
                Form::AnpSdk => DocumentProofForm::AnpSdk,
            };
            let created = args.created.unwrap_or_else(Timestamp::now);
            let builder = builder(args, &did, secret.verifying_key(), terminal)?;
            (did, builder.build_signed(&secret, created, form)?)
        }
    };
    write_or_print(output.as_ref(), document.source().as_bytes(), terminal)?;

    let location = did.location();
    let Some(output) = output else {
        terminal.note(&format!("{did}: publish the document as {}", location.unwrap_or_default()));
        return Ok(Outcome::Done);
    };
    let file = output.path().display().to_string();
    if terminal.wants_json() {
        terminal.print_json(&object! { "did": did, "url": location, "file": file })?;
    } else {
        terminal.print(format_args!("{did}\n"))?;
        terminal.note(&format!("publish {file} as {}", location.unwrap_or_default()));
    }
    Ok(Outcome::Done)
}

/// The document by the arguments.
fn builder(args: &Args, did: &Did, key: &VerifyingKey, terminal: &Terminal) -> Result<DidDocumentBuilder, Failure> {
    let mut builder = DidDocumentBuilder::new(did.clone(), key);
    for path in &args.add_key {
        builder = builder.add_key(&key::read_public(path, terminal)?);
    }
    if let Some(url) = &args.agent_description {
        builder = builder.agent_description(url);
    }
    for (name, url) in &args.service {
        builder = builder.service(name, url);
    }
    Ok(builder)
}
