//! `adp did resolve`: resolve a DID or Handle to its document.

use super::{check::trusted_document, document_facts};
use crate::{
    arguments::handle::{self, HandleArgs},
    failure::{Failure, Outcome},
    network::{Network, NetworkArgs},
    output::{object, terminal::Terminal},
};
use agent_description::{
    Code, CodedError, Timestamp,
    did::{Did, Resolved},
    handle::{Handle, HandleBinding, HandleError},
    json::Json,
    resolve::{Following, Resolution, Succession, resolution_result, resolve_current},
};
use std::{path::PathBuf, sync::Arc};

const EXAMPLES: &str = "\
Examples:
  adp did resolve did:wba:agent.example.com
  adp did resolve did:wba:agent.example.com --json |
      jq .didDocument.verificationMethod
  # a local server
  adp did resolve did:wba:agent.example.com --cacert ca.pem \\
      --resolve agent.example.com:443:127.0.0.1:8443

  # follow a superseded DID to its current successor
  adp did resolve did:wba:example.com:user:alice --follow

  # resolve a Handle to its DID
  adp did resolve wba://alice.example.com

--follow resolves the successors of a superseded DID, at most 8. The output
names the assurance: `verified` (signed by an old key), `recovery_verified`
(signed by a recovery key in a --trusted-document), `provider_asserted` (claimed
by the host only) or `unverified`.

Only HTTPS without redirects and only public addresses are used. The document
must have the DID as its `id`. A did:key DID is resolved without the network.";

/// Resolve a DID to its DID document
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// did:wba, did:web or did:key DID, or a Handle: wba://alice.example.com
    did: String,

    /// Time of resolution (default: now)
    #[arg(long, value_name = "RFC3339")]
    at: Option<Timestamp>,

    /// Follow a superseded DID to its current successor
    #[arg(long)]
    follow: bool,

    /// Trusted earlier document of a superseded DID; repeatable
    #[arg(long, value_name = "FILE")]
    trusted_document: Vec<PathBuf>,

    #[command(flatten)]
    handles: HandleArgs,

    #[command(flatten)]
    network: NetworkArgs,
}

impl Args {
    fn time(&self) -> Timestamp {
        self.at.unwrap_or_else(Timestamp::now)
    }

    /// Rejects flags that do not apply to a DID or to a Handle.
    fn refuse_misuse(&self) -> Result<(), Failure> {
        let is_handle = Handle::is_uri(&self.did);
        let flag = match self.handles.given().next() {
            Some(flag) if !is_handle => Some(flag),
            None if !self.follow && !self.trusted_document.is_empty() => Some("trusted-document"),
            _ if is_handle && self.follow => Some("follow"),
            _ => None,
        };
        let misused = |flag| {
            let input = if is_handle { "a Handle: it names the DID in use" } else { "a DID without --follow" };
            Failure::usage(format!("--{flag} does not apply to {input}"))
        };
        flag.map_or(Ok(()), |flag| Err(misused(flag)))
    }
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    args.refuse_misuse()?;
    let network = Network::new(&args.network, terminal)?;
    let mut following = self::following(&args.trusted_document, terminal)?;
    following.options = network.options.clone();
    let answer = resolve(args, &network, &following);
    match &answer.result {
        Err(failure) => terminal.explain(failure),
        Ok(resolution) => {
            let document = resolution.document.get();
            let report = document_facts::report(document.diagnostics(Some(args.time())), document.document());
            document_facts::warn(&report, &args.did, document.document(), terminal);
        }
    }
    answer.notes.iter().for_each(|note| terminal.note(note));
    match &answer.result {
        _ if terminal.wants_json() => terminal.print_json(&answer.json)?,
        Ok(resolution) => terminal.print_json_data(resolution.document.get().document().json())?,
        Err(_) => {}
    }
    Ok(answer.result.map_or_else(|failure| failure.outcome(), |_| Outcome::Done))
}

/// The outcome, with the result in the form of DID Resolution.
struct Answer {
    result: Result<Resolution, Failure>,
    /// The text form of a resolved Handle, or of the chain of successors that was followed.
    notes: Vec<String>,
    json: Json,
}

/// The options for following successors, with the trusted documents of these files.
pub fn following(files: &[PathBuf], terminal: &Terminal) -> Result<Following, Failure> {
    let mut following = Following::default();
    for path in files {
        following.trusted.push(Arc::new(trusted_document(path, terminal)?));
    }
    Ok(following)
}

/// The object `{requestedDid, currentDid, assurance, supersededAt, hops}`.
fn succession_json(succession: &Succession) -> Json {
    let hops = succession.hops.iter().map(|hop| {
        object! {
            "did": hop.superseded.did(),
            "successor": hop.superseded.successor(),
            "assurance": hop.assurance.as_str(),
        }
    });
    let succession = object! {
        "requestedDid": &succession.requested,
        "currentDid": succession.current_did(),
        "assurance": succession.assurance().map(|assurance| assurance.as_str()),
        "supersededAt": succession.hops.first().and_then(|hop| hop.superseded.created()),
        "hops": hops.collect::<Vec<_>>(),
    };
    succession.into()
}

/// Adds a member of our own to `didResolutionMetadata`, as DID Resolution permits.
fn with_metadata(json: Json, name: &str, value: Option<Json>) -> Json {
    let mut object = json.as_object().cloned().unwrap_or_default();
    if let (Some(value), Some(metadata)) = (value, object.get("didResolutionMetadata").and_then(Json::as_object)) {
        let mut metadata = metadata.clone();
        metadata.insert(name, value);
        object.insert("didResolutionMetadata", metadata);
    }
    object.into()
}

/// Resolves the DID that a Handle names, if Handle and DID document confirm each other.
fn resolve_named(args: &Args, handle: &Handle, network: &Network, following: &Following) -> Answer {
    let resolving = args.handles.resolve(handle, (network, &network.resolver), following.clone(), args.time());
    let found = match network.runtime.block_on(resolving) {
        Ok(found) => found,
        Err(error) => return refused_handle(&error, None),
    };
    let named = Some(Json::from(handle::to_json(&found)));
    let (binding, did) = (found.binding, found.document.did);
    match (found.did_document, found.error) {
        (Some(document), error) if binding != HandleBinding::Unverified || error.is_none() => {
            let resolution = Resolution::local(Resolved::clone(&document));
            let json = with_metadata(resolution_result(Ok(&resolution)), "handle", named);
            Answer { json, result: Ok(resolution), notes: vec![format!("{handle} names {did} ({binding})")] }
        }
        (_, error) => {
            let error = error.unwrap_or(HandleError::NoService { handle: handle.clone(), did });
            refused_handle(&error, named)
        }
    }
}

/// The answer of a Handle that does not name a DID.
fn refused_handle(error: &HandleError, named: Option<Json>) -> Answer {
    let json = resolution_result(Err(error));
    refused(with_metadata(json, "handle", named), handle::failure(error))
}

fn resolve(args: &Args, network: &Network, following: &Following) -> Answer {
    if Handle::is_uri(&args.did) {
        let named = args.did.parse::<Handle>().map(|handle| resolve_named(args, &handle, network, following));
        return named.unwrap_or_else(|error| refused_handle(&error, None));
    }
    let did: Did = match args.did.parse() {
        Ok(did) => did,
        Err(error) => {
            return refused(resolution_result(Err(&error)), error.into());
        }
    };
    let (result, succession) = if args.follow {
        let followed = network.runtime.block_on(resolve_current(&did, &network.resolver, following, args.time()));
        match followed {
            Ok(succession) => (Ok(succession.current.clone()), Some(succession)),
            Err(error) => (Err(error), None),
        }
    } else {
        let result = network.resolve(&did).and_then(|resolution| {
            resolution.document.get().check_time(args.time())?;
            Ok(resolution)
        });
        (result, None)
    };
    let json = resolution_result(result.as_ref().map_err(|error| error as &dyn CodedError));
    match result {
        Ok(resolution) => {
            let document = resolution.document.get();
            let report = document_facts::report(document.diagnostics(Some(args.time())), document.document());
            let warnings = document_facts::warnings(&report).into_iter().map(Json::from).collect::<Vec<_>>();
            let warnings = Some(warnings).filter(|warnings| !warnings.is_empty()).map(Json::from);
            let json = with_metadata(json, "warnings", warnings);
            let json = with_metadata(json, "succession", succession.as_ref().map(succession_json));
            let notes = succession.iter().flat_map(|succession| &succession.hops).map(|hop| {
                let superseded = &hop.superseded;
                format!("{} is superseded by {} ({})", superseded.did(), superseded.successor(), hop.assurance)
            });
            Answer { json, result: Ok(resolution), notes: notes.collect() }
        }
        Err(error) => {
            let help = (error.code() == Code::DID_SUPERSEDED).then(|| format!("adp did resolve {did} --follow"));
            refused(json, Failure::from(error).with_help_if(help))
        }
    }
}

/// The answer of a failed resolution. It contains the `error` of adp and that of DID Resolution.
fn refused(json: Json, failure: Failure) -> Answer {
    let mut object = json.as_object().cloned().unwrap_or_default();
    object.insert("error", failure.error());
    Answer { result: Err(failure), notes: Vec::new(), json: object.into() }
}
