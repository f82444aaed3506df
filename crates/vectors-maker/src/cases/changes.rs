//! Comparison, lock files and conversion. Outputs are written by hand.

use super::{All, CannotMake, Vector, signing::changed};

const OLD: &str =
    r#"{"skills": [{"id": "book", "description": "Books a room."}, {"id": "cancel"}], "url": "https://a.example/"}"#;

/// Name, output, comment, the new document.
const DIFFS: &[(&str, &str, &str, &str)] = &[
    (
        "order",
        "cosmetic diff-order /skills",
        "skills are matched by id",
        r#"{"url": "https://a.example/", "skills": [{"id": "cancel"}, {"description": "Books a room.", "id": "book"}]}"#,
    ),
    (
        "removed",
        "breaking diff-removed /skills/1",
        "a skill is gone",
        r#"{"skills": [{"id": "book", "description": "Books a room."}], "url": "https://a.example/"}"#,
    ),
    (
        "endpoint",
        "breaking diff-endpoint /url",
        "callers are sent elsewhere",
        r#"{"skills": [{"id": "book", "description": "Books a room."}, {"id": "cancel"}], "url": "https://b.example/"}"#,
    ),
    (
        "text",
        "text diff-text /skills/0/description",
        "what models read",
        r#"{"skills": [{"id": "book", "description": "Books a room. Ask for the card."}, {"id": "cancel"}], "url": "https://a.example/"}"#,
    ),
];

const LOCK: &str = r#"{"version": 1, "files": [{"path": "cards/a.json", "format": "a2a-card", "sha256": "0000000000000000000000000000000000000000000000000000000000000000", "parts": [{"pointer": "/skills/0", "name": "book", "sha256": "1111111111111111111111111111111111111111111111111111111111111111"}]}]}
"#;

/// Name, code, comment, replaced text, replacement.
const LOCKS: &[(&str, &str, &str, &str, &str)] = &[
    ("version", "lock-malformed", "a version of the future", "\"version\": 1", "\"version\": 2"),
    ("member-unknown", "lock-malformed", "nothing is read past", "\"version\"", "\"more\": 1, \"version\""),
    ("member-missing", "lock-malformed", "no format", "\"format\": \"a2a-card\", ", ""),
    ("digest-upper", "lock-malformed", "digests have one spelling", "\"sha256\": \"0000", "\"sha256\": \"000A"),
    ("pointer", "lock-malformed", "a part is never the document", "\"/skills/0\"", "\"\""),
    ("path-up", "invalid-name", "out of the folder", "cards/a.json", "../a.json"),
    ("path-absolute", "invalid-name", "from the root", "cards/a.json", "/etc/passwd"),
    ("path-backslash", "invalid-name", "a separator elsewhere", "cards/a.json", "cards\\\\a.json"),
    ("path-dot", "invalid-name", "two spellings of one file", "cards/a.json", "cards/./a.json"),
    (
        "path-case",
        "duplicate",
        "one file where upper and lower case are one",
        "{\"path\"",
        "{\"path\": \"Cards/A.json\", \"format\": \"a2a-card\", \"sha256\": \"0000000000000000000000000000000000000000000000000000000000000000\", \"parts\": []}, {\"path\"",
    ),
    ("path-drive", "invalid-name", "another drive", "cards/a.json", "c:/a.json"),
];

const CARD: &str = r#"{"protocolVersion": "0.3.0", "name": "Rooms", "description": "Books rooms.", "version": "1.0.0", "url": "https://a.example/", "preferredTransport": "JSONRPC", "capabilities": {}, "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"], "skills": [{"id": "book", "name": "Book", "description": "Books a room.", "tags": ["booking"]}]}
"#;

const CURRENT: &str = r#"{"capabilities":{},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],"description":"Books rooms.","name":"Rooms","skills":[{"description":"Books a room.","id":"book","name":"Book","tags":["booking"]}],"supportedInterfaces":[{"protocolBinding":"JSONRPC","protocolVersion":"0.3","url":"https://a.example/"}],"version":"1.0.0"}"#;

pub fn add(all: &mut All) -> Result<(), CannotMake> {
    for (name, output, comment, new) in DIFFS {
        let vector = Vector::new("diff", "ok", comment, *new).with("old", OLD).with("output", *output);
        all.push(format!("diff/{name}"), vector);
    }
    let other = r#"{"agentInfo": {}, "capabilities": []}"#;
    all.push("diff/formats", Vector::new("diff", "document-shape", "a card and a seed card", other).with("old", OLD));

    all.push("lock/sound", Vector::new("lock", "ok", "one file", LOCK).with("output", "cards/a.json"));
    for (name, code, comment, from, to) in LOCKS {
        all.push(format!("lock/{name}"), Vector::new("lock", code, comment, changed(LOCK, from, to)?));
    }
    let entry = LOCK.split_once('[').and_then(|(_, rest)| rest.trim_end().strip_suffix("]}")).unwrap_or_default();
    let twice = LOCK.replacen(entry, &format!("{entry}, {entry}"), 1);
    all.push("lock/twice", Vector::new("lock", "duplicate", "two entries of one file", twice));

    let convert = |expect, comment, card: String| Vector::new("convert", expect, comment, card).with("to", "a2a-1.0");
    let plain = convert("ok", "nothing is lost", CARD.to_owned()).with("strict", "true");
    all.push("convert/card", plain.with("output", CURRENT));
    let history = changed(CARD, "\"capabilities\": {}", "\"capabilities\": {\"stateTransitionHistory\": true}")?;
    let lost = convert("ok", "1.0 has no such capability", history.clone());
    all.push("convert/lost", lost.with("output", CURRENT));
    all.push("convert/strict", convert("convert-loss", "1.0 has no such capability", history).with("strict", "true"));
    let signed = changed(
        CARD,
        "\"capabilities\"",
        "\"signatures\": [{\"protected\": \"a\", \"signature\": \"b\"}], \"capabilities\"",
    )?;
    all.push("convert/signed", convert("ok", "no signature survives", signed).with("output", CURRENT));
    let invalid = changed(CARD, "https://a.example/", "/a2a")?;
    all.push("convert/invalid", convert("invalid-url", "what is not valid stays so", invalid));
    Ok(())
}
