//! `adp auth verify`: verify the signature of an HTTP request.

use super::{
    profile::SignatureProfile,
    report::{AuthStep, Facts, RequestReport},
};
use crate::{
    arguments::duration,
    failure::{Failure, Outcome},
    input::file,
    network::{Network, NetworkArgs, replay_store},
    output::terminal::Terminal,
    verify::did_documents::GivenDidDocuments,
};
use adp_server::replay::ReplayStoreLocation;
use adp_vectors::RawRequest;
use agent_description::{
    Code, Limits, Origin, Timestamp,
    auth::{
        AuthError, AuthPolicy, NoncePolicy, Receiver, UnverifiedBotRequest, UnverifiedRequest, replay::ReplayStore,
    },
    did::{Did, DidDocument, Resolved},
    key::KeyDirectory,
    resolve::FetchKind,
};
use http::{header, request::Parts};
use std::{path::PathBuf, sync::Arc, time::Duration};

const EXAMPLES: &str = "\
Examples:
  adp auth verify request.http --audience agent.example.com
  adp auth verify request.http --audience agent.example.com \\
      --did-document did.json --at 2026-01-31T12:00:00Z
  adp auth verify - --audience localhost:8080 --scheme http \\
      --replay-store used.redb < request.http
  adp auth verify request.http --audience shop.example.com \\
      --profile web-bot-auth --key-directory directory.json

The input is an HTTP/1.1 request: request line, header fields, an empty line,
body. --audience names your service; the Host field is not trusted.

Exit codes: 0 verified, 1 refused, 3 not a request or unusable replay store, 4
the DID or key directory could not be fetched.

With --profile web-bot-auth, the signer is a bot. Its key must be in the key
directory of the site that the request names in Signature-Agent.";

/// Maximum size of a request's head, in bytes.
const MAX_HEAD_BYTES: usize = 256 << 10;

/// Verify a signed request
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// File with the request; `-` is stdin
    request: PathBuf,

    /// Service that the request must be signed for
    #[arg(long, value_name = "HOST[:PORT]")]
    audience: String,

    /// Scheme of that service
    #[arg(long, value_name = "SCHEME", default_value = "https", value_parser = ["https", "http"])]
    scheme: String,

    /// Signature profile: key of a DID, or of a site's key directory
    #[arg(long, value_name = "NAME", default_value = "did")]
    profile: SignatureProfile,

    /// Key directory of the site in Signature-Agent, used instead of fetching it
    #[arg(long, value_name = "FILE")]
    key_directory: Option<PathBuf>,

    /// Read the credentials from the JSON body
    #[arg(long)]
    json_body: bool,

    /// Also accept `DIDWba` credentials: they do not cover method, path and body
    #[arg(long)]
    legacy: bool,

    /// Accept a signature without a nonce
    #[arg(long)]
    allow_no_nonce: bool,

    /// Maximum lifetime of a signature, such as 90s (default: 5m; web-bot-auth: 24h)
    #[arg(long, value_name = "DUR", value_parser = duration::parse)]
    window: Option<Duration>,

    /// Time of verification (default: now)
    #[arg(long, value_name = "RFC3339")]
    at: Option<Timestamp>,

    /// Store for used nonces, which are refused later: FILE.redb or redis://HOST; one that is put back from a copy
    /// has forgotten the last ones
    #[arg(long, value_name = "STORE")]
    replay_store: Option<ReplayStoreLocation>,

    /// DID document of the sender, used instead of resolving the DID; repeatable
    #[arg(long, value_name = "FILE")]
    did_document: Vec<PathBuf>,

    #[command(flatten)]
    network: NetworkArgs,
}

struct RequestVerifier<'a> {
    args: &'a Args,
    audience: Origin,
    policy: AuthPolicy,
    did_documents: GivenDidDocuments,
    network: Network,
    limits: Limits,
    store: Option<Box<dyn ReplayStore>>,
    at: Timestamp,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let job = RequestVerifier::new(args, terminal)?;
    let mut report = RequestReport {
        input: file::display_name(&args.request),
        at: job.at,
        facts: None,
        resolved_from: None,
        remembered: job.store.is_some(),
        refused: None,
    };
    report.refused = job.verify(&mut report, terminal).err();
    if terminal.wants_json() {
        terminal.print_json(&report.to_json())?;
    } else if report.refused.is_none() {
        terminal.print(report.render())?;
    }
    let outcome = terminal.outcome(report.refused.as_ref().map(|(_, failure)| failure));
    // a refused request prints only JSON to stdout
    if report.refused.is_some() && !terminal.wants_json() {
        terminal.aside(report.render());
    }
    Ok(outcome)
}

impl<'a> RequestVerifier<'a> {
    fn new(args: &'a Args, terminal: &Terminal) -> Result<Self, Failure> {
        let limits = Limits::default();
        let audience = Origin::new(&args.scheme, &args.audience)
            .map_err(|error| Failure::usage(format!("--audience: {error}")))?;
        let is_bot = args.profile == SignatureProfile::WebBotAuth;
        if is_bot && (args.json_body || args.legacy || !args.did_document.is_empty()) {
            let message = "--profile web-bot-auth reads header fields and a key directory; leave out --json-body, --legacy and --did-document";
            return Err(Failure::usage(message));
        }
        if !is_bot && args.key_directory.is_some() {
            return Err(Failure::usage("--key-directory needs --profile web-bot-auth"));
        }
        let mut policy = if is_bot { AuthPolicy::web_bot_auth() } else { AuthPolicy::default() };
        policy.window = args.window.unwrap_or(policy.window);
        policy.legacy = args.legacy;
        if args.allow_no_nonce {
            policy.nonce = NoncePolicy::OrSignatureBase;
        }
        let network = Network::new(&args.network, terminal)?;
        let store = match &args.replay_store {
            None => None,
            Some(ReplayStoreLocation::Memory) => {
                let message = "--replay-store: a memory store is lost when this command ends; pass FILE.redb";
                return Err(Failure::usage(message));
            }
            Some(ReplayStoreLocation::Redis(url)) if url.contains('@') => {
                let message =
                    "--replay-store: a password on the command line is visible to other users; pass a URL without one";
                return Err(Failure::usage(message));
            }
            Some(location) => Some(network.runtime.block_on(replay_store::open(location))?),
        };
        Ok(Self {
            args,
            audience,
            policy,
            did_documents: GivenDidDocuments::read(&args.did_document, &limits, terminal)?,
            network,
            limits,
            store,
            at: args.at.unwrap_or_else(Timestamp::now),
        })
    }

    /// Runs the checks in order and records the results in the report. `Err` is the failed step and its error.
    fn verify(&self, report: &mut RequestReport, terminal: &Terminal) -> Result<(), (Option<AuthStep>, Failure)> {
        let limit = self.policy.body_limit.saturating_add(MAX_HEAD_BYTES);
        let bytes = file::read(&self.args.request, limit, terminal).map_err(|failure| (None, failure))?;
        let no_request = |message: String| (None, Failure::new(Code::IO_READ, message).in_input(&report.input, &[]));
        if bytes.len() > limit {
            return Err(no_request(format!("found more than {limit} bytes, the largest request that is read")));
        }
        let request = RawRequest::parse(&bytes).map_err(|error| no_request(error.to_string()))?;
        let (parts, body) = (&request.parts, &request.body);
        let input = report.input.clone();
        let refused = |step: fn(&str) -> AuthStep, failure: Failure| {
            let failure = failure.in_input(&input, &[]);
            (Some(step(failure.code())), failure)
        };

        let receiver = Receiver::new(&self.audience, &self.policy, self.at);
        let unread = |error: AuthError| refused(AuthStep::from_reading, Failure::from(error));
        let unresolved = |failure| (Some(AuthStep::Resolve), failure);
        let unverified_by = |error: AuthError, verifies: &dyn Fn(Receiver<'_>) -> bool| {
            let other = self.other_audience(parts).filter(|_| matches!(error, AuthError::Signature { .. }));
            match other.filter(|other| verifies(Receiver::new(other, &self.policy, self.at))) {
                Some(other) => {
                    let (found, expected) = (other.to_string(), self.audience.to_string());
                    refused(|_| AuthStep::Audience, AuthError::Audience { found, expected }.into())
                }
                None => refused(AuthStep::from_verifying, error.into()),
            }
        };
        let admitted = if self.args.profile == SignatureProfile::WebBotAuth {
            let unverified = UnverifiedBotRequest::read(parts, body, receiver).map_err(unread)?;
            report.facts = Some(Facts::from_bot(unverified.claims()));
            let directory = self.key_directory(&unverified.claims().agent, report, terminal).map_err(unresolved)?;
            let read = |receiver: Receiver<'_>| UnverifiedBotRequest::read(parts, body, receiver);
            let verifies =
                |receiver: Receiver<'_>| read(receiver).and_then(|it| it.verify(&directory, self.at)).is_ok();
            let verified = unverified.verify(&directory, self.at).map_err(|error| unverified_by(error, &verifies))?;
            self.admit(|store| self.network.runtime.block_on(verified.admit(store, self.at)).map(drop))
        } else {
            let read = if self.args.json_body { UnverifiedRequest::read_json } else { UnverifiedRequest::read };
            let unverified = read(parts, body, receiver).map_err(unread)?;
            report.facts = Some(Facts::from_claims(unverified.claims()));
            let did_document = self.resolve(unverified.claims().did(), report).map_err(unresolved)?;
            let verifies = |receiver: Receiver<'_>| {
                read(parts, body, receiver).and_then(|it| it.verify(&did_document, self.at)).is_ok()
            };
            let verified =
                unverified.verify(&did_document, self.at).map_err(|error| unverified_by(error, &verifies))?;
            self.admit(|store| self.network.runtime.block_on(verified.admit(store, self.at)).map(drop))
        };
        admitted.map_err(|failure| refused(|_| AuthStep::Replay, failure))
    }

    /// The service in the Host field, if it is not the expected one. It is only used to explain a refusal.
    fn other_audience(&self, parts: &Parts) -> Option<Origin> {
        let host = parts.headers.get(header::HOST)?.to_str().ok()?;
        Origin::new(&self.args.scheme, host).ok().filter(|other| *other != self.audience)
    }

    /// The key directory of an origin: the caller's, or fetched from its place.
    fn key_directory(
        &self,
        agent: &Origin,
        report: &mut RequestReport,
        terminal: &Terminal,
    ) -> Result<KeyDirectory, Failure> {
        let (bytes, from) = match &self.args.key_directory {
            Some(path) => (file::read(path, KeyDirectory::MAX_BYTES, terminal)?, "from the caller"),
            None => {
                let url = format!("{agent}{}", KeyDirectory::PATH);
                // any JSON type, as of a key set; `doctor` tells of the directory's own
                let fetching = self.network.https.fetch(&url, FetchKind::DidDocument);
                (self.network.runtime.block_on(fetching).map_err(Failure::from)?.body.to_vec(), "fetched")
            }
        };
        report.resolved_from = Some(format!("key directory of {agent}, {from}"));
        KeyDirectory::parse(agent.clone(), &bytes).map_err(Failure::from)
    }

    fn resolve(&self, did: &Did, report: &mut RequestReport) -> Result<Arc<Resolved<DidDocument>>, Failure> {
        match self.did_documents.find(did, &self.limits) {
            Some(Ok(document)) => {
                report.resolved_from = Some(format!("{did}, from the caller"));
                Ok(document)
            }
            Some(Err(refused)) => Err(refused.to_failure()),
            None => {
                let resolved = self.network.resolve(did).map_err(Failure::from)?;
                report.resolved_from = Some(format!("{did}, resolved"));
                Ok(resolved.document)
            }
        }
    }

    /// Uses up the nonce, if uses are remembered.
    fn admit(&self, admit: impl FnOnce(&dyn ReplayStore) -> Result<(), AuthError>) -> Result<(), Failure> {
        let (Some(store), Some(location)) = (&self.store, &self.args.replay_store) else { return Ok(()) };
        match admit(&**store) {
            Ok(()) => Ok(()),
            Err(AuthError::Store(error)) => Err(replay_store::unusable(location, error)),
            Err(error) => Err(error.into()),
        }
    }
}
