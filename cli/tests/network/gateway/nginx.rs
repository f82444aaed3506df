//! `adp gateway` behind nginx, by the page's configuration: what the service behind it gets, and what it never sees.

use super::{Gateway, agents};
use adp_fixtures::{
    callers::Caller,
    servers::nginx::NginxServer,
    tls::{Authority, Server},
};
use agent_description::{
    KeySigner, Origin, Timestamp,
    auth::{
        AuthenticationInfo, DidWbaChallenge,
        http_signature::{SignRequestOptions, sign_request},
    },
};
use axum::{
    Router,
    body::Bytes,
    http::{HeaderMap, Method, Uri},
};
use reqwest::{Client, Response, StatusCode};
use std::{fs, net::SocketAddr, path::Path};
use tempfile::TempDir;

pub const NAME: &str = "api.example.com";
async fn serve(router: Router) -> SocketAddr {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    address
}

/// What the service behind nginx sees of a request.
async fn echo(method: Method, uri: Uri, headers: HeaderMap, body: Bytes) -> String {
    let agents: Vec<_> = headers.get_all("x-agent-did").iter().map(|did| did.to_str().unwrap()).collect();
    format!("{method} {uri} {} {}", agents.join(","), String::from_utf8_lossy(&body))
}

fn nginx(authority: &Authority, gateway: SocketAddr, service: SocketAddr) -> NginxServer {
    let given = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/guides/gateway.nginx.conf")).unwrap();
    let identity = authority.issue(&[NAME]);
    let files = [("api.pem", identity.certificate_pem()), ("api.key", identity.key_pem())];
    NginxServer::start(&files, |address: SocketAddr, folder: &Path| {
        let mut text = given.clone();
        for (its, ours) in [
            ("server 127.0.0.1:9000;", format!("server {gateway};")),
            ("server 127.0.0.1:8080;", format!("server {service};")),
            ("listen 443 ssl;", format!("listen {address} ssl;")),
            ("/etc/ssl/", format!("{}/", folder.display())),
        ] {
            assert!(text.contains(its), "{its}");
            text = text.replace(its, &ours);
        }
        text
    })
}

/// A caller of the API through the server in front of it.
pub struct Front {
    port: u16,
    client: Client,
}

impl Front {
    pub async fn send(&self, method: Method, target: &str, headers: HeaderMap, body: &'static [u8]) -> Response {
        let url = format!("https://{NAME}:{}{target}", self.port);
        self.client.request(method, url).headers(headers).body(body).send().await.unwrap()
    }

    pub async fn get(&self, target: &str, headers: HeaderMap) -> Response {
        self.send(Method::GET, target, headers, b"").await
    }
}

pub fn signed(signer: &KeySigner, (method, target): (&str, &str), body: &[u8], nonce: &str) -> HeaderMap {
    let origin: Origin = format!("https://{NAME}").parse().unwrap();
    let options = SignRequestOptions { nonce: Some(nonce.to_owned()), ..SignRequestOptions::new(Timestamp::now()) };
    let mut parts = adp_fixtures::callers::request(method, target);
    sign_request(&mut parts, body, &origin, signer, &options).unwrap();
    parts.headers
}

/// A nonce of the gateway: it has just started, and its store remembers nothing of what was signed before.
pub async fn nonce(front: &Front) -> String {
    let refused = front.get("/rooms", HeaderMap::new()).await;
    assert_eq!(refused.status(), StatusCode::UNAUTHORIZED);
    DidWbaChallenge::parse(refused.headers()).unwrap().nonce.unwrap()
}

/// The gateway, a service, and two agents of a host that shows the card of one.
pub struct Site {
    pub bob: Caller,
    pub mallory: Caller,
    pub authority: Authority,
    pub gateway: Gateway,
    pub service: SocketAddr,
    _agents: Server,
    _folder: TempDir,
}

impl Site {
    /// A caller by way of a server in front.
    pub fn front(&self, address: SocketAddr) -> Front {
        let client = Client::builder()
            .tls_certs_only([reqwest::Certificate::from_pem(self.authority.pem().as_bytes()).unwrap()])
            .resolve(NAME, address)
            .no_proxy()
            .build()
            .unwrap();
        Front { port: address.port(), client }
    }
}

pub async fn site() -> Site {
    let folder = tempfile::tempdir().unwrap();
    let (agents, (authority, cacert), [bob, mallory]) = agents(folder.path());
    let gateway = Gateway::start(&agents, &cacert, &[]);
    let service = serve(Router::new().fallback(echo)).await;
    Site { bob, mallory, authority, gateway, service, _agents: agents, _folder: folder }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs nginx"]
async fn agents_pass_nginx_if_their_card_verifies() {
    let site = site().await;
    let (bob, mallory) = (&site.bob, &site.mallory);
    let nginx = nginx(&site.authority, site.gateway.address(), site.service);
    let front = site.front(nginx.address);

    // an agent, whatever it says of itself: query and escapes are those that were signed
    let target = "/rooms%2F1?nights=2";
    let mut headers = signed(&bob.signer, ("GET", target), b"", &nonce(&front).await);
    headers.insert("x-agent-did", "did:wba:agent.example.com:alice".parse().unwrap());
    let response = front.get(target, headers.clone()).await;
    assert_eq!(response.status(), StatusCode::OK, "{}", nginx.errors());
    let token = AuthenticationInfo::parse(response.headers()).unwrap();
    assert_eq!(response.text().await.unwrap(), format!("GET {target} {} ", bob.did));
    // once, and for this target
    assert_eq!(front.get(target, headers).await.status(), StatusCode::UNAUTHORIZED);
    let headers = signed(&bob.signer, ("GET", "/rooms"), b"", &nonce(&front).await);
    assert_eq!(front.get("/rooms?nights=2", headers).await.status(), StatusCode::UNAUTHORIZED);

    // nginx gives the gateway no body: what has one brings the access token
    let headers = signed(&bob.signer, ("POST", "/orders"), b"", &nonce(&front).await);
    let response = front.send(Method::POST, "/orders", headers, b"{\"room\":101}").await;
    assert_eq!(response.status(), StatusCode::UNAUTHORIZED);
    let mut headers = HeaderMap::new();
    headers.insert("authorization", token.to_authorization().unwrap());
    let response = front.send(Method::POST, "/orders", headers, b"{\"room\":101}").await;
    assert_eq!(response.text().await.unwrap(), format!("POST /orders {} {{\"room\":101}}", bob.did));

    // a DID that is another's: it authenticates, and its host's card is not signed by it
    let headers = signed(&mallory.signer, ("GET", "/rooms"), b"", &nonce(&front).await);
    assert_eq!(front.get("/rooms", headers).await.status(), StatusCode::FORBIDDEN);
    // and the question itself is nobody's to ask
    assert_eq!(front.get("/_agent", HeaderMap::new()).await.status(), StatusCode::NOT_FOUND);
}
