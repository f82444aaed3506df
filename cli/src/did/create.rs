//! `adp did create`: create a DID and write its document.

use crate::{
    arguments::value_parser::assignment,
    failure::Failure,
    key,
    output::{Force, Output, object, terminal::Terminal, write_or_print},
};
use agent_description::{
    Code, CodedError, Timestamp,
    did::{Binding, Did, DidDocumentBuilder, DidError, DidMethod, DidService, DocumentProofForm},
    key::VerifyingKey,
};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  adp did create --host agent.example.com --key agent.pem -o did.json
  adp did create --host example.com:8443 --path user:alice --key alice.pem \\
      -o did.json
  adp did create --host example.com --path alice --key alice.pem \\
      --service ANPHandleService=https://example.com/.well-known/handle/alice \\
      --service ANPMessageService=https://example.com/anp \\
      --service-did did:wba:example.com -o did.json

Publish the file at the URL that `adp did url DID` prints. The keys are named
`#key-1`, `#key-2` and so on. Each may sign descriptions (assertionMethod) and
requests (authentication).

A did:wba DID with a --path is bound to its key, of the type Ed25519 (--profile
k1: secp256k1): it ends in the key's thumbprint, and the key signs the document.
A new key therefore needs a new DID (`adp did rotate`). A DID without a path, or
of --profile plain, is bound to the web site only, and takes any type of key.";

/// Create a did:wba or did:web DID and write its DID document
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(override_usage = "adp did create [OPTIONS] --host <HOST[:PORT]> --key <FILE> -o <FILE>")]
pub struct Args {
    /// Host of the web site where you publish the document
    #[arg(long, value_name = "HOST[:PORT]")]
    host: String,

    /// Path on that site, with segments separated by colons
    #[arg(long, value_name = "a:b", default_value = "", hide_default_value = true)]
    path: String,

    /// DID method
    #[arg(long, value_name = "METHOD", default_value = "wba")]
    method: Method,

    /// What the DID is bound to [default: e1 with --path, else plain]
    #[arg(long, value_name = "PROFILE")]
    profile: Option<Profile>,

    /// Key in PEM; e1 and k1 need the private key, which signs the document
    #[arg(long, value_name = "FILE")]
    key: PathBuf,

    /// Additional key; repeatable
    #[arg(long, value_name = "FILE")]
    add_key: Vec<PathBuf>,

    /// Public X25519 key in PEM, for encrypted messages; repeatable
    #[arg(long, value_name = "FILE")]
    key_agreement: Vec<PathBuf>,

    /// Naming of the keys in the document
    #[arg(long, value_name = "FORM", default_value = "number")]
    fragment: Fragment,

    /// URL of the agent's description
    #[arg(long, value_name = "URL")]
    agent_description: Option<String>,

    /// Additional service and its URL; repeatable
    #[arg(long, value_name = "TYPE=URL", value_parser = service)]
    service: Vec<(String, String)>,

    /// DID that signs requests of the ANPMessageService
    #[arg(long, value_name = "DID", requires = "service")]
    service_did: Option<Did>,

    /// Form of the document's own proof; anp-sdk is for ANP SDKs before 1.0.7
    #[arg(long, value_name = "FORM", default_value = "w3c", value_parser = ["w3c", "anp-sdk"])]
    document_proof_form: String,

    /// Creation time of the document's own proof (default: now)
    #[arg(long, value_name = "RFC3339")]
    created: Option<Timestamp>,

    /// Output file; `-` is stdout, and the DID is then printed to stderr
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    #[command(flatten)]
    force: Force,
}

#[derive(Clone, Copy, Debug, PartialEq, clap::ValueEnum)]
enum Profile {
    /// The web site only
    Plain,
    /// An Ed25519 key
    E1,
    /// A secp256k1 key
    K1,
}

#[derive(Clone, Copy, Debug, PartialEq, clap::ValueEnum)]
enum Method {
    Wba,
    Web,
}

#[derive(Clone, Copy, Debug, PartialEq, clap::ValueEnum)]
enum Fragment {
    /// `#key-1`, `#key-2`
    Number,
    /// `#` and the key's thumbprint
    Thumbprint,
}

/// Parses `TYPE=URL`.
fn service(text: &str) -> Result<(String, String), String> {
    assignment(text, "expected a service type, `=` and a URL, for example ANPMessageService=https://example.com/m")
}

impl Args {
    /// The type of key that the DID is bound to. The default for a did:wba DID with a path is e1.
    fn binding(&self, terminal: &Terminal) -> Result<Option<Binding>, Failure> {
        match (self.method, self.profile) {
            (Method::Web, Some(Profile::E1 | Profile::K1)) => {
                Err(Failure::usage("--profile e1 and k1 need did:wba; omit --method web"))
            }
            (Method::Web, _) => Ok(None),
            (Method::Wba, Some(Profile::K1)) => Ok(Some(Binding::K1)),
            (Method::Wba, Some(Profile::E1)) => Ok(Some(Binding::E1)),
            (Method::Wba, None) => Ok((!self.path.is_empty()).then_some(Binding::E1)),
            (Method::Wba, Some(Profile::Plain)) => {
                if !self.path.is_empty() {
                    terminal
                        .note("did:wba 1.2 allows no new DID with a path that is not bound to a key; use --profile e1");
                }
                Ok(None)
            }
        }
    }
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<(), Failure> {
    let binding = args.binding(terminal)?;
    let is_w3c = args.document_proof_form == "w3c";
    if !is_w3c && binding != Some(Binding::E1) {
        return Err(Failure::usage("--document-proof-form applies only to --profile e1"));
    }
    let added = args.add_key.iter().map(|key| ("--add-key", key.as_path()));
    let agreement = args.key_agreement.iter().map(|key| ("--key-agreement", key.as_path()));
    let keys: Vec<_> = std::iter::once(("--key", args.key.as_path())).chain(added).chain(agreement).collect();
    let output = Output::named(&args.output, args.force, &keys)?;
    // a URL or a path of a URL
    let help = match (args.host.contains('/'), args.path.contains('/')) {
        (true, _) => Some("--host takes HOST or HOST:PORT without scheme and path, such as agent.example.com"),
        (_, true) => Some("--path separates segments by colons, such as user:alice"),
        _ => None,
    };
    let unusable = |error: DidError| Failure::from(error).with_help_if(help);
    let (did, document) = match binding {
        None => {
            let method = if args.method == Method::Wba { DidMethod::Wba } else { DidMethod::Web };
            let did = Did::new(method, &args.host, &args.path).map_err(unusable)?;
            let document = builder(args, &did, &key::read_public(&args.key, terminal)?, terminal)?.build()?;
            (did, document)
        }
        Some(binding) => {
            let secret = key::read_secret(&args.key, terminal)?;
            let did = Did::wba_bound(&args.host, &args.path, binding, secret.verifying_key()).map_err(|error| {
                let is_of_other_type = error.code() == Code::DID_BINDING;
                let help = "without a key of that type, create a DID that is not bound to its key: --profile plain";
                unusable(error).with_help_if(is_of_other_type.then_some(help))
            })?;
            let form = if is_w3c { DocumentProofForm::W3c } else { DocumentProofForm::AnpSdk };
            let created = args.created.unwrap_or_else(Timestamp::now);
            let builder = builder(args, &did, secret.verifying_key(), terminal)?;
            (did, builder.build_signed(&secret, created, form)?)
        }
    };
    write_or_print(output.as_ref(), document.source().as_bytes(), terminal)?;

    let location = did.location();
    let Some(output) = output else {
        terminal.note(&format!("{did}: publish the document as {}", location.unwrap_or_default()));
        return Ok(());
    };
    let file = output.path.display().to_string();
    terminal.report(&object! { "did": did, "url": location, "file": file }, format_args!("{did}\n"))?;
    if !terminal.wants_json() {
        terminal.note(&format!("publish {file} as {}", location.unwrap_or_default()));
    }
    Ok(())
}

/// Builds the document from the arguments.
fn builder(args: &Args, did: &Did, key: &VerifyingKey, terminal: &Terminal) -> Result<DidDocumentBuilder, Failure> {
    let mut builder = DidDocumentBuilder::new(did.clone(), key);
    for path in &args.add_key {
        builder.keys.push(key::read_public(path, terminal)?);
    }
    if let Some(url) = &args.agent_description {
        builder = builder.agent_description(url);
    }
    builder.services.extend(args.service.iter().cloned());
    for path in &args.key_agreement {
        builder.agreement_keys.push(key::read_agreement(path, terminal)?);
    }
    builder.names_keys_by_thumbprint = args.fragment == Fragment::Thumbprint;
    if let Some(service_did) = &args.service_did {
        if !args.service.iter().any(|(name, _)| name == DidService::MESSAGES) {
            return Err(Failure::usage("--service-did is for --service ANPMessageService=URL; add that service"));
        }
        builder.service_did = Some(service_did.clone());
    }
    Ok(builder)
}
