//! Paths of files on a site.

use crate::PublishFault;
use agent_description::did::Did;

/// Checks the path of a file in the publisher's folder: only segments that all file systems and web servers treat in
/// the same way, and no hidden ones except `.well-known`.
pub(crate) fn check_path(path: &str) -> Result<(), PublishFault> {
    let refused = |expected| Err(PublishFault::Path { found: path.chars().take(256).collect(), expected });
    if path.len() > 1024 {
        return refused("at most 1024 bytes");
    }
    for (depth, segment) in path.split('/').enumerate() {
        if segment.is_empty() {
            return refused("no empty segment");
        }
        if segment.len() > 255 {
            return refused("names of at most 255 bytes");
        }
        if segment
            .chars()
            .any(|c| c.is_control() || matches!(c, '\\' | ':' | '?' | '#' | '%' | '*' | '"' | '<' | '>' | '|'))
        {
            return refused("no control characters, and none of \\ : ? # % * \" < > |");
        }
        if segment.starts_with('.') && !(depth == 0 && segment == ".well-known") {
            return refused("no hidden name other than .well-known at the top");
        }
    }
    Ok(())
}

/// The path of a DID document on its site.
pub(crate) fn path_for_did(did: &Did) -> String {
    let location = did.location().unwrap_or_default();
    let after_scheme = location.strip_prefix("https://").unwrap_or(&location);
    after_scheme.split_once('/').map_or_else(String::new, |(_, path)| path.to_owned())
}

/// `HOST` or `HOST:PORT` of a DID.
pub(crate) fn authority(did: &Did) -> String {
    let host = did.host().unwrap_or_default();
    did.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}

/// The authority and the path of an `https` URL for a file: without query, with a last segment. Fragments are ignored.
pub(crate) fn path_for_url(text: &str) -> Option<(String, Option<String>)> {
    let url = url::Url::parse(text).ok().filter(|url| url.scheme() == "https")?;
    let host = url.host_str()?;
    let authority = url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"));
    let path = url.path().trim_start_matches('/');
    let is_file = url.query().is_none() && url.username().is_empty() && url.password().is_none();
    let is_file = is_file && url.path() == format!("/{path}") && check_path(path).is_ok();
    Some((authority, is_file.then(|| path.to_owned())))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{authority, check_path, path_for_did, path_for_url};

    #[test]
    fn paths_that_stay_inside() {
        for path in ["ad.json", "a/b/c.json", ".well-known/did.json", "rooms/東京 1.json", "a..b/c", &"x".repeat(255)]
        {
            assert!(check_path(path).is_ok(), "{path}");
        }
        for path in [
            "",
            "/a",
            "a/",
            "a//b",
            "..",
            "a/../b",
            "./a",
            ".git/config",
            "a/.well-known/x",
            ".well-known/.x",
            "a\\b",
            "a\nb",
            "c:/x",
            "a?b",
            "a#b",
            "%2e%2e/x",
            &"x".repeat(256),
            &"x/".repeat(600),
        ] {
            assert!(check_path(path).is_err(), "{path}");
        }
    }

    #[test]
    fn dids_have_a_path() {
        for (did, host, path) in [
            ("did:wba:a.example", "a.example", ".well-known/did.json"),
            ("did:wba:a.example%3A8443:user:alice", "a.example:8443", "user/alice/did.json"),
            ("did:web:a.example:x", "a.example", "x/did.json"),
        ] {
            let did = did.parse().unwrap();
            assert_eq!((authority(&did).as_str(), path_for_did(&did).as_str()), (host, path));
        }
    }

    #[test]
    fn urls_name_a_file_or_none() {
        let named = |url| path_for_url(url).unwrap();
        assert_eq!(named("https://a.example/x/ad.json#me"), ("a.example".into(), Some("x/ad.json".into())));
        assert_eq!(named("https://a.example:8443/ad.json"), ("a.example:8443".into(), Some("ad.json".into())));
        for url in [
            "https://a.example",
            "https://a.example/x/",
            "https://a.example/x?y",
            "https://a.example//x",
            "https://a.example/%41",
        ] {
            assert_eq!(named(url), ("a.example".into(), None), "{url}");
        }
        // compares with the URL parser's result, which is what clients fetch
        assert_eq!(named("https://a.example/x/../ad.json"), ("a.example".into(), Some("ad.json".into())));
        assert_eq!(path_for_url("did:wba:a.example"), None);
        assert_eq!(path_for_url("#me"), None);
    }
}
