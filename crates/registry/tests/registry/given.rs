//! Entries, agents and clocks that the tests share.

use adp_catalogs::{
    ai_catalog::{CatalogBuilder, NewEntry},
    trust_manifest::Validity,
};
use adp_registry::{
    Administrators, Entry, Identifier, Registry, RegistrySettings, StoredEvidence, SummaryTexts, VersionFloor,
    store::RedbStore,
};
use agent_description::{
    DidDocumentBuilder, Document, KeySigner, KeyType, Limits, Resolved, SignOptions, SigningKey, Timestamp,
    did::{Did, DidDocument, DidUrl},
    resolve::{Clock, Resolve, ResolveError, StaticResolver},
    sign,
};
use bytes::Bytes;
use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

pub fn time(text: &str) -> Timestamp {
    text.parse().unwrap()
}

pub fn identifier(text: &str) -> Identifier {
    text.parse().unwrap()
}

/// An entry that stores keep whatever it says.
pub fn entry(name: &str, document: &str) -> Entry {
    let at = time("2026-01-02T03:04:05Z");
    Entry {
        identifier: identifier(name),
        document: Bytes::copy_from_slice(document.as_bytes()),
        format: "a2a-card".to_owned(),
        profile: "a2a-card/1.0".to_owned(),
        summary: Some(SummaryTexts { title: Some("R\u{fc}ms".to_owned()), ..SummaryTexts::default() }),
        findings: Vec::new(),
        omitted: 0,
        evidence: StoredEvidence {
            identity: Some("did:wba:hotel.example".to_owned()),
            checked: at,
            confirmed: Some(at),
            expires: None,
            until: Some(time("2026-01-03T03:04:05.5Z")),
            next: Some(time("2026-01-02T04:04:05Z")),
            undecided: 0,
            refusal: None,
            checks: Vec::new(),
            unsigned: Vec::new(),
        },
        version_floor: VersionFloor {
            accepted: None,
            issued: None,
            earlier: Vec::new(),
            version: Some("1.0".to_owned()),
            sha256: None,
        },
        unverified_floor: VersionFloor::default(),
        added: at,
        updated: at,
        written_by: "operator".to_owned(),
        sequence: 0,
    }
}

/// A host with its DID, its key and its documents.
pub struct Host {
    pub name: &'static str,
    pub did: Did,
    number: u8,
}

impl Host {
    /// The host of this name, under did:wba; its key is made of the number.
    pub fn wba(name: &'static str, number: u8) -> Self {
        Self::of(name, &format!("did:wba:{name}"), number)
    }

    pub fn of(name: &'static str, did: &str, number: u8) -> Self {
        Self { name, did: did.parse().unwrap(), number }
    }

    fn key(&self) -> SigningKey {
        SigningKey::from_secret_bytes(KeyType::P256, &[self.number; 32]).unwrap()
    }

    pub fn signer(&self) -> KeySigner {
        KeySigner::new(DidUrl::new(&self.did, "key-1").unwrap(), self.key())
    }

    pub fn did_document(&self) -> Vec<u8> {
        let document = DidDocumentBuilder::new(self.did.clone(), self.key().verifying_key()).build().unwrap();
        document.source().as_bytes().to_vec()
    }

    /// A description of an agent of the host, signed from a time on, until another.
    pub fn description(&self, name: &str, created: &str, expires: Option<&str>) -> Bytes {
        let text = format!(
            r#"{{"@context": {{"@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#"}},
              "@type": "ad:AgentDescription", "name": "{name}", "did": "{}",
              "securityDefinitions": {{"didwba_sc": {{"scheme": "didwba", "in": "header", "name": "Authorization"}}}},
              "security": "didwba_sc"}}"#,
            self.did
        );
        let mut options = SignOptions::new(time(created));
        if let Some(expires) = expires {
            options = options.expires(time(expires));
        }
        bytes(&sign(&read(&text), &self.signer(), options).unwrap())
    }

    /// A card of the host's agent, signed.
    pub fn card(&self, version: &str) -> Bytes {
        let signed = adp_cards::signature::sign(
            &read(&card_text(self.name, version)),
            adp_cards::a2a_card::A2A,
            &self.signer(),
            None,
            None,
            &Limits::default(),
        );
        bytes(&signed.unwrap())
    }

    /// A catalog of the host's, signed as a whole.
    pub fn catalog(&self, issued: &str, expires: &str) -> Bytes {
        let url = format!("https://{}/.well-known/agent-card.json", self.name);
        let entry =
            NewEntry::at(&format!("urn:air:{}:agent:rooms", self.name), adp_cards::A2A_CARD, &url).digest_of(b"{}");
        let validity = Validity::from(time(issued)).until(time(expires));
        let catalog = CatalogBuilder::new().host("Hotel", Some(self.did.as_str())).entry(entry);
        bytes(&catalog.to_ai_catalog_signed(&self.signer(), validity).unwrap())
    }
}

pub fn card_text(host: &str, version: &str) -> String {
    format!(
        r#"{{"name": "Rooms", "description": "Books rooms.", "version": "{version}", "capabilities": {{"streaming": true}},
          "supportedInterfaces": [{{"url": "https://{host}/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}}],
          "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
          "skills": [{{"id": "book", "name": "Book", "description": "Books a room.", "tags": ["booking"]}}]}}"#
    )
}

fn read(text: &str) -> Document {
    Document::parse(text.as_bytes(), &Limits::default()).unwrap()
}

fn bytes(document: &Document) -> Bytes {
    Bytes::copy_from_slice(document.source().as_bytes())
}

/// The web as far as DIDs go: documents that come, change and go, and who asked for which.
#[derive(Debug, Default)]
pub struct Dids {
    documents: Mutex<HashMap<Did, Vec<u8>>>,
    asked: Mutex<Vec<String>>,
    is_down: AtomicBool,
    under_way: AtomicUsize,
    most_under_way: AtomicUsize,
}

impl Dids {
    pub fn of(hosts: &[&Host]) -> Arc<Self> {
        let this = Arc::new(Self::default());
        hosts.iter().for_each(|host| this.publish(host));
        this
    }

    pub fn publish(&self, host: &Host) {
        self.documents.lock().unwrap().insert(host.did.clone(), host.did_document());
    }

    pub fn publish_document(&self, did: Did, document: Vec<u8>) {
        self.documents.lock().unwrap().insert(did, document);
    }

    pub fn set_down(&self, is_down: bool) {
        self.is_down.store(is_down, Ordering::SeqCst);
    }

    /// Who was asked for since the last time.
    pub fn asked(&self) -> Vec<String> {
        std::mem::take(&mut self.asked.lock().unwrap())
    }

    /// The most that were asked for at the same time.
    pub fn most_at_once(&self) -> usize {
        self.most_under_way.load(Ordering::SeqCst)
    }
}

impl Resolve for Dids {
    async fn resolve(&self, did: &Did) -> Result<Resolved<DidDocument>, ResolveError> {
        self.asked.lock().unwrap().push(did.to_string());
        let under_way = self.under_way.fetch_add(1, Ordering::SeqCst) + 1;
        self.most_under_way.fetch_max(under_way, Ordering::SeqCst);
        for _ in 0..3 {
            tokio::task::yield_now().await;
        }
        self.under_way.fetch_sub(1, Ordering::SeqCst);
        let mut known = StaticResolver::default();
        if let Some(document) = self.documents.lock().unwrap().get(did)
            && !self.is_down.load(Ordering::SeqCst)
        {
            known.insert(did.clone(), document.clone());
        }
        known.get(did)
    }
}

/// A clock that goes with tokio's, which tests pause.
#[derive(Debug)]
pub struct TestClock {
    start: Timestamp,
    begin: tokio::time::Instant,
}

impl TestClock {
    pub fn at(text: &str) -> Arc<Self> {
        Arc::new(Self { start: time(text), begin: tokio::time::Instant::now() })
    }
}

impl Clock for TestClock {
    fn now(&self) -> Timestamp {
        self.start.saturating_add(self.begin.elapsed())
    }
}

/// When the tests' registries begin.
pub const NOW: &str = "2026-11-01T12:00:00Z";

/// A registry in memory, which knows these DIDs.
pub fn registry(dids: &Arc<Dids>) -> Registry {
    registry_with(dids, Administrators::default(), RegistrySettings::default())
}

pub fn registry_with(dids: &Arc<Dids>, administrators: Administrators, settings: RegistrySettings) -> Registry {
    let store = Arc::new(RedbStore::in_memory().unwrap());
    Registry::new(store, dids.clone(), TestClock::at(NOW), administrators, settings)
}
