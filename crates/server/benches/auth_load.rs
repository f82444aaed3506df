//! Load on `axum_server`, from a process of its own: requests per second, latencies, the server's processor time and memory.
//!
//! ```text
//! cargo bench -p adp-server --bench auth_load -- identities FOLDER COUNT
//! … -- open|signed|bearer --target 127.0.0.1:8080 --pid PID [--audience ORIGIN] [--seconds 300] [--connections 32] [--callers COUNT]
//! ```
//!
//! `open` posts to `/open`, which nobody checks; `signed` posts to `/orders`, each request signed when it is sent, with a nonce of its own;
//! `bearer` signs once on each connection and uses the access token from then on. Prints one row of a Markdown table. The callers' keys are
//! made of their numbers: they are for this and nothing else.

use agent_description::{
    DidDocumentBuilder, KeySigner, KeyType, Origin, SigningKey, Timestamp,
    auth::{
        AuthenticationInfo,
        http_signature::{SignRequestOptions, sign_request},
    },
    did::{Binding, Did, DidMethod, DocumentProofForm},
};
use http_body_util::{BodyExt, Full};
use hyper::{
    Request, StatusCode,
    body::Bytes,
    client::conn::http1::{SendRequest, handshake},
    header::{AUTHORIZATION, HeaderValue},
};
use hyper_util::rt::TokioIo;
use std::{
    collections::BTreeMap,
    error::Error,
    fs,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::net::TcpStream;

type Failure = Box<dyn Error + Send + Sync>;

const BODY: &[u8] =
    br#"{"room":101,"from":"2026-12-01","to":"2026-12-04","guests":[{"name":"A. Example"}],"breakfast":true}"#;

/// Callers of each type of key in turn.
fn caller(number: usize) -> Result<(Did, SigningKey), Failure> {
    let mut secret = [0x11; 32];
    secret[..8].copy_from_slice(&u64::try_from(number)?.to_le_bytes());
    let path = format!("load:{number}");
    Ok(match number % 3 {
        0 => {
            let key = SigningKey::from_secret_bytes(KeyType::Ed25519, &secret)?;
            (Did::wba_bound("load.example", &path, Binding::E1, key.verifying_key())?, key)
        }
        1 => {
            let key = SigningKey::from_secret_bytes(KeyType::P256, &secret)?;
            (Did::new(DidMethod::Wba, "load.example", &path)?, key)
        }
        _ => {
            let key = SigningKey::from_secret_bytes(KeyType::Secp256k1, &secret)?;
            (Did::wba_bound("load.example", &path, Binding::K1, key.verifying_key())?, key)
        }
    })
}

fn identities(folder: &Path, count: usize) -> Result<(), Failure> {
    for number in 0..count {
        let (did, key) = caller(number)?;
        let builder = DidDocumentBuilder::new(did.clone(), key.verifying_key());
        let document = match did.binding() {
            Some(_) => builder.build_signed(&key, Timestamp::now(), DocumentProofForm::W3c)?,
            None => builder.build()?,
        };
        fs::write(folder.join(format!("{number}.json")), document.source())?;
    }
    Ok(())
}

#[derive(Clone, Copy, PartialEq)]
enum Mode {
    Open,
    Signed,
    Bearer,
}

/// One connection, which sends a request when the answer to the last has come.
struct Connection {
    sender: SendRequest<Full<Bytes>>,
    mode: Mode,
    audience: Origin,
    signer: KeySigner,
    prefix: String,
    sent: usize,
    token: Option<AuthenticationInfo>,
}

impl Connection {
    fn request(&mut self) -> Result<Request<Full<Bytes>>, Failure> {
        let path = if self.mode == Mode::Open { "/open" } else { "/orders" };
        let request = Request::post(path).header("host", "hotel.internal").header("content-type", "application/json");
        let mut parts = request.body(())?.into_parts().0;
        let token =
            self.token.as_ref().filter(|_| self.mode == Mode::Bearer).and_then(AuthenticationInfo::to_authorization);
        match (self.mode, token) {
            (Mode::Open, _) => {}
            (_, Some(token)) => drop::<Option<HeaderValue>>(parts.headers.insert(AUTHORIZATION, token)),
            (_, None) => {
                self.sent += 1;
                let nonce = format!("{}{}", self.prefix, self.sent);
                let options = SignRequestOptions { nonce: Some(nonce), ..SignRequestOptions::new(Timestamp::now()) };
                sign_request(&mut parts, BODY, &self.audience, &self.signer, &options)?;
            }
        }
        Ok(Request::from_parts(parts, Full::new(Bytes::from_static(BODY))))
    }

    /// One request: the status, and how long the answer took after the request was made.
    async fn exchange(&mut self) -> Result<(StatusCode, Duration), Failure> {
        let request = self.request()?;
        let begun = Instant::now();
        let response = self.sender.send_request(request).await?;
        let status = response.status();
        if let Some(token) = AuthenticationInfo::parse(response.headers()) {
            self.token = Some(token);
        }
        response.into_body().collect().await?;
        Ok((status, begun.elapsed()))
    }
}

/// What the server has used: resident memory in KiB, processor time in clock ticks of 10 ms.
fn used(pid: u32) -> Result<(u64, u64), Failure> {
    let status = fs::read_to_string(format!("/proc/{pid}/status"))?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).ok_or("no VmRSS")?;
    let memory = line.split_whitespace().nth(1).ok_or("no VmRSS")?.parse()?;
    let stat = fs::read_to_string(format!("/proc/{pid}/stat"))?;
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|ticks| ticks.parse::<u64>().ok()).unwrap_or_default();
    // utime and stime are the 14th and 15th fields; the first two stand before the parenthesis
    Ok((memory, ticks(11) + ticks(12)))
}

async fn remembered(target: &str) -> Result<String, Failure> {
    let (mut sender, connection) = handshake(TokioIo::new(TcpStream::connect(target).await?)).await?;
    tokio::spawn(connection);
    let request = Request::get("/replay-store").header("host", "hotel.internal").body(Full::<Bytes>::default())?;
    let body = sender.send_request(request).await?.into_body().collect().await?.to_bytes();
    Ok(String::from_utf8(body.to_vec())?)
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    // `cargo bench` adds an argument of its own
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let mode = match arguments.first().map(String::as_str) {
        Some("identities") => {
            let [_, folder, count] = arguments.as_slice() else { return Err("identities FOLDER COUNT".into()) };
            return identities(Path::new(folder), count.parse()?);
        }
        Some("open") => Mode::Open,
        Some("signed") => Mode::Signed,
        Some("bearer") => Mode::Bearer,
        None => {
            println!("not run: expected identities, open, signed or bearer");
            return Ok(());
        }
        Some(_) => return Err("expected identities, open, signed or bearer".into()),
    };
    let option = |name: &str, otherwise: &'static str| -> String {
        let at = arguments.iter().position(|argument| argument == name);
        at.and_then(|at| arguments.get(at + 1).cloned()).unwrap_or_else(|| otherwise.to_owned())
    };
    let target: Arc<str> = option("--target", "127.0.0.1:8080").into();
    let audience: Origin = option("--audience", "https://hotel.example.com").parse()?;
    let pid: u32 = option("--pid", "0").parse()?;
    let seconds: u64 = option("--seconds", "300").parse()?;
    let connections: usize = option("--connections", "32").parse()?;
    let callers: usize = option("--callers", "64").parse()?;

    let (memory_before, ticks_before) = used(pid)?;
    let begun = Instant::now();
    let end = begun + Duration::from_secs(seconds);
    let mut running = Vec::new();
    for number in 0..connections {
        let (did, key) = caller(number % callers)?;
        let (sender, connection) = handshake(TokioIo::new(TcpStream::connect(&*target).await?)).await?;
        tokio::spawn(connection);
        let mut connection = Connection {
            sender,
            mode,
            audience: audience.clone(),
            signer: KeySigner::new(format!("{did}#key-1").parse()?, key),
            prefix: format!("{}-{number}-", Timestamp::now().as_unix_seconds()),
            sent: 0,
            token: None,
        };
        running.push(tokio::spawn(async move {
            let (mut latencies, mut statuses) = (Vec::new(), BTreeMap::new());
            while Instant::now() < end {
                let (status, latency) = connection.exchange().await?;
                *statuses.entry(status.as_u16()).or_insert(0_usize) += 1;
                latencies.push(u32::try_from(latency.as_micros()).unwrap_or(u32::MAX));
            }
            Ok::<_, Failure>((latencies, statuses))
        }));
    }
    let (mut latencies, mut statuses) = (Vec::new(), BTreeMap::new());
    for one in running {
        let (more, counts) = one.await??;
        latencies.extend(more);
        for (status, count) in counts {
            *statuses.entry(status).or_insert(0) += count;
        }
    }
    let took = begun.elapsed().as_secs_f64();
    let (memory_after, ticks_after) = used(pid)?;
    latencies.sort_unstable();
    let at = |share: f64| {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
        let index = (latencies.len() as f64 * share) as usize;
        f64::from(latencies.get(index.min(latencies.len().saturating_sub(1))).copied().unwrap_or_default()) / 1000.0
    };
    #[allow(clippy::cast_precision_loss)]
    let (count, ticks) = (latencies.len() as f64, (ticks_after - ticks_before) as f64);
    let statuses: Vec<String> = statuses.iter().map(|(status, count)| format!("{count} × {status}")).collect();
    println!(
        "| {} | {connections} | {took:.0} s | {:.0} | {:.2} ms | {:.2} ms | {:.1} ms | {:.0} µs | {} | {:.1} → {:.1} MiB | {} |",
        arguments[0],
        count / took,
        at(0.5),
        at(0.99),
        at(1.0),
        ticks * 10_000.0 / count,
        statuses.join(", "),
        memory_before as f64 / 1024.0,
        memory_after as f64 / 1024.0,
        remembered(&target).await?,
    );
    Ok(())
}
