//! The network, as far as the command line allows it.

use crate::{
    failure::Failure,
    file,
    terminal::Terminal,
    throttle_wait::{Patient, THROTTLE_TIMEOUT},
};
use agent_description::{
    Code, CodedError,
    did::{Did, DidDocument, Resolved},
    discovery::TimeLimit,
    hex::hex,
    resolve::{
        Cached, ConnectTo, FetchKind, Fetched, HttpResolver, HttpsGet, HttpsGetBuilder, NetError, Resolution,
        ResolutionOptions, Resolve, ResolveError, SystemClock, ThrottleSettings, Throttled, blocking::Runtime,
    },
    secret::Redactor,
};
use sha2::{Digest, Sha256};
use std::{path::PathBuf, sync::Arc};
use tokio::{sync::Semaphore, task::JoinSet};

/// The largest file of CA certificates that is read, in bytes.
const CACERT_LIMIT: usize = 4 << 20;

/// How many links are followed at the same time.
const MAX_PARALLEL_FETCHES: usize = 8;

/// The flags of every verb that fetches.
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

/// Resolves DIDs for a whole run.
pub type Resolver = Cached<Patient<Throttled<HttpResolver>>>;

/// Fetches descriptions and resolves DIDs: through one cache and one throttle for a whole run.
#[derive(Clone, Debug)]
pub struct Network {
    https: HttpsGet,
    resolver: Resolver,
    options: ResolutionOptions,
    runtime: Runtime,
    trusted: Option<String>,
}

/// The inputs of a run are the caller's choice, so more of them may lead to one host than a service would allow.
fn throttle() -> ThrottleSettings {
    let mut settings = ThrottleSettings::default();
    (settings.per_host, settings.in_all) = (6_000, 60_000);
    settings.wait = THROTTLE_TIMEOUT;
    // nobody else makes it resolve anything
    (settings.kept_part, settings.address_part) = (0, 0);
    settings
}

/// How to connect, by the flags given.
pub fn settings(args: &NetworkArgs, terminal: &Terminal) -> Result<HttpsGetBuilder, Failure> {
    Ok(settings_and_trust(args, terminal)?.0)
}

/// How to connect, and a hash of whom that believes beside the public web, if anyone: who answers for a host decides what a
/// DID document says.
fn settings_and_trust(args: &NetworkArgs, terminal: &Terminal) -> Result<(HttpsGetBuilder, Option<String>), Failure> {
    let mut https = HttpsGet::builder().offline(args.offline);
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

/// Why nothing can be sent or fetched.
pub fn no_runtime(error: &std::io::Error) -> Failure {
    Failure::new(Code::NET_CONNECT, format!("cannot start the async runtime: {error}"))
}

impl Network {
    /// The network by the flags given. Nothing is connected to yet.
    pub fn new(args: &NetworkArgs, terminal: &Terminal) -> Result<Self, Failure> {
        let (https, trusted) = settings_and_trust(args, terminal)?;
        let runtime = Runtime::new().map_err(|error| no_runtime(&error))?;
        let https = https.build();
        let throttled = Throttled::with_settings(HttpResolver::new(https.clone()), throttle(), SystemClock::new());
        let options = ResolutionOptions::new().no_cache(args.no_cache);
        Ok(Self { https, resolver: Cached::new(Patient::new(throttled)), options, runtime, trusted })
    }

    /// A hash of `--cacert` and `--resolve`, if either is given.
    pub fn trusted(&self) -> Option<&str> {
        self.trusted.as_deref()
    }

    /// A document of up to `bytes` bytes, on the caller's runtime.
    pub async fn fetch(&self, url: &str, bytes: usize) -> Result<Fetched, Failure> {
        let fetched = self.https.fetch(url, FetchKind::AnyDocument { bytes }).await?;
        Redactor::for_process().learn(&fetched.body);
        Ok(fetched)
    }

    /// The resolver, for whoever has a runtime.
    pub fn resolver(&self) -> &Resolver {
        &self.resolver
    }

    /// How DIDs are to be resolved.
    pub fn options(&self) -> &ResolutionOptions {
        &self.options
    }

    /// The client, for whoever has a runtime.
    pub fn https(&self) -> &HttpsGet {
        &self.https
    }

    /// The runtime that everything of this network runs on.
    pub fn runtime(&self) -> &Runtime {
        &self.runtime
    }

    /// A document of up to `bytes` bytes.
    pub fn fetch_document(&self, url: &str, bytes: usize) -> Result<Fetched, Failure> {
        self.runtime.block_on(self.fetch(url, bytes))
    }

    /// Why URLs cannot be reached, asked of [`MAX_PARALLEL_FETCHES`] at the same time. What answers with 200 is there, whatever its type and size.
    /// Those for which there is no time are not reached.
    pub fn why_unreachable(&self, urls: Vec<String>, time: TimeLimit) -> Vec<(String, Option<(Code, String)>)> {
        let asked = async {
            let room = Arc::new(Semaphore::new(MAX_PARALLEL_FETCHES));
            let mut asking = JoinSet::new();
            for url in urls {
                let (https, room) = (self.https.clone(), Arc::clone(&room));
                asking.spawn(async move {
                    // never closed, so there is room in the end
                    let _room = room.acquire().await;
                    let error = time.within(&url, https.fetch(&url, FetchKind::AgentDescription)).await.err();
                    let error = error.filter(|error| !matches!(error, NetError::Type { .. } | NetError::Size { .. }));
                    (url, error.map(|error| (error.code(), error.to_string())))
                });
            }
            asking.join_all().await
        };
        self.runtime.block_on(asked)
    }

    /// The document of a DID.
    pub fn resolve(&self, did: &Did) -> Result<Resolution, ResolveError> {
        self.runtime.block_on(self.resolver.resolve_with(did, &self.options))
    }
}

/// Resolves as the command line's options say.
impl Resolve for Network {
    async fn resolve(&self, did: &Did) -> Result<Resolved<DidDocument>, ResolveError> {
        self.resolve_with(did, &ResolutionOptions::new()).await.map(Resolution::into_document)
    }

    async fn resolve_with(&self, did: &Did, _: &ResolutionOptions) -> Result<Resolution, ResolveError> {
        self.resolver.resolve_with(did, &self.options).await
    }
}
