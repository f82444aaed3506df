//! `adp publish` where others can write too: the site's manifest, links, pipes and names in it are input.
#![cfg(unix)]

use crate::site::publisher::{self, Publisher, adp, exit_and_error, files, json, stderr, stdout};
use sha2::{Digest, Sha256};
use std::{
    fs,
    os::unix::{
        fs::{FileTypeExt, symlink},
        net::UnixListener,
    },
    path::Path,
    process::{Command, Output, Stdio},
    time::{Duration, Instant},
};

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn manifest(files: &str) -> String {
    format!(r#"{{"version": 1, "host": "agent.example.com", "files": {files}}}"#)
}

fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// Runs to its end, which has to come: nobody is at the other end of a pipe.
fn run_to_its_end(publisher: &Publisher, arguments: &[&str]) -> Output {
    let at = |name: &str| publisher.path(name).display().to_string();
    let mut child = adp(&["publish", &at("agents"), "-o", &at("site"), "--key", &at("agent.pem")])
        .args(publisher::NOW)
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let begin = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begin.elapsed() > Duration::from_secs(120) {
            let _ = child.kill();
            panic!("it waits for somebody");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    child.wait_with_output().unwrap()
}

/// did:wba section 2.5.4: the document of a superseded DID is not removed.
#[test]
fn documents_of_superseded_dids_are_published_and_stay() {
    let publisher = Publisher::new();
    let at = |name: &str| publisher.path(name).display().to_string();
    for name in ["old.pem", "new.pem"] {
        publisher::done(&mut adp(&["key", "generate", "--type", "ed25519", "-o", &at(name)]));
    }
    let (document, old, new, agents) = (at("alice.json"), at("old.pem"), at("new.pem"), at("agents"));
    let create = ["did", "create", "--host", publisher::HOST, "--path", "alice", "--key", &old, "-o", &document];
    publisher::done(&mut adp(&[&create[..], &["--created", "2026-01-01T00:00:00Z"]].concat()));
    let rotate = ["did", "rotate", &document, "--old-key", &old, "--new-key", &new, "--out-dir", &agents];
    publisher::done(&mut adp(&[&rotate[..], &["--created", "2026-02-01T00:00:00Z"]].concat()));
    let did = fs::read_to_string(&document).unwrap();
    let segment = did.split("alice:").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let place = format!("alice/{segment}/did.json");

    publisher.publish();
    let published = publisher.site();
    assert!(String::from_utf8_lossy(&published[&place]).contains("successorDid"));
    assert_eq!(published.keys().filter(|path| path.starts_with("alice/")).count(), 2);
    // a run without it keeps it, and so does the one after that
    fs::remove_dir_all(publisher.path("agents/alice").join(&segment)).unwrap();
    for _ in 0..2 {
        let output = publisher.run(&["--json"]);
        assert_eq!((output.status.code(), &json(&output)["removed"]), (Some(0), &0.into()), "{}", stderr(&output));
        assert_eq!(publisher.site()[&place], published[&place]);
    }
    // a document that is not superseded goes as before
    fs::remove_dir_all(publisher.path("agents/alice")).unwrap();
    assert_eq!(json(&publisher.run(&["--json"]))["removed"], 1);
    assert_eq!(publisher.site().keys().filter(|path| path.starts_with("alice/")).count(), 1);
}

/// did:wba section 2.5.4: the documents of predecessors stay, although the folder has the newest one alone and no
/// transition.
#[test]
fn documents_of_predecessors_stay_without_a_transition() {
    let publisher = Publisher::new();
    let at = |name: &str| publisher.path(name).display().to_string();
    for name in ["first.pem", "second.pem", "third.pem"] {
        publisher::done(&mut adp(&["key", "generate", "--type", "ed25519", "-o", &at(name)]));
    }
    let current = at("agents/carol.did.json");
    let create =
        ["did", "create", "--host", publisher::HOST, "--path", "carol", "--key", &at("first.pem"), "-o", &current];
    publisher::done(&mut adp(&[&create[..], &["--created", "2026-01-01T00:00:00Z"]].concat()));
    let documents = |publisher: &Publisher| -> Vec<(String, Vec<u8>)> {
        publisher.site().into_iter().filter(|(path, _)| path.starts_with("carol/")).collect()
    };
    publisher.publish();
    let mut published = documents(&publisher);
    for (number, [old, new]) in [["first.pem", "second.pem"], ["second.pem", "third.pem"]].iter().enumerate() {
        let (into, old, new) = (at(&format!("rotated-{number}")), at(old), at(new));
        let rotate = ["did", "rotate", &current, "--old-key", &old, "--new-key", &new, "--out-dir", &into];
        publisher::done(&mut adp(&[&rotate[..], &["--created", "2026-02-01T00:00:00Z"]].concat()));
        // of the two documents that `did rotate` wrote, the successor's goes into the folder
        let is_new = |bytes: &[u8]| !String::from_utf8_lossy(bytes).contains("successorDid");
        let successor = files(Path::new(&into)).into_values().find(|bytes| is_new(bytes)).unwrap();
        fs::write(&current, successor).unwrap();
        publisher.publish();
        let now = documents(&publisher);
        assert_eq!(now.len(), number + 2);
        assert!(published.iter().all(|document| now.contains(document)), "an earlier document is gone or changed");
        published = now;
    }
    // a later run keeps both, and a document that names no predecessor keeps none
    publisher.publish();
    assert_eq!(documents(&publisher), published);
    fs::remove_file(&current).unwrap();
    publisher.publish();
    assert!(documents(&publisher).is_empty());
}

/// A rotation with a recovery key: only what the published document does not allow is refused.
#[test]
fn a_rotation_with_a_recovery_key_is_published() {
    let publisher = Publisher::new();
    let at = |name: &str| publisher.path(name).display().to_string();
    for name in ["old.pem", "recovery.pem", "other.pem", "new.pem"] {
        publisher::done(&mut adp(&["key", "generate", "--type", "ed25519", "-o", &at(name)]));
    }
    let (document, new) = (at("agents/alice.did.json"), at("new.pem"));
    let create = |added: &str, to: &str| {
        let [old, added] = ["old.pem", added].map(at);
        let arguments =
            ["did", "create", "--host", publisher::HOST, "--path", "alice", "--key", &old, "--add-key", &added];
        publisher::done(&mut adp(&[&arguments[..], &["--created", "2026-01-01T00:00:00Z", "-o", to]].concat()))
    };
    let did = create("recovery.pem", &document).lines().next().unwrap().to_owned();
    publisher.publish();
    fs::remove_file(&document).unwrap();
    let rotate = |from: &str, key: &str| {
        let (agents, key) = (at("agents"), at(key));
        let rotate = ["did", "rotate", from, "--old-key", &key, "--new-key", &new, "--out-dir", &agents, "--force"];
        publisher::done(&mut adp(&[&rotate[..], &["--created", "2026-02-01T00:00:00Z"]].concat()));
    };
    let place = format!("alice/{}/did.json", did.rsplit(':').next().unwrap());
    let before = publisher.site();

    // another key, which only another document lists
    create("other.pem", &at("forged.json"));
    rotate(&at("forged.json"), "other.pem");
    let refused = publisher.run(&[]);
    assert_eq!(publisher::exit_and_error(&refused), (Some(1), "did-document-proof".to_owned()), "{}", stderr(&refused));
    assert_eq!(publisher.site(), before);

    fs::remove_dir_all(publisher.path("agents/alice")).unwrap();
    fs::write(at("earlier.json"), &before[&place]).unwrap();
    rotate(&at("earlier.json"), "recovery.pem");
    for _ in 0..2 {
        publisher.publish();
        assert!(String::from_utf8_lossy(&publisher.site()[&place]).contains("successorDid"));
    }
    // a description of the old DID leads to the new one
    let id = format!("https://{}/alice.json", publisher::HOST);
    publisher::done(&mut adp(&["init", "--name", "A", "--did", &did, "--id", &id, "-o", &at("agents/alice.json")]));
    let refused = publisher.run(&[]);
    assert_eq!(publisher::exit_and_error(&refused), (Some(1), "did-superseded".to_owned()), "{}", stderr(&refused));
    assert!(stderr(&refused).contains("help: write the successor into `did`"), "{}", stderr(&refused));
    // the document of a key-bound DID is not made of the key alone
    let [_, other] = ["", "other.pem"].map(at);
    let elsewhere = at("other.json");
    let create = ["did", "create", "--host", publisher::HOST, "--path", "bob", "--key", &other, "-o", &elsewhere];
    let bob = publisher::done(&mut adp(&create)).lines().next().unwrap().to_owned();
    publisher::done(&mut adp(&[
        "init",
        "--name",
        "A",
        "--did",
        &bob,
        "--id",
        &id,
        "--force",
        "-o",
        &at("agents/alice.json"),
    ]));
    let refused = publisher.run_without_key(&["--key", &other]);
    let told = stderr(&refused);
    assert!(told.contains("put its did.json into the folder\n"), "{told}");
}

#[test]
fn a_manifest_is_read_strictly_and_its_paths_stay_inside() {
    let publisher = Publisher::new();
    publisher.publish();
    publisher.write("outside.txt", "theirs");
    let outside = publisher.path("outside.txt").display().to_string();
    let hash = sha256(b"theirs");
    let entry = |path: &str| manifest(&format!(r#"{{"{path}": ["{hash}"]}}"#));
    let many = vec![format!("\"{hash}\""); 17].join(",");
    for (why, text, expected) in [
        ("nothing", String::new(), "json-syntax"),
        ("null", "null".into(), "document-shape"),
        ("a list", "[]".into(), "document-shape"),
        ("no files", r#"{"version": 1, "host": "agent.example.com"}"#.into(), "document-shape"),
        ("files that are null", manifest("null"), "document-shape"),
        ("files that are a list", manifest("[]"), "document-shape"),
        ("no host", r#"{"version": 1, "files": {}}"#.into(), "document-shape"),
        ("another version", manifest("{}").replace("1,", "2,"), "document-shape"),
        ("a version in text", manifest("{}").replace("1,", "\"1\","), "document-shape"),
        ("another member", manifest("{}").replace("{}}", "{}, \"stage\": \"../x\"}"), "document-shape"),
        ("a name twice", manifest(&format!(r#"{{"a": ["{hash}"], "a": ["{hash}"]}}"#)), "json-duplicate-key"),
        ("hashes that are null", manifest(r#"{"a": null}"#), "document-shape"),
        ("no hash", manifest(r#"{"a": []}"#), "document-shape"),
        ("a hash that is none", manifest(r#"{"a": ["x"]}"#), "document-shape"),
        ("a hash in capitals", manifest(&format!(r#"{{"a": ["{}"]}}"#, hash.to_uppercase())), "document-shape"),
        ("a number", manifest(r#"{"a": [1]}"#), "document-shape"),
        ("many hashes", manifest(&format!(r#"{{"a": [{many}]}}"#)), "document-shape"),
        ("a deep one", manifest(&format!("{{\"a\": {}{}}}", "[".repeat(99), "]".repeat(99))), "json-depth"),
        ("above", entry("../outside.txt"), "document-shape"),
        ("above, on a way", entry("rooms/../../outside.txt"), "document-shape"),
        ("above, escaped", entry("\\u002e\\u002e/outside.txt"), "document-shape"),
        ("absolute", entry(&outside), "document-shape"),
        ("another spelling", entry("./ad.json"), "document-shape"),
        ("another slash", entry("rooms//a"), "document-shape"),
        ("a folder", entry("rooms/"), "document-shape"),
        ("Windows' slash", entry("..\\\\outside.txt"), "document-shape"),
        ("itself", entry(".adp-site.json"), "document-shape"),
        ("hidden", entry(".git/config"), "document-shape"),
        ("no name", entry(""), "document-shape"),
        ("a control character", entry("a\\u0000b"), "document-shape"),
        ("a long name", entry(&"a".repeat(300)), "document-shape"),
        ("twins", manifest(&format!(r#"{{"a": ["{hash}"], "A": ["{hash}"]}}"#)), "document-shape"),
        ("a file that is a folder", manifest(&format!(r#"{{"a": ["{hash}"], "a/b": ["{hash}"]}}"#)), "document-shape"),
    ] {
        publisher.write("site/.adp-site.json", &text);
        let before = publisher.site();
        for arguments in [&[][..], &["--check"]] {
            let output = publisher.run(arguments);
            assert_eq!(exit_and_error(&output).1, expected, "{why}: {}", stderr(&output));
            assert!(stderr(&output).contains(".adp-site.json") && stderr(&output).contains("remove it"), "{why}");
        }
        assert_eq!(publisher.site(), before, "{why}");
        assert_eq!(fs::read(&outside).unwrap(), b"theirs", "{why}");
    }
    // larger than any: as much as is read is said
    let file = fs::File::create(publisher.path("site/.adp-site.json")).unwrap();
    file.set_len(40 << 30).unwrap();
    assert_eq!(exit_and_error(&publisher.run(&[])), (Some(3), "json-size".to_owned()));
}

#[test]
fn what_the_manifest_lists_is_removed_through_no_link() {
    let publisher = Publisher::new();
    publisher.publish();
    publisher.write("outside/file.txt", "theirs");
    publisher.write("site/own.txt", "theirs");
    let (outside, site) = (publisher.path("outside"), publisher.path("site"));
    symlink(&outside, site.join("way")).unwrap();
    symlink("../outside", site.join("near")).unwrap();
    symlink(outside.join("file.txt"), site.join("link.txt")).unwrap();
    symlink("own.txt", site.join("inside.txt")).unwrap();
    symlink("nowhere", site.join("dangling.txt")).unwrap();
    fs::create_dir(site.join("folder.txt")).unwrap();
    pipe(&site.join("pipe.txt"));
    drop(UnixListener::bind(site.join("socket.txt")).unwrap());
    fs::hard_link(outside.join("file.txt"), site.join("hard.txt")).unwrap();

    let text = fs::read_to_string(site.join(".adp-site.json")).unwrap();
    let hash = sha256(b"theirs");
    // all but the last two stand there and stay
    let names = [
        "way/file.txt",
        "near/file.txt",
        "link.txt",
        "inside.txt",
        "dangling.txt",
        "folder.txt",
        "pipe.txt",
        "socket.txt",
        "hard.txt",
        "missing.txt",
    ];
    let entries: String = names.iter().map(|name| format!("\"{name}\": [\"{hash}\"], ")).collect();
    publisher.write("site/.adp-site.json", &text.replacen("\"files\": {", &format!("\"files\": {{{entries}"), 1));
    let output = run_to_its_end(&publisher, &[]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    for name in &names[..8] {
        assert!(
            stderr(&output).contains(&format!("{name} is no longer published, but the file was changed")),
            "{name}"
        );
        assert!(site.join(name).symlink_metadata().is_ok(), "{name} is gone");
    }
    // a second name of a file is a file: the name goes, the file stays
    assert_eq!(stdout(&output), "removed hard.txt\n");
    assert_eq!(files(&outside)["file.txt"], b"theirs");
    assert_eq!(fs::read(site.join("own.txt")).unwrap(), b"theirs");
    assert!(!publisher.path("site/hard.txt").exists());
}

#[test]
fn a_site_with_links_or_pipes_where_files_shall_be_is_refused_at_once() {
    type Obstacle = fn(&Path);
    let obstacles: [(&str, Obstacle); 3] = [
        ("a pipe", pipe),
        ("a socket", |path| drop(UnixListener::bind(path).unwrap())),
        ("a link to a device", |path| symlink("/dev/zero", path).unwrap()),
    ];
    for (what, put) in obstacles {
        for name in ["room.json", "ad.json", ".well-known/did.json", ".adp-site.json"] {
            let publisher = Publisher::new();
            publisher.publish();
            let path = publisher.path("site").join(name);
            fs::remove_file(&path).unwrap();
            put(&path);
            for arguments in [&[][..], &["--check"]] {
                let output = run_to_its_end(&publisher, arguments);
                assert_eq!(exit_and_error(&output), (Some(3), "io-exists".to_owned()), "{what} at {name}");
            }
            assert!(!path.symlink_metadata().unwrap().is_file(), "{what} at {name}");
        }
    }
    // the site itself
    let publisher = Publisher::new();
    pipe(&publisher.path("site"));
    for arguments in [&[][..], &["--check"]] {
        assert_eq!(exit_and_error(&run_to_its_end(&publisher, arguments)), (Some(3), "io-read".to_owned()));
    }
    assert!(publisher.path("site").symlink_metadata().unwrap().file_type().is_fifo());
}

#[test]
fn pipes_in_the_publishers_folder_are_refused_at_once() {
    for name in ["agents/a.txt", "agents/ad.json", "agents/key.pem"] {
        let publisher = Publisher::new();
        let _ = fs::remove_file(publisher.path(name));
        pipe(&publisher.path(name));
        assert_eq!(exit_and_error(&run_to_its_end(&publisher, &[])), (Some(3), "io-read".to_owned()), "{name}");
        assert!(!publisher.path("site").exists());
    }
}

#[test]
fn hidden_files_that_no_run_made_stay() {
    let publisher = Publisher::new();
    publisher.publish();
    let theirs = [".adp-notes", ".adp-x1Y2z3", ".adp-site.json.bak", ".adp-publish.new.bak"];
    for name in theirs {
        publisher.write(&format!("site/{name}"), "theirs");
    }
    // what a killed run leaves behind: half a file, and a published one
    publisher.write("site/.adp-publish.new", "x");
    fs::copy(publisher.path("site/ad.json"), publisher.path("site/.adp-publish.old")).unwrap();
    publisher.write("agents/new.txt", "x");
    publisher.publish();
    let site = publisher.site();
    for name in theirs {
        assert_eq!(site.get(name).map(Vec::as_slice), Some(&b"theirs"[..]), "{name}");
    }
    assert!(!site.contains_key(".adp-publish.new") && !site.contains_key(".adp-publish.old"));
    // a file of another program, or what is no file, is not removed
    publisher.write("site/.adp-publish.old", "theirs");
    let output = publisher.run(&[]);
    assert_eq!(exit_and_error(&output), (Some(3), "io-exists".to_owned()));
    assert!(stderr(&output).contains("move it back to its place"), "{}", stderr(&output));
    fs::remove_file(publisher.path("site/.adp-publish.old")).unwrap();
    symlink(publisher.path("agents/new.txt"), publisher.path("site/.adp-publish.old")).unwrap();
    assert_eq!(exit_and_error(&publisher.run(&[])), (Some(3), "io-exists".to_owned()));
}

#[test]
fn secrets_are_refused_and_not_shown() {
    let secret = "jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI";
    let jwk = format!("{{\"kty\": \"EC\", \"x\": \"AA\", \"d\": \"{secret}\"}}\n");
    for name in ["keys.JSON", "set.jwks", "a.txt", "a.bak", "a.ndjson", "LICENSE", "docs/a.json"] {
        let publisher = Publisher::new();
        publisher.write(&format!("agents/{name}"), &jwk);
        for arguments in [&["--json"][..], &["-v"]] {
            let output = publisher.run(arguments);
            assert_eq!(exit_and_error(&output), (Some(1), "document-shape".to_owned()), "{name}");
            let said = stderr(&output) + &stdout(&output);
            assert!(said.contains(&format!("{name}:1:31")), "{said}");
            assert!(
                said.contains(&format!("--allow-secret {name}")) && said.contains("a secret key in a JWK"),
                "{said}"
            );
            assert!(!said.contains(&secret[..8]), "{said}");
        }
        assert!(!publisher.path("site").exists(), "{name}");
        // named, it is copied
        let output = publisher.run(&["--allow-secret", name]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert_eq!(publisher.site()[name], jwk.as_bytes());
        assert_eq!(publisher.run(&["--allow-secret", name, "--check"]).status.code(), Some(0));
        assert_eq!(exit_and_error(&publisher.run(&["--check"])).1, "document-shape");
    }
}

/// What `--allow-secret` never covers is not said to be covered.
#[test]
fn no_allowance_is_advised_for_what_others_verify_with() {
    let publisher = Publisher::new();
    // `check` refuses a DID document with a private key before the scan for secrets does
    for (name, code) in [("ad.json", "document-shape"), ("did.json", "did-key-unsupported")] {
        let path = format!("agents/{name}");
        let text = fs::read_to_string(publisher.path(&path)).unwrap();
        let with_key = text.replacen('{', "{\"description\": \"-----BEGIN PRIVATE KEY-----\",", 1);
        publisher.write(&path, &with_key);
        let said = stderr(&publisher.run(&[]));
        assert!(said.contains("remove the key from the file") && !said.contains("--allow-secret"), "{said}");
        let output = publisher.run(&["--allow-secret", name]);
        assert_eq!(exit_and_error(&output), (Some(1), code.to_owned()));
        publisher.write(&path, &text);
    }
}

#[test]
fn an_allowance_names_a_file_with_a_secret() {
    let publisher = Publisher::new();
    publisher.write("agents/docs/plain.md", "no secret");
    fs::copy(publisher.path("agent.pem"), publisher.path("agents/docs/sample.pem")).unwrap();
    for (path, why) in [
        ("docs/plain.md", "it contains no private key"),
        ("docs/missing.md", "no such file"),
        ("./docs/plain.md", "no such file"),
        ("docs/", "no such file"),
        ("docs", "no such file"),
        ("", "no such file"),
        ("docs/sample.pem", "*.pem files are keys and never copied"),
    ] {
        let output = publisher.run(&["--allow-secret", path]);
        assert_eq!(exit_and_error(&output), (Some(2), "usage".to_owned()), "{path}");
        assert!(stderr(&output).contains(why), "{path}: {}", stderr(&output));
        assert!(!publisher.path("site").exists(), "{path}");
    }
}

/// On a file system that tells case apart; elsewhere such a folder cannot be.
#[cfg(target_os = "linux")]
#[test]
fn names_that_differ_in_case_alone_do_not_meet() {
    let publisher = Publisher::new();
    for (one, other) in [("Notes.txt", "notes.txt"), ("caf\u{e9}.txt", "cafe\u{301}.txt"), ("A/x.txt", "a/y.txt")] {
        publisher.write(&format!("agents/{one}"), "x");
        publisher.publish();
        publisher.write(&format!("agents/{other}"), "x");
        let before = publisher.site();
        assert_eq!(exit_and_error(&publisher.run(&[])), (Some(3), "io-exists".to_owned()), "{other}");
        // renamed: where both are one file, the new one would go with the old
        fs::remove_file(publisher.path("agents").join(one)).unwrap();
        let output = publisher.run(&["--json"]);
        assert_eq!(exit_and_error(&output), (Some(3), "io-exists".to_owned()), "{other}");
        assert_eq!(json(&output)["error"]["code"], "io-exists");
        assert!(stderr(&output).contains("publish once without the new file"), "{}", stderr(&output));
        assert_eq!(publisher.site(), before);
        // in two steps it works
        fs::rename(publisher.path("agents").join(other), publisher.path("kept")).unwrap();
        publisher.publish();
        fs::create_dir_all(publisher.path("agents").join(other).parent().unwrap()).unwrap();
        fs::rename(publisher.path("kept"), publisher.path("agents").join(other)).unwrap();
        publisher.publish();
        assert!(publisher.site().contains_key(other) && !publisher.site().contains_key(one));
        fs::remove_file(publisher.path("agents").join(other)).unwrap();
        publisher.publish();
    }
}
