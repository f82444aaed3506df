//! What a file is, by its name, and JSON-LD by its text.

use agent_description::{Limits, discovery::WELL_KNOWN_PATH, json::Document};

/// The media type of a file of the site.
///
/// DID documents are `application/did+json`, which resolvers that ask for JSON take too (`+json`); JSON with a `@context`
/// is `application/ld+json`; a page of descriptions is that without an extension to tell by.
pub fn of(path: &str, bytes: &[u8]) -> &'static str {
    let name = path.rsplit('/').next().unwrap_or_default();
    if path == WELL_KNOWN_PATH.trim_start_matches('/') {
        return "application/ld+json";
    }
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension).to_ascii_lowercase();
    match extension.as_str() {
        "json" if name == "did.json" => "application/did+json",
        "json" if is_json_ld(bytes) => "application/ld+json",
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

fn is_json_ld(bytes: &[u8]) -> bool {
    Document::parse(bytes, &Limits::default()).is_ok_and(|document| document.root().contains("@context"))
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn types_that_resolvers_take() {
        let json_ld: &[u8] = br#"{"@context": {}}"#;
        for (path, bytes, expected) in [
            (".well-known/did.json", json_ld, "application/did+json"),
            ("user/alice/did.json", b"{}", "application/did+json"),
            ("did.json/x.json", b"{}", "application/json"),
            (".well-known/agent-descriptions", json_ld, "application/ld+json"),
            ("ad.json", json_ld, "application/ld+json"),
            ("ad.json", b"{\"protocolType\": \"ANP\"}", "application/json"),
            ("x.json", b"not json", "application/json"),
            ("x.jsonld", b"", "application/ld+json"),
            ("x.YAML", b"", "application/yaml"),
            ("agent-descriptions", b"", "application/octet-stream"),
            ("x.", b"", "application/octet-stream"),
        ] {
            assert_eq!(of(path, bytes), expected, "{path}");
        }
    }
}
