//! The manifest: a hidden file with the list of generated files, so that other files are never changed.

use super::FolderError;
use crate::{Checksum, PublishFault, SitePaths};
use agent_description::{
    Document, ReadLimits,
    hex::{hex, is_sha256},
    json::{Json, Object},
};
use std::collections::BTreeMap;

/// The manifest's name in a site.
pub const MANIFEST_NAME: &str = ".adp-site.json";
const VERSION: u32 = 1;
/// Maximum size of a manifest in bytes: 100,000 files with paths of 200 bytes.
pub const MAX_MANIFEST_BYTES: usize = 32 << 20;
/// Maximum number of strings in a manifest: enough for 100,000 files, their pages and two hashes each.
const MAX_STRINGS: usize = 1_000_000;
/// Maximum number of contents of one path: two during a run.
const MAX_CONTENTS: usize = 16;
/// What is listed among the contents of a path for no file.
const ABSENT: &str = "absent";

/// The files that belong to a site.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SiteManifest {
    /// `HOST` or `HOST:PORT`.
    pub host: String,
    /// Paths with the hexadecimal SHA-256 of their content. During a run, each path has all contents that the run may leave there; `absent`
    /// is no file.
    pub files: BTreeMap<String, Vec<String>>,
}

impl SiteManifest {
    /// Parses a manifest. Others may be able to modify it, so its paths are validated like those of a site.
    ///
    /// # Errors
    /// [`FolderError::ManifestJson`] and [`FolderError::Manifest`].
    pub fn parse(bytes: &[u8]) -> Result<Self, FolderError> {
        // root, files, hashes
        let limits = ReadLimits::new(MAX_MANIFEST_BYTES).with_depth(4);
        let malformed = |why: &str| FolderError::Manifest(why.to_owned());
        if is_crowded(bytes) {
            return Err(malformed("it has more values than the files of a site"));
        }
        let document = Document::parse(bytes, limits)?;
        let root = document.root();
        let version = root.get("version").and_then(Json::as_number).and_then(|number| number.as_integer());
        if version != Some(VERSION.into()) {
            return Err(malformed(&format!("its `version` is not {VERSION}")));
        }
        if let Some(other) = root.iter().find(|member| !["version", "host", "files"].contains(&member.name().as_str()))
        {
            return Err(malformed(&format!("it has a member {:?}", other.name())));
        }
        let host = root.get("host").and_then(Json::as_str).ok_or_else(|| malformed("it has no `host`"))?.to_owned();
        let members = root.get("files").and_then(Json::as_object).ok_or_else(|| malformed("it has no `files`"))?;
        let (mut paths, mut manifest) = (SitePaths::default(), Self { host, files: BTreeMap::new() });
        for member in members.iter() {
            let hashes = member.value().as_array().unwrap_or_default();
            let hashes: Option<Vec<String>> = hashes.iter().map(|hash| hash.as_str().and_then(content)).collect();
            let hashes = hashes.filter(|hashes| (1..=MAX_CONTENTS).contains(&hashes.len()));
            let what = || malformed(&format!("{:?} has no list of SHA-256 in hexadecimal", member.name()));
            manifest.files.insert(member.name().to_string(), hashes.ok_or_else(what)?);
            match paths.insert(member.name(), member.name()) {
                // during a run, a file makes way for a folder, or the reverse
                Err(PublishFault::Conflict { other, .. }) if !(manifest.has(member.name()) && manifest.has(&other)) => {
                }
                inserted => inserted.map_err(|fault| malformed(&fault.to_string()))?,
            }
        }
        Ok(manifest)
    }

    /// The manifest as JSON.
    pub fn to_bytes(&self) -> Vec<u8> {
        let files: Object = self
            .files
            .iter()
            .map(|(path, hashes)| {
                (path.as_str(), Json::from(hashes.iter().map(|hash| Json::from(hash.as_str())).collect::<Vec<_>>()))
            })
            .collect();
        let mut root = Object::new();
        root.insert("version", VERSION);
        root.insert("host", self.host.as_str());
        root.insert("files", files);
        let mut text = Json::from(root).to_pretty();
        text.push('\n');
        text.into_bytes()
    }

    /// Whether a run certainly wrote a file at this path.
    pub fn has(&self, path: &str) -> bool {
        self.files.get(path).is_some_and(|contents| contents.iter().all(|content| content != ABSENT))
    }

    /// Whether the file at a path is unmodified.
    pub fn wrote(&self, path: &str, found: &Checksum) -> bool {
        self.files.get(path).is_some_and(|hashes| hashes.contains(&hex(&found.sha256)))
    }

    /// Adds a content at a path; `None` is no file.
    pub fn add(&mut self, path: &str, content: Option<&Checksum>) {
        let content = content.map_or_else(|| ABSENT.to_owned(), |content| hex(&content.sha256));
        let contents = self.files.entry(path.to_owned()).or_default();
        if !contents.contains(&content) {
            contents.push(content);
        }
    }
}

/// Checks the number of strings and commas before parsing, because each value needs memory before it can be refused.
fn is_crowded(bytes: &[u8]) -> bool {
    let (mut strings, mut commas, mut in_string, mut escaped) = (0_usize, 0_usize, false, false);
    for &byte in bytes {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = in_string,
            b'"' => {
                strings += usize::from(in_string);
                in_string = !in_string;
            }
            b',' if !in_string => commas += 1,
            _ => {}
        }
    }
    strings > MAX_STRINGS || commas > strings
}

fn content(text: &str) -> Option<String> {
    (is_sha256(text) || text == ABSENT).then(|| text.to_owned())
}
