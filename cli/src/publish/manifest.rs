//! What of a site we made: a hidden file in it, so that what others put there is never touched.

use crate::failure::Failure;
use agent_description::{
    Code, Document, ReadLimits,
    discovery::publish::{Checksum, SitePaths},
    hex::hex,
    json::{Json, Object},
};
use sha2::{Digest, Sha256};
use std::{collections::BTreeMap, path::Path};

/// The manifest's name in a site.
pub const NAME: &str = ".adp-site.json";
const VERSION: u32 = 1;
/// The largest manifest, in bytes: 100,000 files with paths of 200 bytes.
pub const LIMIT: usize = 32 << 20;
/// Most strings of a manifest: those of 100,000 files, their pages and two hashes each are fewer.
const STRINGS: usize = 1_000_000;
/// Most hashes of one path: two while a run is under way.
const HASHES: usize = 16;

/// The files of a site that we made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifest {
    /// `HOST` or `HOST:PORT`.
    pub host: String,
    /// Paths and the SHA-256 of what was written there, in hexadecimal; more than one while a run is under way.
    pub files: BTreeMap<String, Vec<String>>,
}

impl Manifest {
    /// Reads a manifest. It lies where others can write, so its paths are those that a site may have and nothing else.
    pub fn parse(bytes: &[u8], path: &Path) -> Result<Self, Failure> {
        // root, files, hashes
        let limits = ReadLimits::new(LIMIT).with_depth(4);
        const LOST: &str = "if it is damaged, remove it: files that are up to date are adopted";
        let malformed = |why: &str| {
            let message = format!("{} is not a manifest that this version knows: {why}", path.display());
            Failure::new(Code::DOCUMENT_SHAPE, message).with_help(LOST)
        };
        if is_crowded(bytes) {
            return Err(malformed("it has more values than the files of a site"));
        }
        let document = Document::parse(bytes, limits)
            .map_err(|error| Failure::from(error).with_help(LOST).in_input(&path.display().to_string(), bytes))?;
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
            let hashes = hashes.filter(|hashes| (1..=HASHES).contains(&hashes.len()));
            let what = || malformed(&format!("{:?} has no list of SHA-256 in hexadecimal", member.name()));
            files.insert(member.name().to_string(), hashes.ok_or_else(what)?);
        }
        Ok(Self { host, files })
    }

    /// The manifest as it is written.
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

    /// Whether we wrote a path.
    pub fn has(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    /// Whether what stands at a path is what we wrote there.
    pub fn wrote(&self, path: &str, found: &Checksum) -> bool {
        self.files.get(path).is_some_and(|hashes| hashes.contains(&hex(&found.sha256)))
    }

    /// Notes what is written at a path, beside what was.
    pub fn add(&mut self, path: &str, written: &Checksum) {
        let (hash, hashes) = (hex(&written.sha256), self.files.entry(path.to_owned()).or_default());
        if !hashes.contains(&hash) {
            hashes.push(hash);
        }
    }
}

/// Whether there are more strings than a manifest has, or more commas than strings: each value would take its place in
/// memory before it is refused.
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
    strings > STRINGS || commas > strings
}

fn sha256_text(text: &str) -> Option<String> {
    let is_hash = text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    is_hash.then(|| text.to_owned())
}

/// SHA-256 in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{Manifest, is_crowded};
    use agent_description::discovery::publish::Checksum;
    use std::path::Path;

    #[test]
    fn what_is_written_is_read_and_no_crowd() {
        let mut manifest = Manifest { host: "a,b\"c".to_owned(), ..Manifest::default() };
        for path in ["a, b, c, d, e", "x,y/z", "\u{e9},,,,"] {
            manifest.add(path, &Checksum::of(b"one"));
            manifest.add(path, &Checksum::of(b"two"));
        }
        let bytes = manifest.to_bytes();
        assert!(!is_crowded(&bytes));
        assert_eq!(Manifest::parse(&bytes, Path::new("x")).unwrap(), manifest);
        assert!(!is_crowded(&Manifest::default().to_bytes()));
    }

    #[test]
    fn crowds_are_refused_before_they_take_memory() {
        for values in ["0,".repeat(1 << 20), "[],".repeat(1 << 20), "\"\":[],".repeat(1_000_001)] {
            let text = format!("{{\"version\": 1, \"host\": \"x\", \"files\": {{\"a\": [{values}0]}}}}");
            let failure = Manifest::parse(text.as_bytes(), Path::new("x")).unwrap_err();
            assert!(failure.message().contains("more values"), "{}", failure.message());
        }
    }
}
