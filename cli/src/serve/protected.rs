//! The paths of a site that require authentication: `--require-auth`.

use super::files::Files;
use crate::{failure::Failure, publish::site_path::decoded};
use adp_publish::folded;
use std::str::FromStr;

/// A path as given and decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProtectedPath {
    given: String,
    /// Decoded, without leading or trailing slashes; empty for the complete site.
    path: String,
}

impl FromStr for ProtectedPath {
    type Err = String;

    /// Parses a path by the rules for request paths. Rejects patterns, lists and URLs, which would protect only a file
    /// of exactly that name.
    fn from_str(given: &str) -> Result<Self, String> {
        let wrong = |what: &str| {
            format!("found {what}, expected a path of the site such as /rooms, without a pattern or query")
        };
        if given == "/" {
            return Ok(Self { given: given.to_owned(), path: String::new() });
        }
        if given.is_empty() {
            return Err(wrong("nothing"));
        }
        if let Some(found) = given.chars().find(|c| ['*', ',', '?', '#', '\\'].contains(c) || c.is_control()) {
            let advice = "; percent-encode it if it is part of a file name";
            return Err(wrong(&format!("{found:?}")) + advice);
        }
        if !given.starts_with('/') {
            return Err(wrong("a path without a slash at the beginning"));
        }
        // a folder may have a trailing slash
        let path = decoded(given.strip_suffix('/').unwrap_or(given)).ok_or_else(|| {
            wrong("an impossible path")
                + " (no `.`, `..`, doubled or encoded slash, hidden name, or `%` that is not an escape)"
        })?;
        if is_did_document(&path) {
            return Err("DID documents stay public, because callers could not be authenticated otherwise".to_owned());
        }
        Ok(Self { given: given.to_owned(), path })
    }
}

/// The protected paths.
#[derive(Debug)]
pub struct Protected(Vec<String>);

impl Protected {
    /// Protects these paths and everything below them.
    ///
    /// # Errors
    ///
    /// If a path is not a file or folder of the site: a typo would leave files public.
    pub fn new(paths: &[ProtectedPath], files: &Files) -> Result<Self, Failure> {
        if let Some(missing) = paths.iter().find(|path| !path.path.is_empty() && !files.has(&path.path)) {
            let message = format!("--require-auth={}: no such file or folder on the site", missing.given);
            return Err(Failure::usage(message).with_help("publish it first, or protect its folder"));
        }
        Ok(Self(paths.iter().map(|path| folded(&path.path)).collect()))
    }

    /// Whether a request path requires authentication. DID documents are always public.
    pub fn has(&self, request: &str) -> bool {
        // compare decoded paths and ignore case and trailing dots, as some file systems do
        let Some(path) = decoded(request) else { return !self.0.is_empty() };
        let folded = folded(&path);
        !is_did_document(&path) && self.0.iter().any(|prefix| is_below(&folded, prefix))
    }
}

fn is_did_document(path: &str) -> bool {
    path == "did.json" || path.ends_with("/did.json")
}

/// Whether a path is equal to the prefix or below it, by segments.
fn is_below(path: &str, prefix: &str) -> bool {
    prefix.is_empty() || path.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{Files, Protected, ProtectedPath};
    use std::fs;

    fn site() -> (tempfile::TempDir, Files) {
        let folder = tempfile::tempdir().unwrap();
        for path in ["rooms/suite", "staff", "a b", "caf\u{e9}", ".well-known"] {
            fs::create_dir_all(folder.path().join(path)).unwrap();
        }
        for path in ["ad.json", "rooms/double.json", "x,y.json", ".well-known/agent-descriptions"] {
            fs::write(folder.path().join(path), "{}").unwrap();
        }
        let files = Files::open(folder.path()).unwrap();
        (folder, files)
    }

    fn protected(paths: &[&str]) -> Protected {
        let paths: Vec<ProtectedPath> = paths.iter().map(|path| path.parse().unwrap()).collect();
        Protected::new(&paths, &site().1).unwrap()
    }

    #[test]
    fn prefixes_are_whole_segments() {
        for (path, prefix, below) in [
            ("/ad.json", "/", true),
            ("/rooms", "/rooms", true),
            ("/rooms/double.json", "/rooms", true),
            ("/rooms/double.json", "/rooms/", true),
            ("/roomsize.json", "/rooms", false),
            ("/staff/rooms", "/rooms", false),
            ("/rooms.json", "/rooms", false),
            ("/rooms/suite/x", "/rooms/suite", true),
            ("/rooms/double.json", "/rooms/suite", false),
            ("/ad.json", "/ad.json", true),
            ("/ad.json2", "/ad.json", false),
            // all spellings of the request path and of the option
            ("/r%6foms/x", "/rooms", true),
            ("/ROOMS/x", "/rooms", true),
            ("/room%C5%BF/x", "/rooms", true),
            ("/rooms./x", "/rooms", true),
            ("/cafe%CC%81/x", "/caf%C3%A9", true),
            ("/cafe/x", "/caf%C3%A9", false),
            ("/rooms/x", "/%72ooms", true),
            ("/a%20b/x", "/a b", true),
            ("/a%20b/x", "/a%20b", true),
            ("/x%2Cy.json", "/x%2cy.json", true),
            ("/x,y.json", "/x%2cy.json", true),
            // a path that no file can have is protected
            ("/rooms%2fdouble.json", "/rooms", true),
            ("//rooms", "/rooms", true),
            ("/rooms/../ad.json", "/rooms", true),
            ("*", "/rooms", true),
            // DID documents are public
            ("/.well-known/did.json", "/", false),
            ("/rooms/did.json", "/rooms", false),
            ("/did.json", "/", false),
            ("/rooms/xdid.json", "/rooms", true),
            ("/rooms/did.json/x", "/rooms", true),
            ("/.well-known/agent-descriptions", "/.well-known", true),
        ] {
            assert_eq!(protected(&[prefix]).has(path), below, "{path} {prefix}");
        }
        assert!(!protected(&[]).has("/../x"), "nothing is protected");
        assert!(protected(&["/rooms", "/staff"]).has("/staff/x"));
    }

    #[test]
    fn paths_that_protect_nothing_are_refused() {
        for odd in [
            "",
            "rooms",
            "*",
            "/*",
            "/rooms/*",
            "/rooms,/staff",
            "https://agent.example.com/rooms",
            "/rooms#x",
            "/rooms?x",
            "/rooms/..",
            "/../rooms",
            "/./rooms",
            "//rooms",
            "//",
            "/rooms//suite",
            "/rooms//",
            "\\rooms",
            "/rooms\\suite",
            "/rooms%2fsuite",
            "/rooms%5csuite",
            "/%2e%2e/rooms",
            "/.git",
            "/rooms/.hidden",
            "/%00",
            "/rooms%",
            "/rooms%2",
            "/%ff",
            "/c:/rooms",
            "/rooms\n",
            "/did.json",
            "/.well-known/did.json",
            "/rooms/did.json",
            "/rooms/did%2ejson",
        ] {
            let error = odd.parse::<ProtectedPath>().unwrap_err();
            assert!(error.starts_with("found ") || error.starts_with("DID documents"), "{odd}: {error}");
        }
        let (_folder, files) = site();
        for (path, there) in [
            ("/", true),
            ("/rooms", true),
            ("/rooms/", true),
            ("/ad.json", true),
            ("/%61d.json", true),
            ("/x%2cy.json", true),
            ("/room", false),
            ("/Rooms", false),
            ("/rooms/single.json", false),
            ("/ad.json/x", false),
        ] {
            let result = Protected::new(&[path.parse().unwrap()], &files);
            assert_eq!(result.is_ok(), there, "{path}");
        }
    }
}
