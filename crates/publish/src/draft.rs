//! Drafts: the publisher's files, parsed and checked, with their paths on the site.

use crate::{
    Checksum, PublishError, PublishFault, PublishOptions, SitePaths, SourceFile, format_check,
    handles::{self, SourceHandle},
    place_in_site, source_file,
};
use agent_description::{
    Code, CodedError,
    description::{self, AgentDescription, CheckOptions, DescriptionProfile},
    diagnostic::{Place, Severity},
    did::{Did, DidDocument, DidError, DidMethod, Resolved, Superseded},
    handle::{HandleError, HandleStatus},
    json::{Document, Json, Object},
    secret::FoundSecret,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// File name endings of keys. `.pem` files may contain public keys, but in a publisher's folder they are always treated
/// as keys.
const KEY_FILES: [&str; 13] =
    [".pem", ".key", ".p8", ".pk8", ".der", ".p12", ".pfx", ".jks", ".jceks", ".keystore", ".kdbx", ".jwk", ".ppk"];

/// File name endings of the documents that interfaces name.
const INTERFACE_FILES: [&str; 4] = [".json", ".jsonld", ".yaml", ".yml"];

/// A draft: all files, parsed and checked, with their paths on the site.
#[derive(Debug)]
#[non_exhaustive]
pub struct Draft {
    pub(crate) options: PublishOptions,
    pub(crate) host: String,
    pub(crate) descriptions: Vec<SourceDescription>,
    pub(crate) did_documents: Vec<SourceDidDocument>,
    pub(crate) handles: Vec<SourceHandle>,
    /// The files that are copied unchanged.
    pub(crate) linked: BTreeMap<String, Checksum>,
    /// All paths with the publisher's files.
    pub(crate) paths: SitePaths,
    /// The entries of [`PublishOptions::allow_secrets`] whose files contain a private key.
    pub allowed_secrets: BTreeSet<String>,
    /// Findings that are allowed but surprising.
    pub warnings: Vec<PublishError>,
}

/// An agent description to publish.
#[derive(Debug)]
pub(crate) struct SourceDescription {
    pub file: String,
    pub path: String,
    pub url: String,
    pub did: Did,
    pub name: String,
    pub document: Document,
}

/// A DID document to publish.
#[derive(Debug)]
pub(crate) struct SourceDidDocument {
    pub path: String,
    pub bytes: Vec<u8>,
    pub state: DidState,
}

/// A DID document by the status of its DID.
#[derive(Debug)]
pub(super) enum DidState {
    /// An active DID, which can sign.
    InUse(Box<Resolved<DidDocument>>),
    /// A superseded DID: its document stays published, but signs nothing.
    Superseded(Arc<Superseded>),
}

impl SourceDidDocument {
    pub(super) fn id(&self) -> &Did {
        match &self.state {
            DidState::InUse(resolved) => resolved.get().id(),
            DidState::Superseded(superseded) => superseded.did(),
        }
    }

    fn document(&self) -> &Document {
        match &self.state {
            DidState::InUse(resolved) => resolved.get().document(),
            DidState::Superseded(superseded) => superseded.document(),
        }
    }
}

/// A classified file.
enum Sorted {
    Did(Box<SourceDidDocument>),
    Handle(Box<SourceHandle>),
    Description { document: Document, did: Did, id: Option<String>, name: String },
    Linked(Checksum),
}

impl Sorted {
    /// Number of its bytes that stay in memory.
    fn held(&self) -> usize {
        match self {
            Self::Did(document) => document.bytes.len(),
            Self::Handle(handle) => handle.bytes.as_ref().map_or(0, Vec::len),
            Self::Description { document, .. } => document.source().len(),
            Self::Linked(_) => 0,
        }
    }
}

impl Draft {
    /// Reads the files of a publisher's folder, without keys.
    ///
    /// - `did.json` and `*.did.json` are DID documents. Each is published at the URL of its DID.
    /// - JSON documents of the type `AgentDescription`, `ad.json` and `*.ad.json` are descriptions. Each is published at
    ///   its `@id` (in ANP-07: `url`), or without one at its path in the folder.
    /// - `handle.json`, `*.handle.json` and files in `.well-known/handle` are Handle documents. Each is published at the
    ///   URL of its Handle.
    /// - All other files are copied to the same path.
    ///
    /// A file with an error by the rules of one of [`PublishOptions::formats`] is refused. JSON files must be valid JSON;
    /// JSON of no known format is a warning.
    ///
    /// # Errors
    /// All problems in the order of the files; errors of [`description::check`] refuse a description.
    pub fn read(
        sources: impl IntoIterator<Item = SourceFile>,
        options: PublishOptions,
    ) -> Result<Self, Vec<PublishError>> {
        let (mut errors, mut warnings, mut sorted) = (Vec::new(), Vec::new(), Vec::new());
        let (mut allowed_secrets, mut held) = (BTreeSet::new(), 0_usize);
        for source in sources {
            let path = source.path.clone();
            match sort(source, &options, &mut warnings, &mut allowed_secrets) {
                Ok(kind) => {
                    held = held.saturating_add(kind.held());
                    if held > options.documents_bytes {
                        let message = format!(
                            "found more than {} bytes of descriptions and DID documents, expected fewer; publish them as several sites",
                            options.documents_bytes
                        );
                        let fault = PublishFault::refused(Code::JSON_SIZE, message, Box::default());
                        return Err(vec![PublishError::new(path, fault)]);
                    }
                    sorted.push((path, kind));
                }
                Err(faults) => {
                    errors.extend(faults.into_iter().map(|fault| PublishError::new(path.as_str(), fault)));
                }
            }
        }
        let host = match host(&options, &sorted) {
            Ok(host) => host,
            // a problem of a file is the more probable cause
            Err(_) if !errors.is_empty() => return Err(errors),
            Err(error) => return Err(vec![error]),
        };
        let mut draft = Self {
            options,
            host,
            descriptions: Vec::new(),
            did_documents: Vec::new(),
            handles: Vec::new(),
            linked: BTreeMap::new(),
            paths: SitePaths::default(),
            allowed_secrets,
            warnings,
        };
        for (file, kind) in sorted {
            if let Err(fault) = draft.place(&file, kind) {
                errors.push(PublishError::new(file, fault));
            }
        }
        errors.extend(draft.add_handles().err());
        draft.warn_of_handles();
        draft.warn_of_interfaces();
        if errors.is_empty() { Ok(draft) } else { Err(errors) }
    }

    /// The paths of the descriptions, in the order of their files.
    pub fn descriptions(&self) -> impl Iterator<Item = &str> {
        self.descriptions.iter().map(|description| description.path.as_str())
    }

    /// The documents of superseded DIDs, with their paths.
    pub(crate) fn superseded(&self) -> impl Iterator<Item = (&str, &Arc<Superseded>)> {
        self.did_documents.iter().filter_map(|document| match &document.state {
            DidState::Superseded(superseded) => Some((document.path.as_str(), superseded)),
            DidState::InUse(_) => None,
        })
    }

    /// The paths whose published files [`Draft::plan`] reads: descriptions, DID documents that the folder does not
    /// contain or that it supersedes, and Handles.
    #[must_use]
    pub fn looks_at(&self) -> Vec<String> {
        let descriptions = self.descriptions.iter().map(|description| description.path.clone());
        let dids = self.descriptions.iter().map(|description| place_in_site::path_for_did(&description.did));
        let handles = self.handles.iter().map(|handle| handle.path.clone());
        let superseded = self.superseded().map(|(path, _)| path.to_owned());
        let mut paths: Vec<String> = descriptions.chain(dids).chain(handles).chain(superseded).collect();
        paths.sort();
        paths.dedup();
        paths
    }

    fn place(&mut self, file: &str, kind: Sorted) -> Result<(), PublishFault> {
        match kind {
            Sorted::Linked(checksum) => {
                self.paths.insert(file, file)?;
                self.linked.insert(file.to_owned(), checksum);
            }
            Sorted::Did(document) => {
                self.check_host(document.id(), document.document(), "id")?;
                self.paths.insert(&document.path, file)?;
                self.did_documents.push(*document);
            }
            Sorted::Handle(handle) => {
                let (domain, host) = (handle.document.handle.domain(), self.host.split(':').next());
                if host != Some(domain) {
                    return Err(self.other_host(domain, Box::default()));
                }
                self.paths.insert(&handle.path, file)?;
                self.handles.push(*handle);
            }
            Sorted::Description { document, did, id, name } => {
                self.check_host(&did, &document, "did")?;
                let named = id.as_deref().and_then(place_in_site::path_for_url);
                if let Some((authority, _)) = &named
                    && *authority != self.host
                {
                    let member = if document.root().contains("@id") { "@id" } else { "url" };
                    return Err(self.other_host(authority, place_of(&document, member)));
                }
                let unusable = id.filter(|_| matches!(named, Some((_, None))));
                let path = match named {
                    Some((_, Some(path))) => path,
                    _ => file.to_owned(),
                };
                let url = format!("https://{}/{path}", self.host);
                if url::Url::parse(&url).map_or(true, |parsed| parsed.as_str() != url) {
                    let expected =
                        "a description's path made of letters, digits and the punctuation that URLs allow unescaped";
                    return Err(PublishFault::Path { found: path, expected });
                }
                self.paths.insert(&path, file)?;
                if let Some(id) = unusable {
                    let id: String = id.chars().take(256).collect();
                    let message = format!(
                        "it is published at {url}, because no file can be at its identifier {id:?}; write {url} there"
                    );
                    let fault = PublishFault::refused(Code::DOCUMENT_SHAPE, message, Box::default());
                    self.warnings.push(PublishError::new(file, fault));
                }
                self.descriptions.push(SourceDescription { file: file.to_owned(), path, url, did, name, document });
            }
        }
        Ok(())
    }

    /// Adds the Handles in the options: each for its DID, or for the only DID of the site.
    fn add_handles(&mut self) -> Result<(), PublishError> {
        let domain = self.host.split(':').next().unwrap_or_default().to_owned();
        let in_use = self.did_documents.iter().filter(|document| matches!(document.state, DidState::InUse(_)));
        let dids = self.descriptions.iter().map(|description| &description.did);
        let dids: BTreeSet<Did> = dids.chain(in_use.map(SourceDidDocument::id)).cloned().collect();
        for (local_part, did) in self.options.handles.clone() {
            let name = format!("the Handle {local_part}");
            let refused = |fault| PublishError::new(name.as_str(), fault);
            let handle = format!("{local_part}.{domain}");
            let handle = SourceHandle::from_option(&name, &handle, did, &dids).map_err(refused)?;
            self.paths.insert(&handle.path, &name).map_err(refused)?;
            self.handles.push(handle);
        }
        Ok(())
    }

    /// Warns of a Handle whose DID document in the same site does not name its provider.
    fn warn_of_handles(&mut self) {
        let mut warnings = Vec::new();
        for source in &self.handles {
            let (handle, did) = (&source.document.handle, &source.document.did);
            let document = self.did_documents.iter().find(|document| document.id() == did);
            let Some(DidState::InUse(resolved)) = document.map(|document| &document.state) else { continue };
            if source.document.status == HandleStatus::Active && !handle.is_named_by(resolved.get()) {
                let error = HandleError::NoService { handle: handle.clone(), did: did.clone() };
                warnings.push(PublishError::new(source.file.as_str(), error));
            }
        }
        self.warnings.append(&mut warnings);
    }

    /// Warns of an interface whose document would be on this site, but is not in the folder. Only URLs with the ending
    /// of a document count: at another URL, a program answers.
    fn warn_of_interfaces(&mut self) {
        let mut missing = BTreeMap::new();
        for source in &self.descriptions {
            let interfaces = source.document.root().get("interfaces").and_then(Json::as_array).unwrap_or_default();
            for url in interfaces.iter().filter_map(|interface| interface.get("url")) {
                let base = url::Url::parse(&source.url).ok();
                let named = base.and_then(|base| base.join(url.as_str()?).ok());
                let Some((authority, Some(path))) = named.and_then(|url| place_in_site::path_for_url(url.as_str()))
                else {
                    continue;
                };
                let is_document = INTERFACE_FILES.iter().any(|ending| path.to_ascii_lowercase().ends_with(ending));
                if is_document && authority == self.host && !self.paths.has(&path) {
                    missing.entry(path).or_insert((source, url.offset()));
                }
            }
        }
        let warnings = missing.into_iter().map(|(path, (source, offset))| {
            let message = format!(
                "the interface's document {path} is not in the folder; put it there, or publish it at https://{}/{path}",
                self.host
            );
            let place = Box::new(Place::from_offset(&source.document, offset));
            PublishError::new(source.file.as_str(), PublishFault::refused(Code::NOT_FOUND, message, place))
        });
        self.warnings.extend(warnings.collect::<Vec<_>>());
    }

    fn check_host(&self, did: &Did, document: &Document, member: &str) -> Result<(), PublishFault> {
        if did.host().is_none() {
            return Err(no_host_in(did, place_of(document, member)));
        }
        if place_in_site::authority(did) == self.host {
            return Ok(());
        }
        Err(self.other_host(did.as_str(), place_of(document, member)))
    }

    fn other_host(&self, found: &str, place: Box<Place>) -> PublishFault {
        let expected = &self.host;
        let message = format!("found {found}, expected the site's host {expected}; a site is published for one host");
        PublishFault::refused(Code::PROOF_DOMAIN, message, place)
    }
}

/// The site's host: the caller's, or the common host of all DIDs.
fn host(options: &PublishOptions, sorted: &[(String, Sorted)]) -> Result<String, PublishError> {
    if let Some(host) = &options.host {
        return match Did::new(DidMethod::Wba, host, "") {
            Ok(did) => Ok(place_in_site::authority(&did)),
            Err(error) => Err(PublishError::new("the site's host", error)),
        };
    }
    let authority = |did: &Did| did.host().map(|_| place_in_site::authority(did));
    let dids = |(_, kind): &(String, Sorted)| match kind {
        Sorted::Did(document) => authority(document.id()),
        Sorted::Description { did, .. } => authority(did),
        Sorted::Handle(handle) => authority(&handle.document.did),
        Sorted::Linked(_) => None,
    };
    // DID documents first: they determine the host
    let is_did = |entry: &&(String, Sorted)| matches!(entry.1, Sorted::Did(_));
    sorted
        .iter()
        .find(is_did)
        .and_then(dids)
        .or_else(|| sorted.iter().find_map(dids))
        .map_or_else(|| hostless(sorted), Ok)
}

/// The error for a DID without a host, which cannot be published on a site: a did:key is its own document.
fn no_host_in(did: &Did, place: Box<Place>) -> PublishFault {
    let message = format!(
        "found {did}, which has no host, expected a did:wba or did:web DID of the site; sign such a description separately and serve it outside the site"
    );
    PublishFault::refused(Code::PROOF_DOMAIN, message, place)
}

/// The error for a folder without DIDs, or with only DIDs that have no host.
fn hostless(sorted: &[(String, Sorted)]) -> Result<String, PublishError> {
    let described = sorted.iter().find_map(|(file, kind)| match kind {
        Sorted::Description { did, document, .. } => {
            Some(PublishError::new(file.as_str(), no_host_in(did, place_of(document, "did"))))
        }
        _ => None,
    });
    Err(described.unwrap_or_else(|| PublishError::new("the folder", PublishFault::NoHost)))
}

/// Refuses a file with a secret, or classifies it.
fn sort(
    source: SourceFile,
    options: &PublishOptions,
    warnings: &mut Vec<PublishError>,
    allowed_secrets: &mut BTreeSet<String>,
) -> Result<Sorted, Vec<PublishFault>> {
    place_in_site::check_path(&source.path).map_err(|fault| vec![fault])?;
    let Some(FoundSecret { what, position }) = source.secret.or_else(|| key_by_name(&source.path)) else {
        return sort_by_what_it_is(&source, options, warnings);
    };
    let refused =
        |may_be_allowed| vec![PublishFault::Secret { what, place: Box::new(Place::at(position)), may_be_allowed }];
    if !options.allow_secrets.contains(&source.path) {
        let sorted = sort_by_what_it_is(&source, options, &mut Vec::new());
        return Err(refused(matches!(sorted, Ok(Sorted::Linked(_)))));
    }
    match sort_by_what_it_is(&source, options, warnings)? {
        Sorted::Linked(checksum) => {
            allowed_secrets.insert(source.path);
            Ok(Sorted::Linked(checksum))
        }
        // no document for verification needs to quote a key
        Sorted::Did(_) | Sorted::Handle(_) | Sorted::Description { .. } => Err(refused(false)),
    }
}

/// Parses a file if its format is known, and checks it by the format's rules.
fn sort_by_what_it_is(
    source: &SourceFile,
    options: &PublishOptions,
    warnings: &mut Vec<PublishError>,
) -> Result<Sorted, Vec<PublishFault>> {
    let sorted = sort_by_type(source, options, warnings)?;
    let is_told = warnings.iter().any(|warning| warning.file == source.path);
    if let Some(unknown) = format_check::check(source, options)?.filter(|_| !is_told) {
        warnings.push(PublishError::new(source.path.as_str(), unknown));
    }
    Ok(sorted)
}

fn sort_by_type(
    source: &SourceFile,
    options: &PublishOptions,
    warnings: &mut Vec<PublishError>,
) -> Result<Sorted, Vec<PublishFault>> {
    let one = |fault: PublishFault| vec![fault];
    let linked = Sorted::Linked(source.checksum);
    let name = source.path.rsplit('/').next().unwrap_or_default();
    if name == "did.json" || name.ends_with(".did.json") {
        return did_document(source, options).map_err(one);
    }
    if handles::is_named_handle(&source.path) {
        let handle = handles::read(source, options).map_err(one)?;
        return Ok(handle.map_or(linked, |handle| Sorted::Handle(Box::new(handle))));
    }
    if !source_file::is_json(name) {
        return Ok(linked);
    }
    let is_named_description = name == "ad.json" || name.ends_with(".ad.json");
    let mut warn = |fault| warnings.push(PublishError::new(source.path.as_str(), fault));
    let document = match Document::parse(&source.bytes, &options.limits) {
        Ok(document) => document,
        Err(error) => {
            // other files may be larger, deeper, or arrays; files that are not JSON are copied
            let tolerable =
                matches!(error.code(), Code::DOCUMENT_SHAPE | Code::JSON_NUMBER | Code::JSON_DEPTH | Code::JSON_SIZE);
            if is_named_description || !tolerable {
                return Err(one(error.into()));
            }
            if error.code() != Code::DOCUMENT_SHAPE {
                warn(error.into());
            }
            return Ok(linked);
        }
    };
    let is_typed = document.root().contains("@context")
        || DescriptionProfile::for_document(&document) == DescriptionProfile::Anp07;
    if !is_named_description && !is_typed {
        return Ok(linked);
    }
    if let Err(error) = options.contexts.named_in(&document) {
        if is_named_description || says_description(document.root()) {
            return Err(one(error.into()));
        }
        warn(error.into());
        return Ok(linked);
    }
    let types = description::root_types(&document);
    let is_description = is_named_description || types.contains(&"AgentDescription");
    if !is_description && types.is_empty() {
        return Ok(linked);
    }
    let checks = CheckOptions { contexts: options.contexts.clone(), strict: false };
    let (refused, surprising): (Vec<_>, Vec<_>) =
        description::check(&document, &checks).into_iter().partition(|finding| finding.severity == Severity::Error);
    surprising.into_iter().for_each(|finding| warn(PublishFault::Check(Box::new(finding))));
    if !refused.is_empty() {
        return Err(refused.into_iter().map(|finding| PublishFault::Check(Box::new(finding))).collect());
    }
    if is_description { agent_description(document).map_err(one) } else { Ok(linked) }
}

fn did_document(source: &SourceFile, options: &PublishOptions) -> Result<Sorted, PublishFault> {
    let document = Document::parse(&source.bytes, options.limits.for_did_document())?;
    // `parse_for` reports a missing or invalid id
    let id = document.root().get("id").and_then(Json::as_str).unwrap_or("did:wba:no-id.invalid");
    let did: Did = id.parse()?;
    let state = match DidDocument::parse_for(&did, &source.bytes, &options.limits) {
        Ok(resolved) => {
            resolved.get().check_time(options.at)?;
            DidState::InUse(Box::new(resolved))
        }
        Err(DidError::Superseded(superseded)) => DidState::Superseded(superseded),
        Err(error) => return Err(error.into()),
    };
    let path = place_in_site::path_for_did(&did);
    Ok(Sorted::Did(Box::new(SourceDidDocument { path, bytes: source.bytes.clone(), state })))
}

fn agent_description(document: Document) -> Result<Sorted, PublishFault> {
    let model = AgentDescription::from_document(&document)?;
    let Some(did) = &model.did else {
        let message = "the agent description has no `did`, expected the DID that signs it";
        let place = Box::new(Place::from_offset(&document, document.json().offset()));
        return Err(PublishFault::refused(Code::AD_MISSING_TERM, message, place));
    };
    let did: Did = did.parse()?;
    let id = model.node.id.as_deref().or(model.url.as_deref()).map(str::to_owned);
    Ok(Sorted::Description { did, id, name: model.name.to_string(), document })
}

/// Whether a document with unknown contexts has the type of a description.
fn says_description(root: &Object) -> bool {
    let of = |name| root.get(name).map(|json| json.as_array().unwrap_or(std::slice::from_ref(json)));
    let said = of("@type").or_else(|| of("type")).unwrap_or_default();
    said.iter().filter_map(Json::as_str).any(|name| name.ends_with("AgentDescription"))
}

/// Whether the name of a file is that of a key.
fn key_by_name(path: &str) -> Option<FoundSecret> {
    let lower = path.to_ascii_lowercase();
    let is_named = KEY_FILES.iter().any(|ending| lower.ends_with(ending));
    is_named.then_some(FoundSecret { what: "a file with a name used for keys", position: None })
}

pub(crate) fn place_of(document: &Document, member: &str) -> Box<Place> {
    let offset = document.root().get(member).map_or(document.json().offset(), Json::offset);
    Box::new(Place::from_offset(document, offset))
}
