//! What a run changes in a site.

use super::{FolderError, SiteFolder, SiteManifest, site_folder::Standing};
use crate::{Checksum, FileKind, Site, SiteFile, SitePaths, handles};
use agent_description::{
    DidDocument, DidError, Document, Limits,
    handle::{HandleDocument, HandleStatus},
};
use std::collections::BTreeSet;

/// What a run does with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// It is already there.
    Kept,
    /// It is written.
    Written,
    /// We made it once and want it no longer.
    Removed,
}

impl Action {
    /// `kept`, `written`, `removed`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Kept => "kept",
            Self::Written => "written",
            Self::Removed => "removed",
        }
    }
}

/// A file that is wanted, and what is done about it.
#[derive(Debug)]
pub struct Change {
    /// The file.
    pub file: SiteFile,
    /// What is done.
    pub action: Action,
    /// The checksum that it has to have; `None` in a preview, for what has to be signed yet.
    pub checksum: Option<Checksum>,
    /// That of what is there.
    pub before: Option<Checksum>,
    /// Whether we published it before, and it is not what we wrote.
    pub tampered: bool,
    /// Whether it is there, the manifest is lost, and it counts as ours from now on.
    pub taken_over: bool,
}

/// Everything a run does, in the order in which it is done.
#[derive(Debug)]
pub struct Changes {
    /// `HOST` or `HOST:PORT`.
    pub host: String,
    /// The files wanted.
    pub wanted: Vec<Change>,
    /// Paths that we made and that are no longer wanted, and what is there.
    pub removed: Vec<(String, Checksum)>,
    /// Published files that are kept although the folder no longer has them. These are documents of superseded DIDs
    /// (did:wba section 2.5.4) and of revoked Handles (ANP-04 section 4.6).
    pub permanent: Vec<(String, Checksum)>,
    /// Paths that we made, that are no longer wanted, and that someone has changed since: they stay.
    pub left: Vec<String>,
}

impl Changes {
    /// Compares a site with its folder. Nothing is changed.
    ///
    /// A file that stands where one of ours belongs, and is not ours, is a conflict, even if it is the same: a later run would
    /// remove it. Only where the manifest is lost is what is the same taken over.
    pub(super) fn new(site: Site, folder: &SiteFolder) -> Result<Self, FolderError> {
        let (wanted, removed, permanent, left) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut changes = Self { host: site.host, wanted, removed, permanent, left };
        for file in site.files {
            let (before, checksum) = (folder.checksum(&file.path)?, file.checksum());
            let is_same = checksum.is_some() && checksum == before;
            let is_ours = folder.manifest.has(&file.path);
            let tampered = before.is_some_and(|before| is_ours && !folder.manifest.wrote(&file.path, &before));
            let taken_over = is_same && !is_ours;
            if before.is_some() && !is_ours && !taken_over {
                return Err(not_ours(folder, &file.path, "replaced"));
            }
            let action = if is_same { Action::Kept } else { Action::Written };
            changes.wanted.push(Change { file, action, checksum, before, tampered, taken_over });
        }
        if let Some(theirs) = changes.taken_over().next().filter(|_| !changes.has_lost_manifest(folder)) {
            return Err(not_ours(folder, theirs, "counted as its own, although it is the same"));
        }
        let mut paths = SitePaths::default();
        for change in &changes.wanted {
            paths.insert(&change.file.path, &change.file.path)?;
        }
        let wanted: BTreeSet<&str> = changes.wanted.iter().map(|change| change.file.path.as_str()).collect();
        for path in folder.manifest.files.keys().filter(|path| !wanted.contains(path.as_str())) {
            let standing = folder.look(path)?;
            if standing != Standing::Nothing {
                paths.insert(path, path).map_err(FolderError::EarlierTwin)?;
            }
            match standing {
                Standing::File => match folder.checksum(path)? {
                    Some(found) if folder.manifest.wrote(path, &found) && is_permanent(folder, path)? => {
                        changes.permanent.push((path.clone(), found));
                    }
                    Some(found) if folder.manifest.wrote(path, &found) => changes.removed.push((path.clone(), found)),
                    _ => changes.left.push(path.clone()),
                },
                Standing::Nothing => {}
                Standing::Other(..) => changes.left.push(path.clone()),
            }
        }
        // what others are verified with, or point to, comes first
        changes.wanted.sort_by_key(|change| match change.file.kind {
            FileKind::Linked => 0,
            FileKind::DidDocument => 1,
            FileKind::AgentDescription => 2,
            _ => 3,
        });
        Ok(changes)
    }

    /// The paths that count as ours from now on.
    pub fn taken_over(&self) -> impl Iterator<Item = &str> {
        self.wanted.iter().filter(|change| change.taken_over).map(|change| change.file.path.as_str())
    }

    /// Whether a run was here and its manifest is gone: something is there that is made, not copied.
    fn has_lost_manifest(&self, folder: &SiteFolder) -> bool {
        let is_made = |change: &Change| change.taken_over && change.file.kind != FileKind::Linked;
        folder.manifest_bytes.is_none() && self.wanted.iter().any(is_made)
    }

    /// How many of the files wanted are so.
    pub fn count(&self, action: Action) -> usize {
        match action {
            Action::Removed => self.removed.len(),
            Action::Kept => self.wanted_and(action).saturating_add(self.permanent.len()),
            Action::Written => self.wanted_and(action),
        }
    }

    fn wanted_and(&self, action: Action) -> usize {
        self.wanted.iter().filter(|change| change.action == action).count()
    }

    /// The manifest once it is done.
    pub(super) fn manifest(&self) -> SiteManifest {
        let mut manifest = SiteManifest { host: self.host.clone(), ..SiteManifest::default() };
        for change in &self.wanted {
            if let Some(checksum) = &change.checksum {
                manifest.add(&change.file.path, checksum);
            }
        }
        for (path, checksum) in &self.permanent {
            manifest.add(path, checksum);
        }
        manifest
    }

    /// The manifest while it is being done: old and new files are both ours, so that a run that is killed leaves no strangers.
    pub(super) fn manifest_meanwhile(&self, before: &SiteManifest) -> SiteManifest {
        let mut manifest = self.manifest();
        let found = self.wanted.iter().filter_map(|change| Some((&change.file.path, change.before?)));
        for (path, found) in found.chain(self.removed.iter().map(|(path, found)| (path, *found))) {
            if before.has(path) {
                manifest.add(path, &found);
            }
        }
        manifest
    }
}

/// Whether a published file stays for good: the document of a DID that another one succeeds, or of a revoked Handle.
///
/// # Errors
/// [`FolderError::HandleInUse`] of a Handle in use: without a tombstone, someone else could get it.
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

/// Someone else's file stands where one of ours belongs.
fn not_ours(folder: &SiteFolder, path: &str, what: &'static str) -> FolderError {
    FolderError::NotOurs { path: folder.path.join(path), what }
}
