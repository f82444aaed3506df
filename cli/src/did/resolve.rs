//! `adp did resolve`: fetches a DID's document.

use crate::{
    failure::{Failure, Outcome},
    network::{Network, NetworkArgs},
    terminal::Terminal,
};
use agent_description::{
    Timestamp,
    did::{Did, DidDocument, Resolved},
    json::{Json, Object},
};

const EXAMPLES: &str = "\
Examples:
  adp did resolve did:wba:agent.example.com
  adp did resolve did:wba:agent.example.com --json | jq .didDocument.verificationMethod
  adp did resolve did:wba:agent.example.com --cacert ca.pem \\
      --resolve agent.example.com:443:127.0.0.1:8443          a server of your own

HTTPS only, no redirects, public addresses only, and the document must be that DID's.";

/// Fetch a DID's document
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A did:wba or did:web DID
    did: String,

    /// Resolve for this time instead of now
    #[arg(long, value_name = "TIME")]
    at: Option<Timestamp>,

    #[command(flatten)]
    network: NetworkArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let network = Network::new(&args.network, terminal)?;
    let resolved = resolve(args, &network);
    let outcome = match &resolved {
        Ok(_) => Outcome::Done,
        Err(failure) => {
            terminal.explain(failure);
            failure.outcome()
        }
    };
    match &resolved {
        _ if terminal.wants_json() => terminal.print_json(&to_json(&resolved))?,
        Ok(resolved) => terminal.print_json(resolved.get().document().json())?,
        Err(_) => {}
    }
    Ok(outcome)
}

fn resolve(args: &Args, network: &Network) -> Result<Resolved<DidDocument>, Failure> {
    let did: Did = args.did.parse()?;
    let resolved = network.resolve(&did)?;
    resolved.get().check_time(args.at.unwrap_or_else(Timestamp::now))?;
    Ok(resolved)
}

/// A resolution result of DID Resolution (W3C); a failure also has this program's own `error` beside it.
fn to_json(resolved: &Result<Resolved<DidDocument>, Failure>) -> Json {
    let (mut resolution, mut document_metadata) = (Object::new(), Object::new());
    let mut object = Object::new();
    match resolved {
        Ok(resolved) => {
            resolution.insert("contentType", "application/did");
            document_metadata.insert("deactivated", false);
            object.insert("didDocument", resolved.get().document().json().clone());
        }
        Err(failure) => {
            resolution.insert("error", error_of_did_resolution(failure.code()));
            resolution.insert("errorMessage", failure.message());
            object.insert("didDocument", None::<&str>);
            document_metadata.insert("deactivated", failure.code() == "did-deactivated");
        }
    }
    object.insert("didResolutionMetadata", resolution);
    object.insert("didDocumentMetadata", document_metadata);
    if let Err(failure) = resolved
        && let Some(error) = failure.to_json().get("error")
    {
        object.insert("error", error.clone());
    }
    object.into()
}

/// The words of DID Resolution for a code of ours.
fn error_of_did_resolution(code: &str) -> &'static str {
    match code {
        "did-syntax" => "invalidDid",
        "did-method-unsupported" => "methodNotSupported",
        "net-status" => "notFound",
        _ if code.starts_with("net-") => "internalError",
        _ => "invalidDidDocument",
    }
}
