//! The media types of files, by name and, for JSON, by content.

use super::handles;
use super::version::Version;
use adp_publish::KEY_DIRECTORY_PATH;
use agent_description::{Limits, discovery::WELL_KNOWN_PATH, json::Document, key::KeyDirectory};
use std::{
    collections::HashMap,
    fs::File,
    io::{self, Read, Seek},
    sync::{Mutex, MutexGuard, PoisonError},
};

/// Maximum number of cached file versions (about 6 MiB).
const MAX_CACHED_FILES: usize = 1 << 16;

/// Determines media types. Each version of a JSON file is parsed once, one file at a time.
#[derive(Debug, Default)]
pub struct MediaTypes {
    json_ld: Mutex<HashMap<Version, bool>>,
    turn: Mutex<()>,
}

impl MediaTypes {
    /// The media type of an open file. Rewinds the file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub fn for_file(&self, path: &str, file: &mut File, version: &Version) -> io::Result<&'static str> {
        let known = || locked(&self.json_ld).get(version).copied();
        for_path(path, || {
            if let Some(known) = known() {
                return Ok(known);
            }
            // parse one file at a time, so that a client cannot load all files into memory
            let _turn = locked(&self.turn);
            if let Some(known) = known() {
                return Ok(known);
            }
            let found = is_json_ld(file)?;
            // do not cache a file that changed meanwhile
            if Version::from_metadata(&file.metadata()?) == *version {
                let mut json_ld = locked(&self.json_ld);
                if json_ld.len() >= MAX_CACHED_FILES {
                    json_ld.clear();
                }
                json_ld.insert(*version, found);
            }
            Ok(found)
        })
    }
}

/// Locks a mutex, and ignores poisoning because a panic leaves both values consistent.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The media type for a path.
///
/// DID documents are `application/did+json`, JSON with `@context` is `application/ld+json`, Handle documents are
/// `application/json`. A listing of descriptions without a file extension is also `application/ld+json`.
fn for_path(path: &str, is_json_ld: impl FnOnce() -> io::Result<bool>) -> io::Result<&'static str> {
    let name = path.rsplit('/').next().unwrap_or_default();
    if path == WELL_KNOWN_PATH.trim_start_matches('/') {
        return Ok("application/ld+json");
    }
    if handles::is_of_handles(path) {
        return Ok("application/json");
    }
    if path == KEY_DIRECTORY_PATH {
        return Ok(KeyDirectory::MEDIA_TYPE);
    }
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension).to_ascii_lowercase();
    Ok(match extension.as_str() {
        "json" if name == "did.json" => "application/did+json",
        "json" if is_json_ld()? => "application/ld+json",
        "json" => "application/json",
        "jsonld" => "application/ld+json",
        "yaml" | "yml" => "application/yaml",
        "xml" => "application/xml",
        "pdf" => "application/pdf",
        "html" | "htm" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "md" => "text/markdown; charset=utf-8",
        "txt" => "text/plain; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "ico" => "image/vnd.microsoft.icon",
        _ => "application/octet-stream",
    })
}

/// Whether a file is JSON with `@context`. Skips files that are larger than any document.
fn is_json_ld(file: &mut File) -> io::Result<bool> {
    let limits = Limits::default();
    if file.metadata()?.len() > limits.description_bytes as u64 {
        return Ok(false);
    }
    let mut bytes = Vec::new();
    let most = limits.description_bytes as u64 + 1;
    (&mut *file).take(most).read_to_end(&mut bytes)?;
    file.rewind()?;
    Ok(Document::parse(&bytes, &limits).is_ok_and(|document| document.root().contains("@context")))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{KEY_DIRECTORY_PATH, MediaTypes, Version};
    use std::fs::{self, File};

    #[test]
    fn types_that_resolvers_take() {
        let folder = tempfile::tempdir().unwrap();
        let types = MediaTypes::default();
        let json_ld = r#"{"@context": {}}"#;
        for (path, text, expected) in [
            (".well-known/did.json", json_ld, "application/did+json"),
            ("user/alice/did.json", "{}", "application/did+json"),
            ("did.json/x.json", "{}", "application/json"),
            (".well-known/agent-descriptions", json_ld, "application/ld+json"),
            (".well-known/handle/alice", "{}", "application/json"),
            (KEY_DIRECTORY_PATH, "{}", "application/http-message-signatures-directory+json"),
            ("ad.json", json_ld, "application/ld+json"),
            ("ad.json", "{\"protocolType\": \"ANP\"}", "application/json"),
            ("x.json", "not json", "application/json"),
            ("x.jsonld", "", "application/ld+json"),
            ("x.YAML", "", "application/yaml"),
            ("agent-descriptions", "", "application/octet-stream"),
            ("x.", "", "application/octet-stream"),
        ] {
            // separate files, because results are cached by file
            let file = folder.path().join(format!("{}-{}", path.replace('/', "_"), text.len()));
            fs::write(&file, text).unwrap();
            let mut file = File::open(file).unwrap();
            let version = Version::from_metadata(&file.metadata().unwrap());
            for _ in 0..2 {
                assert_eq!(types.for_file(path, &mut file, &version).unwrap(), expected, "{path}");
                assert_eq!(std::io::read_to_string(&mut file).unwrap(), text, "{path}: from its beginning");
                std::io::Seek::rewind(&mut file).unwrap();
            }
        }
        // size and holes are not read; 8 GiB would exceed the test's time
        let file = File::create(folder.path().join("large.json")).unwrap();
        file.set_len(8 << 30).unwrap();
        let version = Version::from_metadata(&file.metadata().unwrap());
        let mut file = File::open(folder.path().join("large.json")).unwrap();
        assert_eq!(types.for_file("large.json", &mut file, &version).unwrap(), "application/json");
    }

    #[test]
    fn a_file_is_read_once_for_each_version() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ad.json");
        let types = MediaTypes::default();
        fs::write(&path, r#"{"@context": {}}"#).unwrap();
        let mut file = File::open(&path).unwrap();
        let version = Version::from_metadata(&file.metadata().unwrap());
        assert_eq!(types.for_file("ad.json", &mut file, &version).unwrap(), "application/ld+json");
        // unreadable
        let mut unreadable = File::options().write(true).open(&path).unwrap();
        assert_eq!(types.for_file("ad.json", &mut unreadable, &version).unwrap(), "application/ld+json");
        fs::write(&path, "{\"longer than before\": 1}").unwrap();
        let changed = Version::from_metadata(&unreadable.metadata().unwrap());
        assert!(types.for_file("ad.json", &mut unreadable, &changed).is_err(), "another version is read");
        assert_eq!(types.for_file("ad.json", &mut file, &changed).unwrap(), "application/json");
    }
}
