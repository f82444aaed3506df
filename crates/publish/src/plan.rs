//! The plan from a draft and the published files to the new site.

use crate::{
    Content, Draft, FileKind, ProofOrigin, PublishError, PublishFault, Renewal, Site, SiteFile,
    draft::{DidState, SourceDescription, place_of},
    handles::handle_of,
    place_in_site,
    renewal::{self, Choice},
};
use agent_description::{
    Code, Document, Timestamp,
    did::{Did, DidDocument, DidDocumentBuilder, DidError, DidService, DidUrl, KeyRefusal, Purpose, Resolved},
    discovery::{CollectionPage, ListedDescription, WELL_KNOWN_PATH},
    key::{Signature, SigningKey, VerifyingKey},
    proof::{self, SignError, SignOptions, Signer},
    suite::SigningInput,
};
use std::{collections::BTreeMap, sync::Arc};

/// The plan: which proofs are kept, and which are new with their reasons.
#[derive(Debug)]
pub struct SitePlan<'k> {
    draft: Draft,
    keys: &'k [SigningKey],
    did_documents: BTreeMap<Did, Resolved<DidDocument>>,
    /// Path, DID and bytes of generated or kept DID documents.
    made: BTreeMap<String, (Did, Vec<u8>)>,
    /// One entry for each description of the draft.
    proofs: Vec<PlannedProof>,
}

/// The content of a description's file, unsigned if a new proof is due; the origin of the proof, and its expiry time.
type PlannedProof = (Content, ProofOrigin, Option<Timestamp>);

impl Draft {
    /// Compares the draft with the published files, path by path ([`Draft::looks_at`]).
    ///
    /// A proof is kept if the text is unchanged, the proof verifies, it has the current settings (host, key, suite,
    /// lifetime), and enough of its lifetime remains. Without keys, any key of the DID document is accepted. A
    /// description that already has a proof is unchanged. A DID without a document gets a generated one with the keys
    /// that no other document has. Without such keys, it keeps the published one.
    ///
    /// # Errors
    /// DIDs without a document, and descriptions whose own proof does not verify.
    pub fn plan<'k>(
        self,
        keys: &'k [SigningKey],
        published: &BTreeMap<String, Vec<u8>>,
    ) -> Result<SitePlan<'k>, Vec<PublishError>> {
        let mut plan =
            SitePlan { draft: self, keys, did_documents: BTreeMap::new(), made: BTreeMap::new(), proofs: Vec::new() };
        for document in &plan.draft.did_documents {
            if let DidState::InUse(resolved) = &document.state {
                plan.did_documents.insert(document.id().clone(), Resolved::clone(resolved));
            }
        }
        let Draft { handles, options, .. } = &mut plan.draft;
        let settled = handles.iter_mut().map(|handle| handle.settle(published.get(&handle.path), options));
        let mut errors: Vec<_> = settled.filter_map(Result::err).collect();
        errors.extend(plan.draft.refuse_transitions(published));
        errors.extend(plan.complete_did_documents(published));
        if !errors.is_empty() {
            return Err(errors);
        }
        for source in &plan.draft.descriptions {
            match plan.proof(source, published) {
                Ok(proof) => plan.proofs.push(proof),
                Err(fault) => errors.push(PublishError::new(source.file.as_str(), fault)),
            }
        }
        if errors.is_empty() { Ok(plan) } else { Err(errors) }
    }

    /// The transitions by another key than the binding key, unless it is a recovery key that the published document of
    /// the DID lists, or the transition is published already.
    fn refuse_transitions(&self, published: &BTreeMap<String, Vec<u8>>) -> Vec<PublishError> {
        let refused = self.superseded().filter_map(|(path, superseded)| {
            let unauthorized = superseded.assurance(None).err()?;
            let bytes = published.get(path).map_or(&[][..], Vec::as_slice);
            let fault = match DidDocument::parse_for(superseded.did(), bytes, &self.options.limits) {
                Ok(before) => superseded.assurance(Some(before.get())).err()?,
                Err(_) if bytes == superseded.document().source().as_bytes() => return None,
                Err(_) => unauthorized,
            };
            Some(PublishError::new(path, fault))
        });
        refused.collect()
    }
}

impl SitePlan<'_> {
    /// The files of the site without signing: files that need a signature have no bytes.
    ///
    /// # Errors
    /// If a discovery page is too large.
    pub fn preview(self) -> Result<Site, Vec<PublishError>> {
        self.site(None)
    }

    /// Signs the documents, verifies them like a client, and returns the files of the site. `challenge` returns a new
    /// random text for each proof.
    ///
    /// # Errors
    /// Descriptions that need a missing key, and documents that do not verify.
    pub fn sign(self, challenge: &mut dyn FnMut() -> String) -> Result<Site, Vec<PublishError>> {
        self.site(Some(challenge))
    }

    /// Finds or generates the documents of DIDs without one.
    fn complete_did_documents(&mut self, published: &BTreeMap<String, Vec<u8>>) -> Vec<PublishError> {
        let mut missing = BTreeMap::<Did, Vec<&SourceDescription>>::new();
        for source in &self.draft.descriptions {
            if !self.did_documents.contains_key(&source.did) {
                missing.entry(source.did.clone()).or_default().push(source);
            }
        }
        let at = self.draft.options.at;
        let publishes = |document: &DidDocument, key: &VerifyingKey| methods_of(document, key, at).next().is_some();
        let has = |key: &VerifyingKey| self.did_documents.values().any(|document| publishes(document.get(), key));
        let free: Vec<&VerifyingKey> =
            self.keys.iter().map(SigningKey::verifying_key).filter(|key| !has(key)).collect();
        let number = missing.len();
        let (mut errors, mut found) = (Vec::new(), Vec::new());
        for (did, sources) in missing {
            let file = sources.first().map_or("", |source| source.file.as_str());
            let path = place_in_site::path_for_did(&did);
            if let Some((_, superseded)) = self.draft.superseded().find(|(_, superseded)| *superseded.did() == did) {
                errors.push(PublishError::new(file, DidError::Superseded(Arc::clone(superseded))));
                continue;
            }
            let parse = |bytes: &Vec<u8>| DidDocument::parse_for(&did, bytes, &self.draft.options.limits);
            let before = match published.get(&path).map(|bytes| (parse(bytes), bytes)) {
                None => None,
                Some((Ok(resolved), bytes)) => Some((resolved, bytes)),
                Some((Err(error @ DidError::Superseded(_)), _)) => {
                    errors.push(PublishError::new(file, error));
                    continue;
                }
                // a new one would let any key in
                Some((Err(error), _)) => {
                    let message = format!(
                        "the published DID document of {did} cannot be used ({error}); restore it, put the DID's did.json into the folder, or remove it from the site to make a new one"
                    );
                    let fault = PublishFault::refused(Code::DID_DOCUMENT_INVALID, message, Box::default());
                    errors.push(PublishError::new(path, fault));
                    continue;
                }
            };
            let made = match (&*free, before) {
                ([first, rest @ ..], before) if number == 1 && did.binding().is_none() => {
                    let is_known = |(document, _): &(Resolved<DidDocument>, _)| {
                        free.iter().any(|key| publishes(document.get(), key))
                    };
                    if before.is_some_and(|before| !is_known(&before)) {
                        let message = format!(
                            "the published DID document of {did} lists none of the given keys; to change its keys, put the new did.json into the folder"
                        );
                        let fault = PublishFault::refused(Code::PROOF_METHOD_NOT_FOUND, message, Box::default());
                        errors.push(PublishError::new(path, fault));
                        continue;
                    }
                    make_did_document(&did, (first, rest), &sources, &self.draft)
                }
                (_, Some((resolved, bytes))) => Ok((resolved, bytes.clone())),
                (_, None) => Err(no_did_document(&did, sources.first().copied(), number)),
            };
            match made {
                Ok((resolved, bytes)) => found.push((path, did, resolved, bytes)),
                Err(fault) => errors.push(PublishError::new(file, fault)),
            }
        }
        for (path, did, resolved, bytes) in found {
            let file = format!("the DID document of {did}");
            if let Err(fault) = self.draft.paths.insert(&path, &file) {
                errors.push(PublishError::new(file, fault));
            }
            self.did_documents.insert(did.clone(), resolved);
            self.made.insert(path, (did, bytes));
        }
        errors
    }

    /// Decides on a description's proof.
    fn proof(
        &self,
        source: &SourceDescription,
        published: &BTreeMap<String, Vec<u8>>,
    ) -> Result<PlannedProof, PublishFault> {
        let did_document = self.did_document(source)?;
        let options = &self.draft.options;
        if source.document.root().contains("proof") {
            let evidence = renewal::verify(source.document.clone(), source, did_document, options, None)?;
            let expiring = evidence.expires.is_some_and(|expires| renewal::is_expiring(expires, options));
            let content = Content::Bytes(source.document.source().as_bytes().to_vec());
            return Ok((content, ProofOrigin::Given { expiring }, evidence.expires));
        }
        let choice = self.choice(did_document).ok();
        let before = published.get(&source.path);
        let at = (options, self.draft.host.as_str());
        let due = |renewal| (Content::Unsigned, ProofOrigin::Made(renewal), None);
        Ok(match (renewal::decide_renewal(before.map(Vec::as_slice), source, did_document, choice, at), before) {
            (Ok(evidence), Some(bytes)) => (Content::Bytes(bytes.clone()), ProofOrigin::Kept, evidence.expires),
            (Ok(_), None) => due(Renewal::Unpublished),
            (Err(renewal), _) => due(renewal),
        })
    }

    fn did_document(&self, source: &SourceDescription) -> Result<&Resolved<DidDocument>, PublishFault> {
        self.did_documents.get(&source.did).ok_or_else(|| no_did_document(&source.did, Some(source), 1))
    }

    /// The first given key that may sign for a DID, with its method; otherwise why a published one may not.
    fn choice<'a>(&'a self, did_document: &'a Resolved<DidDocument>) -> Result<Choice<'a>, Option<KeyRefusal>> {
        let document = did_document.get();
        let mut refused = None;
        for key in self.keys {
            for (method, refusal) in methods_of(document, key.verifying_key(), self.draft.options.at) {
                if refusal.is_none() {
                    return Ok(Choice { method, key });
                }
                refused = refused.or(refusal);
            }
        }
        Err(refused)
    }

    fn site(mut self, mut challenge: Option<&mut dyn FnMut() -> String>) -> Result<Site, Vec<PublishError>> {
        let mut files = Vec::new();
        let mut errors = Vec::new();
        let planned = std::mem::take(&mut self.proofs);
        for (source, (mut content, proof, mut expires)) in self.draft.descriptions.iter().zip(planned) {
            if let (ProofOrigin::Made(why), Some(challenge)) = (&proof, &mut challenge) {
                match self.renew(source, why, challenge()) {
                    Ok((bytes, until)) => (content, expires) = (Content::Bytes(bytes), Some(until)),
                    Err(fault) => {
                        errors.push(PublishError::new(source.file.as_str(), fault));
                        continue;
                    }
                }
            }
            let file = SiteFile::made(&source.path, FileKind::AgentDescription, content).with_did(source.did.clone());
            files.push(SiteFile { proof: Some(proof), expires, ..file });
        }
        match self.discovery_pages() {
            Ok(pages) => files.extend(pages),
            Err(error) => errors.push(error),
        }
        for source in &self.draft.did_documents {
            let content = Content::Bytes(source.bytes.clone());
            files.push(SiteFile::made(&source.path, FileKind::DidDocument, content).with_did(source.id().clone()));
        }
        for (path, (did, bytes)) in self.made {
            files.push(SiteFile::made(&path, FileKind::DidDocument, Content::Bytes(bytes)).with_did(did));
        }
        for source in self.draft.handles {
            let content = Content::Bytes(source.bytes.unwrap_or_default());
            files.push(SiteFile::made(&source.path, FileKind::Handle, content).with_did(source.document.did));
        }
        for (path, checksum) in &self.draft.linked {
            files.push(SiteFile::made(path, FileKind::Linked, Content::Copied(*checksum)));
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(Site { host: self.draft.host, files })
    }

    /// Signs a description, and verifies the published bytes.
    fn renew(
        &self,
        source: &SourceDescription,
        why: &Renewal,
        challenge: String,
    ) -> Result<(Vec<u8>, Timestamp), PublishFault> {
        let did_document = self.did_document(source)?;
        let choice = self.choice(did_document).map_err(|refused| match refused {
            Some(refusal) => PublishFault::NotAuthorized(Box::new(refusal)),
            None => PublishFault::NoKey {
                did: source.did.clone(),
                why: why.to_string(),
                keys: self.keys.len(),
                expected: match did_document.get().listed_under(Purpose::AssertionMethod) {
                    [] => "a key that its DID document lists under `assertionMethod`, which is empty".to_owned(),
                    methods => format!("the key of {}", methods.join(" or ")),
                },
            },
        })?;
        let options = &self.draft.options;
        let created = options.at.truncated_to_second();
        let expires = created.saturating_add(options.expires_in);
        let domain = renewal::domain(&self.draft.host);
        let how = SignOptions::new(created).suite(choice.suite(options)).expires(expires).domain(domain, challenge);
        let signed = proof::sign(&source.document, &choice, how)?;
        let bytes = signed.source().as_bytes().to_vec();
        let read_back = Document::parse(&bytes, &options.limits)?;
        renewal::verify(read_back, source, did_document, options, Some(domain))?;
        Ok((bytes, expires))
    }

    /// The pages that list the descriptions, sorted by URL. The first has the path of ANP-08. The others are separate
    /// files, because static hosts do not support queries.
    fn discovery_pages(&mut self) -> Result<Vec<SiteFile>, PublishError> {
        let options = &self.draft.options;
        let is_listed = |source: &&SourceDescription| !options.unlisted.contains(&source.path);
        let mut listed: Vec<&SourceDescription> = self.draft.descriptions.iter().filter(is_listed).collect();
        listed.sort_by(|a, b| a.url.cmp(&b.url));
        let pages: Vec<_> = listed.chunks(options.page_size.max(1)).collect();
        let path = |number: usize| match number {
            1 => WELL_KNOWN_PATH.trim_start_matches('/').to_owned(),
            _ => format!("agent-descriptions/page-{number}.json"),
        };
        let url = |number| format!("https://{}/{}", self.draft.host, path(number));
        let mut files = Vec::new();
        for (at, items) in pages.iter().enumerate() {
            let number = at + 1;
            let path = path(number);
            if let Err(fault) = self.draft.paths.insert(&path, "the discovery page") {
                return Err(PublishError::new("the discovery page", fault));
            }
            let items = items.iter();
            let item = |source: &&SourceDescription| ListedDescription {
                url: source.url.clone(),
                name: Some(source.name.clone()),
                handle: handle_of(&self.draft.handles, &source.did).cloned(),
                ..ListedDescription::default()
            };
            let page = CollectionPage {
                url: Some(url(number)),
                items: items.map(item).collect(),
                next: (number < pages.len()).then(|| url(number + 1)),
                ..CollectionPage::default()
            };
            let document =
                page.to_document(&options.limits).map_err(|error| PublishError::new(path.as_str(), error))?;
            let content = Content::Bytes(document.source().as_bytes().to_vec());
            files.push(SiteFile::made(&path, FileKind::DiscoveryPage, content));
        }
        Ok(files)
    }
}

impl Signer for Choice<'_> {
    fn method(&self) -> &DidUrl {
        self.method
    }

    fn verifying_key(&self) -> &VerifyingKey {
        self.key.verifying_key()
    }

    fn sign(&self, input: &SigningInput) -> Result<Signature, SignError> {
        Ok(self.key.sign(input.as_bytes()))
    }
}

/// The methods with which a DID document publishes a key of its DID, each with the reason if it may not sign.
fn methods_of<'a>(
    document: &'a DidDocument,
    key: &VerifyingKey,
    at: Timestamp,
) -> impl Iterator<Item = (&'a DidUrl, Option<KeyRefusal>)> {
    let methods = document.verification_methods().iter();
    let having = methods.filter(move |method| method.key().is_ok_and(|found| found == key)).map(|method| &method.id);
    let asked = having.map(move |id| (id, document.key_for(id, Purpose::AssertionMethod, at).err()));
    // a key that another DID controls is not the DID's own
    asked.filter(|(_, why)| !matches!(why, Some(KeyRefusal::Controller { .. } | KeyRefusal::OtherDid { .. })))
}

/// The error for a DID whose document is missing, in the description that names it; `number` DIDs have none.
fn no_did_document(did: &Did, source: Option<&SourceDescription>, number: usize) -> PublishFault {
    let message = match number {
        // the document of a DID that is bound to a key is signed when the DID is created
        _ if did.binding().is_some() => {
            format!("found no DID document of {did}; put its did.json into the folder")
        }
        0 | 1 => format!(
            "found no DID document of {did}; pass its key, and no other, to create it; or put its did.json into the folder"
        ),
        // nothing tells which key is whose
        _ => format!(
            "found no DID document of {did}; {number} DIDs have none, and `adp publish` creates only one document; \
             create each with `adp did create`, and put it into the folder as NAME.did.json"
        ),
    };
    let place = source.map(|source| place_of(&source.document, "did")).unwrap_or_default();
    PublishFault::refused(Code::DID_DOCUMENT_INVALID, message, place)
}

/// Generates a DID document with these keys, and the URL of the description if there is one.
fn make_did_document(
    did: &Did,
    (first, rest): (&VerifyingKey, &[&VerifyingKey]),
    sources: &[&SourceDescription],
    draft: &Draft,
) -> Result<(Resolved<DidDocument>, Vec<u8>), PublishFault> {
    let mut builder = DidDocumentBuilder::new(did.clone(), first);
    builder.keys.extend(rest.iter().copied().cloned());
    if let [source] = sources {
        builder = builder.agent_description(source.url.as_str());
    }
    if let Some(handle) = handle_of(&draft.handles, did) {
        builder.services.push((DidService::HANDLE.to_owned(), handle.resolution_url()));
    }
    let bytes = builder.build()?.source().as_bytes().to_vec();
    Ok((DidDocument::parse_for(did, &bytes, &draft.options.limits)?, bytes))
}
