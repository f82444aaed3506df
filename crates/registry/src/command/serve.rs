//! `adp-registry serve`: serve the registry over HTTP.

use super::{Failure, Outcome, key_file, network::NetworkArgs, note, open::StoreArgs, print_json};
use crate::{
    DidDocumentSource, Registry, Writer,
    demo::Demo,
    http::{AccessLog, App, Guard, Metrics, Rate, SelfDescription, WorkBudget, router},
};
use adp_server::{
    AuthLayer, TrustedProxies,
    connections::{self, ConnectionLimits, Stop},
    replay::ReplayStoreLocation,
    studio::StudioPage,
};
use agent_description::{
    Code, Origin, Timestamp,
    auth::{Authenticator, NonceIssuer, replay::ReplayStore},
    did::Did,
    secret::RedactedStderr,
};
use axum::body::Body;
use serde_json::json;
use std::{
    io::Write,
    net::{IpAddr, SocketAddr},
    path::PathBuf,
    sync::Arc,
    time::Duration,
};
use tokio::{net::TcpListener, sync::watch};
use tower_service::Service;

const EXAMPLES: &str = "\
Examples:
  # a registry to look at, in memory
  adp-registry serve --demo
  adp-registry serve --store agents.redb --trusted-proxy 127.0.0.1 \\
      --origin https://registry.example.com --key registry.pem
  ADP_REGISTRY_STORE=postgres://… adp-registry serve \\
      --listen 0.0.0.0:8080 --origin https://registry.example.com

The server speaks HTTP without TLS: put a proxy with TLS in front of it
(docs/guides/registry.md). Requests that write are signed for --origin; if
unset, HTTP writes are disabled. With --key, the registry publishes a signed
description of itself, by which `adp register` finds it. Each response is one
line on stdout, as JSON with --json. SIGTERM or Ctrl-C stops the server once the
current responses are complete.";

/// Interval for polling the store for changes by other instances.
const FOLLOW: Duration = Duration::from_millis(500);

/// Serve the registry over HTTP
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// Serve example agents from memory, some of them unverified
    #[arg(long)]
    demo: bool,

    /// Address to listen on; port 0 selects a free port
    #[arg(long, value_name = "ADDR:PORT", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,

    /// Public origin of the registry; write requests must be signed for it
    #[arg(long, value_name = "ORIGIN", env = "ADP_REGISTRY_ORIGIN")]
    origin: Option<Origin>,

    /// Private key of the registry's DID, to publish a signed description
    #[arg(long, value_name = "FILE", requires = "origin")]
    key: Option<PathBuf>,

    /// Address of a reverse proxy whose X-Forwarded-For is trusted; repeatable
    #[arg(long, alias = "proxy", value_name = "ADDR")]
    trusted_proxy: Vec<IpAddr>,

    /// DID that may write and remove entries of every host; repeatable
    #[arg(long, value_name = "DID")]
    admin: Vec<Did>,

    /// Store for used nonces: memory or FILE.redb (default: memory, or PostgreSQL)
    #[arg(long, value_name = "STORE")]
    replay_store: Option<ReplayStoreLocation>,

    /// Per-client rate limit in requests per second; the burst is ten times as large
    #[arg(long, value_name = "N", default_value_t = 20)]
    rate: u32,

    /// Maximum number of connections; one client gets at most half of them
    #[arg(long, value_name = "N", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(2..=65536))]
    connections: u32,

    /// Folder with a build of the studio page, served at /studio (default: the embedded build)
    #[arg(long, value_name = "DIR")]
    page: Option<PathBuf>,

    #[command(flatten)]
    store: StoreArgs,

    #[command(flatten)]
    network: NetworkArgs,
}

pub(super) async fn run(args: Args, json: bool) -> Result<Outcome, Failure> {
    log_warnings();
    // report an unusable key before opening the store
    let self_description = self_description(&args)?;
    let studio = match &args.page {
        Some(folder) => Some(StudioPage::from_folder(folder).map_err(|error| {
            Failure::new(Code::IO_READ, format!("--page: cannot read {}: {error}", folder.display()))
        })?),
        None => StudioPage::embedded(),
    };
    let did = self_description.as_ref().map(|documents| documents.did().clone());
    let demo = args.demo.then(|| Demo::new(Timestamp::now())).transpose();
    let demo = demo.map_err(|error| Failure::new(Code::IO_READ, format!("cannot create the demo data: {error}")))?;
    let store = if args.demo { StoreArgs::memory() } else { args.store.clone() };
    let (documents, filling): (Arc<dyn DidDocumentSource>, _) = match demo {
        Some(demo) => (Arc::new(demo.dids), demo.documents),
        None => (Arc::new(args.network.resolver()?), Vec::new()),
    };
    let registry = store.registry(documents, args.admin.clone()).await?;
    for added in registry.put_all(&Writer::Operator, filling).await {
        added?;
    }
    let indexing = store.indexing(&registry).await?;

    let listening = |error: std::io::Error| {
        let next = match error.kind() {
            std::io::ErrorKind::AddrInUse => "; stop the process that uses this address, or pass another --listen",
            _ => "",
        };
        Failure::new(Code::NET_CONNECT, format!("cannot listen on {}: {error}{next}", args.listen))
    };
    let listener = TcpListener::bind(args.listen).await.map_err(listening)?;
    let address = listener.local_addr().map_err(listening)?;
    let stop = Stop::listen().map_err(listening)?;
    let origin = args.origin.as_ref().map_or_else(|| format!("http://{address}"), ToString::to_string);
    let guard = Guard {
        proxies: TrustedProxies::new(args.trusted_proxy.clone()),
        rate: Rate::new(args.rate, 10),
        work: WorkBudget::default(),
        time: Duration::from_secs(30),
        metrics: Metrics::default(),
        log: if json { AccessLog::Json } else { AccessLog::Text },
    };
    let app = App::new(registry.clone(), indexing.clone(), origin.clone(), guard);
    let app = Arc::new(App { self_description, studio, ..app });
    let auth = match &args.origin {
        Some(origin) => Some(auth(&args, origin.clone(), &registry).await?),
        None => None,
    };
    let routes = router(app, auth);
    announce((&origin, did.as_ref()), address, &registry, indexing.index().len(), json);

    let (end, ended) = watch::channel(());
    let until = |mut ended: watch::Receiver<()>| async move {
        let _ = ended.changed().await;
    };
    let following = tokio::spawn({
        let (indexing, end) = (indexing.clone(), until(ended.clone()));
        async move { indexing.keep_up(FOLLOW, end).await }
    });
    let verifying = tokio::spawn({
        let (registry, end) = (registry.clone(), until(ended));
        async move { registry.keep_verified(end).await }
    });
    let mut limits = ConnectionLimits::default();
    limits.most = args.connections;
    let answer = move |request: http::Request<_>| {
        let mut routes = routes.clone();
        async move {
            match routes.call(request.map(Body::new)).await {
                Ok(response) => response,
                Err(never) => match never {},
            }
        }
    };
    connections::serve(listener, limits, connections::plain, answer, stop).await;
    drop(end);
    let _ = tokio::time::timeout(Duration::from_secs(5), async { (following.await, verifying.await) }).await;
    Ok(Outcome::Done)
}

/// The registry's signed description, if a key is given.
fn self_description(args: &Args) -> Result<Option<SelfDescription>, Failure> {
    let Some((path, origin)) = args.key.as_deref().zip(args.origin.as_ref()) else { return Ok(None) };
    let signed = SelfDescription::sign(origin, key_file::read_secret(path)?, Timestamp::now());
    signed.map(Some).map_err(|error| Failure::usage(format!("--key: no description of {origin}: {error}")))
}

/// The authentication of write requests, which must be signed for this origin. The registry decides what a DID may
/// write.
async fn auth(
    args: &Args,
    origin: Origin,
    registry: &Registry,
) -> Result<AuthLayer<super::network::Resolver>, Failure> {
    let store = replay_store(args.replay_store.as_ref(), registry).await?;
    let mut authenticator = Authenticator::new(origin, args.network.resolver()?, store);
    authenticator.policy.body_limit = registry.settings().document_bytes;
    authenticator.nonces = Some(NonceIssuer::generate()?);
    authenticator.started = Some(registry.now());
    Ok(AuthLayer::new(authenticator))
}

/// The store for used nonces. It is in the shared store if there is one, so that only one instance accepts a request.
async fn replay_store(
    location: Option<&ReplayStoreLocation>,
    registry: &Registry,
) -> Result<Box<dyn ReplayStore>, Failure> {
    match (registry.store().shared_nonces(), location) {
        (Some(shared), None) => Ok(Box::new(shared)),
        (Some(_), Some(_)) => Err(Failure::usage(
            "--replay-store cannot be used with a PostgreSQL store, which already stores the used nonces for all instances; \
             omit the option",
        )),
        (None, location) => {
            let store = location.unwrap_or(&ReplayStoreLocation::Memory).open("adp-registry:").await;
            store.map_err(|error| Failure::new(Code::IO_READ, format!("--replay-store: {error}")))
        }
    }
}

/// Prints the URL. A process that reads this line may connect.
fn announce((origin, did): (&str, Option<&Did>), address: SocketAddr, registry: &Registry, entries: u64, json: bool) {
    let store = format!("{:?}", registry.store());
    let store = store.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_owned();
    if json {
        let did = did.map(Did::as_str);
        print_json(
            &json!({"address": address.to_string(), "origin": origin, "did": did, "entries": entries, "store": store}),
        );
    } else {
        println!("http://{address}");
        note(&format!("{entries} entries; public origin {origin}; press Ctrl-C to stop"));
    }
    note(&match did {
        Some(did) => format!("{did} publishes a signed description of this registry at {origin}/ad.json"),
        None => "this registry publishes no description of itself, so `adp register` cannot find it; \
                 set --key and --origin to publish one"
            .to_owned(),
    });
    let _ = std::io::stdout().flush();
}

/// Writes warnings and errors to stderr.
fn log_warnings() {
    let level = tracing::Level::WARN;
    let subscriber = tracing_subscriber::fmt().with_max_level(level).with_writer(|| RedactedStderr).with_ansi(false);
    // keep an existing subscriber
    let _ = subscriber.try_init();
}
