//! `adp gateway`: the back end of a reverse proxy that lets only verified agents through.

mod service;

use crate::{
    failure::{Failure, Outcome},
    network::{
        self, NetworkArgs, caller_auth,
        listener::{self, Listener},
    },
    output::{object, terminal::Terminal},
};
use adp_cards::A2A_CARD;
use adp_server::{
    AuthLayer, ResponseCounters, TrustedProxies,
    agents::{AgentLayer, AgentVerifier},
    connections,
    replay::ReplayStoreLocation,
};
use agent_description::{
    Origin,
    did::Did,
    format::{ADP, ANP_07},
};
use service::GatewayService;
use std::{
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Duration,
};
use tokio::runtime::Runtime;

const EXAMPLES: &str = "\
Examples:
  adp gateway --origin https://api.example.com
  # for a proxy on another machine, with metrics on a port of their own
  adp gateway --origin https://api.example.com --listen 10.0.0.5:9000 \\
      --trusted-proxy 10.0.0.2 --admin 127.0.0.1:9001

The proxy asks this server about each request (nginx: auth_request, Envoy:
ext_authz). The response is 200 with the header x-agent-did if the request is
signed with the key of a DID, and this DID publishes a card or description that
verifies. Otherwise it is 401, 403 or 503 with the reason. Each response to a
readable request is one line on stdout, as JSON with --json. Serves HTTP: keep
it behind the proxy. Ctrl-C or SIGTERM stops the server after the current
responses.";

/// Maximum total size of request bodies that wait for verification; a proxy sends none.
const BODIES: usize = 16 << 20;
/// Maximum number of connections. All callers come from the proxy's address, which may have half of them: more than
/// unknown callers can occupy while their DIDs are fetched.
const MAX_CONNECTIONS: u32 = 4096;

/// Tell a reverse proxy which requests come from verified agents
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Public origin of the service, for which callers sign
    #[arg(long, value_name = "ORIGIN")]
    origin: Origin,

    /// Address to listen on; port 0 selects a free port
    #[arg(long, value_name = "ADDR:PORT", default_value = "127.0.0.1:9000")]
    listen: SocketAddr,

    /// Address for /healthz and /metrics (Prometheus), which the proxy must not forward
    #[arg(long, value_name = "ADDR:PORT")]
    admin: Option<SocketAddr>,

    /// Allow only this DID; other callers get 403; repeatable (default: all DIDs)
    #[arg(long, value_name = "DID")]
    allow_did: Vec<Did>,

    /// Address of a reverse proxy whose X-Forwarded-For is trusted; repeatable
    #[arg(long, value_name = "ADDR")]
    trusted_proxy: Vec<IpAddr>,

    /// Store for used nonces: memory, FILE.redb, redis://HOST [env: ADP_REPLAY_STORE]
    #[arg(long, value_name = "STORE")]
    replay_store: Option<ReplayStoreLocation>,

    #[command(flatten)]
    network: NetworkArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    let runtime = Runtime::new().map_err(|error| network::no_runtime(&error))?;
    let counters = Arc::new(ResponseCounters::new("adp_gateway_responses_total"));
    let service = Arc::new(service(args, &runtime, terminal, &counters)?);
    runtime.block_on(async {
        let mut listener = Listener::bind(args.listen, "--listen").await?;
        listener.limits.most = MAX_CONNECTIONS;
        let address = listener.address;
        let admin = Listener::bind_if(args.admin, "--admin").await?;
        let admin_address = admin.as_ref().map(|admin| admin.address.to_string());
        // a process that reads this may connect
        let json = object! {
            "address": address.to_string(),
            "admin": &admin_address,
            "origin": args.origin.to_string(),
        };
        terminal.report_line(json, format_args!("http://{address}\n"))?;
        let answer = move |request| Arc::clone(&service).answer(request);
        tokio::join!(listener.serve(connections::plain, answer), listener::serve_counters(admin, counters));
        Ok::<_, Failure>(())
    })?;
    runtime.shutdown_timeout(Duration::from_secs(1));
    Ok(Outcome::Done)
}

/// The checks of a request: who signed it, then what this agent publishes.
fn service(
    args: &Args,
    runtime: &Runtime,
    terminal: &Terminal,
    counters: &Arc<ResponseCounters>,
) -> Result<GatewayService, Failure> {
    let (https, dids) = caller_auth::resolver(&args.network, terminal)?;
    let store = args.replay_store.as_ref();
    let mut authenticator =
        caller_auth::authenticator(args.origin.clone(), dids.clone(), store, &args.allow_did, runtime)?;
    // a request with a body brings a token, because the proxy sends no body to verify
    authenticator.tokens = Some(caller_auth::access_tokens(args.origin.clone())?);
    let auth = AuthLayer::new(authenticator).body_budget(BODIES);
    let agents = AgentLayer::new(AgentVerifier::new(dids, https, &[ADP, ANP_07, A2A_CARD]));
    let proxies = TrustedProxies::new(args.trusted_proxy.clone());
    Ok(GatewayService::new(&auth, &agents, proxies, terminal.wants_json(), Arc::clone(counters)))
}
