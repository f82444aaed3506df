//! Behind nginx, by the configuration of docs/guides/registry.nginx.conf: who asks, how much is taken, what comes back, and registries that end one after the other.

use crate::http::{
    api::writing::{Agent, ID, ORIGIN, card},
    served::Served,
};
use adp_fixtures::{servers::nginx::NginxServer, tls::Authority};
use reqwest::{Client, Method, Response, StatusCode, header::HeaderMap};
use std::{
    net::{IpAddr, SocketAddr, TcpListener},
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

const NAME: &str = "registry.example.com";
const PORT: u16 = 443;

/// nginx in front of registries, and what a caller needs to trust it.
struct Front {
    nginx: NginxServer,
    authority: reqwest::Certificate,
}

impl Front {
    fn of(registries: &[SocketAddr]) -> Self {
        let given =
            std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guides/registry.nginx.conf"))
                .unwrap();
        let authority = Authority::new();
        let identity = authority.issue(&[NAME]);
        let files = [("registry.pem", identity.certificate_pem()), ("registry.key", identity.key_pem())];
        let http = |address: SocketAddr, folder: &Path| {
            // the addresses and places of this test instead of the page's, and nothing else
            let line = "server 127.0.0.1:8080 max_fails=0;";
            let lines: String = registries.iter().map(|it| line.replace("127.0.0.1:8080", &it.to_string())).collect();
            let mut text = given.clone();
            for (its, ours) in [
                (line, lines),
                ("listen 443 ssl;", format!("listen {address} ssl;")),
                ("/etc/ssl/", format!("{}/", folder.display())),
            ] {
                assert!(text.contains(its), "{its}");
                text = text.replace(its, &ours);
            }
            text
        };
        let nginx = NginxServer::start(&files, http);
        Self { nginx, authority: reqwest::Certificate::from_pem(authority.pem().as_bytes()).unwrap() }
    }

    /// A caller at an address of this machine's, on connections of its own.
    fn caller(&self, address: &str) -> Client {
        Client::builder()
            .tls_certs_only([self.authority.clone()])
            .resolve(NAME, SocketAddr::new(self.nginx.address.ip(), self.nginx.address.port()))
            .local_address(address.parse::<IpAddr>().unwrap())
            .timeout(Duration::from_secs(60))
            .no_proxy()
            .build()
            .unwrap()
    }

    fn url(&self, target: &str) -> String {
        // requests are signed for the public origin, which has the usual port
        assert_eq!(ORIGIN, format!("https://{NAME}"));
        let port = self.nginx.address.port();
        assert_ne!(port, PORT);
        format!("https://{NAME}:{port}{target}")
    }

    async fn get(&self, target: &str) -> Response {
        self.caller("127.0.0.1").get(self.url(target)).send().await.unwrap()
    }
}

async fn json(response: Response) -> serde_json::Value {
    serde_json::from_slice(&response.bytes().await.unwrap()).unwrap()
}

#[tokio::test]
#[ignore = "needs nginx"]
async fn answers_pass_as_they_are_and_name_the_public_address() {
    let served = Served::demo(&["--origin", ORIGIN, "--proxy", "127.0.0.1", "--rate", "1000"]);
    let front = Front::of(&[served.address]);
    let id = "/agents/urn:air:hotel.example:agent:book-room";
    for target in ["/", "/check", "/style.css", "/openapi.json", "/search?q=hotel", id, "/nothing"] {
        let (there, through) = (served.get(target), front.get(target).await);
        assert_eq!(through.status().as_u16(), there.status, "{target}");
        for name in [
            "cache-control",
            "etag",
            "content-type",
            "content-security-policy",
            "x-content-type-options",
            "access-control-allow-origin",
        ] {
            let ours = through.headers().get(name).map(|value| value.to_str().unwrap());
            assert_eq!(ours, there.header(name), "{target} {name}");
        }
        assert_eq!(through.text().await.unwrap(), there.body, "{target}");
    }
    assert_eq!(front.get("/style.css").await.headers()["cache-control"], "public, max-age=3600");
    assert_eq!(front.get("/").await.headers()["cache-control"], "no-cache");
    let known = front.get(id).await.headers()["etag"].clone();
    let again = front.caller("127.0.0.1").get(front.url(id)).header("if-none-match", known).send().await.unwrap();
    assert_eq!((again.status(), again.text().await.unwrap()), (StatusCode::NOT_MODIFIED, String::new()));
    let entry = json(front.get(id).await).await;
    assert!(entry["url"].as_str().unwrap().starts_with(&format!("{ORIGIN}/agents/")), "{entry}");
    assert!(!entry.to_string().contains("127.0.0.1"), "{entry}");
    assert_eq!(front.get("/metrics").await.status(), StatusCode::FORBIDDEN);
    assert_eq!(served.get("/metrics").status, 200);
}

#[tokio::test]
#[ignore = "needs nginx"]
async fn the_rate_counts_callers_who_cannot_say_that_they_are_others() {
    // ten at once, then one in five seconds or so on a slow machine: the forged ones come faster
    let served = Served::demo(&["--origin", ORIGIN, "--proxy", "127.0.0.1", "--rate", "1"]);
    let front = Front::of(&[served.address]);
    let (caller, mut answers) = (front.caller("127.0.0.1"), Vec::new());
    for number in 0..30 {
        let mut headers = HeaderMap::new();
        let forged = format!("198.51.100.{number}");
        headers.insert("forwarded", format!("for={forged}").parse().unwrap());
        headers.insert("x-real-ip", forged.parse().unwrap());
        headers.append("x-forwarded-for", forged.parse().unwrap());
        headers.append("x-forwarded-for", format!("{forged}, 127.0.0.1").parse().unwrap());
        let sent = caller.get(front.url("/openapi.json")).headers(headers).send().await.unwrap();
        answers.push(sent.status().as_u16());
    }
    assert_eq!(answers[..10], [200; 10]);
    assert!(answers[10..].iter().filter(|status| **status == 429).count() >= 10, "{answers:?}");
    // another address has its own share, and so has the registry's own machine, which is no caller of nginx's
    let other = front.caller("127.0.0.2").get(front.url("/openapi.json")).send().await.unwrap();
    assert_eq!(other.status(), StatusCode::OK);
    // whoever reaches the registry past nginx is believed nothing: the proxy's address is not theirs
    let past = Client::builder().local_address("127.0.0.3".parse::<IpAddr>().unwrap()).no_proxy().build().unwrap();
    let mut statuses = Vec::new();
    for number in 0..20 {
        let request = past.get(format!("{}/openapi.json", served.base()));
        let sent = request.header("x-forwarded-for", format!("198.51.100.{number}")).send().await.unwrap();
        statuses.push(sent.status().as_u16());
    }
    assert!(statuses.contains(&429), "{statuses:?}");
}

#[test]
#[ignore = "needs nginx"]
fn signed_requests_and_uploads_pass_within_the_sizes() {
    // its web server has a runtime of its own
    let agent = Agent::with(&["--proxy", "127.0.0.1"]);
    tokio::runtime::Runtime::new().unwrap().block_on(sizes(&agent));
}

async fn sizes(agent: &Agent) {
    let front = Front::of(&[agent.served.address]);
    let caller = front.caller("127.0.0.1");
    let put = async |headers: &[(String, String)], body: Vec<u8>| {
        let mut request = caller.request(Method::PUT, front.url(ID)).body(body);
        for (name, value) in headers {
            request = request.header(name, value);
        }
        request.send().await.unwrap()
    };
    let body = card("Rooms behind a proxy").into_bytes();
    let headers = agent.signed("PUT", ID, &body);
    let added = put(&headers, body.clone()).await;
    assert_eq!(added.status(), StatusCode::CREATED, "{:?}", added.text().await);
    assert_eq!(put(&headers, body).await.status(), StatusCode::UNAUTHORIZED, "replayed");
    let found = json(front.get("/search?q=proxy").await).await;
    assert_eq!(found["total"], 1, "{found}");

    // the registry says what is too much for it, nginx what is too much for both
    let large = vec![b' '; (1 << 20) + 1];
    for _ in 0..5 {
        // nginx still sends when this is answered
        let refused = put(&agent.signed("PUT", ID, &large), large.clone()).await;
        assert_eq!(refused.status(), StatusCode::PAYLOAD_TOO_LARGE);
        let said = refused.text().await.unwrap();
        assert!(said.contains("1048576") && !said.contains("nginx"), "{said}");
    }
    let larger = vec![b' '; (3 << 20) + 1];
    let refused = put(&agent.signed("PUT", ID, &larger), larger).await;
    assert_eq!(refused.status(), StatusCode::PAYLOAD_TOO_LARGE);
    assert!(refused.text().await.unwrap().contains("nginx"));

    let (document, boundary) = (card("A long one"), "wvutsrq");
    let spaces = " ".repeat((2 << 20) - document.len() - 4096);
    let form = format!(
        "--{boundary}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"card.json\"\r\n\r\n{document}{spaces}\r\n--{boundary}--\r\n"
    );
    let kind = format!("multipart/form-data; boundary={boundary}");
    let checked = caller.post(front.url("/check")).header("content-type", kind).body(form).send().await.unwrap();
    assert_eq!(checked.status(), StatusCode::OK, "{:?}", checked.text().await);
}

#[tokio::test]
#[ignore = "needs nginx"]
async fn registries_end_and_start_one_after_the_other_and_nobody_notices() {
    let arguments = ["--demo", "--origin", ORIGIN, "--proxy", "127.0.0.1", "--rate", "100000"];
    let mut registries = [Served::start(&arguments), Served::start(&arguments)];
    let front = Front::of(&registries.each_ref().map(|it| it.address));
    let (is_over, asked) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let callers: Vec<_> = (0..4)
        .map(|_| {
            let (caller, url) = (front.caller("127.0.0.1"), front.url("/search?q=travel"));
            let (is_over, asked) = (Arc::clone(&is_over), Arc::clone(&asked));
            tokio::spawn(async move {
                let mut failed = Vec::new();
                while !is_over.load(Ordering::Relaxed) {
                    let answer = caller.get(&url).send().await;
                    asked.fetch_add(1, Ordering::Relaxed);
                    match answer {
                        Ok(answer) if answer.status() == 200 => drop(answer.bytes().await.unwrap()),
                        other => failed.push(format!("{other:?}")),
                    }
                }
                failed
            })
        })
        .collect();
    let more = async |before: usize| {
        while asked.load(Ordering::Relaxed) < before + 100 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    for registry in &mut registries {
        more(asked.load(Ordering::Relaxed)).await;
        let address = registry.address.to_string();
        assert_eq!(registry.end(), Some(0));
        more(asked.load(Ordering::Relaxed)).await;
        *registry = Served::start_at(&address, &arguments);
        assert!(TcpListener::bind(&address).is_err(), "it listens where it did");
    }
    more(asked.load(Ordering::Relaxed)).await;
    is_over.store(true, Ordering::Relaxed);
    for caller in callers {
        let failed = caller.await.unwrap();
        assert!(failed.is_empty(), "{failed:?}\n{}", front.nginx.errors());
    }
}
