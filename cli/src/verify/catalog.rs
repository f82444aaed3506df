//! Catalogs that are signed: as a whole, and entry by entry.

use super::{job::Job, report::Verdict};
use crate::{
    card::Card,
    failure::{CodeAndMessage, Failure},
    together::{AT_A_TIME, in_order},
};
use adp_cards::{
    ai_catalog::{Following, NestedArtifact},
    trust_manifest::{
        ArtifactState, ArtifactVerdict, Artifacts, CatalogVerdict, ManifestVerdict, SignerDocuments, TrustError,
        UnverifiedCatalog,
    },
};
use agent_description::{
    Code, Document, Fault, Timestamp,
    did::Did,
    format::Format,
    json::Json,
    resolve::{Fetcher, Resolve},
};
use serde::Serialize;
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

/// How long the DID documents of one catalog are resolved, and how long its artifacts are fetched: strangers can name many slow hosts in it.
const PATIENCE: Duration = Duration::from_secs(60);

/// What catalogs are verified by, beside what descriptions are.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
#[command(next_help_heading = "Catalogs")]
pub struct CatalogArgs {
    /// Fetch what a catalog names: artifacts to compare with their digests, catalogs inside of it, and the DIDs of those who endorse
    #[arg(long, hide_short_help = true)]
    follow: bool,

    /// The same for a verb that looks at all that a host shows: nobody asked for it by a flag.
    #[arg(skip)]
    always: bool,
}

impl CatalogArgs {
    /// For a verb that looks at all that a host shows.
    pub fn following() -> Self {
        Self { follow: false, always: true }
    }

    /// Whether what a catalog names is fetched.
    fn follows(self) -> bool {
        self.follow || self.always
    }

    /// The flag that only catalogs answer, if it was given.
    pub fn asked(self) -> Option<&'static str> {
        self.follow.then_some("--follow")
    }
}

/// What was found of a catalog.
#[derive(Debug)]
pub struct CatalogReport {
    format: &'static str,
    /// What was found of its signatures; nothing where there are none.
    found: Option<CatalogVerdict>,
    /// What was found below it.
    nested: Vec<NestedArtifact>,
    /// Why it is not verified.
    pub failure: Option<Failure>,
}

impl Job {
    /// Verifies a catalog with what the arguments name and the network gives.
    pub(super) async fn verify_catalog(&self, format: &'static dyn Format, document: &Document, name: &str) -> Verdict {
        let refused = |error: &TrustError| Failure::of(error).in_document(name, document);
        let report = match UnverifiedCatalog::read(document) {
            Err(error) => {
                let failure = Some(refused(&error));
                CatalogReport { format: format.name(), found: None, nested: Vec::new(), failure }
            }
            Ok(catalog) => {
                let documents = self.signer_documents(&catalog).await;
                let (artifacts, nested) =
                    if self.catalogs.follows() { self.follow(document).await } else { Default::default() };
                let mut verdict = catalog.verify(&documents, &artifacts, self.expected.at);
                let differs = nested.iter().find(|artifact| artifact.state == Some(ArtifactState::Differs));
                if let Some(error) = differs.and_then(|artifact| artifact.error.clone()) {
                    verdict.refuse(error);
                }
                // whoever asks for what the catalog names takes no answer for a no: a server could withhold what would be refused
                let unchecked = || verdict.artifacts.iter().find(|artifact| artifact.state == ArtifactState::Unchecked);
                let error = self.catalogs.follows().then(|| unchecked()?.error.clone()).flatten();
                let withheld = || nested.iter().find_map(|artifact| artifact.error.clone());
                if let Some(error) = error.or_else(withheld) {
                    verdict.refuse(error);
                }
                if let Some(signer) = self.expected.signer() {
                    verdict.expect(signer);
                }
                let failure = verdict.error.as_ref().map(refused);
                CatalogReport { format: format.name(), found: Some(verdict), nested, failure }
            }
        };
        Verdict::Catalog(Box::new(report))
    }

    /// The DID documents of the signers who can decide; of those who endorse, only where the catalog is to be followed.
    async fn signer_documents(&self, catalog: &UnverifiedCatalog<'_>) -> SignerDocuments {
        let mut documents = SignerDocuments::new();
        let start = Instant::now();
        let mut deciding = catalog.deciding_signers();
        // where one is expected, nobody else decides
        deciding.retain(|did| self.expected.signer().is_none_or(|signer| signer == did));
        for did in catalog.signers() {
            let document = match self.did_documents.find(&did, &self.limits) {
                Some(Ok(document)) => Ok(document),
                Some(Err(refused)) => Err(Arc::new(refused.error) as Arc<dyn Fault>),
                None if !self.catalogs.follows() && !deciding.contains(&did) => {
                    Err(Arc::new(NotFollowed { did: did.clone() }) as Arc<dyn Fault>)
                }
                None if start.elapsed() < PATIENCE => {
                    self.resolver.resolve(&did).await.map(Arc::new).map_err(|error| Arc::new(error) as Arc<dyn Fault>)
                }
                None => continue,
            };
            documents.add(did, document);
        }
        documents
    }

    /// Fetches what the catalog names, some at the same time, within the bounds of [`Following`] and of a minute. What comes is taken in
    /// the order in which it was named, so that the verdict is the same whoever answers first.
    async fn follow(&self, document: &Document) -> (Artifacts, Vec<NestedArtifact>) {
        let mut following = Following::of(document);
        let fetcher = Fetcher::new(self.network.https().clone());
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            let most = following.most_bytes();
            let urls: Vec<String> = std::iter::from_fn(|| following.next_url()).take(AT_A_TIME).collect();
            if urls.is_empty() {
                break;
            }
            let asked: Vec<_> = urls
                .iter()
                .map(|url| {
                    let (fetcher, url) = (fetcher.clone().body_limit(most), url.clone());
                    let at_hand = self.artifacts.get(&url).cloned();
                    async move {
                        match at_hand {
                            Some(at_hand) => Ok(at_hand),
                            None => fetch(&fetcher, &url).await,
                        }
                    }
                })
                .collect();
            for (url, fetched) in urls.iter().zip(in_order(asked).await) {
                following.fetched(url, &fetched.unwrap_or_else(|| Err(not_served(url, "nothing".to_owned()))));
            }
        }
        following.finish()
    }
}

/// The bytes that a URL gives, as they are.
async fn fetch(fetcher: &Fetcher, url: &str) -> Result<Vec<u8>, Arc<dyn Fault>> {
    let no = |problem: String| not_served(url, problem);
    let request = http::Request::get(url).body("").map_err(|error| no(error.to_string()))?;
    let mut response = fetcher.send(request).await.map_err(|error| Arc::new(error) as Arc<dyn Fault>)?;
    if response.status() != http::StatusCode::OK {
        return Err(no(format!("status {}, expected 200", response.status().as_u16())));
    }
    if response.headers().get("content-encoding").is_some_and(|encoding| encoding != "identity") {
        return Err(no("a content encoding, expected the bytes as they are".to_owned()));
    }
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| Arc::new(error) as Arc<dyn Fault>)? {
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

fn not_served(url: &str, problem: String) -> Arc<dyn Fault> {
    Arc::new(NotServed { url: url.chars().take(200).collect(), problem })
}

/// An artifact that its URL does not serve.
#[derive(Debug, thiserror::Error)]
#[error("{url:?} answers with {problem}")]
struct NotServed {
    url: String,
    problem: String,
}

impl Fault for NotServed {
    fn code(&self) -> Code {
        Code::NET_STATUS
    }
}

/// A signer whose DID was not resolved.
#[derive(Debug, thiserror::Error)]
#[error("{did} was not resolved, as its word does not decide: anyone can name any DID there")]
struct NotFollowed {
    did: Did,
}

impl Fault for NotFollowed {
    fn code(&self) -> Code {
        adp_cards::codes::CATALOG_UNCHECKED
    }
}

impl CatalogReport {
    /// What is printed for programs.
    pub fn as_json<'a>(&'a self, input: &'a str, raw_sha256: Option<&'a str>) -> impl Serialize + 'a {
        let found = self.found.as_ref();
        let manifests = found.map(|found| found.manifests.as_slice()).unwrap_or_default();
        let artifacts = found.map(|found| found.artifacts.as_slice()).unwrap_or_default();
        CatalogJson {
            input,
            verified: self.failure.is_none(),
            format: self.format,
            identity: found.and_then(|found| found.identity.as_ref()),
            root: found.and_then(|found| found.root.as_ref()).map(|root| RootJson {
                verified: root.error.is_none(),
                signer: root.signer.as_deref(),
                error: root.error.as_ref().map(|error| Failure::code_and_message_of(error)),
            }),
            manifests: manifests.iter().map(ManifestJson::of).collect(),
            artifacts: artifacts.iter().map(ArtifactJson::of).collect(),
            nested: self.nested.iter().map(NestedJson::of).collect(),
            raw_sha256,
            error: self.failure.as_ref().map(Failure::code_and_message),
        }
    }

    /// Who stands behind the catalog, where that is one.
    pub fn identity(&self) -> Option<String> {
        self.found.as_ref()?.identity.as_ref().map(ToString::to_string)
    }

    /// Who stands behind the catalog, and each signature on a line.
    pub fn told(&self, input: &str) -> String {
        let verified = self.failure.is_none();
        let title = if verified { "verified" } else { "not verified" };
        let mut card = Card::titled(format!("{title}: {input}")).line("format", self.format);
        let Some(found) = &self.found else { return String::new() };
        if verified {
            let identity = found.identity.as_ref().map(Did::as_str);
            card = card.line("identity", identity.unwrap_or("each entry's own publisher"));
            if found.root.as_ref().is_none_or(|root| root.error.is_some()) {
                card = card.line("covered", "each entry's release; names, descriptions and the list itself are not");
            }
        }
        if let Some(root) = &found.root {
            let signer = root.signer.as_deref().unwrap_or("nobody");
            card = card.line(
                "catalog",
                match &root.error {
                    Some(error) => format!("{}: {signer}: {error}", error.code()),
                    None => format!("good: {signer}"),
                },
            );
        }
        for manifest in found.manifests.iter().take(SHOWN) {
            card = card.line("entry", manifest_told(manifest));
        }
        if let more @ 1.. = found.manifests.len().saturating_sub(SHOWN) {
            card = card.line("entry", format!("and {more} more manifests"));
        }
        card.to_string()
    }
}

/// How many manifests are told to people.
const SHOWN: usize = 100;

/// What a catalog has in JSON.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CatalogJson<'a> {
    input: &'a str,
    verified: bool,
    format: &'a str,
    identity: Option<&'a Did>,
    root: Option<RootJson<'a>>,
    manifests: Vec<ManifestJson<'a>>,
    artifacts: Vec<ArtifactJson<'a>>,
    nested: Vec<NestedJson<'a>>,
    raw_sha256: Option<&'a str>,
    error: Option<CodeAndMessage<'a>>,
}

/// The catalog's own signature.
#[derive(Serialize)]
struct RootJson<'a> {
    verified: bool,
    signer: Option<&'a str>,
    error: Option<CodeAndMessage<'a>>,
}

/// The trust manifest of an entry.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ManifestJson<'a> {
    entry: Option<&'a str>,
    verified: bool,
    signer: Option<&'a str>,
    publisher: Option<&'a Did>,
    subject: Option<&'a Json>,
    artifact: Option<&'static str>,
    issued_at: Option<Timestamp>,
    expires_at: Option<Timestamp>,
    error: Option<CodeAndMessage<'a>>,
}

impl<'a> ManifestJson<'a> {
    fn of(manifest: &'a ManifestVerdict) -> Self {
        Self {
            entry: manifest.entry.as_deref(),
            verified: manifest.error.is_none(),
            signer: manifest.signer.as_deref(),
            publisher: manifest.publisher.as_ref(),
            subject: manifest.subject.as_ref(),
            artifact: manifest.artifact.map(ArtifactState::as_str),
            issued_at: manifest.issued_at,
            expires_at: manifest.expires_at,
            error: manifest.error.as_ref().map(|error| Failure::code_and_message_of(error)),
        }
    }
}

/// What an entry names, as it was compared.
#[derive(Serialize)]
struct ArtifactJson<'a> {
    entry: Option<&'a str>,
    artifact: &'static str,
    error: Option<CodeAndMessage<'a>>,
}

impl<'a> ArtifactJson<'a> {
    fn of(artifact: &'a ArtifactVerdict) -> Self {
        Self {
            entry: artifact.entry.as_deref(),
            artifact: artifact.state.as_str(),
            error: artifact.error.as_ref().map(|error| Failure::code_and_message_of(error)),
        }
    }
}

/// What a catalog inside the catalog names.
#[derive(Serialize)]
struct NestedJson<'a> {
    entry: Option<&'a str>,
    url: &'a str,
    depth: usize,
    artifact: Option<&'static str>,
    error: Option<CodeAndMessage<'a>>,
}

impl<'a> NestedJson<'a> {
    fn of(artifact: &'a NestedArtifact) -> Self {
        Self {
            entry: artifact.entry.as_deref(),
            url: artifact.url.as_str(),
            depth: artifact.depth,
            artifact: artifact.state.map(ArtifactState::as_str),
            error: artifact.error.as_ref().map(|error| Failure::code_and_message_of(error)),
        }
    }
}

/// `good: urn:air:hotel.example:agent:rooms, by its publisher did:web:hotel.example, its artifact compared`
fn manifest_told(manifest: &ManifestVerdict) -> String {
    let entry = manifest.entry.as_deref().unwrap_or("an entry without identifier");
    let signer = manifest.signer.as_deref().unwrap_or("nobody");
    if let Some(error) = &manifest.error {
        return format!("{}: {entry}: {signer}: {error}", error.code());
    }
    let whose = if manifest.publisher.is_some() { "by its publisher" } else { "endorsed by" };
    let artifact = match manifest.artifact {
        Some(ArtifactState::Matches) => "the artifact is the one that was signed",
        _ => "bound by its URL alone: what that serves today is not covered",
    };
    format!("good: {entry}, {whose} {signer}, {artifact}")
}
