//! The Handles of a site (WNS, ANP-04): documents from the publisher, and generated ones.

use crate::{Draft, PublishError, PublishFault, PublishOptions, SourceFile, draft::DidState};
use agent_description::{
    Did, Document,
    handle::{Handle, HandleDocument, HandleError, HandleStatus, WELL_KNOWN_FOLDER},
    json::{Json, Object},
};
use std::collections::BTreeMap;

/// A Handle's document to publish.
#[derive(Debug)]
pub(crate) struct SourceHandle {
    /// The publisher's file, or the option.
    pub file: String,
    pub path: String,
    pub document: HandleDocument,
    /// `None` for a generated document: its generation depends on the published one.
    pub bytes: Option<Vec<u8>>,
}

/// Whether a file is a Handle document by its name: it is in the folder for Handles, or ends in `handle.json`.
pub(crate) fn is_named_handle(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    is_published_at(path) || name == "handle.json" || name.ends_with(".handle.json")
}

/// Whether a path of a site is that of a Handle document.
pub(crate) fn is_published_at(path: &str) -> bool {
    path.strip_prefix(WELL_KNOWN_FOLDER.trim_start_matches('/')).is_some_and(|local_part| !local_part.contains('/'))
}

/// The path of a Handle document on its site.
pub(crate) fn path_of(handle: &Handle) -> String {
    format!("{}{}", WELL_KNOWN_FOLDER.trim_start_matches('/'), handle.local_part())
}

/// Parses a file with the name of a Handle document; `None` if it confirms a DID without a Handle, and is copied.
pub(crate) fn read(source: &SourceFile, options: &PublishOptions) -> Result<Option<SourceHandle>, PublishFault> {
    let document = Document::parse(&source.bytes, options.limits.for_did_document())?;
    if !document.root().contains("handle") && document.root().contains("confirmed") {
        return Ok(None);
    }
    let document = HandleDocument::read(&document)?;
    let (file, path) = (source.path.clone(), path_of(&document.handle));
    Ok(Some(SourceHandle { file, path, document, bytes: Some(source.bytes.clone()) }))
}

impl Draft {
    /// Adds the Handles in the options: each for its DID, or for the only DID of the site.
    pub(crate) fn add_handles(&mut self) -> Result<(), PublishError> {
        let domain = self.host.split(':').next().unwrap_or_default().to_owned();
        for (local_part, did) in self.options.handles.clone() {
            let name = format!("the Handle {local_part}");
            let refused = |fault: PublishFault| PublishError::new(name.as_str(), fault);
            let handle: Handle =
                format!("{local_part}.{domain}").parse().map_err(|error: HandleError| refused(error.into()))?;
            let mut dids: Vec<&Did> = self.descriptions.iter().map(|description| &description.did).collect();
            let in_use = self.did_documents.iter().filter(|document| matches!(document.state, DidState::InUse(_)));
            dids.extend(in_use.map(|document| document.id()));
            dids.sort();
            dids.dedup();
            let did = match (did, dids.as_slice()) {
                (Some(did), _) => did,
                (None, [did]) => Did::clone(did),
                (None, dids) => return Err(refused(PublishFault::HandleDid { dids: dids.len() })),
            };
            let document = HandleDocument::new(handle.clone(), did).map_err(|error| refused(error.into()))?;
            let path = path_of(&handle);
            self.paths.insert(&path, &name).map_err(|fault| PublishError::new(name.as_str(), fault))?;
            self.handles.push(SourceHandle { file: name.clone(), path, document, bytes: None });
        }
        Ok(())
    }

    /// The Handle of a DID, if it has exactly one active Handle.
    pub(crate) fn handle_of(&self, did: &Did) -> Option<&Handle> {
        let documents = self.handles.iter().map(|source| &source.document);
        let mut active = documents.filter(|handle| handle.did == *did && handle.status == HandleStatus::Active);
        active.next().filter(|_| active.next().is_none()).map(|document| &document.handle)
    }

    /// Compares each Handle document with the published one, and generates those in the options.
    pub(crate) fn settle_handles(&mut self, published: &BTreeMap<String, Vec<u8>>) -> Vec<PublishError> {
        let limits = self.options.limits.clone();
        let updated = self.options.at.truncated_to_second();
        let mut errors = Vec::new();
        for source in &mut self.handles {
            let published = published.get(&source.path);
            let read = |bytes: &Vec<u8>| -> Result<HandleDocument, PublishFault> {
                Ok(HandleDocument::read(&Document::parse(bytes, limits.for_did_document())?)?)
            };
            // a damaged document must not decrease a generation
            let before = match published.map(|bytes| read(bytes).map(|before| (before, bytes))).transpose() {
                Ok(before) => before,
                Err(fault) => {
                    errors.push(PublishError::new(format!("the published {}", source.path), fault));
                    continue;
                }
            };
            if source.bytes.is_none() {
                if let Some((before, bytes)) = &before {
                    let is_same = (&before.did, before.status) == (&source.document.did, source.document.status);
                    source.document.binding_generation =
                        if is_same { before.binding_generation.clone() } else { before.binding_generation.next() };
                    source.bytes = is_same.then(|| bytes.to_vec());
                }
                let bytes = source.bytes.take().unwrap_or_else(|| written(&source.document, &updated.to_string()));
                source.bytes = Some(bytes);
            }
            if let Some((before, _)) = &before
                && let Err(error) = source.document.check_replaces(before)
            {
                errors.push(PublishError::new(source.file.as_str(), error));
            }
        }
        errors
    }
}

fn written(document: &HandleDocument, updated: &str) -> Vec<u8> {
    let mut root = Object::new();
    root.insert("handle", document.handle.as_str());
    root.insert("did", document.did.as_str());
    root.insert("status", document.status.as_str());
    root.insert("binding_generation", document.binding_generation.to_string());
    root.insert("updated", updated);
    let mut text = Json::from(root).to_pretty();
    text.push('\n');
    text.into_bytes()
}
