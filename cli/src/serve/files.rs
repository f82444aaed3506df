//! The files of a site, and nothing beside them.

use crate::{failure::Failure, publish::manifest};
use agent_description::{Code, Limits, did::Did, json::Document};
use percent_encoding::percent_decode_str;
use std::{
    fs::{self, File},
    io::Read,
    path::{Path, PathBuf},
    time::SystemTime,
};

/// The largest file that is served, in bytes: the largest that `adp publish` writes.
const LIMIT: u64 = 64 << 20;

/// The folder that is served.
#[derive(Debug)]
pub struct Files {
    /// Its real path, without links in it.
    root: PathBuf,
}

/// A file as it is at this moment.
#[derive(Debug)]
pub struct Found {
    /// Its path in the site, decoded.
    pub path: String,
    /// What is in it.
    pub bytes: Vec<u8>,
    /// When it was last changed, if the file system says so.
    pub modified: Option<SystemTime>,
}

impl Files {
    /// A folder.
    pub fn open(root: &Path) -> Result<Self, Failure> {
        let real = fs::canonicalize(root).map_err(|error| Failure::io("read", root, &error))?;
        if !real.is_dir() {
            return Err(Failure::new(Code::IoRead, format!("{} is no folder", root.display())));
        }
        Ok(Self { root: real })
    }

    /// The host that the site was published for, or that of its DID document.
    pub fn host(&self) -> Result<Option<String>, Failure> {
        let path = self.root.join(manifest::NAME);
        if let Ok(bytes) = fs::read(&path) {
            return manifest::Manifest::parse(&bytes, &path).map(|manifest| Some(manifest.host));
        }
        let did = self.find("/.well-known/did.json").and_then(|found| {
            let document = Document::parse(&found.bytes, &Limits::default()).ok()?;
            document.root().get("id")?.as_str()?.parse::<Did>().ok()
        });
        Ok(did.and_then(|did| {
            let host = did.host()?;
            Some(did.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}")))
        }))
    }

    /// The file that the path of a request names; `None` if there is none that may be served.
    pub fn find(&self, request: &str) -> Option<Found> {
        let path = decoded(request)?;
        let target = self.root.join(&path);
        // a link anywhere on the way leads to another real path
        if fs::canonicalize(&target).ok()? != target {
            return None;
        }
        let file = File::open(&target).ok()?;
        let metadata = file.metadata().ok()?;
        if !metadata.is_file() || metadata.len() > LIMIT {
            return None;
        }
        let mut bytes = Vec::with_capacity(usize::try_from(metadata.len()).unwrap_or_default());
        file.take(LIMIT).read_to_end(&mut bytes).ok()?;
        Some(Found { path, bytes, modified: metadata.modified().ok() })
    }
}

/// The path of a file in the site: decoded once, every segment an ordinary name, hidden ones but `.well-known` left out.
pub fn decoded(request: &str) -> Option<String> {
    let path = percent_decode_str(request.strip_prefix('/')?).decode_utf8().ok()?;
    let is_name = |(depth, segment): (usize, &str)| {
        !segment.is_empty()
            && (!segment.starts_with('.') || depth == 0 && segment == ".well-known")
            && !segment.contains(['\\', ':', '\0'])
    };
    path.split('/').enumerate().all(is_name).then(|| path.into_owned())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{Files, decoded};
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
        ] {
            assert_eq!(decoded(request), None, "{request}");
        }
        // an encoded slash is a slash, and all that comes of it is a file of the site
        assert_eq!(decoded("/a%2fb").as_deref(), Some("a/b"));
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
        assert_eq!(files.find("/ad.json").unwrap().bytes, b"{}");
        fs::create_dir(site.join("sub")).unwrap();
        for request in ["/sub", "/sub/", "/", "/.hidden", "/missing", "/ad.json/x", "/../outside/ad.json"] {
            assert!(files.find(request).is_none(), "{request}");
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(outside.join("ad.json"), site.join("link.json")).unwrap();
            std::os::unix::fs::symlink(&outside, site.join("folder")).unwrap();
            std::os::unix::fs::symlink(site.join("ad.json"), site.join("inside.json")).unwrap();
            for request in ["/link.json", "/folder/ad.json", "/inside.json"] {
                assert!(files.find(request).is_none(), "{request}");
            }
        }
    }
}
