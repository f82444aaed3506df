//! The Handles of a site (WNS, ANP-04): documents from the publisher, and generated ones.

use crate::{PublishError, PublishFault, PublishOptions, SourceFile};
use agent_description::{
    Did, Document,
    handle::{Handle, HandleDocument, HandleStatus, WELL_KNOWN_FOLDER},
    json::{Json, Object},
};
use std::collections::BTreeSet;

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

impl SourceHandle {
    /// The Handle of an option: of its DID, or of the only one of the site.
    pub(crate) fn from_option(
        name: &str,
        handle: &str,
        did: Option<Did>,
        dids: &BTreeSet<Did>,
    ) -> Result<Self, PublishFault> {
        let handle: Handle = handle.parse()?;
        let mut only = dids.iter().filter(|_| dids.len() == 1);
        let did = did.or_else(|| only.next().cloned()).ok_or(PublishFault::HandleDid { dids: dids.len() })?;
        let (file, path) = (name.to_owned(), path_of(&handle));
        Ok(Self { file, path, document: HandleDocument::new(handle, did)?, bytes: None })
    }

    /// Compares the document with the published one, and generates that of an option.
    pub(crate) fn settle(&mut self, published: Option<&Vec<u8>>, options: &PublishOptions) -> Result<(), PublishError> {
        let read = |bytes| -> Result<HandleDocument, PublishFault> {
            Ok(HandleDocument::read(&Document::parse(bytes, options.limits.for_did_document())?)?)
        };
        // a damaged document must not decrease a generation
        let before = published.map(|bytes| read(bytes).map(|before| (before, bytes))).transpose();
        let before = before.map_err(|fault| PublishError::new(format!("the published {}", self.path), fault))?;
        if self.bytes.is_none() {
            let mut same = None;
            if let Some((before, bytes)) = &before {
                let is_same = (&before.did, before.status) == (&self.document.did, self.document.status);
                self.document.binding_generation =
                    if is_same { before.binding_generation.clone() } else { before.binding_generation.next() };
                same = is_same.then(|| bytes.to_vec());
            }
            let updated = options.at.truncated_to_second().to_string();
            self.bytes = Some(same.unwrap_or_else(|| written(&self.document, &updated)));
        }
        let replaces = before.map_or(Ok(()), |(before, _)| self.document.check_replaces(&before));
        replaces.map_err(|error| PublishError::new(self.file.as_str(), error))
    }
}

/// The Handle of a DID, if it has exactly one active Handle.
pub(crate) fn handle_of<'a>(handles: &'a [SourceHandle], did: &Did) -> Option<&'a Handle> {
    let documents = handles.iter().map(|source| &source.document);
    let mut active = documents.filter(|handle| handle.did == *did && handle.status == HandleStatus::Active);
    active.next().filter(|_| active.next().is_none()).map(|document| &document.handle)
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
