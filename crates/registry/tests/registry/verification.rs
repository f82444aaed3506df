//! Who stands behind an entry, format by format; and who does not.

use crate::registry::given::{Dids, Host, NOW, TestClock, card_text, identifier, registry, time};
use adp_catalogs::{
    ai_catalog::{CatalogBuilder, NewEntry},
    trust_manifest::{COVERAGE_CHECK, Validity},
};
use adp_fixtures::web::Web;
use adp_registry::{
    Administrators, Entry, Registry, RegistryError, RegistrySettings, Status, Writer, codes, store::RedbStore,
};
use agent_description::{
    Code, CodedError,
    resolve::{Cached, ConnectTo, HttpResolver, HttpsGet, Throttled},
};
use bytes::Bytes;
use std::{collections::HashMap, sync::Arc, time::Duration};

const CREATED: &str = "2026-10-01T00:00:00Z";

async fn put(dids: &Arc<Dids>, name: &str, document: Bytes) -> Entry {
    registry(dids).put(&Writer::Operator, &identifier(name), document).await.unwrap().entry
}

/// Who stands behind it, or the code of why nobody does.
fn verdict(entry: &Entry) -> Result<String, String> {
    match (&entry.evidence.identity, &entry.evidence.refusal) {
        (Some(identity), None) => Ok(identity.clone()),
        (None, Some(refusal)) => Err(refusal.code.clone()),
        other => panic!("{other:?}"),
    }
}

fn refused(code: &str) -> Result<String, String> {
    Err(code.to_owned())
}

#[tokio::test]
async fn a_description_is_its_subject_s_of_the_entry_s_host() {
    let hotel = Host::wba("hotel.example", 1);
    let dids = Dids::of(&[&hotel]);
    let document = hotel.description("Rooms", CREATED, Some("2027-01-01T00:00:00Z"));
    let entry = put(&dids, "urn:air:hotel.example:agent:rooms", document.clone()).await;
    assert_eq!(verdict(&entry), Ok("did:wba:hotel.example".to_owned()));
    assert_eq!((entry.format.as_str(), entry.document), ("adp", document.clone()));
    assert_eq!(entry.evidence.expires, Some(time("2027-01-01T00:00:00Z")));
    assert_eq!(entry.version_floor.issued, Some(time(CREATED)));
    assert!(entry.evidence.checks.iter().any(|check| check.name == "signature" && check.result == "pass"));

    // under another host's identifier it is whole, and nobody of that host stands behind it; its signer is not even asked for
    dids.asked();
    let entry = put(&dids, "urn:air:mallory.example:agent:rooms", document).await;
    assert_eq!(verdict(&entry), refused("registry-signer-host"));
    assert_eq!(dids.asked(), Vec::<String>::new());
}

#[test]
fn did_documents_come_over_https() {
    let hotel = Host::wba("hotel.example", 1);
    let files = HashMap::from([("/.well-known/did.json".to_owned(), hotel.did_document())]);
    let web = Web::serve("hotel.example", files, 1);
    let https = HttpsGet::builder()
        .add_roots_pem(web.authority_pem.as_bytes())
        .unwrap()
        .connect_to(ConnectTo::new("hotel.example", 443, web.address).unwrap())
        // where nobody listens
        .connect_to(ConnectTo::new("gone.example", 443, "127.0.0.1:1".parse().unwrap()).unwrap())
        .build();
    // the server has a runtime of its own
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let documents = Arc::new(Cached::new(Throttled::new(HttpResolver::new(https))));
        let (store, clock) = (Arc::new(RedbStore::in_memory().unwrap()), TestClock::at(NOW));
        let registry = Registry::new(store, documents, clock, Administrators::default(), RegistrySettings::default());
        let put = async |name: &str, document: Bytes| {
            verdict(&registry.put(&Writer::Operator, &identifier(name), document).await.unwrap().entry)
        };
        for number in 0..3 {
            let name = format!("urn:air:hotel.example:agent:rooms-{number}");
            let verdict = put(&name, hotel.description("Rooms", CREATED, None)).await;
            assert_eq!(verdict, Ok("did:wba:hotel.example".to_owned()));
        }
        let gone = Host::wba("gone.example", 2).description("Rooms", CREATED, None);
        assert_eq!(put("urn:air:gone.example:agent:rooms", gone).await, refused("net-connect"));
    });
    assert_eq!(web.asked(), HashMap::from([("/.well-known/did.json".to_owned(), 1)]));
}

#[tokio::test]
async fn what_is_not_whole_or_not_the_host_s_is_not_verified() {
    let hotel = Host::wba("hotel.example", 1);
    let dids = Dids::of(&[&hotel]);
    let name = "urn:air:hotel.example:agent:rooms";
    let good = hotel.description("Rooms", CREATED, None);
    let changed = String::from_utf8(good.to_vec()).unwrap().replace("Rooms", "Cheap rooms");
    assert_eq!(verdict(&put(&dids, name, changed.into()).await), refused("proof-signature"));
    // another key than the DID's
    let forged = Host::wba("hotel.example", 2).description("Rooms", CREATED, None);
    assert_eq!(verdict(&put(&dids, name, forged).await), refused("proof-signature"));
    let expired = hotel.description("Rooms", CREATED, Some("2026-10-31T00:00:00Z"));
    assert_eq!(verdict(&put(&dids, name, expired).await), refused("proof-expired"));
    // a port of the host may be another's
    let port = Host::of("hotel.example", "did:wba:hotel.example%3A8443", 3);
    dids.publish(&port);
    assert_eq!(
        verdict(&put(&dids, name, port.description("Rooms", CREATED, None)).await),
        refused("registry-signer-host")
    );
    dids.set_down(true);
    let entry = put(&dids, name, good).await;
    assert_eq!(verdict(&entry), refused("net-offline"));
    assert_eq!(entry.evidence.undecided, 1);
}

#[tokio::test]
async fn a_card_is_the_host_s_by_a_signature_that_counts() {
    let hotel = Host::wba("hotel.example", 1);
    let dids = Dids::of(&[&hotel]);
    let name = "urn:air:hotel.example:agent:rooms";
    let entry = put(&dids, name, hotel.card("1.0.0")).await;
    assert_eq!(verdict(&entry), Ok("did:wba:hotel.example".to_owned()));
    assert_eq!((entry.profile.as_str(), entry.version_floor.version.as_deref()), ("a2a-card/1.0", Some("1.0.0")));

    assert_eq!(verdict(&put(&dids, name, card_text("hotel.example", "1.0.0").into()).await), refused("jws-missing"));
    // a stranger signs a copy of the card with a good key, which is not asked for
    dids.asked();
    let mallory = Host::of("hotel.example", "did:wba:mallory.example", 9);
    dids.publish(&mallory);
    assert_eq!(verdict(&put(&dids, name, mallory.card("1.0.0")).await), refused("card-signer-unbound"));
    assert_eq!(dids.asked(), Vec::<String>::new());
    // good at home, copied under another name
    let copied = put(&dids, "urn:air:copy.example:agent:rooms", hotel.card("1.0.0")).await;
    assert_eq!(verdict(&copied), refused("card-signer-unbound"));
}

#[tokio::test]
async fn a_catalog_is_the_host_s_by_its_root_signature() {
    let hotel = Host::of("hotel.example", "did:web:hotel.example", 1);
    let dids = Dids::of(&[&hotel]);
    let document = hotel.catalog(CREATED, "2026-12-01T00:00:00Z");
    let entry = put(&dids, "urn:air:hotel.example:catalog:all", document.clone()).await;
    assert_eq!(verdict(&entry), Ok("did:web:hotel.example".to_owned()));
    assert_eq!(entry.evidence.expires, Some(time("2026-12-01T00:00:00Z")));
    assert_eq!((entry.format.as_str(), entry.version_floor.issued), ("ai-catalog", Some(time(CREATED))));
    dids.asked();
    let copied = put(&dids, "urn:air:mallory.example:catalog:all", document.clone()).await;
    assert!(verdict(&copied).is_err(), "{:?}", copied.evidence);
    assert_eq!(dids.asked(), Vec::<String>::new());
    let changed = String::from_utf8(document.to_vec()).unwrap().replace("\"Hotel\"", "\"Hostel\"");
    let changed = put(&dids, "urn:air:hotel.example:catalog:all", changed.into()).await;
    // the manifests are still the publisher's, but their artifacts were not looked at
    assert_eq!(verdict(&changed), refused("catalog-unchecked"));
    assert!(matches!(changed.evidence.status_at(time(NOW)), Status::Refused(_)), "no network would decide it");
}

#[tokio::test(start_paused = true)]
async fn a_catalog_by_its_entries_says_what_is_not_covered() {
    let hotel = Host::of("hotel.example", "did:web:hotel.example", 1);
    let dids = Dids::of(&[&hotel]);
    let registry = registry(&dids);
    let mut catalog = CatalogBuilder::new().host("Hotel", Some(hotel.did.as_str()));
    // more than the checks that are kept
    for number in 0..120 {
        let identifier = format!("urn:air:hotel.example:agent:rooms-{number}");
        catalog = catalog.entry(NewEntry::at(&identifier, adp_cards::A2A_CARD, "https://hotel.example/card.json"));
    }
    let signed = catalog.to_ai_catalog_signed(&hotel.signer(), Validity::from(time(CREATED))).unwrap();
    let renamed = signed.source().replace("\"Hotel\"", "\"Hostel\"");
    let name = identifier("urn:air:hotel.example:catalog:all");
    let entry = registry.put(&Writer::Operator, &name, renamed.into()).await.unwrap().entry;
    assert_eq!(verdict(&entry), Ok("did:web:hotel.example".to_owned()));
    // nobody signed the time of the root signature, which does not verify any more
    assert_eq!(entry.version_floor.issued, None);
    let coverage = entry.evidence.checks.iter().find(|check| check.name == COVERAGE_CHECK).unwrap();
    assert_eq!((coverage.result.as_str(), entry.evidence.checks.len()), ("unchecked", 100));
    let expected = Status::EntriesVerified("did:web:hotel.example");
    assert_eq!(entry.evidence.status_at(time(NOW)), expected);
    let summaries = registry.summaries(vec![name.clone()]).await.unwrap();
    assert_eq!(summaries[0].status_at(time(NOW)), expected);
    assert_eq!(summaries[0].title(), "all");
    // also while it stays verified because the signer is out of reach
    dids.set_down(true);
    tokio::time::advance(Duration::from_secs(3700)).await;
    assert_eq!(registry.reverify_due().await.unwrap().undecided, 1);
    let entry = registry.get(&name).await.unwrap();
    assert_eq!((entry.evidence.undecided, entry.evidence.status_at(registry.now())), (1, expected));
}

#[tokio::test]
async fn what_has_no_proof_is_kept_and_says_so() {
    let dids = Dids::of(&[]);
    let tools = r#"{"tools": [{"name": "book", "description": "Books a room.", "inputSchema": {"type": "object"}}]}"#;
    let entry = put(&dids, "urn:air:hotel.example:mcp:tools", tools.into()).await;
    assert_eq!((entry.format.as_str(), verdict(&entry)), ("mcp-tools", refused("proof-missing")));
    assert_eq!(entry.evidence.next, None);
    assert!(!entry.evidence.is_verified_at(time(NOW)));
}

#[tokio::test]
async fn what_is_not_valid_is_refused_with_its_diagnostics() {
    let registry = registry(&Dids::of(&[]));
    let name = identifier("urn:air:hotel.example:agent:rooms");
    let card = card_text("hotel.example", "1.0.0").replace("\"description\": \"Books rooms.\", ", "");
    let error = registry.put(&Writer::Operator, &name, card.into()).await.unwrap_err();
    assert_eq!(error.code(), codes::REGISTRY_INVALID);
    let RegistryError::Invalid { format, report } = error else { panic!() };
    assert_eq!(format, "a2a-card");
    assert!(report.diagnostics.iter().any(|it| it.code.as_str() == "missing"), "{:?}", report.diagnostics);
    for (text, code) in [("{", "json-syntax"), ("{\"kty\": \"EC\"}", "format-unknown"), ("[]", "document-shape")] {
        let error = registry.put(&Writer::Operator, &name, text.into()).await.unwrap_err();
        assert_eq!(error.code().as_str(), code, "{text}");
    }
    let large = format!("{{\"tools\": [], \"x\": \"{}\"}}", "x".repeat(1 << 20));
    let error = registry.put(&Writer::Operator, &name, large.into()).await.unwrap_err();
    assert_eq!(error.code(), Code::TOO_LARGE);
    assert_eq!(registry.get(&name).await.unwrap_err().code(), Code::NOT_FOUND);
}
