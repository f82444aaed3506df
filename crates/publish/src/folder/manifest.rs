//! The manifest: a hidden file with the list of generated files, so that other files are never changed.

use super::FolderError;
use crate::{Checksum, SitePaths};
use agent_description::{
    Document, ReadLimits,
    hex::hex,
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
/// Maximum number of hashes for one path: two during a run.
const MAX_HASHES: usize = 16;

/// The files that belong to a site.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SiteManifest {
    /// `HOST` or `HOST:PORT`.
    pub host: String,
    /// Paths with the hexadecimal SHA-256 of the written content; more than one during a run.
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
        let (mut paths, mut files) = (SitePaths::default(), BTreeMap::new());
        for member in members.iter() {
            paths.insert(member.name(), member.name()).map_err(|fault| malformed(&fault.to_string()))?;
            let hashes = member.value().as_array().unwrap_or_default();
            let hashes: Option<Vec<String>> = hashes.iter().map(|hash| hash.as_str().and_then(sha256_text)).collect();
            let hashes = hashes.filter(|hashes| (1..=MAX_HASHES).contains(&hashes.len()));
            let what = || malformed(&format!("{:?} has no list of SHA-256 in hexadecimal", member.name()));
            files.insert(member.name().to_string(), hashes.ok_or_else(what)?);
        }
        Ok(Self { host, files })
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

    /// Whether a path belongs to the site.
    pub fn has(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    /// Whether the file at a path is unmodified.
    pub fn wrote(&self, path: &str, found: &Checksum) -> bool {
        self.files.get(path).is_some_and(|hashes| hashes.contains(&hex(&found.sha256)))
    }

    /// Adds the hash of the new content at a path.
    pub fn add(&mut self, path: &str, written: &Checksum) {
        let (hash, hashes) = (hex(&written.sha256), self.files.entry(path.to_owned()).or_default());
        if !hashes.contains(&hash) {
            hashes.push(hash);
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

fn sha256_text(text: &str) -> Option<String> {
    let is_hash = text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    is_hash.then(|| text.to_owned())
}
