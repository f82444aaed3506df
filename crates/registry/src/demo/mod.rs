//! Demo data: agents of several formats, some of them unverified for different reasons.
//!
//! The hosts end in `.example`, which never resolves. Their DID documents are built in, so that nothing is fetched.

mod agents;
mod documents;

use crate::Identifier;
use agent_description::{
    Document, SigningKey, Timestamp,
    did::{DidDocumentBuilder, DidUrl},
    key::KeyType,
    proof::{KeySigner, Signer},
    resolve::StaticResolver,
};
use agents::{AGENTS, About};
use bytes::Bytes;
use documents::Made;
use std::time::Duration;

/// The demo's documents and DID documents.
#[derive(Debug)]
pub(crate) struct Demo {
    /// The documents with their identifiers.
    pub documents: Vec<(Identifier, Bytes)>,
    /// The DID documents.
    pub dids: StaticResolver,
}

/// A host with the keys of its DIDs.
struct Host {
    /// Key of a did:wba with path, for cards and descriptions.
    agent: KeySigner,
    /// Key of the did:web of the bare host, for catalogs.
    web: KeySigner,
}

impl Demo {
    /// Creates the agents with new keys, signed at this time.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub(crate) fn new(now: Timestamp) -> Made<Self> {
        let hosts = AGENTS.iter().map(|about| Host::new(about.host)).collect::<Made<Vec<_>>>()?;
        let mut demo = Self { documents: Vec::new(), dids: did_documents(&hosts)? };
        let day = Duration::from_secs(24 * 3600);
        let yesterday = now.saturating_sub(day).truncated_to_second();
        for (at, (about, host)) in AGENTS.iter().zip(&hosts).enumerate() {
            let did = host.agent.method().did().as_str();
            let card = documents::card(about)?;
            let signed = documents::signed_card(&card, &host.agent)?;
            let stranger = hosts.get((at + 1) % hosts.len()).unwrap_or(host);
            let found = match at % 6 {
                4 => documents::tampered(&signed)?,
                5 => documents::signed_card(&card, &stranger.agent)?,
                _ => signed,
            };
            demo.add(about, "agent", &found)?;
            let expires = (at % 4 == 3).then(|| yesterday.saturating_add(Duration::from_secs(3600)));
            demo.add(about, "description", &documents::description(about, &host.agent, did, yesterday, expires)?)?;
            match at % 4 {
                0 => {
                    let web = host.web.method().did().as_str();
                    demo.add(about, "catalog", &documents::catalog(about, &card, &host.web, web, yesterday)?)?;
                }
                1 => demo.add(about, "mcp", &documents::server_card(about)?)?,
                2 => demo.add(about, "tools", &documents::tools(about)?)?,
                _ => demo.add(about, "flows", &documents::flows(about)?)?,
            }
        }
        if let Some(last) = AGENTS.last() {
            demo.add(last, "misleading-card", &documents::misleading_card(last)?)?;
            demo.add(last, "misleading-api", &documents::misleading_api(last)?)?;
        }
        Ok(demo)
    }

    fn add(&mut self, about: &About, namespace: &str, document: &Document) -> Made<()> {
        let identifier = format!("urn:air:{}:{namespace}:{}", about.host, about.skill.0).parse()?;
        self.documents.push((identifier, Bytes::copy_from_slice(document.source().as_bytes())));
        Ok(())
    }
}

impl Host {
    fn new(host: &str) -> Made<Self> {
        Ok(Self { agent: signer(format!("did:wba:{host}:agent"))?, web: signer(format!("did:web:{host}"))? })
    }
}

fn signer(did: String) -> Made<KeySigner> {
    Ok(KeySigner::new(DidUrl::new(&did.parse()?, "key-1")?, SigningKey::generate(KeyType::P256)?))
}

/// The documents of the DIDs. That of the last agent is unavailable, so verification is undecided.
fn did_documents(hosts: &[Host]) -> Made<StaticResolver> {
    let mut dids = StaticResolver::default();
    let last = hosts.last().map(|host| host.agent.method());
    for signer in hosts.iter().flat_map(|host| [&host.agent, &host.web]) {
        if Some(signer.method()) != last {
            let did = signer.method().did();
            let document = DidDocumentBuilder::new(did.clone(), signer.verifying_key()).build()?;
            dids.insert(did.clone(), document.source());
        }
    }
    Ok(dids)
}
