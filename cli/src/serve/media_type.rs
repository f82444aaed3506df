//! The media types of files, by their names.

use super::handles;
use adp_publish::KEY_DIRECTORY_PATH;
use agent_description::{discovery::WELL_KNOWN_PATH, key::KeyDirectory};

/// The media type of a path.
pub fn media_type(path: &str) -> &'static str {
    let name = path.rsplit('/').next().unwrap_or_default();
    match path {
        path if path == WELL_KNOWN_PATH.trim_start_matches('/') => return "application/ld+json",
        KEY_DIRECTORY_PATH => return KeyDirectory::MEDIA_TYPE,
        path if handles::is_of_handles(path) => return "application/json",
        _ => {}
    }
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension).to_ascii_lowercase();
    match extension.as_str() {
        "json" if name == "did.json" => "application/did+json",
        "json" if name == "ad.json" || name.ends_with(".ad.json") => "application/ld+json",
        "json" if path.starts_with("agent-descriptions/") => "application/ld+json",
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
    }
}

#[cfg(test)]
mod tests {
    use super::{KEY_DIRECTORY_PATH, media_type};

    #[test]
    fn types_that_resolvers_take() {
        for (path, expected) in [
            (".well-known/did.json", "application/did+json"),
            ("user/alice/did.json", "application/did+json"),
            ("did.json/x.json", "application/json"),
            (".well-known/agent-descriptions", "application/ld+json"),
            ("agent-descriptions/page-2.json", "application/ld+json"),
            (".well-known/handle/alice", "application/json"),
            (KEY_DIRECTORY_PATH, "application/http-message-signatures-directory+json"),
            ("ad.json", "application/ld+json"),
            ("staff/alice.ad.json", "application/ld+json"),
            ("ad.anp-07.json", "application/json"),
            ("x.jsonld", "application/ld+json"),
            ("x.YAML", "application/yaml"),
            ("agent-descriptions", "application/octet-stream"),
            ("x.", "application/octet-stream"),
        ] {
            assert_eq!(media_type(path), expected, "{path}");
        }
    }
}
