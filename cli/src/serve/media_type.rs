//! What a file is, by its name, and JSON-LD by its text.

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

/// Of how many versions of files it is remembered whether they are JSON-LD; 6 MiB.
const MAX_CACHED_FILES: usize = 1 << 16;

/// The media types of the site's files. JSON is read once for each version of a file, and one file at a time.
#[derive(Debug, Default)]
pub struct MediaTypes {
    json_ld: Mutex<HashMap<Version, bool>>,
    turn: Mutex<()>,
}

impl MediaTypes {
    /// The media type of an open file, which is at its beginning afterwards.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub fn for_file(&self, path: &str, file: &mut File, version: &Version) -> io::Result<&'static str> {
        let known = || locked(&self.json_ld).get(version).copied();
        for_path(path, || {
            if let Some(known) = known() {
                return Ok(known);
            }
            // a client that asks for every file has them read one after the other
            let _turn = locked(&self.turn);
            if let Some(known) = known() {
                return Ok(known);
            }
            let found = is_json_ld(file)?;
            // of a file that was changed meanwhile nothing is known
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

/// A panic leaves nothing half done in either.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The media type of a file of the site.
///
/// DID documents are `application/did+json`, which resolvers that ask for JSON take too (`+json`); JSON with a `@context`
/// is `application/ld+json`; a page of descriptions is that without an extension to tell by, and documents of Handles are
/// `application/json`.
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

/// Whether a file is JSON with a `@context`. What is larger than any document is not read.
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
            // each a file of its own: what is remembered of one says nothing of another
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
        // neither size nor holes are read: 8 GiB would take more than the test's time
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
        // cannot be read at all
        let mut unreadable = File::options().write(true).open(&path).unwrap();
        assert_eq!(types.for_file("ad.json", &mut unreadable, &version).unwrap(), "application/ld+json");
        fs::write(&path, "{\"longer than before\": 1}").unwrap();
        let changed = Version::from_metadata(&unreadable.metadata().unwrap());
        assert!(types.for_file("ad.json", &mut unreadable, &changed).is_err(), "another version is read");
        assert_eq!(types.for_file("ad.json", &mut file, &changed).unwrap(), "application/json");
    }
}
