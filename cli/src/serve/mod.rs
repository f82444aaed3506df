//! `adp serve`: serve a published site over HTTPS.

mod answer;
mod files;
mod handles;
mod media_type;
mod protected;
mod tls;

use crate::{
    arguments::duration,
    failure::{Failure, Outcome},
    network::{
        NetworkArgs, caller_auth, cannot_listen,
        listener::{self, Listener},
    },
    output::{Force, Output, object, terminal::Terminal},
};
use adp_server::{AuthLayer, ResponseCounters, replay::ReplayStoreLocation};
use agent_description::{Origin, did::Did};
use answer::Answers;
use files::Files;
use protected::{Protected, ProtectedPath};
use std::{
    net::{Ipv4Addr, Ipv6Addr, SocketAddr},
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};
use tokio::runtime::Runtime;

const EXAMPLES: &str = "\
Examples:
  adp serve site --self-signed-ca-out ca.pem
  # in another terminal
  adp verify https://agent.example.com/ad.json --cacert ca.pem \\
      --resolve agent.example.com:443:127.0.0.1:8443
  adp serve site --listen 0.0.0.0:443 --cert chain.pem --key-file tls.pem
  # require requests signed with a DID's key
  adp serve site --cert chain.pem --key-file tls.pem --require-auth=/rooms \\
      --replay-store nonces.redb --allow-did did:wba:shop.example.com

Serves the files of SITE, but no hidden files (except .well-known), symbolic
links or folder listings. Revoked Handles get status 410, and
/.well-known/handle/by-did?did=DID confirms the DID of a Handle. Each response
to a readable request is one line on stdout, as JSON with --json. Ctrl-C or
SIGTERM stops the server after the current responses.";

/// Maximum total size of request bodies that wait for verification; no endpoint needs a body.
const BODIES: usize = 16 << 20;

const NO_CERTIFICATE: &str =
    "HTTPS needs a certificate: pass --cert and --key-file, or --self-signed-ca-out FILE for tests";

/// Serve a published site over HTTPS
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Folder of the site
    site: PathBuf,

    /// Address to listen on; port 0 selects a free port
    #[arg(long, value_name = "ADDR:PORT", default_value = "127.0.0.1:8443")]
    listen: SocketAddr,

    /// Address for /healthz and /metrics (Prometheus), over HTTP
    #[arg(long, value_name = "ADDR:PORT")]
    admin: Option<SocketAddr>,

    /// Certificate chain in PEM
    #[arg(long, value_name = "FILE", requires = "key_file")]
    cert: Option<PathBuf>,

    /// Private key of the certificate, in PEM
    #[arg(long, value_name = "FILE", requires = "cert")]
    key_file: Option<PathBuf>,

    /// Create a temporary certificate, and write its CA certificate here for --cacert
    #[arg(long, value_name = "FILE", conflicts_with = "cert")]
    self_signed_ca_out: Option<PathBuf>,

    #[command(flatten)]
    force: Force,

    /// Host in that certificate; repeatable (default: the host of the site)
    #[arg(long, value_name = "HOST", conflicts_with = "cert")]
    host: Vec<String>,

    /// Cache lifetime of responses (Cache-Control: max-age)
    #[arg(long, value_name = "DUR", default_value = "5m", value_parser = duration::parse)]
    max_age: Duration,

    /// Require requests signed with a DID's key, everywhere or below PATH; repeatable
    ///
    /// PATH is a file or folder of SITE, as in request URLs. DID documents (did.json) stay public.
    #[arg(
        long,
        value_name = "PATH",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "/",
        help_heading = "Authentication"
    )]
    require_auth: Vec<ProtectedPath>,

    /// Allow only this DID; other callers get 403; repeatable (default: all DIDs)
    #[arg(long, value_name = "DID", requires = "require_auth", help_heading = "Authentication")]
    allow_did: Vec<Did>,

    /// Origin that requests must be signed for (default: https:// and the host)
    #[arg(long, value_name = "ORIGIN", requires = "require_auth", help_heading = "Authentication")]
    audience: Option<Origin>,

    /// Store for used nonces: memory, FILE.redb, redis://HOST [env: ADP_REPLAY_STORE]
    #[arg(long, value_name = "STORE", requires = "require_auth", help_heading = "Authentication")]
    replay_store: Option<ReplayStoreLocation>,

    /// Also accept `Authorization: DIDWba`: it does not cover method and path
    #[arg(long, requires = "require_auth", help_heading = "Authentication")]
    accept_legacy: bool,

    /// Issue access tokens for 15 minutes; anyone holding one can act as the caller
    #[arg(long, requires = "require_auth", help_heading = "Authentication")]
    access_tokens: bool,

    #[command(flatten)]
    network: NetworkArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    if args.cert.is_none() && args.self_signed_ca_out.is_none() {
        return Err(Failure::usage(NO_CERTIFICATE));
    }
    let files = Files::open(&args.site)?;
    let protected = match args.require_auth.as_slice() {
        [] => None,
        paths => Some(Protected::new(paths, &files)?),
    };
    let hosts = if args.host.is_empty() { files.host()?.into_iter().collect() } else { args.host.clone() };
    let (certificate, authority) = match (&args.cert, &args.key_file, &args.self_signed_ca_out) {
        (Some(chain), Some(key), _) => (tls::read(chain, key, terminal)?, None),
        (_, _, Some(path)) => {
            let output = Output::file(path, args.force, "--self-signed-ca-out -: pass a file name")?;
            let (certificate, pem) = tls::make(&hosts)?;
            (certificate, Some((output, pem)))
        }
        _ => return Err(Failure::usage(NO_CERTIFICATE)),
    };
    let runtime = Runtime::new().map_err(|error| cannot_listen(args.listen, "--listen", &error))?;
    let counters = Arc::new(ResponseCounters::new("adp_serve_responses_total"));
    let mut answers = Answers::new(files, args.max_age, Arc::clone(&counters), terminal.wants_json());
    if let Some(protected) = protected {
        let layer = layer(args, hosts.first().map(String::as_str), &runtime, terminal)?;
        answers.protect(protected, &layer);
    }
    runtime.block_on(async {
        let listener = Listener::bind(args.listen, "--listen").await?;
        let admin = Listener::bind_if(args.admin, "--admin").await?;
        if let Some((output, pem)) = authority {
            output.write(pem.as_bytes())?;
        }
        // a process that reads this line may connect or stop the server
        let addresses = (listener.address, admin.as_ref().map(|admin| admin.address));
        announce(args, addresses, hosts.first().map(String::as_str), terminal)?;
        let (acceptor, answers) = (tls::acceptor(certificate), Arc::new(answers));
        let accept = move |stream| acceptor.accept(stream);
        let answer = move |request| Arc::clone(&answers).to(request);
        tokio::join!(listener.serve(accept, answer), listener::serve_counters(admin, counters));
        Ok::<_, Failure>(())
    })?;
    // limits the wait for blocked file reads; running handshakes must finish their random numbers
    runtime.shutdown_timeout(Duration::from_secs(1));
    Ok(Outcome::Done)
}

/// The authentication layer for the options.
fn layer(
    args: &Args,
    host: Option<&str>,
    runtime: &Runtime,
    terminal: &Terminal,
) -> Result<AuthLayer<caller_auth::CallerResolver>, Failure> {
    let audience = match (&args.audience, host) {
        (Some(audience), _) => audience.clone(),
        (None, Some(host)) => {
            Origin::new("https", host).map_err(|error| Failure::usage(format!("--audience: {error}")))?
        }
        (None, None) => {
            return Err(Failure::usage("--require-auth needs --audience ORIGIN: no DID on the site names its host"));
        }
    };
    let (_, resolver) = caller_auth::resolver(&args.network, terminal)?;
    let mut authenticator =
        caller_auth::authenticator(audience.clone(), resolver, args.replay_store.as_ref(), &args.allow_did, runtime)?;
    authenticator.policy.legacy = args.accept_legacy;
    if args.access_tokens {
        authenticator.tokens = Some(caller_auth::access_tokens(audience)?);
    }
    Ok(AuthLayer::new(authenticator).body_budget(BODIES))
}

/// Prints the URL of the site and how to reach it.
fn announce(
    args: &Args,
    (address, admin): (SocketAddr, Option<SocketAddr>),
    host: Option<&str>,
    terminal: &Terminal,
) -> Result<(), Failure> {
    let authority = args.self_signed_ca_out.as_deref().map(|path: &Path| path.display().to_string());
    let resolve = host.map(|host| {
        let (name, port) = host.split_once(':').unwrap_or((host, "443"));
        format!("{name}:{port}:{}", reachable(address))
    });
    let json = object! {
        "site": args.site.display().to_string(),
        "address": address.to_string(),
        "admin": admin.map(|admin| admin.to_string()),
        "host": host,
        "resolve": &resolve,
        "cacert": &authority,
    };
    terminal.report_line(json, format_args!("https://{address}\n"))?;
    if let (Some(host), Some(resolve), false) = (host, resolve, terminal.wants_json()) {
        let cacert = authority.map_or_else(String::new, |path| format!(" --cacert {path}"));
        terminal.note(&format!("serving {} as https://{host}: --resolve {resolve}{cacert}", args.site.display()));
    }
    Ok(())
}

/// The address for `--resolve`; wildcard addresses become loopback.
fn reachable(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(if address.is_ipv4() { Ipv4Addr::LOCALHOST.into() } else { Ipv6Addr::LOCALHOST.into() });
    }
    address
}
