//! URLs for logs.

use agent_description::secret::RedactedUrl;

#[test]
fn what_may_give_access_is_left_out_and_its_place_seen() {
    for (url, shown) in [
        ("https://a.example/ad.json", "https://a.example/ad.json"),
        ("https://a.example", "https://a.example"),
        ("https://a.example/ad.json?token=s3cret", "https://a.example/ad.json?..."),
        ("https://a.example/?a=1?b=2#c", "https://a.example/?..."),
        ("https://a.example/#s3cret?a", "https://a.example/#..."),
        ("https://alice:s3cret@a.example/b", "https://...@a.example/b"),
        ("https://alice:s3cr@t@a.example/b", "https://...@a.example/b"),
        ("https://alice:s3cret@a.example\\b", "https://...@a.example\\\\b"),
        ("https:alice:s3cret@a.example", "https:...@a.example"),
        ("https:\\\\/alice:s3cret@a.example/b", "https:\\\\\\\\/...@a.example/b"),
        ("alice:s3cret@a.example", "alice:...@a.example"),
        ("https://a.example/@b", "https://a.example/@b"),
        ("https://a.example/\u{1b}[2J\n\u{202e}", "https://a.example/\\u{1b}[2J\\n\\u{202e}"),
        ("", ""),
    ] {
        assert_eq!(RedactedUrl(url).to_string(), shown);
        assert_eq!(format!("{:?}", RedactedUrl(url)), format!("\"{shown}\""));
    }
}
