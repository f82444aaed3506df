//! `adp publish` on real folders.

pub mod also;
mod bot_keys;
mod catalog;
mod checks;
mod elsewhere;
mod files_of_others;
mod shared_folders;

use super::publisher::{HOST, NOW, Publisher, adp, done, exit_and_error, files, json, stderr, stdout};
use std::{fs, path::Path};

#[test]
fn a_second_run_writes_nothing_and_says_so() {
    let publisher = Publisher::new();
    publisher.publish();
    let before = publisher.site();
    let paths: Vec<&str> = before.keys().map(String::as_str).collect();
    assert_eq!(
        paths,
        [".adp-site.json", ".well-known/agent-descriptions", ".well-known/did.json", "ad.json", "room.json"]
    );
    let changed = |name: &str| fs::metadata(publisher.path("site").join(name)).unwrap().modified().unwrap();
    let times: Vec<_> = paths.iter().map(|name| changed(name)).collect();
    for output in [publisher.run(&[]), publisher.run_without_key(&[]), publisher.run_without_key(&["--check"])] {
        assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(0), ""), "{}", stderr(&output));
        assert!(stderr(&output).contains("up to date, 4 files for agent.example.com"), "{}", stderr(&output));
    }
    assert_eq!(publisher.site(), before);
    assert_eq!(paths.iter().map(|name| changed(name)).collect::<Vec<_>>(), times, "not even the same bytes again");
}

#[test]
fn a_check_says_what_is_stale_and_changes_nothing() {
    let publisher = Publisher::new();
    let fresh = publisher.run_without_key(&["--check"]);
    assert_eq!(fresh.status.code(), Some(1));
    assert!(!publisher.path("site").exists(), "nothing is made to look at");
    publisher.publish();
    let before = publisher.site();
    let stale = |arguments: &[&str]| {
        let output = publisher.run_without_key(&[&["--check"], arguments].concat());
        assert_eq!(output.status.code(), Some(1), "{}", stdout(&output));
        assert_eq!(publisher.site(), before);
        stdout(&output)
    };
    assert!(stale(&["--at", "2026-08-15T00:00:00Z"]).contains(
        "stale ad.json of did:wba:agent.example.com: the published proof expires soon, at 2026-08-30T00:00:00Z"
    ));
    assert!(stale(&["--at", "2027-01-01T00:00:00Z"]).contains("proof-expired"));
    publisher.write("agents/new.txt", "x");
    assert_eq!(stale(&[]), "stale new.txt: not published yet\n");
    fs::remove_file(publisher.path("agents/new.txt")).unwrap();
    fs::remove_file(publisher.path("agents/room.json")).unwrap();
    assert_eq!(stale(&[]), "stale room.json: removed from the folder\n");
    publisher.write("agents/room.json", "{\"x\": 1}");
    assert_eq!(stale(&[]), "stale room.json: it was changed in the folder after it was published\n");
    publisher.describe("ad.json", "Another name");
    let told = stale(&[]);
    for line in [
        "stale ad.json of did:wba:agent.example.com: it was changed in the folder after it was published",
        "stale .well-known/agent-descriptions: the folder or an option was changed after it was published",
    ] {
        assert!(told.lines().any(|told| told == line), "{told}");
    }
}

#[test]
fn a_published_file_that_somebody_changed_is_noticed_and_mended() {
    let publisher = Publisher::new();
    publisher.publish();
    let before = publisher.site();
    fs::remove_file(publisher.path("site/room.json")).unwrap();
    let check = publisher.run_without_key(&["--check"]);
    assert_eq!(stdout(&check), "stale room.json: the published file was removed, and not by `adp publish`\n");
    publisher.publish();
    let (ad, did_document) = (publisher.path("site/ad.json"), publisher.path("site/.well-known/did.json"));
    let changed_since = ": the published file was changed, and not by `adp publish`";
    for (name, from, to, why) in [
        ("ad.json", "Hotel", "Motel", ""),
        ("ad.json", "https://agent.example.com/ad.json", "https://agent.example.net/ad.json", ""),
        ("ad.json", "{", "[", ""),
        ("ad.json", "\"challenge\": \"", "\"challenge\": \"0", ": the published one does not verify: proof-signature"),
        (
            "ad.json",
            "\"domain\": \"agent.example.com",
            "\"domain\": \"agent.example.net",
            ": the published one does not verify: proof-",
        ),
        ("room.json", "Room", "Roam", ""),
        (".well-known/did.json", "\"id\"", "\"ID\"", ""),
        (".well-known/did.json", "}", "} ", ""),
        (".well-known/agent-descriptions", "Hotel", "Motel", ""),
    ] {
        let text = String::from_utf8(publisher.site()[name].clone()).unwrap();
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{name}: {from}");
        publisher.write(&format!("site/{name}"), &changed);
        let check = publisher.run_without_key(&["--check"]);
        assert_eq!(check.status.code(), Some(1), "{name}: {to}");
        let said = stdout(&check);
        assert!(said.lines().count() == 1 && said.starts_with(&format!("stale {name}")), "{name}: {to}: {said}");
        assert!(said.contains(&format!("{changed_since}{why}")), "{name}: {to}: {said}");
        publisher.publish();
        // made anew, a description has another proof and nothing else; all other files are what they were
        let after = publisher.site();
        assert_eq!(after.keys().collect::<Vec<_>>(), before.keys().collect::<Vec<_>>());
        for (path, bytes) in before.iter().filter(|(path, _)| !["ad.json", ".adp-site.json"].contains(&path.as_str())) {
            assert_eq!(&after[path], bytes, "{name}: {to}: {path}");
        }
        let without_proof = |bytes: &[u8]| {
            let mut description: serde_json::Value = serde_json::from_slice(bytes).unwrap();
            assert!(description.as_object_mut().unwrap().remove("proof").is_some());
            description
        };
        assert_eq!(without_proof(&after["ad.json"]), without_proof(&before["ad.json"]), "{name}: {to}");
        let verify =
            ["verify", ad.to_str().unwrap(), "--did-document", did_document.to_str().unwrap(), "--domain", HOST];
        done(adp(&verify).args(NOW));
        assert_eq!(publisher.run_without_key(&["--check"]).status.code(), Some(0), "{name}: {to}");
    }
}

/// The DID document that a run made is the only one of its DID: nothing that others wrote into it becomes ours.
#[test]
fn a_made_did_document_that_somebody_changed_is_refused() {
    let publisher = Publisher::new();
    fs::remove_file(publisher.path("agents/did.json")).unwrap();
    publisher.publish();
    let (place, made) = ("site/.well-known/did.json", publisher.site()[".well-known/did.json"].clone());
    let new = publisher.path("new.pem");
    done(&mut adp(&["key", "generate", "-o", new.to_str().unwrap()]));
    let site = publisher.path(place).display().to_string();
    done(&mut adp(&["did", "rotate", &site, "--new-key", new.to_str().unwrap(), "--in-place"]));
    let rotated = publisher.site();
    for key in ["agent.pem", "new.pem"] {
        let key = publisher.path(key).display().to_string();
        let check = publisher.run_without_key(&["--check"]);
        assert_eq!(check.status.code(), Some(1), "{}", stderr(&check));
        assert_eq!(
            stdout(&check),
            "stale .well-known/did.json of did:wba:agent.example.com: the published file was changed, and not by `adp publish`\n"
        );
        for refused in [publisher.run_without_key(&["--key", &key]), publisher.run_without_key(&[])] {
            assert_eq!(exit_and_error(&refused), (Some(1), "did-document-invalid".to_owned()), "{}", stderr(&refused));
            assert!(stderr(&refused).contains("help: restore it; or review it"), "{}", stderr(&refused));
            assert_eq!(publisher.site(), rotated);
        }
    }
    // reviewed, it is the publisher's
    publisher.write("agents/did.json", std::str::from_utf8(&rotated[".well-known/did.json"]).unwrap());
    publisher.publish();
    assert_eq!(publisher.run_without_key(&["--check"]).status.code(), Some(0));
    fs::remove_file(publisher.path("agents/did.json")).unwrap();

    for damaged in
        ["garbage", "{}", &String::from_utf8(made).unwrap().replace("agent.example.com", "other.example.com")]
    {
        publisher.write(place, damaged);
        for refused in
            [publisher.run_without_key(&["--key", new.to_str().unwrap()]), publisher.run_without_key(&["--check"])]
        {
            assert_eq!(exit_and_error(&refused), (Some(1), "did-document-invalid".to_owned()), "{}", stderr(&refused));
        }
    }
}

#[test]
fn what_others_put_there_is_never_touched() {
    let publisher = Publisher::new();
    publisher.publish();
    publisher.write("site/index.html", "theirs");
    publisher.write("site/agents/b/notes.txt", "theirs");
    publisher.describe("agents/b/ad.json", "B");
    publisher.publish();
    fs::remove_dir_all(publisher.path("agents/agents")).unwrap();
    publisher.publish();
    let site = publisher.site();
    assert!(!site.contains_key("agents/b/ad.json"), "ours is gone");
    assert_eq!(
        (site["index.html"].as_slice(), site["agents/b/notes.txt"].as_slice()),
        (&b"theirs"[..], &b"theirs"[..])
    );
    // what we once made and they changed is theirs now
    publisher.write("agents/x.txt", "ours");
    publisher.publish();
    publisher.write("site/x.txt", "theirs");
    fs::remove_file(publisher.path("agents/x.txt")).unwrap();
    let output = publisher.run(&[]);
    assert!(
        stderr(&output).contains("x.txt is no longer published, but the file was changed and is kept"),
        "{}",
        stderr(&output)
    );
    assert_eq!(publisher.site()["x.txt"], b"theirs");
    // a folder that is empty goes with the last of its files
    publisher.write("agents/deep/er/x.txt", "ours");
    publisher.publish();
    fs::remove_dir_all(publisher.path("agents/deep")).unwrap();
    publisher.publish();
    assert!(!publisher.path("site/deep").exists());
}

/// A later run would remove it.
#[test]
fn somebody_else_s_file_is_not_ours_because_it_is_the_same() {
    let refused = |publisher: &Publisher| {
        let before = publisher.site();
        for arguments in [&[][..], &["--check"]] {
            let output = publisher.run(arguments);
            assert_eq!(exit_and_error(&output), (Some(3), "io-exists".to_owned()));
            assert!(stderr(&output).contains("although it is the same"), "{}", stderr(&output));
        }
        assert_eq!(publisher.site(), before);
    };
    // before the first run, and after it
    let publisher = Publisher::new();
    publisher.write("agents/f.txt", "the same");
    publisher.write("site/f.txt", "the same");
    refused(&publisher);
    fs::remove_file(publisher.path("agents/f.txt")).unwrap();
    publisher.publish();
    publisher.write("agents/f.txt", "the same");
    refused(&publisher);
    fs::remove_file(publisher.path("agents/f.txt")).unwrap();
    publisher.publish();
    assert_eq!(publisher.site()["f.txt"], b"the same");
}

#[test]
fn a_conflict_changes_nothing() {
    let publisher = Publisher::new();
    publisher.publish();
    fs::copy(publisher.path("agents/ad.json"), publisher.path("agents/other.json")).unwrap();
    let refused = publisher.run(&[]);
    assert_eq!(exit_and_error(&refused), (Some(3), "io-exists".to_owned()));
    assert!(stderr(&refused).contains("change the `@id`, DID or name of one of them"), "{}", stderr(&refused));
    fs::remove_file(publisher.path("agents/other.json")).unwrap();
    let path = publisher.path("site/b.json");
    let mut obstacles: Vec<fn(&Path)> =
        vec![|path| fs::write(path, "theirs").unwrap(), |path| fs::create_dir(path).unwrap()];
    #[cfg(unix)]
    obstacles.push(|path| std::os::unix::fs::symlink("/dev/null", path).unwrap());
    publisher.write("agents/a.json", "{}");
    publisher.write("agents/b.json", "{}");
    for put in obstacles {
        put(&path);
        let before = publisher.site();
        assert_eq!(exit_and_error(&publisher.run(&[])), (Some(3), "io-exists".to_owned()));
        assert_eq!(publisher.site(), before, "a.json is not written either");
        if path.is_dir() { fs::remove_dir(&path).unwrap() } else { fs::remove_file(&path).unwrap() }
    }
    // a link on the way could lead out of the site
    #[cfg(unix)]
    {
        let outside = publisher.path("outside");
        fs::create_dir(&outside).unwrap();
        std::os::unix::fs::symlink(&outside, publisher.path("site/sub")).unwrap();
        publisher.write("agents/sub/c.json", "{}");
        assert_eq!(exit_and_error(&publisher.run(&[])), (Some(3), "io-exists".to_owned()));
        assert!(files(&outside).is_empty());
    }
}

#[test]
fn a_published_file_makes_way_for_a_folder_and_the_reverse() {
    let publisher = Publisher::new();
    let refused = |found: &str| {
        let before = publisher.site();
        for arguments in [&[][..], &["--check"]] {
            let output = publisher.run(arguments);
            assert_eq!(exit_and_error(&output), (Some(3), "io-exists".to_owned()));
            assert!(stderr(&output).contains(found), "{}", stderr(&output));
        }
        assert_eq!(publisher.site(), before);
    };
    publisher.write("agents/b", "file");
    publisher.publish();
    fs::remove_file(publisher.path("agents/b")).unwrap();
    publisher.write("agents/b/c.txt", "in a folder");
    let check = publisher.run_without_key(&["--check"]);
    assert_eq!(check.status.code(), Some(1), "{}", stderr(&check));
    assert_eq!(stdout(&check), "stale b/c.txt: not published yet\nstale b: removed from the folder\n");
    publisher.write("site/b", "theirs");
    refused("b is a file, but the site needs the path b/c.txt");
    publisher.write("site/b", "file");
    publisher.publish();
    assert_eq!(publisher.site()["b/c.txt"], b"in a folder");

    fs::remove_dir_all(publisher.path("agents/b")).unwrap();
    publisher.write("agents/b", "file");
    for theirs in ["b/theirs.txt", "b/theirs/d.txt"] {
        publisher.write(&format!("site/{theirs}"), "theirs");
        refused(&format!("{} is a f", theirs.trim_end_matches("/d.txt")));
        if theirs.ends_with("/d.txt") {
            fs::remove_dir_all(publisher.path("site/b/theirs")).unwrap();
        } else {
            fs::remove_file(publisher.path("site/b/theirs.txt")).unwrap();
        }
    }
    publisher.publish();
    assert_eq!(publisher.site()["b"], b"file");
}

#[test]
fn a_lost_manifest_is_made_anew() {
    let publisher = Publisher::new();
    publisher.publish();
    let before = publisher.site();
    fs::remove_file(publisher.path("site/.adp-site.json")).unwrap();
    // what is taken over is said, and what is made anew does not say it again
    let would = stderr(&publisher.run(&["--check"]));
    assert!(would.contains("room.json is not in the manifest; `adp publish` would add it"), "{would}");
    let said = stderr(&publisher.run(&[]));
    assert!(said.contains("room.json was not in the manifest and is added"), "{said}");
    assert_eq!(publisher.site(), before);
    assert!(!stderr(&publisher.run(&[])).contains("is added"));
    publisher.write("site/.adp-site.json", "{\"version\": 2}");
    assert_eq!(exit_and_error(&publisher.run(&[])), (Some(1), "document-shape".to_owned()));
}

#[test]
fn faults_change_nothing_and_are_told_all_at_once() {
    let publisher = Publisher::new();
    publisher.publish();
    let before = publisher.site();
    publisher.write("agents/a.json", "{\"x\": 1, \"x\": 2}");
    publisher.write("agents/b.json", "[1");
    publisher.describe("ad.json", "Renamed");
    let output = publisher.run(&["--json"]);
    assert_eq!(output.status.code(), Some(3));
    let report = json(&output);
    let faults: Vec<(&str, u64, u64)> = report["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|error| {
            (error["code"].as_str().unwrap(), error["line"].as_u64().unwrap(), error["column"].as_u64().unwrap())
        })
        .collect();
    assert_eq!(faults, [("json-duplicate-key", 1, 10), ("json-syntax", 1, 3)]);
    assert!(stderr(&output).contains("b.json:1:3"), "{}", stderr(&output));
    assert_eq!(publisher.site(), before);
}

#[test]
fn keys_come_from_where_the_publisher_says_and_go_nowhere() {
    let publisher = Publisher::new();
    let key = publisher.path("agent.pem");
    let pem = fs::read_to_string(&key).unwrap();
    // none at all, another's, one in a variable, one in the folder
    assert_eq!(exit_and_error(&publisher.run_without_key(&[])), (Some(1), "proof-method-not-found".to_owned()));
    assert!(!publisher.path("site/ad.json").exists());
    let other = publisher.path("other.pem");
    done(&mut adp(&["key", "generate", "-o", other.to_str().unwrap()]));
    let output = publisher.run_without_key(&["--key", other.to_str().unwrap()]);
    assert_eq!(exit_and_error(&output), (Some(1), "proof-method-not-found".to_owned()));
    let (agents, site) = (publisher.path("agents"), publisher.path("site"));
    let arguments = ["publish", agents.to_str().unwrap(), "-o", site.to_str().unwrap()];
    done(adp(&arguments).env("ADP_KEY_FILE", &key));
    fs::remove_dir_all(&site).unwrap();

    fs::create_dir(agents.join("keys")).unwrap();
    fs::rename(&key, agents.join("keys/agent.pem")).unwrap();
    done(&mut adp(&arguments));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(agents.join("keys/agent.pem"), fs::Permissions::from_mode(0o644)).unwrap();
        let output = adp(&arguments).output().unwrap();
        assert_eq!(exit_and_error(&output), (Some(3), "io-read".to_owned()));
    }
    // nothing of the key is on the site, in any line of it
    let body: Vec<&str> = pem.lines().filter(|line| !line.starts_with("-----")).collect();
    assert!(!body.is_empty() && body[0].len() > 40);
    for (name, bytes) in files(&site) {
        let text = String::from_utf8_lossy(&bytes).replace(['\n', ' '], "");
        assert!(!name.ends_with(".pem") && !text.contains("PRIVATE"), "{name}");
        // the algorithm's identifier is no secret; what comes after it is
        assert!(!text.contains(&body.concat()[36..76]), "{name} holds the key");
    }
    // a copy of it under another name is refused
    publisher.write("agents/notes.txt", &pem);
    assert_eq!(exit_and_error(&adp(&arguments).output().unwrap()), (Some(3), "io-read".to_owned()));
    fs::remove_file(agents.join("keys/agent.pem")).unwrap();
    assert_eq!(exit_and_error(&adp(&arguments).output().unwrap()), (Some(1), "document-shape".to_owned()));
}

#[test]
fn folders_that_hold_each_other() {
    let publisher = Publisher::new();
    let agents = publisher.path("agents");
    let key = publisher.path("agent.pem");
    let run = |site: &Path| {
        let arguments =
            ["publish", agents.to_str().unwrap(), "-o", site.to_str().unwrap(), "--key", key.to_str().unwrap()];
        adp(&arguments).args(NOW).output().unwrap()
    };
    for site in [agents.as_path(), publisher.folder.path(), &agents.join("public")] {
        assert_eq!(exit_and_error(&run(site)), (Some(2), "usage".to_owned()));
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&key, agents.join("link.txt")).unwrap();
        assert_eq!(exit_and_error(&run(&publisher.path("site"))), (Some(3), "io-read".to_owned()));
    }
}

/// Killed at any moment, a run leaves every file as it was or as it will be, and the next run completes the site. Three publishers at a time,
/// because each mostly waits for the disk.
#[cfg(unix)]
#[test]
fn a_killed_run_leaves_whole_files() {
    const ROUNDS: u32 = 30;
    std::thread::scope(|scope| {
        for first in 0..3 {
            scope.spawn(move || killed_and_completed((first..ROUNDS).step_by(3).map(|round| (round, ROUNDS))));
        }
    });
}

/// One publisher whose runs are killed after so many parts of the time that a run takes.
#[cfg(unix)]
fn killed_and_completed(rounds: impl Iterator<Item = (u32, u32)>) {
    let publisher = Publisher::new();
    publisher.write("site/theirs.txt", "theirs");
    let paths: Vec<String> = (0..12).map(|n| format!("a{n}/ad.json")).collect();
    paths.iter().for_each(|path| publisher.describe(path, "old"));
    let described: Vec<String> =
        paths.iter().map(|path| fs::read_to_string(publisher.path("agents").join(path)).unwrap()).collect();
    let begun = std::time::Instant::now();
    publisher.publish();
    let usual = begun.elapsed();
    let (agents, site, key) = (publisher.path("agents"), publisher.path("site"), publisher.path("agent.pem"));
    let arguments = ["publish", agents.to_str().unwrap(), "-o", site.to_str().unwrap(), "--key", key.to_str().unwrap()];
    for (round, of) in rounds {
        for (path, text) in paths.iter().zip(&described) {
            let renamed = text.replace("\"old\"", &format!("\"new {round}\""));
            assert_ne!(&renamed, text);
            publisher.write(&format!("agents/{path}"), &renamed);
        }
        let before = publisher.site();
        let mut command = adp(&arguments);
        command.args(NOW).stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
        let mut child = command.spawn().unwrap();
        std::thread::sleep(usual * round / of);
        let _ = child.kill();
        child.wait().unwrap();
        let killed = publisher.site();
        publisher.publish();
        let after = publisher.site();
        assert_eq!(after.keys().collect::<Vec<_>>(), before.keys().collect::<Vec<_>>(), "nothing is left over");
        for (name, bytes) in killed.iter().filter(|(name, _)| !name.starts_with(".adp-")) {
            assert!([&before, &after].iter().any(|site| site.get(name) == Some(bytes)), "round {round}: {name}");
        }
        assert_eq!(after["theirs.txt"], b"theirs");
        assert_eq!(publisher.run_without_key(&["--check"]).status.code(), Some(0));
    }
}

#[test]
fn an_unlisted_description_has_to_exist() {
    let publisher = Publisher::new();
    assert_eq!(exit_and_error(&publisher.run(&["--unlisted", "b.json"])), (Some(2), "usage".to_owned()));
    assert_eq!(exit_and_error(&publisher.run(&["--renew-before", "90d"])), (Some(2), "usage".to_owned()));
    let never = publisher.run(&["--expires-in", "0s"]);
    assert_eq!(exit_and_error(&never), (Some(2), "usage".to_owned()));
    assert!(stderr(&never).contains("found --expires-in 0s, ") && !stderr(&never).contains("--renew-before"));
    let output = publisher.run(&["--unlisted", "ad.json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(!publisher.site().contains_key(".well-known/agent-descriptions"), "there is nothing to list");
}

/// A key-bound DID comes with its document, whose proof and binding are checked like any other's.
#[test]
fn key_bound_dids_are_published_with_their_documents() {
    for (profile, key_type, suite) in
        [("e1", "ed25519", "eddsa-jcs-2022"), ("k1", "secp256k1", "didwba-jcs-ecdsa-secp256k1-2025")]
    {
        let publisher = Publisher::new();
        let at = |name: &str| publisher.path(name).display().to_string();
        let (key, document) = (at("bound.pem"), at("agents/bound.did.json"));
        done(&mut adp(&["key", "generate", "--type", key_type, "-o", &key]));
        let create = ["did", "create", "--host", HOST, "--path", "user", "--profile", profile, "--key", &key];
        let said = done(adp(&create).args(["-o", &document]));
        let did = said.lines().next().unwrap().to_owned();
        assert!(did.starts_with(&format!("did:wba:{HOST}:user:{profile}_")), "{did}");
        let id = format!("https://{HOST}/user/ad.json");
        done(adp(&["init", "--name", "Bound", "--did", &did, "--id", &id]).args(["-o", &at("agents/bound.ad.json")]));
        let now = agent_description::Timestamp::now().to_string();
        let output = publisher.run(&["--key", &key, "--at", &now]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let site = publisher.site();
        let location = did.replace("did:wba:agent.example.com:", "").replace(':', "/") + "/did.json";
        assert_eq!(site[&location], fs::read(&document).unwrap());
        assert!(String::from_utf8_lossy(&site["user/ad.json"]).contains(suite));
        done(&mut adp(&["verify", &at("site/user/ad.json"), "--did-document", &document, "--domain", HOST]));

        // a document that somebody touched no longer proves itself
        let text = fs::read_to_string(&document).unwrap();
        publisher
            .write("agents/bound.did.json", &text.replacen("\"authentication\"", "\"x\": 1, \"authentication\"", 1));
        let code = exit_and_error(&publisher.run(&["--key", &key, "--at", &now])).1;
        assert_eq!(code, "did-document-proof");
        // and cannot be made of a key
        fs::remove_file(&document).unwrap();
        fs::remove_dir_all(publisher.path("site")).unwrap();
        let output = publisher.run(&["--key", &key, "--at", &now]);
        assert_eq!(exit_and_error(&output), (Some(1), "did-document-invalid".to_owned()));
    }
}

/// A did:key is at no host: it has no document that a site could have, and nothing that ties a description to one.
#[test]
fn a_did_without_host_is_refused_by_name() {
    let publisher = Publisher::new();
    let did = "did:key:zDnaerDaTF5BXEavCrfRZEk316dpbLsfPDZ3WJ5hRTPFU2169";
    let describe = || {
        let file = publisher.path("agents/key.ad.json").display().to_string();
        done(
            adp(&["init", "--name", "Key", "--did", did, "--id", "https://agent.example.com/key.json"])
                .args(["-o", &file]),
        );
    };
    // beside others, and alone
    describe();
    let output = publisher.run(&[]);
    assert_eq!(exit_and_error(&output), (Some(1), "proof-domain".to_owned()));
    assert!(stderr(&output).contains(&format!("found {did}, which has no host")), "{}", stderr(&output));
    fs::remove_dir_all(publisher.path("agents")).unwrap();
    fs::create_dir(publisher.path("agents")).unwrap();
    describe();
    let output = publisher.run(&[]);
    assert_eq!(exit_and_error(&output), (Some(1), "proof-domain".to_owned()));
    assert!(stderr(&output).contains(&format!("found {did}, which has no host")), "{}", stderr(&output));
    assert!(!publisher.path("site").exists(), "a refusal left a folder");
}
