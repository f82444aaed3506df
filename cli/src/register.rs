//! `adp register`: list your description in a registry, by the five steps of ANP-08 (Passive Discovery, Registration
//! Process).

use crate::{
    call, discover,
    failure::{Failure, InInput, Outcome, advice, codes},
    input::format,
    key,
    network::{self, Network, NetworkArgs, throttle_wait::THROTTLE_TIMEOUT},
    output::{object, summary_box::SummaryBox, terminal::Terminal},
};
use adp_catalogs::ai_catalog::AirIdentifier;
use adp_flows::openapi::{NoFiles, OpenApi, OperationMethod};
use agent_description::{
    Code, DidError, DidUrl, KeySigner, Limits, Origin, Timestamp,
    auth::{AuthClient, AuthClientOptions, Reply},
    diagnostic::Severity,
    did::Purpose,
    discovery::{self, ListingOptions, Sources, TimeLimit, Verifier, WELL_KNOWN_PATH, listing_url},
    format::read_limits,
    hex::hex,
    key::VerifyingKey,
    proof::{CheckName, CheckResult, Expectations},
    resolve::{FetchKind, Fetcher, HttpsGet, ResolutionOptions, Resolve},
    verification::SUPPLY_TIMEOUT,
    words,
};
use http::{Request, StatusCode, header};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use std::{
    path::{Path, PathBuf},
    time::Duration,
};

/// The `operationId` for registering an agent.
const PUT: &str = "putAgent";
/// The `operationId` for reading the evidence of an entry.
const EVIDENCE: &str = "getEvidence";
/// Maximum number of descriptions to verify on a registry's host.
const MAX_CANDIDATES: usize = 20;
/// Maximum number of interfaces to read in a registry's description.
const MAX_INTERFACES: usize = 8;
/// Maximum size of a registry's response, in bytes.
const MAX_ANSWER_BYTES: usize = 1 << 20;
/// Maximum length of a quoted registry text, in characters.
const MAX_QUOTED_CHARS: usize = 500;
/// Time limit for finding a registry.
const FIND_TIMEOUT: Duration = Duration::from_secs(120);
/// Time limit for a registry's response. The registry fetches the signer's DID document before it responds.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);

/// What to do if an entry does not show what was sent.
const UNCONFIRMED: &str = "the registry accepted the request; run the command again later to see what it lists";

const EXAMPLES: &str = "\
Examples:
  adp register https://hotel.example.com/ad.json \\
      --registry registry.example.com --key agent.pem \\
      --key-id did:wba:hotel.example.com#key-1
  # find the registry and its API, and send nothing
  adp register https://hotel.example.com/ad.json \\
      --registry registry.example.com --dry-run

The description at URL must verify. The registry's host must list a description
of the registry at /.well-known/agent-descriptions. A DID of that host must have
signed it, and the registration API that it names must be on the same origin.
The request is signed with your key. The registry verifies your description, and
the result is read back; `unconfirmed` means that the registry accepted the
request and its entry does not show it yet. If the registry already lists the
same bytes, nothing is sent. Exit code 1 means that your description or that of
the registry is not valid, or that the registry rejected the request.";

/// List your description in a registry
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// https URL of your signed description
    url: String,

    /// Registry: a host, or the URL of its description
    #[arg(long, value_name = "HOST|URL")]
    registry: String,

    /// Identifier of the entry (default: urn:air:HOST:FORMAT:PATH, from the URL)
    #[arg(long, value_name = "URN")]
    id: Option<AirIdentifier>,

    /// Private key in PEM (PKCS#8)
    #[arg(long, value_name = "FILE", required_unless_present = "dry_run")]
    key: Option<PathBuf>,

    /// Key ID: the DID URL of the public key, such as did:wba:HOST#key-1
    #[arg(long, value_name = "DIDURL", required_unless_present = "dry_run")]
    key_id: Option<String>,

    /// Show the request without sending it
    #[arg(long)]
    dry_run: bool,

    #[command(flatten)]
    network: NetworkArgs,
}

struct OwnDescription {
    url: String,
    bytes: Vec<u8>,
    sha256: String,
    identifier: AirIdentifier,
    signer: Option<String>,
}

/// A registry with a verified description.
struct Registry {
    origin: Origin,
    did: String,
    description: String,
    api_url: String,
    api: OpenApi,
}

/// The registry's evidence for an entry.
#[derive(Deserialize)]
struct Evidence {
    identifier: String,
    verified: bool,
    identity: Option<String>,
    sha256: String,
    evidence: Verdict,
}

#[derive(Deserialize)]
struct Verdict {
    refusal: Option<Refusal>,
}

/// Why an entry is not verified, or a request is refused.
#[derive(Deserialize)]
struct Refusal {
    #[serde(default)]
    code: String,
    message: String,
}

struct Registration {
    action: Action,
    /// The status of the response, if a request was sent.
    status: Option<u16>,
    /// The registry's current evidence for the entry.
    evidence: Option<Evidence>,
    failure: Option<Failure>,
}

words! {
    /// What was done.
    enum Action {
        Registered = "registered",
        Replaced = "replaced",
        /// The registry accepted the request, and its entry does not show it, or could not be read.
        Unconfirmed = "unconfirmed",
        Refused = "refused",
        Unchanged = "unchanged",
        WouldRegister = "would-register",
        WouldReplace = "would-replace",
    }
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let signer = match (&args.key, &args.key_id) {
        (Some(key), Some(key_id)) => {
            let unusable = |error: DidError| Failure::usage(format!("--key-id: {error}"));
            let key_id: DidUrl = key_id.parse().map_err(unusable)?;
            Some((key, key_id, key::read_secret(key, terminal)?))
        }
        _ => None,
    };
    if Origin::from_https(&args.url).is_none() {
        let message =
            format!("found the URL {:?}, expected the https URL where the description is published", args.url);
        return Err(Failure::usage(message));
    }
    // the identifier is public, and a query can have what gives access
    if args.id.is_none() && args.url.contains('?') {
        return Err(Failure::usage("the URL has a query, which would be part of the entry's public identifier")
            .with_help("register the URL without its query, or name the entry with --id URN"));
    }
    let network = Network::new(&args.network, terminal)?;
    let (mut https, _) = network::settings(&args.network, terminal)?;
    https.deadlines.total = ANSWER_TIMEOUT;
    let https = https.build();
    network.runtime.block_on(async {
        let own = OwnDescription::fetch(args, &network).await?;
        let registry = Registry::find(&args.registry, &network).await?;
        let target = registry.target(PUT, OperationMethod::Put, &own.identifier)?;
        let evidence_url = registry.target(EVIDENCE, OperationMethod::Get, &own.identifier)?;
        let signer = match signer.filter(|_| !args.dry_run) {
            Some((path, key_id, key)) => {
                check_key(path, &key_id, key.verifying_key(), &network).await?;
                Some(KeySigner::new(key_id, key))
            }
            None => None,
        };
        let registration = own.register(&registry, (&target, &evidence_url), signer, https).await?;
        report(&own, &registry, &target, registration, terminal)
    })
}

/// Refuses a key that is not the key of its ID, if the DID document is available. The registry could not tell such a
/// signature from a changed request.
async fn check_key(path: &Path, key_id: &DidUrl, key: &VerifyingKey, network: &Network) -> Result<(), Failure> {
    let Ok(resolution) = network.resolve_with(key_id.did(), &ResolutionOptions::default()).await else { return Ok(()) };
    let listed = resolution.document.get().key_for(key_id, Purpose::Authentication, Timestamp::now());
    if listed.is_ok_and(|listed| listed != key) {
        let message = format!("the key in {} is not that of {key_id} in its DID document", path.display());
        let help = "`adp key show FILE` prints a key; pass the --key and the --key-id of one key";
        return Err(Failure::new(Code::AUTH_SIGNATURE, message).with_help(help));
    }
    Ok(())
}

impl OwnDescription {
    /// Fetches and verifies the description. An unverified description is not sent.
    async fn fetch(args: &Args, network: &Network) -> Result<Self, Failure> {
        let formats = format::all();
        let fetched = network.fetch(&args.url, read_limits(&formats, &Limits::default()).bytes()).await?;
        let mut sources = Sources::new(network.clone(), network.https.clone());
        sources.timeout = THROTTLE_TIMEOUT.saturating_add(SUPPLY_TIMEOUT);
        let mut expectations = expectations();
        expectations.fetched_from = Some(fetched.url.clone());
        let found = discovery::verify_bytes(&fetched.body, &formats, &expectations, &sources).await;
        let found = found.in_input(&args.url, &fetched.body)?;
        if let Some(error) = &found.error {
            return Err(Failure::from_error(error.as_ref()).in_input(&args.url, &fetched.body));
        }
        let no_identifier = || Failure::usage(format!("no identifier can be made of {}; pass one with --id", args.url));
        let identifier = match &args.id {
            Some(identifier) => identifier.clone(),
            None => {
                let origin = Origin::from_https(&fetched.url).ok_or_else(no_identifier)?;
                let path = fetched.url.splitn(4, '/').nth(3).unwrap_or_default();
                let format = format::FORMATS.named(found.format).map_err(|_| no_identifier())?;
                AirIdentifier::for_document(origin.host(), format, path).map_err(|_| no_identifier())?
            }
        };
        let signer = found.signer.as_ref().map(ToString::to_string);
        let sha256 = hex(&Sha256::digest(&fetched.body));
        Ok(Self { url: fetched.url, bytes: fetched.body, sha256, identifier, signer })
    }

    /// Registers the description unless it is already listed, and reads the result. Without a signer, no request is
    /// sent.
    async fn register(
        &self,
        registry: &Registry,
        (target, evidence_url): (&str, &str),
        signer: Option<KeySigner>,
        https: HttpsGet,
    ) -> Result<Registration, Failure> {
        let not_sent = |action, evidence| Registration { action, status: None, evidence, failure: None };
        let before = read_evidence(evidence_url, &https).await?;
        let is_listed = before.is_some();
        if let Some(before) = before.filter(|before| self.fault_in(before).is_none()) {
            return Ok(not_sent(Action::Unchanged, Some(before)));
        }
        let Some(signer) = signer else {
            return Ok(not_sent(if is_listed { Action::WouldReplace } else { Action::WouldRegister }, None));
        };
        let mut options = AuthClientOptions::new(signer);
        options.allowed_origins.insert(registry.origin.clone());
        options.body_limit = MAX_ANSWER_BYTES;
        let request = Request::put(target).header(header::CONTENT_TYPE, "application/octet-stream");
        let request = request.body(self.bytes.clone()).map_err(|error| Failure::internal(&error.to_string()))?;
        let reply = AuthClient::new(https.clone(), options).send(request).await?;
        let status = Some(reply.response.status().as_u16());
        if let Some(failure) = refusal(target, &reply) {
            return Ok(Registration { action: Action::Refused, status, evidence: None, failure: Some(failure) });
        }
        let none = || Failure::new(Code::NET_STATUS, format!("{evidence_url} has no entry yet"));
        let after = read_evidence(evidence_url, &https).await.and_then(|after| after.ok_or_else(none));
        let (evidence, failure) = match after {
            Ok(after) => {
                let fault = self.fault_in(&after);
                (Some(after), fault)
            }
            Err(failure) => (None, Some(failure)),
        };
        let action = match (&failure, is_listed) {
            (Some(_), _) => Action::Unconfirmed,
            (None, true) => Action::Replaced,
            (None, false) => Action::Registered,
        };
        let failure = failure.map(|failure| failure.with_help(UNCONFIRMED));
        Ok(Registration { action, status, evidence, failure })
    }

    /// Why an entry is not this description or not verified.
    fn fault_in(&self, evidence: &Evidence) -> Option<Failure> {
        let other = |what: &str, found: &str, expected: &str| {
            let message = format!("the registry lists {what} {}, expected {expected}", quoted(found));
            Some(Failure::new(Code::INVALID_RESULT, message))
        };
        if evidence.identifier != self.identifier.as_str() {
            return other("the identifier", &evidence.identifier, self.identifier.as_str());
        }
        if evidence.sha256 != self.sha256 {
            return other("bytes with the SHA-256", &evidence.sha256, &self.sha256);
        }
        if evidence.verified {
            let (found, expected) = (evidence.identity.as_deref(), self.signer.as_deref());
            let expected = expected.filter(|_| found != expected)?;
            return other("the signer", found.unwrap_or("none"), expected);
        }
        let (code, message) = match &evidence.evidence.refusal {
            Some(refusal) => (codes::all().find(|code| code.as_str() == refusal.code), quoted(&refusal.message)),
            None => (None, "no reason given".to_owned()),
        };
        let message = format!("the registry lists the description as not verified: {message}");
        Some(Failure::new(code.unwrap_or(Code::INVALID_RESULT), message))
    }
}

impl Registry {
    /// Finds a registry by its descriptions: the first verified one with a registration API.
    async fn find(registry: &str, network: &Network) -> Result<Self, Failure> {
        let (mut problem, time) = (None, TimeLimit::start(FIND_TIMEOUT));
        for url in candidates(registry, network).await?.iter().take(MAX_CANDIDATES) {
            match time.within(url, Self::read(url, network)).await {
                Ok(found) => return Ok(found),
                Err(failure) => problem = problem.or(Some(failure)),
            }
        }
        Err(problem.unwrap_or_else(|| Failure::new(Code::NOT_FOUND, format!("{registry} lists no description"))))
    }

    /// Verifies the description at a URL, and reads its registration API.
    async fn read(url: &str, network: &Network) -> Result<Self, Failure> {
        let in_description = |failure: Failure| failure.in_input(url, &[]);
        let verifier = Verifier::with_resolver(network.clone(), network.https.clone());
        let verified = verifier.verify_url(url, expectations()).await.map_err(|error| in_description(error.into()))?;
        let origin = origin_of(url)?;
        let did = verified.evidence().signer.as_ref().map(ToString::to_string).unwrap_or_default();
        if verified.evidence().result(CheckName::DidHostMatches) != CheckResult::Pass {
            let message = format!("the description is signed by {did}, expected a DID of {}", origin.host());
            return Err(in_description(Failure::new(Code::PROOF_SIGNER_NOT_SUBJECT, message)));
        }
        let mut problem = None;
        let definitions = verified.get().interfaces.iter().filter(|interface| {
            let protocol = interface.protocol.as_deref().unwrap_or_default();
            ["YAML", "OpenAPI"].iter().any(|name| name.eq_ignore_ascii_case(protocol))
        });
        for api_url in definitions.filter_map(|interface| interface.url.as_deref()).take(MAX_INTERFACES) {
            if Origin::from_https(api_url).as_ref() != Some(&origin) {
                let failure = elsewhere(&format!("the API definition {}", quoted(api_url)), &origin);
                problem = problem.or(Some(in_description(failure)));
                continue;
            }
            match read_api(api_url, network).await {
                Ok(api) if api.operation(PUT).is_some() => {
                    let (description, api_url) = (url.to_owned(), api_url.to_owned());
                    return Ok(Self { origin, did, description, api_url, api });
                }
                Ok(_) => {}
                Err(failure) => problem = problem.or(Some(failure.in_input(api_url, &[]))),
            }
        }
        let none = || {
            let message = format!("no interface of the description has an OpenAPI definition with the operation {PUT}");
            in_description(Failure::new(Code::NOT_FOUND, message)).with_help("--registry names the registry's host")
        };
        Err(problem.unwrap_or_else(none))
    }

    /// The URL of an operation on an entry, on the registry's own origin.
    fn target(&self, id: &str, method: OperationMethod, identifier: &AirIdentifier) -> Result<String, Failure> {
        let in_api = |failure: Failure| failure.in_input(&self.api_url, &[]);
        let operation = self.api.operation(id).filter(|operation| operation.method() == method).ok_or_else(|| {
            in_api(Failure::new(Code::NOT_FOUND, format!("found no operation {id} with the method {method}")))
        })?;
        let (url, origin) = operation
            .target(&self.api_url, &[("identifier", identifier.as_str())])
            .map_err(|error| in_api(error.into()))?;
        if origin == self.origin { Ok(url) } else { Err(in_api(elsewhere(&format!("{id} at {origin}"), &self.origin))) }
    }
}

/// The error for a URL on another origin than the user named.
fn elsewhere(what: &str, expected: &Origin) -> Failure {
    Failure::new(Code::AUTH_ORIGIN, format!("found {what}, expected the registry's own origin {expected}"))
}

fn origin_of(url: &str) -> Result<Origin, Failure> {
    Origin::from_https(url).ok_or_else(|| Failure::usage(format!("--registry: {url} has no origin")))
}

fn expectations() -> Expectations {
    let purpose = Expectations::for_purpose(Purpose::AssertionMethod);
    purpose.domain_as_fetched().any_challenge().at(Timestamp::now()).signer_is_subject()
}

/// The URLs of possible registry descriptions: the given URL, or those that the host lists on its own origin.
async fn candidates(registry: &str, network: &Network) -> Result<Vec<String>, Failure> {
    let start = listing_url(registry)?;
    let origin = origin_of(&start)?;
    let path = start.splitn(4, '/').nth(3).unwrap_or_default();
    if !path.is_empty() && format!("/{path}") != WELL_KNOWN_PATH {
        return Ok(vec![start]);
    }
    let listing = format!("{origin}{WELL_KNOWN_PATH}");
    let mut options = ListingOptions::default();
    (options.pages, options.items, options.deadline) = (10, 1_000, FIND_TIMEOUT);
    let listed = discovery::list(&network.https, &listing, options).await?;
    let own = listed.items.iter().filter(|item| item.same_origin).map(|item| item.url.clone()).collect::<Vec<_>>();
    if !own.is_empty() {
        return Ok(own);
    }
    let error = listed.findings.iter().find(|finding| finding.severity == Severity::Error).map(discover::failure_of);
    let none =
        || Failure::new(Code::NOT_FOUND, "the page lists no description on its own origin").in_input(&listing, &[]);
    let failure = error.unwrap_or_else(none);
    // without an answer, nothing is known about what the host lists
    let is_unanswered = [Code::NET_CONNECT, Code::NET_TIME, Code::NET_TLS, Code::NET_ADDRESS, Code::NET_OFFLINE];
    if let Some(code) = is_unanswered.into_iter().find(|code| failure.code() == code.as_str()) {
        return Err(failure.with_help_if(advice::for_this_verb(code)));
    }
    Err(failure.with_help(
        "a registry is found by its signed description; --registry URL names a description that the host does not list",
    ))
}

/// Fetches and parses an OpenAPI definition.
async fn read_api(url: &str, network: &Network) -> Result<OpenApi, Failure> {
    let fetched = network.https.fetch(url, FetchKind::LinkedDocument).await?;
    Ok(OpenApi::compile(OpenApi::parse(&fetched.body)?, &NoFiles)?)
}

/// Reads the evidence of an entry. `None` if the entry does not exist.
async fn read_evidence(url: &str, https: &HttpsGet) -> Result<Option<Evidence>, Failure> {
    let request = Request::get(url).header(header::ACCEPT, "application/json").body(());
    let request = request.map_err(|error| Failure::internal(&error.to_string()))?;
    let mut fetcher = Fetcher::new(https.clone());
    fetcher.body_limit = MAX_ANSWER_BYTES;
    let response = fetcher.send(request).await?;
    let status = response.status;
    let bytes = response.bytes().await?;
    match status {
        StatusCode::NOT_FOUND => Ok(None),
        StatusCode::OK => serde_json::from_slice(&bytes).map(Some).map_err(|error| {
            Failure::new(Code::INVALID_RESULT, format!("found no evidence of an entry ({error})")).in_input(url, &[])
        }),
        status => Err(Failure::new(Code::NET_STATUS, format!("{url} answered {status}: {}", reason(&bytes)))),
    }
}

/// The failure for a refused registration.
fn refusal(url: &str, reply: &Reply) -> Option<Failure> {
    let status = reply.response.status();
    let code = match status {
        _ if status.is_success() => return None,
        StatusCode::FORBIDDEN => Code::AUTH_FORBIDDEN,
        StatusCode::PAYLOAD_TOO_LARGE => Code::TOO_LARGE,
        StatusCode::TOO_MANY_REQUESTS => Code::RATE_LIMIT,
        _ if status.is_client_error() && status != StatusCode::UNAUTHORIZED => Code::INVALID_VALUE,
        _ if status.is_server_error() => Code::NET_STATUS,
        _ => return call::refusal(url, reply),
    };
    Some(Failure::new(code, format!("{url} answered {status}: {}", reason(reply.response.body()))))
}

/// The registry's reason in a response.
fn reason(body: &[u8]) -> String {
    serde_json::from_slice::<Refusal>(body).map_or_else(|_| "no reason".to_owned(), |refusal| quoted(&refusal.message))
}

/// Shortens a registry text for quoting.
fn quoted(text: &str) -> String {
    text.chars().take(MAX_QUOTED_CHARS).collect()
}

fn report(
    own: &OwnDescription,
    registry: &Registry,
    target: &str,
    registration: Registration,
    terminal: &Terminal,
) -> Result<Outcome, Failure> {
    let Registration { action, status, evidence, failure } = registration;
    let identity = evidence.as_ref().and_then(|evidence| evidence.identity.as_deref()).map(quoted);
    let verified = evidence.as_ref().map(|evidence| evidence.verified);
    let json = object! {
        "url": &own.url,
        "identifier": own.identifier.as_str(),
        "signer": own.signer.as_deref(),
        "sha256": &own.sha256,
        "registry": registry.origin.to_string(),
        "registryDid": &registry.did,
        "registryDescription": &registry.description,
        "api": &registry.api_url,
        "request": format!("PUT {target}"),
        "action": action.as_str(),
        "status": status,
        "verified": verified,
        "identity": &identity,
        "error": failure.as_ref().map(Failure::code_and_message),
    };
    let text = SummaryBox::titled(format!("{} {}", action, own.identifier))
        .line("description", &own.url)
        .line_if("signer", own.signer.as_ref())
        .line("registry", format!("{} ({})", registry.origin, registry.did))
        .line("request", format!("PUT {target}"))
        .line_if("verified by the registry as", identity.filter(|_| verified == Some(true)));
    terminal.report(&json, text)?;
    Ok(terminal.outcome(failure.as_ref()))
}
