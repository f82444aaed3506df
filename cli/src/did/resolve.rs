//! `adp did resolve`: fetches a DID's document.

use super::document_facts;
use crate::{
    failure::{Failure, Outcome},
    network::{Network, NetworkArgs},
    terminal::Terminal,
};
use agent_description::{
    Fault, Timestamp,
    diagnostic::Diagnostic,
    did::{Did, DidError},
    json::{self, Json},
    resolve::{Resolution, failed_resolution_result, resolution_result},
};

const EXAMPLES: &str = "\
Examples:
  adp did resolve did:wba:agent.example.com
  adp did resolve did:wba:agent.example.com --json |
      jq .didDocument.verificationMethod
  # a server of your own
  adp did resolve did:wba:agent.example.com --cacert ca.pem \\
      --resolve agent.example.com:443:127.0.0.1:8443

HTTPS only, no redirects, public addresses only, and the document must be that
DID's. The document of a did:key DID follows from the DID itself, without the
network.";

/// Fetch a DID's document
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A did:wba, did:web or did:key DID
    did: String,

    /// Resolve as of this time instead of now
    #[arg(long, value_name = "TIME")]
    at: Option<Timestamp>,

    #[command(flatten)]
    network: NetworkArgs,
}

impl Args {
    fn time(&self) -> Timestamp {
        self.at.unwrap_or_else(Timestamp::now)
    }
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let network = Network::new(&args.network, terminal)?;
    let answer = resolve(args, &network);
    if let Err(failure) = &answer.result {
        terminal.explain(failure);
    }
    if let Ok(resolution) = &answer.result {
        let document = resolution.document.get();
        document_facts::warn(&document.diagnostics_at(args.time()), &args.did, document, terminal);
    }
    match &answer.result {
        _ if terminal.wants_json() => terminal.print_json(&answer.json)?,
        Ok(resolution) => terminal.print_json_data(resolution.document.get().document().json())?,
        Err(_) => {}
    }
    Ok(answer.result.map_or_else(|failure| failure.outcome(), |_| Outcome::Done))
}

/// What came out, and that as DID Resolution writes it.
struct Answer {
    result: Result<Resolution, Failure>,
    json: Json,
}

fn resolve(args: &Args, network: &Network) -> Answer {
    let did: Did = match args.did.parse() {
        Ok(did) => did,
        Err(error) => {
            return refused(failed_resolution_result(DidError::code(&error), &error.to_string()), error.into());
        }
    };
    let result = network.resolve(&did).and_then(|resolution| {
        resolution.document.get().check_time(args.time())?;
        Ok(resolution)
    });
    let json = resolution_result(result.as_ref());
    match result {
        Ok(resolution) => {
            let diagnostics = resolution.document.get().diagnostics_at(args.time());
            Answer { json: with_warnings(json, &diagnostics), result: Ok(resolution) }
        }
        Err(error) => refused(json, error.into()),
    }
}

/// Warnings stand in `didResolutionMetadata`, which DID Resolution leaves open.
fn with_warnings(json: Json, diagnostics: &[Diagnostic]) -> Json {
    let mut object = json.as_object().cloned().unwrap_or_default();
    let metadata = object.get("didResolutionMetadata").and_then(Json::as_object);
    if let (false, Some(metadata)) = (diagnostics.is_empty(), metadata) {
        let mut metadata = metadata.clone();
        metadata
            .insert("warnings", document_facts::warnings(diagnostics).into_iter().map(Json::from).collect::<Vec<_>>());
        object.insert("didResolutionMetadata", metadata);
    }
    object.into()
}

/// A failure also has this program's own `error` beside that of DID Resolution.
fn refused(json: Json, failure: Failure) -> Answer {
    let mut object = json.as_object().cloned().unwrap_or_default();
    object.insert("error", json::to_json(&failure.error()).ok());
    Answer { result: Err(failure), json: object.into() }
}
