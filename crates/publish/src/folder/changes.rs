//! The changes of a run to a site.

use super::{
    FolderError, SiteFolder, SiteManifest,
    open_folder::Kind,
    site_folder::{Standing, in_the_way, is_folder_of},
};
use crate::{Checksum, FileKind, PublishFault, Site, SiteFile, SitePaths, handles};
use agent_description::{
    Code, DidDocument, DidError, Document, Limits,
    did::Purpose,
    discovery::WELL_KNOWN_PATH,
    handle::{HandleDocument, HandleStatus},
    json::Json,
};
use std::collections::{BTreeMap, BTreeSet};

agent_description::words! {
    /// The change to a file.
    pub enum FileAction {
        /// Unchanged.
        Kept = "kept",
        /// Written.
        Written = "written",
        /// Removed: an earlier run wrote it, and it is no longer needed.
        Removed = "removed",
    }
}

/// A file of the new site, and its change.
#[derive(Debug)]
pub struct FileChange {
    /// The file.
    pub file: SiteFile,
    /// The change.
    pub action: FileAction,
    /// The checksum of the new file; `None` in a preview for unsigned files.
    pub checksum: Option<Checksum>,
    /// The checksum of the existing file.
    pub before: Option<Checksum>,
    /// The existing file, compared with the manifest.
    pub published: Published,
}

/// The file at a path of a site, compared with what the last run published there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Published {
    /// No run published it.
    Never,
    /// As the last run published it.
    Unmodified,
    /// Modified since, by others.
    Modified,
    /// Removed since, by others.
    Removed,
    /// It exists, the manifest is lost, and it is adopted.
    Adopted,
}

/// All changes of a run in the order of execution.
#[derive(Debug)]
pub struct SiteChanges {
    /// `HOST` or `HOST:PORT`.
    pub host: String,
    /// The files of the new site.
    pub wanted: Vec<FileChange>,
    /// Files of earlier runs that are no longer needed, with their content.
    pub removed: BTreeMap<String, Checksum>,
    /// Published files that are kept although they are no longer in the folder. They are documents of superseded DIDs
    /// and of predecessors (did:wba section 2.5.4), and of revoked Handles (ANP-04 section 4.6).
    pub permanent: Vec<(String, Checksum)>,
    /// Files of earlier runs that are no longer needed but were modified since: they are kept.
    pub left: Vec<String>,
}

impl SiteChanges {
    /// Compares a site with its folder, without changing anything.
    ///
    /// An existing file of another origin is a conflict, even if it has the same content, because a later run would
    /// remove it. Only if the manifest is lost, files with the same content are adopted.
    pub(super) fn new(site: Site, folder: &SiteFolder) -> Result<Self, FolderError> {
        let (wanted, removed, permanent, left) = (Vec::new(), BTreeMap::new(), Vec::new(), Vec::new());
        let mut changes = Self { host: site.host, wanted, removed, permanent, left };
        for file in site.files {
            let (before, checksum) = (folder.checksum(&file.path)?, file.checksum());
            let is_same = checksum.is_some() && checksum == before;
            let is_ours = folder.manifest.has(&file.path);
            let published = match before {
                None if is_ours => Published::Removed,
                None => Published::Never,
                Some(found) if folder.manifest.wrote(&file.path, &found) => Published::Unmodified,
                Some(_) if is_ours => Published::Modified,
                Some(_) if is_same => Published::Adopted,
                Some(_) => return Err(not_ours(folder, &file.path, "replaced")),
            };
            let action = if is_same { FileAction::Kept } else { FileAction::Written };
            changes.wanted.push(FileChange { file, action, checksum, before, published });
        }
        if let Some(theirs) = changes.taken_over().next().filter(|_| !changes.has_lost_manifest(folder)) {
            return Err(not_ours(folder, theirs, "counted as its own, although it is the same"));
        }
        let mut paths = SitePaths::default();
        for change in &changes.wanted {
            paths.insert(&change.file.path, &change.file.path)?;
        }
        let wanted: BTreeSet<&str> = changes.wanted.iter().map(|change| change.file.path.as_str()).collect();
        let predecessors = predecessors(&changes.wanted, folder, &wanted)?;
        for path in folder.manifest.files.keys().filter(|path| !wanted.contains(path.as_str())) {
            let is_ours = folder.manifest.has(path);
            match folder.look(path)? {
                Standing::File => {
                    match folder.checksum(path)? {
                        Some(found)
                            if folder.manifest.wrote(path, &found)
                                && (predecessors.contains(path) || is_permanent(folder, path)?) =>
                        {
                            changes.permanent.push((path.clone(), found));
                        }
                        Some(found) if folder.manifest.wrote(path, &found) => {
                            changes.removed.insert(path.clone(), found);
                        }
                        _ if is_ours => changes.left.push(path.clone()),
                        _ => {}
                    }
                    match paths.insert(path, path) {
                        Err(PublishFault::Conflict { .. }) if changes.removed.contains_key(path) => {}
                        Err(PublishFault::Conflict { other, .. }) => {
                            return Err(in_the_way(&folder.path.join(path), Kind::File, &other));
                        }
                        inserted => inserted.map_err(FolderError::EarlierTwin)?,
                    }
                }
                Standing::Other(..) if is_ours => changes.left.push(path.clone()),
                Standing::Other(..) | Standing::Nothing => {}
            }
        }
        for path in wanted.into_iter().filter(|path| is_folder_of(&folder.manifest.files, path)) {
            folder.refuse_folder(path, &changes.removed)?;
        }
        // what others refer to comes first; a DID document that drops a key, after the descriptions that the key signed
        let mut order = |change: &FileChange| -> Result<u8, FolderError> {
            Ok(match change.file.kind {
                FileKind::Linked => 0,
                FileKind::DidDocument if keeps_keys(folder, change)? => 1,
                FileKind::AgentDescription => 2,
                FileKind::DidDocument => 3,
                _ if change.file.path == WELL_KNOWN_PATH.trim_start_matches('/') => 5,
                _ => 4,
            })
        };
        let orders: Vec<u8> = changes.wanted.iter().map(&mut order).collect::<Result<_, _>>()?;
        let mut wanted: Vec<_> = orders.into_iter().zip(changes.wanted).collect();
        wanted.sort_by_key(|(order, _)| *order);
        changes.wanted = wanted.into_iter().map(|(_, change)| change).collect();
        Ok(changes)
    }

    /// The paths that belong to the site from now on.
    pub fn taken_over(&self) -> impl Iterator<Item = &str> {
        self.wanted
            .iter()
            .filter(|change| change.published == Published::Adopted)
            .map(|change| change.file.path.as_str())
    }

    /// Whether an earlier run's manifest is missing: a generated file exists.
    fn has_lost_manifest(&self, folder: &SiteFolder) -> bool {
        let is_made =
            |change: &FileChange| change.published == Published::Adopted && change.file.kind != FileKind::Linked;
        folder.manifest_bytes.is_none() && self.wanted.iter().any(is_made)
    }

    /// Number of files with a change.
    pub fn count(&self, action: FileAction) -> usize {
        match action {
            FileAction::Removed => self.removed.len(),
            FileAction::Kept => self.wanted_and(action).saturating_add(self.permanent.len()),
            FileAction::Written => self.wanted_and(action),
        }
    }

    fn wanted_and(&self, action: FileAction) -> usize {
        self.wanted.iter().filter(|change| change.action == action).count()
    }

    /// The manifest after the run.
    pub(super) fn manifest(&self) -> SiteManifest {
        let mut manifest = SiteManifest { host: self.host.clone(), ..SiteManifest::default() };
        for change in &self.wanted {
            if let Some(checksum) = &change.checksum {
                manifest.add(&change.file.path, Some(checksum));
            }
        }
        for (path, checksum) in &self.permanent {
            manifest.add(path, Some(checksum));
        }
        manifest
    }

    /// The manifest during the run, with the contents before and after it. The paths of earlier runs stay until their
    /// folders are removed.
    pub(super) fn manifest_meanwhile(&self, earlier: &SiteManifest) -> SiteManifest {
        let after = self.manifest();
        let mut manifest = after.clone();
        for change in &self.wanted {
            manifest.add(&change.file.path, change.before.as_ref());
        }
        for (path, before) in &self.removed {
            manifest.add(path, Some(before));
        }
        for path in earlier.files.keys().filter(|path| !after.files.contains_key(*path)) {
            manifest.add(path, None);
        }
        manifest
    }
}

/// Whether what verifies with the published DID document verifies with the new one: it is new, or lists each key as before.
fn keeps_keys(folder: &SiteFolder, change: &FileChange) -> Result<bool, FolderError> {
    let limits = Limits::default();
    let read = |bytes: &[u8]| {
        let document = Document::parse(bytes, limits.for_did_document()).ok()?;
        DidDocument::parse_own(&document, &limits).ok()
    };
    let published = folder.read(&change.file.path, limits.did_document_bytes)?;
    let Some(published) = published.and_then(|bytes| read(&bytes)) else { return Ok(true) };
    let Some(new) = change.file.bytes().and_then(read) else { return Ok(false) };
    let (published, new, purpose) = (published.get(), new.get(), Purpose::AssertionMethod);
    let mut signing = published.verification_methods().iter().filter(|method| published.lists(&method.id, purpose));
    Ok(signing.all(|method| {
        new.lists(&method.id, purpose)
            && new.verification_method(&method.id).is_some_and(|found| found.object == method.object)
    }))
}

/// Whether a published file is permanent: the document of a superseded DID or of a revoked Handle.
///
/// # Errors
/// [`FolderError::HandleInUse`] for an active Handle: without a revoked document, someone else could get it.
fn is_permanent(folder: &SiteFolder, path: &str) -> Result<bool, FolderError> {
    let limits = Limits::default();
    if handles::is_published_at(path) {
        let bytes = folder.read(path, limits.did_document_bytes)?.unwrap_or_default();
        let Ok(document) = Document::parse(&bytes, limits.for_did_document()) else { return Ok(false) };
        return match HandleDocument::read(&document) {
            Ok(read) if read.status == HandleStatus::Revoked => Ok(true),
            Ok(read) => {
                let next = read.binding_generation.next();
                Err(FolderError::HandleInUse { path: folder.path.join(path), handle: read.handle, next })
            }
            Err(_) => Ok(false),
        };
    }
    if !path.ends_with("did.json") {
        return Ok(false);
    }
    let bytes = folder.read(path, limits.did_document_bytes)?.unwrap_or_default();
    let Ok(document) = Document::parse(&bytes, limits.for_did_document()) else { return Ok(false) };
    Ok(matches!(DidDocument::parse_own(&document, &limits), Err(DidError::Superseded(_))))
}

/// The paths of published DID documents of predecessors that this run does not write. A predecessor's DID is in
/// `alsoKnownAs` of a published document, or of another predecessor's.
fn predecessors(
    changes: &[FileChange],
    folder: &SiteFolder,
    wanted: &BTreeSet<&str>,
) -> Result<BTreeSet<String>, FolderError> {
    let limits = Limits::default();
    let mut dropped = Vec::new();
    for path in
        folder.manifest.files.keys().filter(|path| path.ends_with("did.json") && !wanted.contains(path.as_str()))
    {
        if folder.look(path)? == Standing::File {
            let bytes = folder.read(path, limits.did_document_bytes)?.unwrap_or_default();
            dropped.extend(identifiers(&bytes).map(|(did, names)| (path, did, names)));
        }
    }
    let published = changes.iter().filter(|change| change.file.kind == FileKind::DidDocument);
    let published = published.filter_map(|change| identifiers(change.file.bytes()?));
    let mut names: Vec<String> = published.flat_map(|(_, names)| names).collect();
    let mut predecessors = BTreeSet::new();
    while let Some(name) = names.pop() {
        for (path, _, earlier) in dropped.iter().filter(|(_, did, _)| *did == name) {
            if predecessors.insert((*path).clone()) {
                names.extend(earlier.iter().cloned());
            }
        }
    }
    Ok(predecessors)
}

/// The `id` of a DID document, and the names in its `alsoKnownAs`.
fn identifiers(bytes: &[u8]) -> Option<(String, Vec<String>)> {
    let document = Document::parse(bytes, Limits::default().for_did_document()).ok()?;
    let root = document.root();
    let names = root.get("alsoKnownAs").and_then(Json::as_array).unwrap_or_default();
    let names = names.iter().filter_map(Json::as_str).map(str::to_owned).collect();
    Some((root.get("id").and_then(Json::as_str)?.to_owned(), names))
}

/// A file of another origin has the path of a new file.
fn not_ours(folder: &SiteFolder, path: &str, what: &'static str) -> FolderError {
    let path = folder.path.join(path);
    let message = format!("{} was not made by an earlier run, and is not {what}", path.display());
    FolderError::refused(Code::IO_EXISTS, message, Some("move it away, or publish into another folder"))
}
