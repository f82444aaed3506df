//! Lock files that lock nothing, or not what they seem to.

use adp_cards::lock::LockFile;
use agent_description::CodedError;

#[test]
fn a_lock_file_of_no_files_is_refused() {
    let refused = LockFile::parse(br#"{"version": 1, "files": []}"#).unwrap_err();
    assert_eq!(refused.code().as_str(), "lock-malformed");
    assert_eq!(refused.place().pointer.as_deref(), Some("/files"));
    assert!(refused.to_string().contains("found no files, expected at least one"), "{refused}");
    assert_eq!(LockFile::new(Vec::new()).unwrap_err().code().as_str(), "lock-malformed");
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
