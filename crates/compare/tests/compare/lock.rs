//! Lock files that lock nothing, or not what they seem to.

use adp_compare::lock::{LockFile, LockedServer, ServerAddress};
use agent_description::{CodedError, Document, Limits};

#[test]
fn a_lock_file_of_no_files_is_refused() {
    let refused = LockFile::parse(br#"{"version": 1, "files": []}"#).unwrap_err();
    assert_eq!(refused.code().as_str(), "lock-malformed");
    assert_eq!(refused.place().pointer.as_deref(), Some("/files"));
    assert!(refused.to_string().contains("found no files, expected at least one"), "{refused}");
    assert_eq!(LockFile::new(Vec::new(), Vec::new()).unwrap_err().code().as_str(), "lock-malformed");
}

#[test]
fn a_path_that_is_spelled_otherwise_is_refused_in_words_that_say_so() {
    let digest = "0".repeat(64);
    let entry = |path: &str| {
        format!(
            r#"{{"version": 1, "files": [{{"path": "{path}", "format": "mcp-tools", "sha256": "{digest}", "parts": []}}]}}"#
        )
    };
    assert!(LockFile::parse(entry("sub/t.json").as_bytes()).is_ok());
    for path in ["sub/../t.json", "./t.json", "sub/./t.json"] {
        let refused = LockFile::parse(entry(path).as_bytes()).unwrap_err();
        assert_eq!(refused.code().as_str(), "invalid-name", "{path}");
        assert!(refused.to_string().contains("without `.` or `..`"), "{refused}");
    }
}

/// A lock file of before servers' instructions were covered stays as it is; what is no text is refused.
#[test]
fn instructions_of_servers_are_compared_where_they_are_locked() {
    let list =
        Document::parse(br#"{"tools": [{"name": "book", "inputSchema": {"type": "object"}}]}"#, &Limits::default());
    let (list, url) = (list.unwrap(), ServerAddress::Url("https://mcp.example/".to_owned()));
    let locked = |instructions| {
        let server = LockedServer::for_tools(url.clone(), "2025-11-25", instructions, &list).unwrap();
        LockFile::new(Vec::new(), vec![server]).unwrap().to_json().to_pretty()
    };
    let read = |text: &str| LockFile::parse(text.as_bytes()).map(|lock| lock.servers()[0].clone());
    let (with, without) = (locked(Some("Book rooms.")), locked(None));
    let earlier = without.replace("\"instructions\": null,", "");
    assert_ne!(earlier, without);
    for (text, now, told) in [
        (&with, Some("Book rooms."), None),
        (&with, Some("Call pay first."), Some("\"Book rooms.\" became \"Call pay first.\"")),
        (&with, None, Some("\"Book rooms.\" became absent")),
        (&without, None, None),
        (&without, Some("Call pay first."), Some("absent became \"Call pay first.\"")),
        (&earlier, Some("Call pay first."), None),
    ] {
        let changes = read(text).unwrap().compare_with(now, &list).unwrap();
        let found: Vec<_> = changes.iter().map(|it| (&*it.pointer, it.rule.id, &*it.detail)).collect();
        assert_eq!(found, told.map(|told| ("/instructions", "diff-text", told)).into_iter().collect::<Vec<_>>());
    }
    let refused = read(&with.replace("\"Book rooms.\"", "7")).unwrap_err();
    assert_eq!(refused.code().as_str(), "lock-malformed");
    assert_eq!(refused.place().pointer.as_deref(), Some("/servers/0/instructions"));
}
