//! Agents by a registry's `POST /search`, on loopback. What it says is hostile until checked.

use super::agents::{ALL, card, did, parse, peers, signer};
use adp_cards::{
    seed_card::SEED,
    signature::{PayloadForm, sign},
};
use adp_messages::directory::{AgentQuery, Directory, RegistryDirectory};
use agent_description::{
    CodedError, Limits,
    resolve::{Fetcher, HttpsGet},
};
use axum::{
    Router,
    extract::{Json, State},
    http::StatusCode,
    response::IntoResponse,
    routing::{get, post},
};
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};
use tokio::net::TcpListener;

const SEARCH: &str = r#"{"name": "search"}"#;

/// What the registry answers, what it was asked, and the documents beside it.
#[derive(Clone, Default)]
struct Site {
    answer: Arc<Mutex<(u16, String)>>,
    asked: Arc<Mutex<Vec<Value>>>,
    documents: Arc<Mutex<HashMap<String, String>>>,
}

impl Site {
    async fn start(&self) -> String {
        async fn search(State(site): State<Site>, Json(asked): Json<Value>) -> impl IntoResponse {
            site.asked.lock().unwrap().push(asked);
            let (status, text) = site.answer.lock().unwrap().clone();
            (StatusCode::from_u16(status).unwrap(), text)
        }
        async fn document(State(site): State<Site>, axum::extract::Path(name): axum::extract::Path<String>) -> String {
            site.documents.lock().unwrap()[&name].clone()
        }
        let router = Router::new().route("/search", post(search)).route("/cards/{name}", get(document));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(axum::serve(listener, router.with_state(self.clone())).into_future());
        origin
    }

    fn answers(&self, status: u16, text: impl Into<String>) {
        *self.answer.lock().unwrap() = (status, text.into());
    }
}

fn registry(origin: &str) -> RegistryDirectory {
    let fetcher = Fetcher::new(HttpsGet::builder().build()).allow_private(origin.parse().unwrap());
    RegistryDirectory::new(&format!("{origin}/"), fetcher, Arc::new(peers(&ALL)))
}

fn wanted() -> AgentQuery {
    AgentQuery::capability("search").with_type("knowledge-base")
}

fn signed(card: &str, by: &str) -> Value {
    let signed = sign(&parse(card), SEED, &signer(by), Some(PayloadForm::Served), None, &Limits::default()).unwrap();
    serde_json::from_str(signed.source()).unwrap()
}

#[tokio::test]
async fn agents_are_found_and_their_cards_checked() {
    let site = Site::default();
    let origin = site.start().await;
    let own = |name: &str| card(name, "knowledge-base", SEARCH, "");
    site.documents.lock().unwrap().insert("kb".to_owned(), own("kb"));
    let altered = signed(&own("b"), "b").to_string().replace("https://b.example", "https://mallory.example");
    let mut altered: Value = serde_json::from_str(&altered).unwrap();
    altered["agentInfo"]["name"] = json!("another");
    site.answers(
        200,
        json!({"results": [
            {"identifier": "urn:air:kb.example:kb", "url": format!("{origin}/cards/kb"), "score": 100},
            {"identifier": "urn:air:a.example:a", "data": signed(&own("a"), "a"), "score": 90},
            {"identifier": "urn:air:b.example:b", "data": altered},
            {"identifier": "urn:air:inside.example:x", "url": "http://169.254.169.254/latest/meta-data"},
            {"identifier": "urn:air:none.example:x"},
            {"identifier": "urn:air:c.example:c", "data": serde_json::from_str::<Value>(&card("c", "cashier", SEARCH, "")).unwrap()},
            7
        ]})
        .to_string(),
    );
    let (agents, refused) = registry(&origin).search(&wanted()).await.unwrap();
    let found: Vec<_> = agents.iter().map(|agent| (agent.did.clone(), agent.is_signed)).collect();
    // the cashier is another type; the score decides nothing
    assert_eq!(found, [(did("a"), true), (did("kb"), false)]);
    let told: Vec<_> = refused.iter().map(|(name, why)| (name.as_str(), why.code().to_string())).collect();
    let expected = [
        ("\"urn:air:b.example:b\"", "jws-signature"),
        ("\"urn:air:inside.example:x\"", "net-scheme"),
        ("\"urn:air:none.example:x\"", "missing"),
    ];
    assert_eq!(told, expected.map(|(name, code)| (name, code.to_owned())));
    // as ARD has it
    assert_eq!(
        *site.asked.lock().unwrap(),
        [json!({"query": {"text": "search knowledge-base"}, "federation": "none", "pageSize": 100})]
    );
}

#[tokio::test]
async fn answers_that_are_none_are_told() {
    let site = Site::default();
    let origin = site.start().await;
    for (status, text, code) in [
        (500, r#"{"errorCode": "INTERNAL", "message": "\u001b[2J"}"#.to_owned(), "net-status"),
        (200, "no JSON".to_owned(), "invalid-result"),
        (200, "{}".to_owned(), "invalid-result"),
        (200, r#"{"results": {}}"#.to_owned(), "invalid-result"),
        (302, String::new(), "net-status"),
    ] {
        site.answers(status, text.clone());
        let error = registry(&origin).find(&wanted()).await.unwrap_err();
        assert_eq!(error.code().as_str(), code, "{status} {text}");
        assert!(!error.to_string().contains('\u{1b}'), "{error:?}");
    }
    site.answers(200, format!(r#"{{"results": [], "more": "{}"}}"#, "x".repeat(5 << 20)));
    let large = registry(&origin).find(&wanted()).await.unwrap_err();
    assert!(large.code().as_str() == "net-size", "{large}");
    // nobody found is no error
    site.answers(200, r#"{"results": []}"#);
    assert!(registry(&origin).find(&wanted()).await.unwrap().is_empty());
    // of a thousand results no more are looked at than were asked for
    let cards: Vec<Value> = (0..1_000).map(|n| json!({"identifier": format!("urn:air:x.example:{n}")})).collect();
    site.answers(200, json!({"results": cards}).to_string());
    assert_eq!(registry(&origin).search(&wanted()).await.unwrap().1.len(), 100);
}
