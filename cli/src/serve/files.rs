//! The files of a site.

use crate::{
    failure::Failure,
    publish::{failure::folder_failure, site_path::decoded},
};
use adp_publish::{MANIFEST_NAME, MAX_MANIFEST_BYTES, OpenError, SiteManifest, open_below};
use agent_description::{Code, Limits, did::Did, json::Document};
use std::{
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
};

/// The served folder.
#[derive(Debug)]
pub struct Files {
    /// Its canonical path.
    root: PathBuf,
}

/// An open file.
#[derive(Debug)]
pub struct OpenedFile {
    /// Its decoded path in the site.
    pub path: String,
    /// The file handle, which stays valid if the path is replaced.
    pub file: File,
}

impl Files {
    pub fn open(root: &Path) -> Result<Self, Failure> {
        let real = fs::canonicalize(root).map_err(|error| Failure::io("read", root, &error))?;
        if !real.is_dir() {
            return Err(Failure::new(Code::IO_READ, format!("{} is not a folder", root.display())));
        }
        Ok(Self { root: real })
    }

    /// The host that the site was published for, or the host of its DID document.
    pub fn host(&self) -> Result<Option<String>, Failure> {
        if let Some(bytes) = self.bytes(MANIFEST_NAME, MAX_MANIFEST_BYTES) {
            let manifest = SiteManifest::parse(&bytes).map_err(|error| folder_failure(error, &self.root))?;
            return Ok(Some(manifest.host));
        }
        let limits = Limits::default();
        let did = self.bytes(".well-known/did.json", limits.description_bytes).and_then(|bytes| {
            let document = Document::parse(&bytes, &limits).ok()?;
            document.root().get("id")?.as_str()?.parse::<Did>().ok()
        });
        Ok(did.and_then(|did| {
            let host = did.host()?;
            Some(did.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}")))
        }))
    }

    /// Finds the file for a request path. `None` if no such file may be served.
    ///
    /// # Errors
    ///
    /// If the file system reports an error.
    pub fn find(&self, request: &str) -> io::Result<Option<OpenedFile>> {
        let Some(path) = decoded(request) else { return Ok(None) };
        let file = match open_below(&self.root, Path::new(&path)) {
            Ok(file) => file,
            Err(OpenError::Io(error)) => return Err(error),
            // answer 404 for links, folders and pipes, because their existence is private
            Err(_) => return Ok(None),
        };
        Ok(Some(OpenedFile { path, file }))
    }

    /// The names in a folder of the site, at most `most`; empty if the folder does not exist.
    ///
    /// # Errors
    ///
    /// If the folder cannot be read.
    pub fn names_in(&self, folder: &str, most: usize) -> io::Result<Vec<String>> {
        match fs::read_dir(self.root.join(folder)) {
            Ok(entries) => {
                Ok(entries.flatten().take(most).filter_map(|entry| entry.file_name().into_string().ok()).collect())
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(error),
        }
    }

    /// Whether a decoded path is a file or folder of the site.
    pub fn has(&self, path: &str) -> bool {
        let mut target = self.root.clone();
        path.split('/').all(|name| {
            target.push(name);
            fs::symlink_metadata(&target).is_ok_and(|found| found.is_file() || found.is_dir())
        })
    }

    /// The bytes of a readable file of at most `limit` bytes.
    fn bytes(&self, path: &str, limit: usize) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        let file = open_below(&self.root, Path::new(path)).ok()?;
        file.take(u64::try_from(limit).ok()? + 1).read_to_end(&mut bytes).ok()?;
        (bytes.len() <= limit).then_some(bytes)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::Files;
    use crate::publish::site_path::decoded;
    use std::fs;

    #[test]
    fn paths_lead_nowhere_else() {
        for (request, path) in [
            ("/ad.json", "ad.json"),
            ("/.well-known/did.json", ".well-known/did.json"),
            ("/a%20b/%E6%9D%B1", "a b/東"),
            // decoded once
            ("/%252e%252e/x", "%2e%2e/x"),
        ] {
            assert_eq!(decoded(request).as_deref(), Some(path));
        }
        for request in [
            "",
            "/",
            "x",
            "/..",
            "/../x",
            "/a/../../x",
            "/%2e%2e/x",
            "/%2E./x",
            "/a/%2e",
            "//etc/passwd",
            "/a//b",
            "/a/",
            "/.git/config",
            "/%2egit/config",
            "/.adp-site.json",
            "/a/.well-known/x",
            "/a%2f..%2fb",
            "/a%5c..%5cb",
            "/a\\b",
            "/c:/x",
            "/%00",
            "/a%00.json",
            "/%ff",
            "/.",
            "/a%2fb",
            "/a%2Fb",
            "/100%",
            "/a%4",
            "/%zz",
        ] {
            assert_eq!(decoded(request), None, "{request}");
        }
        // the second name of `.git` on Windows
        assert_eq!(decoded("/GIT~1/config").is_none(), cfg!(windows));
        assert_eq!(decoded("/~a/b~.json").as_deref(), Some("~a/b~.json"));
    }

    #[test]
    fn folders_and_links_are_no_files() {
        let folder = tempfile::tempdir().unwrap();
        let (site, outside) = (folder.path().join("site"), folder.path().join("outside"));
        for path in [&site, &outside] {
            fs::create_dir(path).unwrap();
            fs::write(path.join("ad.json"), "{}").unwrap();
        }
        fs::write(site.join(".hidden"), "x").unwrap();
        let files = Files::open(&site).unwrap();
        let found = files.find("/ad.json").unwrap().unwrap();
        assert_eq!((found.path.as_str(), found.file.metadata().unwrap().len()), ("ad.json", 2));
        fs::create_dir(site.join("sub")).unwrap();
        for request in ["/sub", "/sub/", "/", "/.hidden", "/missing", "/ad.json/x", "/../outside/ad.json"] {
            assert!(files.find(request).unwrap().is_none(), "{request}");
        }
        assert!(files.has("sub") && files.has("ad.json") && !files.has("missing") && !files.has("ad.json/x"));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(outside.join("ad.json"), site.join("link.json")).unwrap();
            std::os::unix::fs::symlink(&outside, site.join("folder")).unwrap();
            std::os::unix::fs::symlink(site.join("ad.json"), site.join("inside.json")).unwrap();
            for request in ["/link.json", "/folder/ad.json", "/inside.json"] {
                assert!(files.find(request).unwrap().is_none(), "{request}");
            }
            assert!(!files.has("link.json") && !files.has("folder/ad.json"));
        }
    }

    #[test]
    fn the_host_is_read_from_files_of_the_site_alone() {
        let folder = tempfile::tempdir().unwrap();
        let site = folder.path().join("site");
        fs::create_dir_all(site.join(".well-known")).unwrap();
        let files = Files::open(&site).unwrap();
        assert_eq!(files.host().unwrap(), None);
        let document = r#"{"id": "did:wba:agent.example.com%3A8443"}"#;
        fs::write(folder.path().join("did.json"), document).unwrap();
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(folder.path().join("did.json"), site.join(".well-known/did.json")).unwrap();
            assert_eq!(files.host().unwrap(), None, "a link");
            fs::remove_file(site.join(".well-known/did.json")).unwrap();
        }
        fs::write(site.join(".well-known/did.json"), document).unwrap();
        assert_eq!(files.host().unwrap().as_deref(), Some("agent.example.com:8443"));
        fs::write(site.join(".adp-site.json"), r#"{"version": 1, "host": "other.example", "files": {}}"#).unwrap();
        assert_eq!(files.host().unwrap().as_deref(), Some("other.example"));
    }
}
