//! `adp gateway` behind Envoy, by docs/guides/gateway.envoy.yaml: what the service behind it gets, and what it never sees.

use super::nginx::{NAME, Site, nonce, signed, site};
use adp_fixtures::servers::envoy::EnvoyServer;
use agent_description::auth::AuthenticationInfo;
use axum::http::{HeaderMap, Method};
use reqwest::StatusCode;
use std::{
    fs,
    net::{SocketAddr, TcpListener},
};

const ORDER: &[u8] = b"{\"room\":101}";

/// Envoy with the page's filter, a listener with TLS and the two clusters.
fn envoy(site: &Site, gateway: SocketAddr) -> EnvoyServer {
    let identity = site.authority.issue(&[NAME]);
    let files = [("api.pem", identity.certificate_pem()), ("api.key", identity.key_pem())];
    let given = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/guides/gateway.envoy.yaml");
    let filters: String =
        fs::read_to_string(given).unwrap().lines().map(|line| format!("          {line}\n")).collect();
    assert!(filters.contains("http_filters:"));
    let cluster = |name: &str, address: SocketAddr| {
        format!(
            r#"  - name: {name}
    type: STATIC
    load_assignment:
      cluster_name: {name}
      endpoints:
      - lb_endpoints:
        - endpoint: {{address: {{socket_address: {{address: 127.0.0.1, port_value: {}}}}}}}
"#,
            address.port()
        )
    };
    let clusters = cluster("gateway", gateway) + &cluster("service", site.service);
    EnvoyServer::start(&files, |address, folder| {
        let (port, folder) = (address.port(), folder.display());
        format!(
            r#"static_resources:
  listeners:
  - address: {{socket_address: {{address: 127.0.0.1, port_value: {port}}}}}
    filter_chains:
    - transport_socket:
        name: envoy.transport_sockets.tls
        typed_config:
          "@type": type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.DownstreamTlsContext
          common_tls_context:
            tls_certificates:
            - certificate_chain: {{filename: {folder}/api.pem}}
              private_key: {{filename: {folder}/api.key}}
      filters:
      - name: envoy.filters.network.http_connection_manager
        typed_config:
          "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
          stat_prefix: api
          route_config:
            virtual_hosts:
            - name: api
              domains: ["*"]
              routes: [{{match: {{prefix: "/"}}, route: {{cluster: service}}}}]
{filters}          - name: envoy.filters.http.router
            typed_config:
              "@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router
  clusters:
{clusters}"#
        )
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs INTEROP_ENVOY"]
async fn agents_pass_envoy_if_their_card_verifies() {
    let site = site().await;
    let (bob, mallory) = (&site.bob, &site.mallory);
    let envoy_server = envoy(&site, site.gateway.address());
    let front = site.front(envoy_server.address);

    // an agent, whatever it says of itself: query and escapes are those that were signed
    let target = "/rooms%2F1?nights=2";
    let mut headers = signed(&bob.signer, ("GET", target), b"", &nonce(&front).await);
    headers.insert("x-agent-did", "did:wba:agent.example.com:alice".parse().unwrap());
    let response = front.get(target, headers.clone()).await;
    assert_eq!(response.status(), StatusCode::OK, "{}", envoy_server.errors());
    let token = AuthenticationInfo::parse(response.headers()).unwrap();
    assert_eq!(response.text().await.unwrap(), format!("GET {target} {} ", bob.did));
    // once, and for this target
    assert_eq!(front.get(target, headers).await.status(), StatusCode::UNAUTHORIZED);
    let headers = signed(&bob.signer, ("GET", "/rooms"), b"", &nonce(&front).await);
    assert_eq!(front.get("/rooms?nights=2", headers).await.status(), StatusCode::UNAUTHORIZED);

    // Envoy gives the gateway the body, and the service the same
    let headers = signed(&bob.signer, ("POST", "/orders"), ORDER, &nonce(&front).await);
    let response = front.send(Method::POST, "/orders", headers, ORDER).await;
    assert_eq!(response.text().await.unwrap(), format!("POST /orders {} {{\"room\":101}}", bob.did));
    let headers = signed(&bob.signer, ("POST", "/orders"), ORDER, &nonce(&front).await);
    let response = front.send(Method::POST, "/orders", headers, b"{\"room\":102}").await;
    assert_eq!(response.status(), StatusCode::UNAUTHORIZED);
    // an access token instead of a signature
    let mut headers = HeaderMap::new();
    headers.insert("authorization", token.to_authorization().unwrap());
    let response = front.send(Method::POST, "/orders", headers, ORDER).await;
    assert_eq!(response.text().await.unwrap(), format!("POST /orders {} {{\"room\":101}}", bob.did));

    // a DID that is another's: it authenticates, and its host's card is not signed by it
    let headers = signed(&mallory.signer, ("GET", "/rooms"), b"", &nonce(&front).await);
    assert_eq!(front.get("/rooms", headers).await.status(), StatusCode::FORBIDDEN);

    // without a gateway nobody passes
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let envoy_server = envoy(&site, nobody);
    let front = site.front(envoy_server.address);
    let headers = signed(&bob.signer, ("GET", "/rooms"), b"", "nonce-1");
    assert_eq!(front.get("/rooms", headers).await.status(), StatusCode::SERVICE_UNAVAILABLE);
}
