//! The site's documents of every format as an AI Catalog and as an ARD catalog, signed if a key is given.

use crate::{Content, FileKind, FolderError, PublishOptions, Site, SiteFile, SiteFolder, SourceFolder, url_path};
use adp_catalogs::{
    AI_CATALOG,
    ai_catalog::{AirIdentifier, CatalogBuilder, NewEntry, limits},
    trust_manifest::Validity,
};
use adp_tools::UniqueNames;
use agent_description::{
    CodedError, DidDocumentBuilder, DidError, Document, KeySigner, Limits, SigningKey, Timestamp,
    did::{Did, DidDocument, DidUrl, Purpose, Resolved},
    format::{self, Authenticity, Format},
    json::{Json, Object},
    proof::{Expectations, Signer},
    verification::{Supplied, Verification},
};
use std::sync::Arc;

/// The paths of the catalogs on a site: AI Catalog and ARD.
pub const CATALOG_PATHS: [&str; 2] = [".well-known/ai-catalog.json", ".well-known/ard.json"];
/// The path of the signer's DID document.
pub(crate) const DID_PATH: &str = ".well-known/did.json";
/// Maximum length of a description in an entry, in characters.
const MAX_DESCRIPTION_CHARS: usize = 500;

/// The signer of the catalogs.
#[derive(Debug)]
pub struct CatalogSigner {
    signer: KeySigner,
    /// The DID document to publish if the publisher's folder has none.
    document: Document,
}

impl CatalogSigner {
    /// Creates a signer with this key (P-256), with the key ID of its DID document.
    ///
    /// # Errors
    /// A document with this key cannot be built for the DID.
    pub fn new(key: SigningKey, method: DidUrl) -> Result<Self, DidError> {
        let document = DidDocumentBuilder::new(method.did().clone(), key.verifying_key()).build()?;
        Ok(Self { signer: KeySigner::new(method, key), document })
    }

    fn did(&self) -> &Did {
        self.signer.method().did()
    }
}

/// Operations on a catalog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CatalogStep {
    /// Building it from its entries.
    Write,
    /// Signing it.
    Sign,
    /// Parsing and verifying it before it is written to the disk.
    Verify,
}

impl CatalogStep {
    fn failed(self, error: impl CodedError) -> FolderError {
        FolderError::Catalog { step: self, error: Box::new(error) }
    }
}

/// The site with its catalogs, and the signer's DID document if it has none. If `signs` is false, published signatures
/// are checked, also without the signer, and catalogs without a valid one are left unsigned.
pub(crate) fn add(
    mut site: Site,
    (source, published): (&SourceFolder, &SiteFolder),
    options: &PublishOptions,
    signer: Option<&CatalogSigner>,
    signs: bool,
) -> Result<Site, FolderError> {
    if site.host.contains(':') {
        return Err(FolderError::CatalogPort(site.host));
    }
    let did_document = match signer {
        Some(signer) => Some(did_document(signer, &mut site)?),
        None if !signs => published_did_document(&mut site, published)?,
        None => None,
    };
    let mut listing = Listing {
        builder: CatalogBuilder::new(),
        artifacts: Supplied::default(),
        names: UniqueNames::default(),
        whole: true,
    };
    let host_did = did_document.as_ref().map(|document| document.get().id().as_str());
    listing.builder = listing.builder.host(&site.host, host_did);
    for file in &site.files {
        let is_unlisted = file.kind == FileKind::AgentDescription && options.unlisted.contains(&file.path);
        if matches!(file.kind, FileKind::AgentDescription | FileKind::Linked) && !is_unlisted {
            listing.add(file, &site.host, source, options)?;
        }
    }
    for (path, is_ard) in CATALOG_PATHS.into_iter().zip([false, true]) {
        let content = if listing.whole {
            let published = published.read(path, limits().bytes())?;
            if did_document.is_none() && published.as_deref().is_some_and(is_signed) {
                return Err(FolderError::CatalogUnsigned(path));
            }
            match &did_document {
                None => content(&listing.plain(is_ard)?),
                Some(document) => {
                    listing.signed(is_ard, (signer.filter(|_| signs), document), published.as_deref(), options)?
                }
            }
        } else {
            Content::Unsigned
        };
        site.files.push(SiteFile::made(path, FileKind::Catalog, content));
    }
    site.files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(site)
}

/// The DID document of the signer: the site's own, or a generated one.
fn did_document(signer: &CatalogSigner, site: &mut Site) -> Result<Arc<Resolved<DidDocument>>, FolderError> {
    let did = signer.did();
    let expected = format!("did:web:{}", site.host);
    if did.as_str() != expected {
        return Err(FolderError::CatalogSigner { found: did.clone(), expected });
    }
    let own = site.files.iter().find(|file| file.path == DID_PATH);
    let bytes = match own {
        Some(file) if file.did.as_ref() == Some(did) => file.bytes().unwrap_or_default().to_vec(),
        Some(file) => {
            let other = file.did.as_ref().map_or("another DID", Did::as_str).to_owned();
            return Err(FolderError::CatalogDidPlace { did: did.clone(), other });
        }
        None if signer.signer.method().fragment() != "key-1" => return Err(FolderError::CatalogKeyId(did.clone())),
        None => {
            let bytes = signer.document.source().as_bytes().to_vec();
            let made = SiteFile::made(DID_PATH, FileKind::DidDocument, Content::Bytes(bytes.clone()));
            site.files.push(made.with_did(did.clone()));
            bytes
        }
    };
    let resolved = DidDocument::parse_for(did, &bytes, &Limits::default());
    resolved.map(Arc::new).map_err(|error| CatalogStep::Verify.failed(error))
}

/// The DID document with which a published signature can be checked without its signer: the site's own, or the published
/// one. `None` if no catalog is signed, or there is no such document.
fn published_did_document(
    site: &mut Site,
    published: &SiteFolder,
) -> Result<Option<Arc<Resolved<DidDocument>>>, FolderError> {
    let mut is_any_signed = false;
    for path in CATALOG_PATHS {
        is_any_signed |= published.read(path, limits().bytes())?.as_deref().is_some_and(is_signed);
    }
    let Ok(did) = format!("did:web:{}", site.host).parse::<Did>() else { return Ok(None) };
    if !is_any_signed {
        return Ok(None);
    }
    let own = site.files.iter().find(|file| file.path == DID_PATH);
    let bytes = match own {
        Some(file) => file.bytes().map(<[u8]>::to_vec),
        None => published.read(DID_PATH, limits().bytes())?,
    };
    let Some(bytes) = bytes else { return Ok(None) };
    let Ok(resolved) = DidDocument::parse_for(&did, &bytes, &Limits::default()) else { return Ok(None) };
    if own.is_none() {
        site.files.push(SiteFile::made(DID_PATH, FileKind::DidDocument, Content::Bytes(bytes)).with_did(did));
    }
    Ok(Some(Arc::new(resolved)))
}

/// A catalog under construction.
struct Listing {
    builder: CatalogBuilder,
    /// The artifacts of the entries.
    artifacts: Supplied,
    /// The used identifiers.
    names: UniqueNames,
    /// Whether the bytes of all files are available; unsigned files have no digest yet.
    whole: bool,
}

impl Listing {
    /// Adds a file, if it is a document of a format.
    fn add(
        &mut self,
        file: &SiteFile,
        host: &str,
        source: &SourceFolder,
        options: &PublishOptions,
    ) -> Result<(), FolderError> {
        let bytes = match &file.content {
            Content::Bytes(bytes) => bytes.clone(),
            Content::Copied(_) => match source.document(&file.path, options)? {
                Some(bytes) if bytes.trim_ascii_start().starts_with(b"{") => bytes,
                _ => return Ok(()),
            },
            Content::Unsigned => {
                self.whole = false;
                return Ok(());
            }
        };
        let Ok((document, formats)) = format::read(&bytes, &options.formats, &Limits::default()) else { return Ok(()) };
        // DID documents are found by their DIDs, not in a catalog; copied files are not descriptions, even if they have
        // their members
        let is_listed = |format: &&'static Format| match file.kind {
            FileKind::Linked => {
                !format.is_description && format.is_listed && format.authenticity != Authenticity::Location
            }
            _ => format.is_description,
        };
        let Some(format) = formats.into_iter().find(is_listed) else { return Ok(()) };
        let identifier = self.identifier(host, format, &file.path)?;
        let url = format!("https://{host}/{}", url_path(&file.path));
        let entry = described(NewEntry::at(&identifier, format, &url), document.root()).digest_of(&bytes);
        self.artifacts.artifacts.insert(url, Ok(bytes.into()));
        self.builder = std::mem::take(&mut self.builder).entry(entry);
        Ok(())
    }

    /// The identifier of the document at a path; numbered if two are equal.
    fn identifier(&mut self, host: &str, format: &Format, path: &str) -> Result<String, FolderError> {
        let first = AirIdentifier::for_document(host, format, path);
        let first = first?.to_string();
        Ok(self.names.give(first.clone(), |number| format!("{first}-{number}")))
    }

    fn plain(&self, is_ard: bool) -> Result<Document, FolderError> {
        let plain = if is_ard { self.builder.to_ard() } else { self.builder.to_ai_catalog() };
        plain.map_err(|error| CatalogStep::Write.failed(error))
    }

    /// The new file: the published one if it is equal and valid for long enough, otherwise a newly signed one, if there is
    /// a signer.
    fn signed(
        &self,
        is_ard: bool,
        (signer, did_document): (Option<&CatalogSigner>, &Arc<Resolved<DidDocument>>),
        published: Option<&[u8]>,
        options: &PublishOptions,
    ) -> Result<Content, FolderError> {
        let plain = self.plain(is_ard)?;
        // without entries there is nothing to sign
        if self.names.is_empty() && is_ard {
            return Ok(content(&plain));
        }
        let mut supplied = self.artifacts.clone();
        supplied.did_documents.insert(did_document.get().id().clone(), Ok(Arc::clone(did_document)));
        let is_good = |bytes: &[u8], at: Timestamp| is_good(bytes, &plain, &supplied, at);
        if let Some(bytes) = published
            && is_good(bytes, options.at)
            && is_good(bytes, options.at.saturating_add(options.renew_before()))
        {
            return Ok(Content::Bytes(bytes.to_vec()));
        }
        let Some(CatalogSigner { signer, .. }) = signer else { return Ok(Content::Unsigned) };
        let issued = options.at.truncated_to_second();
        let validity = Validity::from(issued).until(issued.saturating_add(options.expires_in));
        let signed = match is_ard {
            true => self.builder.to_ard_signed(signer, validity),
            false => self.builder.to_ai_catalog_signed(signer, validity),
        };
        let signed = signed.map_err(|error| CatalogStep::Sign.failed(error))?;
        // do not write a document that cannot be verified
        let read = Document::parse(signed.source().as_bytes(), limits());
        let read = read.map_err(|error| CatalogStep::Verify.failed(error))?;
        if let Some(error) = verify(read, &supplied, options.at).error {
            return Err(CatalogStep::Verify.failed(error));
        }
        Ok(content(&signed))
    }
}

fn content(document: &Document) -> Content {
    Content::Bytes(document.source().as_bytes().to_vec())
}

/// Whether a published catalog equals this one and verifies at a time.
fn is_good(bytes: &[u8], plain: &Document, supplied: &Supplied, at: Timestamp) -> bool {
    let Ok(published) = Document::parse(bytes, limits()) else { return false };
    let same = Json::from(unsigned(published.root())).to_compact() == plain.json().to_compact();
    same && verify(published, supplied, at).is_verified()
}

/// The verdict on a catalog, with the available documents.
fn verify(catalog: Document, supplied: &Supplied, at: Timestamp) -> Verification {
    let expectations =
        Expectations::for_purpose(Purpose::AssertionMethod).no_domain().any_challenge().at(at).signer_is_subject();
    match AI_CATALOG.begin(catalog, &expectations) {
        Ok(pending) => pending.finish(supplied),
        Err(refused) => *refused,
    }
}

/// Whether a published catalog has a signature, its own or an entry's.
fn is_signed(bytes: &[u8]) -> bool {
    Document::parse(bytes, limits()).is_ok_and(|published| unsigned(published.root()) != *published.root())
}

/// A catalog without its signatures.
fn unsigned(root: &Object) -> Object {
    let without = |object: &Object, gone: &str| -> Object {
        let kept = object.iter().filter(|member| member.name().as_str() != gone);
        kept.map(|member| (member.name().as_str(), member.value().clone())).collect()
    };
    let mut root = without(root, "signature");
    if let Some(entries) = root.get("entries").and_then(Json::as_array) {
        let entries: Vec<Json> = entries
            .iter()
            .map(|entry| {
                entry.as_object().map_or_else(|| entry.clone(), |entry| without(entry, "trustManifests").into())
            })
            .collect();
        root.insert("entries", entries);
    }
    root
}

/// An entry with the document's own name and description.
fn described(entry: NewEntry, root: &Object) -> NewEntry {
    let text = |object: &Object, names: &[&str]| {
        let found = names.iter().find_map(|name| object.get(name)?.as_str().map(str::to_owned));
        found.filter(|text| !text.trim().is_empty())
    };
    let info = root.get("info").and_then(Json::as_object);
    let mut entry = entry;
    let name = text(root, &["displayName", "title", "name"]).or_else(|| text(info?, &["title"]));
    if let Some(name) = name {
        entry = entry.display_name(&name);
    }
    if let Some(description) = text(root, &["description"]).or_else(|| text(info?, &["description"])) {
        entry = entry.description(&description.chars().take(MAX_DESCRIPTION_CHARS).collect::<String>());
    }
    let queries = queries(root);
    if queries.len() >= 2 { entry.representative_queries(queries) } else { entry }
}

/// Up to five queries for ARD's search index: the examples of a card's skills. If there are fewer than two, also the names
/// of what users ask for: skills, products, services, tools and operations.
fn queries(root: &Object) -> Vec<String> {
    let items = |list: &str| root.get(list).and_then(Json::as_array).unwrap_or_default().iter();
    let examples = items("skills").filter_map(|skill| skill.get("examples")?.as_array()).flatten();
    let names = ["skills", "products", "services"].map(|list| items(list).filter_map(|item| item.get("name")));
    let titles = items("tools").filter_map(|tool| tool.get("title"));
    let paths = root.get("paths").and_then(Json::as_object).into_iter().flatten();
    let operations = paths.filter_map(|path| path.value().as_object()).flatten();
    let summaries = operations.filter_map(|operation| operation.value().get("summary"));
    let mut queries: Vec<String> = Vec::new();
    let mut add = |texts: &mut dyn Iterator<Item = &Json>| {
        for text in texts.filter_map(Json::as_str).filter(|text| !text.trim().is_empty()) {
            if queries.len() < 5 && !queries.iter().any(|known| known == text) {
                queries.push(text.to_owned());
            }
        }
        queries.len()
    };
    if add(&mut examples.into_iter()) < 2 {
        add(&mut names.into_iter().flatten().chain(titles).chain(summaries));
    }
    queries
}
