//! What of a site we made: a hidden file in it, so that what others put there is never touched.

use crate::{failure::Failure, hex::hex};
use agent_description::{
    Code, Document, Limits,
    json::{Json, Object},
};
use sha2::{Digest, Sha256};
use std::{collections::BTreeMap, path::Path};

/// The manifest's name in a site.
pub const NAME: &str = ".adp-site.json";
const VERSION: u32 = 1;
/// The largest manifest, in bytes: 100,000 files with long paths.
pub const LIMIT: usize = 64 << 20;

/// The files of a site that we made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifest {
    /// `HOST` or `HOST:PORT`.
    pub host: String,
    /// Paths and the SHA-256 of what was written there, in hexadecimal; more than one while a run is under way.
    pub files: BTreeMap<String, Vec<String>>,
}

impl Manifest {
    /// Reads a manifest.
    pub fn parse(bytes: &[u8], path: &Path) -> Result<Self, Failure> {
        let mut limits = Limits::default();
        limits.document_bytes = LIMIT;
        let document = Document::parse(bytes, &limits)
            .map_err(|error| Failure::from(error).in_input(&path.display().to_string(), bytes))?;
        let malformed = || {
            let message = format!("{} is no manifest that this version knows", path.display());
            Failure::new(Code::DocumentShape, message)
                .with_help("if it is lost, remove it: files that are as they should be are taken over")
        };
        let root = document.root();
        if root.get("version").and_then(Json::as_number).and_then(|number| number.as_integer()) != Some(VERSION.into())
        {
            return Err(malformed());
        }
        let host = root.get("host").and_then(Json::as_str).ok_or_else(malformed)?.to_owned();
        let files = root.get("files").and_then(Json::as_object).ok_or_else(malformed)?;
        let files = files.iter().map(|member| {
            let hashes = member.value().as_array().ok_or_else(malformed)?;
            let hashes = hashes.iter().map(|hash| hash.as_str().map(str::to_owned).ok_or_else(malformed));
            Ok((member.name().to_string(), hashes.collect::<Result<_, _>>()?))
        });
        Ok(Self { host, files: files.collect::<Result<_, Failure>>()? })
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
    pub fn wrote(&self, path: &str, bytes: &[u8]) -> bool {
        self.files.get(path).is_some_and(|hashes| hashes.contains(&sha256(bytes)))
    }

    /// Notes what is written at a path, beside what was.
    pub fn add(&mut self, path: &str, bytes: &[u8]) {
        let (hash, hashes) = (sha256(bytes), self.files.entry(path.to_owned()).or_default());
        if !hashes.contains(&hash) {
            hashes.push(hash);
        }
    }
}

/// SHA-256 in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}
