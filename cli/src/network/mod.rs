//! Network access, configured by command-line options.

#[cfg(feature = "serve")]
pub mod caller_auth;
#[cfg(feature = "serve")]
pub mod listener;
pub mod probe;
pub mod replay_store;
pub mod throttle_wait;

use crate::{failure::Failure, input::file, output::terminal::Terminal};
use agent_description::{
    Code, CodedError,
    did::Did,
    discovery::TimeLimit,
    hex::hex,
    resolve::{
        Cached, ConnectTo, FetchKind, Fetched, HttpResolver, HttpsGet, HttpsGetBuilder, NetError, Resolution,
        ResolutionOptions, Resolve, ResolveError, SystemClock, ThrottleSettings, Throttled, blocking::Runtime,
    },
    secret::Redactor,
};
use futures_util::{StreamExt, stream};
use sha2::{Digest, Sha256};
use std::path::PathBuf;
use throttle_wait::{Patient, THROTTLE_TIMEOUT};

/// Maximum size of a file of CA certificates, in bytes.
const CACERT_LIMIT: usize = 4 << 20;

/// Maximum number of parallel fetches.
pub const MAX_PARALLEL_FETCHES: usize = 8;

/// The network options.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Network")]
pub struct NetworkArgs {
    /// Also trust the CA certificates in this PEM file; repeatable
    #[arg(long, hide_short_help = true, value_name = "FILE")]
    cacert: Vec<PathBuf>,

    /// Use this address for a host and port; TLS still verifies the host; repeatable
    #[arg(long, hide_short_help = true, value_name = "HOST:PORT:ADDR[:PORT]")]
    resolve: Vec<ConnectTo>,

    /// Do not reuse fetched DID documents within this run
    #[arg(long, hide_short_help = true)]
    no_cache: bool,

    /// Disable network access; what needs it fails with net-offline
    #[arg(long, hide_short_help = true)]
    offline: bool,

    /// Proxy for outgoing connections; the environment's proxy settings are ignored
    #[arg(long, hide_short_help = true, alias = "proxy", value_name = "URL")]
    https_proxy: Option<String>,
}

/// The DID resolver of a run.
pub type Resolver = Cached<Patient<Throttled<HttpResolver>>>;

/// Fetches documents and resolves DIDs, with one cache and one throttle per run.
#[derive(Clone, Debug)]
pub struct Network {
    pub https: HttpsGet,
    pub resolver: Resolver,
    pub options: ResolutionOptions,
    pub runtime: Runtime,
    /// A hash of `--cacert` and `--resolve`, if either is given.
    pub trusted: Option<String>,
}

/// Throttle settings. The user chooses the inputs of a run, so it may send more requests to one host than a service.
fn throttle() -> ThrottleSettings {
    let mut settings = ThrottleSettings::for_own_dids(6_000);
    settings.wait = THROTTLE_TIMEOUT;
    settings
}

/// The connection settings, and a hash of additional trust (`--cacert`, `--resolve`), because it affects which DID
/// documents are accepted.
pub fn settings(args: &NetworkArgs, terminal: &Terminal) -> Result<(HttpsGetBuilder, Option<String>), Failure> {
    let mut https = HttpsGet::builder();
    https.offline = args.offline;
    let mut trusted = Sha256::new();
    for path in &args.cacert {
        let pem = file::read(path, CACERT_LIMIT, terminal)?;
        trusted.update(Sha256::digest(&pem));
        https = https
            .add_roots_pem(&pem)
            .map_err(|error| Failure::new(Code::IO_READ, error.to_string()).in_input(&file::display_name(path), &[]))?;
    }
    for connect_to in &args.resolve {
        trusted.update(format!("{connect_to:?}"));
        https = https.connect_to(connect_to.clone());
    }
    if let Some(proxy) = &args.https_proxy {
        https = https.proxy(proxy).map_err(|error| Failure::usage(format!("--https-proxy: {error}")))?;
    }
    let is_any = !args.cacert.is_empty() || !args.resolve.is_empty();
    Ok((https, is_any.then(|| hex(&trusted.finalize()))))
}

/// The failure to listen on the address of `option`.
pub fn cannot_listen(address: impl std::fmt::Display, option: &str, error: &std::io::Error) -> Failure {
    let help = (error.kind() == std::io::ErrorKind::AddrInUse)
        .then(|| format!("stop the process that uses this address, or pass another {option}"));
    Failure::new(Code::NET_CONNECT, format!("cannot listen on {address}: {error}")).with_help_if(help)
}

/// The failure to start the async runtime.
pub fn no_runtime(error: &std::io::Error) -> Failure {
    Failure::new(Code::NET_CONNECT, format!("cannot start the async runtime: {error}"))
}

impl Network {
    /// Creates the network without connecting.
    pub fn new(args: &NetworkArgs, terminal: &Terminal) -> Result<Self, Failure> {
        let (https, trusted) = settings(args, terminal)?;
        let runtime = Runtime::new().map_err(|error| no_runtime(&error))?;
        let https = https.build();
        let throttled = Throttled::with_settings(HttpResolver::new(https.clone()), throttle(), SystemClock::default());
        let mut options = ResolutionOptions::default();
        options.no_cache = args.no_cache;
        Ok(Self { https, resolver: Cached::new(Patient(throttled)), options, runtime, trusted })
    }

    /// Fetches a document of at most `bytes` bytes on the caller's runtime.
    pub async fn fetch(&self, url: &str, bytes: usize) -> Result<Fetched, Failure> {
        let fetched = self.https.fetch(url, FetchKind::AnyDocument { bytes }).await.map_err(|error| {
            let help = "`adp call` signs the request: save what it prints, and pass that file";
            let is_protected = matches!(error, NetError::Status { status: 401 | 403, .. });
            Failure::from(error).with_help_if(is_protected.then_some(help))
        })?;
        Redactor::for_process().learn(&fetched.body);
        Ok(fetched)
    }

    /// Fetches a document of at most `bytes` bytes.
    pub fn fetch_document(&self, url: &str, bytes: usize) -> Result<Fetched, Failure> {
        self.runtime.block_on(self.fetch(url, bytes))
    }

    /// Tests URLs, [`MAX_PARALLEL_FETCHES`] at a time, and returns the errors. A URL with status 200 is reachable,
    /// whatever its type and size. URLs that exceed the time limit are unreachable.
    pub fn why_unreachable(&self, urls: Vec<String>, time: TimeLimit) -> Vec<(String, Option<(Code, String)>)> {
        let asked = urls.into_iter().map(|url| async move {
            let error = time.within(&url, self.https.fetch(&url, FetchKind::AgentDescription)).await.err();
            let error = error.filter(|error| !matches!(error, NetError::Type { .. } | NetError::Size { .. }));
            (url, error.map(|error| (error.code(), error.to_string())))
        });
        self.runtime.block_on(stream::iter(asked).buffer_unordered(MAX_PARALLEL_FETCHES).collect())
    }

    pub fn resolve(&self, did: &Did) -> Result<Resolution, ResolveError> {
        self.runtime.block_on(self.resolver.resolve_with(did, &self.options))
    }
}

/// Resolves with the command line's options.
impl Resolve for Network {
    async fn resolve_with(&self, did: &Did, _: &ResolutionOptions) -> Result<Resolution, ResolveError> {
        self.resolver.resolve_with(did, &self.options).await
    }
}
