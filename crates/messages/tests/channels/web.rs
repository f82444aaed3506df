//! The conformance test over HTTPS and WebSocket, by TLS on loopback; and what slow and hostile peers of theirs do.

use super::{
    agents::{KB, SHOP, agent, did, parameters, said},
    conformance::{self, Rig},
};
use adp_fixtures::{tls::Authority, tls_listener::TlsListener};
use adp_messages::{
    agent::{AgentCall, Caller, Event, To},
    channel::{Address, Channel, Https, Refusal, WebSocket, https, websocket},
    endpoint::{Context, Endpoint},
    signature::AcceptedMessage,
};
use agent_description::{
    CodedError, Json,
    resolve::{FetchLimits, Fetcher, HttpsGet, SystemClock},
};
use axum::Router;
use futures_util::future::{BoxFuture, FutureExt};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::{io::AsyncWriteExt, runtime::Runtime};

/// Which of the two protocols.
#[derive(Clone, Copy, PartialEq)]
enum Protocol {
    Https,
    WebSocket,
}

struct Web {
    protocol: Protocol,
    authority: Authority,
    /// A runtime for each server: it dies with all its connections.
    servers: Mutex<HashMap<u16, Runtime>>,
}

impl Web {
    fn new(protocol: Protocol) -> Self {
        Self { protocol, authority: Authority::new(), servers: Mutex::default() }
    }

    /// Serves at `https://localhost:PORT/agent`.
    async fn listen(&self, router: Router) -> u16 {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let config = self.authority.issue(&["localhost"]).server_config();
        let router = Router::new().nest("/agent", router);
        let listening = runtime.spawn(async move {
            let listener = TlsListener::with_config(config).await;
            let port = listener.port();
            tokio::spawn(axum::serve(listener, router).into_future());
            port
        });
        let port = listening.await.unwrap();
        self.servers.lock().unwrap().insert(port, runtime);
        port
    }

    fn address(&self, port: u16) -> Address {
        let scheme = if self.protocol == Protocol::Https { "https" } else { "wss" };
        Address::from_url(&format!("{scheme}://localhost:{port}/agent")).unwrap()
    }

    fn fetcher(&self) -> Fetcher {
        let https = HttpsGet::builder().add_roots_pem(self.authority.pem().as_bytes()).unwrap().build();
        let mut limits = FetchLimits::default();
        (limits.at_once_per_host, limits.at_once) = (128, 128);
        (limits.per_host, limits.in_all) = (10_000, 10_000);
        let fetcher = Fetcher::with_limits(https, limits, SystemClock::default());
        let ports: Vec<u16> = self.servers.lock().unwrap().keys().copied().collect();
        let allowed = ports.into_iter().map(|port| format!("https://localhost:{port}").parse().unwrap());
        allowed.fold(fetcher, Fetcher::allow_private)
    }

    fn caller(&self) -> Caller {
        let shop = agent(SHOP, "customer-service");
        match self.protocol {
            Protocol::Https => Caller::new(shop, Https::new(self.fetcher())),
            Protocol::WebSocket => Caller::new(shop, WebSocket::new(self.fetcher())),
        }
    }
}

impl Drop for Web {
    fn drop(&mut self) {
        for (_, runtime) in self.servers.lock().unwrap().drain() {
            runtime.shutdown_background();
        }
    }
}

impl Rig for Web {
    fn serve(&self, endpoint: Endpoint) -> BoxFuture<'_, Address> {
        async {
            let router = https::router(endpoint.clone()).merge(websocket::router(endpoint));
            self.address(self.listen(router).await)
        }
        .boxed()
    }

    fn channel(&self) -> BoxFuture<'_, Arc<dyn Channel>> {
        let channel: Arc<dyn Channel> = match self.protocol {
            Protocol::Https => Arc::new(Https::new(self.fetcher())),
            Protocol::WebSocket => Arc::new(WebSocket::new(self.fetcher())),
        };
        async { channel }.boxed()
    }

    fn kill<'a>(&'a self, address: &'a Address) -> BoxFuture<'a, ()> {
        let (Address::Https(url) | Address::WebSocket(url)) = address else { panic!("{address}") };
        let port: u16 = url.split(':').nth(2).unwrap().split('/').next().unwrap().parse().unwrap();
        self.servers.lock().unwrap().remove(&port).unwrap().shutdown_background();
        async {}.boxed()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_over_https() {
    conformance::all(&Web::new(Protocol::Https)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_over_websocket() {
    conformance::all(&Web::new(Protocol::WebSocket)).await;
}

async fn echo(message: Arc<AcceptedMessage>, _: Context) -> Result<Json, adp_messages::endpoint::HandlerFailure> {
    Ok(Json::from(said(&message, "say")))
}

fn call(say: &str) -> AgentCall {
    AgentCall::new(To::agent(did(KB)), "echo", parameters("say", say)).timeout(Duration::from_secs(10)).retries(0)
}

fn code(result: Result<impl Sized, impl CodedError>) -> &'static str {
    result.map_or_else(|error| error.code().as_str(), |_| "ok")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_status_says_what_became_of_a_message() {
    let web = Web::new(Protocol::Https);
    let port = web.listen(https::router(Endpoint::new(agent(KB, "knowledge-base"), echo))).await;
    let fetcher = web.fetcher();
    for (body, status, told) in [
        (vec![b'{'; (1 << 20) + 1], 413, "too-large"),
        (b"{".to_vec(), 400, "json-syntax"),
        (b"{}".to_vec(), 403, "missing"),
    ] {
        let request = http::Request::post(format!("https://localhost:{port}/agent")).body(body).unwrap();
        let mut response = fetcher.send(request).await.unwrap();
        assert_eq!(response.status, status, "{told}");
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.unwrap() {
            body.extend_from_slice(&chunk);
        }
        assert_eq!(Refusal::read(&body).unwrap().stated_code, told);
    }
    // an event is taken, and nothing comes back
    let event = Event::new(To::agent(did(KB)), parameters("say", "so"));
    let signed = web.caller();
    signed.tell_at(&web.address(port), &event, Duration::from_secs(10)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_agent_is_not_reached() {
    for protocol in [Protocol::Https, Protocol::WebSocket] {
        let web = Web::new(protocol);
        let page = Router::new().route("/", axum::routing::any(|| async { "a page of something else" }));
        let port = web.listen(page).await;
        // neither a page with status 200 nor one with another is an answer
        let answered = web.caller().call_at(&[web.address(port)], call("who")).await;
        assert!(["json-syntax", "message-unreachable"].contains(&code(answered)));
        let missing = Address::from_url(&format!("https://localhost:{port}/nothing")).unwrap();
        if protocol == Protocol::Https {
            assert_eq!(code(web.caller().call_at(&[missing], call("who")).await), "message-unreachable");
        }
        // addresses that nobody allowed stay closed
        let private =
            Address::from_url(&web.address(port).to_string().trim_matches('"').replace("localhost", "127.0.0.1"));
        assert_eq!(code(web.caller().call_at(&[private.unwrap()], call("who")).await), "net-address");
    }
}

/// A WebSocket connection whose client does not read what is said: it is cut off, and what it asked for is bounded.
#[tokio::test(flavor = "multi_thread")]
async fn a_websocket_peer_that_does_not_read_is_cut_off() {
    let endpoint = Endpoint::new(agent(KB, "knowledge-base"), echo);
    let web = Web::new(Protocol::WebSocket);
    let port = web.listen(websocket::router(endpoint.clone())).await;
    let fetcher = web.fetcher();
    let request = http::Request::get(format!("wss://localhost:{port}/agent"))
        .header("sec-websocket-version", "13")
        .header("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==")
        .body(())
        .unwrap();
    let mut stream = fetcher.upgrade(request, "websocket").await.unwrap().upgrade().await.unwrap();
    // masked text frames of "{}", each of which is refused in some 200 bytes
    let frame = [0x81, 0x82, 0, 0, 0, 0, b'{', b'}'];
    let many = frame.repeat(2000);
    let cut_off = async { while stream.write_all(&many).await.is_ok() {} };
    tokio::time::timeout(Duration::from_secs(60), cut_off).await.expect("it is cut off");
    // the others are served
    let answer = web.caller().call_at(&[web.address(port)], call("still there")).await.unwrap();
    assert_eq!(answer.results.as_str(), Some("still there"));
    assert!(endpoint.counters().refused_in_all.get() > 0);
}
