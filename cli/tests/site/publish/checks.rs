//! What `adp check` rejects is not published, whatever its format; and a site and its source are apart.

use crate::site::publisher::{NOW, Publisher, adp, done, exit_and_error, files, json, stderr};
use std::{fs, process::Output};

/// Files that `adp check` reports an error in, each alone, with the error's code.
const WRONG: &[(&str, &str, &str)] = &[
    ("suite.json", r#"{"@type": "Product", "name": "Suite"}"#, "ad-missing-term"),
    (
        "card.json",
        r#"{"protocolVersion": "0.3.0", "name": "x", "description": "x", "url": 3, "version": "1", "capabilities": {},
            "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
            "skills": [{"id": "a", "name": "a", "description": "a", "tags": ["a"]}]}"#,
        "wrong-type",
    ),
    (".well-known/agent-card.json", r#"{"kind": "menu"}"#, "format-unknown"),
    (".well-known/agents.json", "[]", "document-shape"),
    ("tools", r#"{"tools": [{"name": "book"}]}"#, "missing"),
    ("UPPER.JSON", r#"{"tools": [{"name": "book"}]}"#, "missing"),
    ("api.yaml", "openapi: 3.1.0\ninfo: {title: x}\npaths: {}\n", "missing"),
    ("broken.yml", "openapi: 3.1.0\ninfo: [\n", "yaml-syntax"),
    ("docs/someone.json", r#"{"@context": "https://www.w3.org/ns/did/v1", "id": "did:wba:", "service": 1}"#, ""),
];

/// Files that are of no format, or of one and sound.
const RIGHT: &[(&str, &str)] = &[
    ("data.json", r#"{"a": 1}"#),
    ("list.json", "[1]"),
    ("notes.yaml", "a: [1\nb: openapi\n"),
    ("notes.txt", "{ not JSON"),
    (
        "tools.json",
        r#"{"tools": [{"name": "book", "description": "Books a room.", "inputSchema": {"type": "object"}}]}"#,
    ),
];

/// Put together here, so that no scanner of the repository takes it for a real one.
#[test]
fn a_token_in_the_name_of_a_file_is_masked() {
    let publisher = Publisher::new();
    let token = format!("ghp{}", "_16C7e42F292c6912E7710c838347Ae178B4a");
    let name = format!("agents/{token}.json");
    publisher.write(&name, r#"{"@type": "Product", "name": "Suite"}"#);
    let folder = publisher.path("agents").display().to_string();
    let shown = |output: Output| [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap()).concat();
    for mode in [&[][..], &["--json"]] {
        let checked = adp(&["check", &folder]).args(mode).output().unwrap();
        for said in [shown(checked), shown(publisher.run(mode))] {
            assert!(!said.contains(&token) && said.contains("***.json"), "{mode:?}: {said}");
        }
    }
    publisher.write(&name, "{}");
    for mode in [&[][..], &["--json"]] {
        let said = shown(publisher.run(mode));
        assert!(!said.contains(&token) && said.contains("***"), "{mode:?}: {said}");
    }
}

#[test]
fn what_check_rejects_is_not_published() {
    let publisher = Publisher::new();
    for (name, text) in RIGHT {
        publisher.write(&format!("agents/{name}"), text);
    }
    for (name, text, code) in WRONG {
        publisher.write(&format!("agents/{name}"), text);
        let path = publisher.path("agents").join(name);
        let checked = adp(&["check", path.to_str().unwrap()]).output().unwrap();
        assert!(matches!(checked.status.code(), Some(1 | 3)), "{name}: {}", stderr(&checked));
        for arguments in [&[][..], &["--check"], &["--json"]] {
            let output = publisher.run(arguments);
            assert_eq!(output.status.code(), checked.status.code(), "{name}: {}", stderr(&output));
            let said = stderr(&output);
            assert!(said.contains(&format!("error[{code}")) && said.contains(name), "{name}: {said}");
            assert!(!publisher.path("site").exists(), "{name}");
            if arguments == ["--json"] {
                assert!(json(&output)["errors"][0]["file"].as_str().unwrap().ends_with(name), "{name}");
            }
        }
        fs::remove_file(path).unwrap();
    }
    // all of them are reported at once
    for (name, text, _) in WRONG {
        publisher.write(&format!("agents/{name}"), text);
    }
    let said = stderr(&publisher.run(&[]));
    assert!(WRONG.iter().all(|(name, ..)| said.contains(name)), "{said}");
    for (name, ..) in WRONG {
        fs::remove_file(publisher.path("agents").join(name)).unwrap();
    }
    let output = publisher.run(&[]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    // what is of no format is told by its name
    for (name, is_told) in [("data.json", true), ("list.json", true), ("notes.txt", false), ("tools.json", false)] {
        let path = publisher.path("agents").join(name);
        assert_eq!(stderr(&output).contains(path.to_str().unwrap()), is_told, "{name}: {}", stderr(&output));
    }
    assert!(stderr(&output).contains("format not recognized") && !stderr(&output).contains("--as"));
    assert!(RIGHT.iter().all(|(name, text)| publisher.site()[*name] == text.as_bytes()));
}

#[test]
fn a_refused_run_leaves_no_folder_behind() {
    let publisher = Publisher::new();
    publisher.write("agents/suite.json", WRONG[0].1);
    let (agents, site) = (publisher.path("agents"), publisher.path("new/deep/site"));
    let output = adp(&["publish", agents.to_str().unwrap(), "-o", site.to_str().unwrap()]).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(!publisher.path("new").exists());
}

#[test]
fn a_site_inside_its_source_or_around_it_is_refused() {
    let publisher = Publisher::new();
    let before = files(publisher.folder.path());
    fs::create_dir(publisher.path("beside")).unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("agents", publisher.path("link")).unwrap();
        std::os::unix::fs::symlink(publisher.path("agents"), publisher.path("beside/link")).unwrap();
    }
    let mut sites = vec![
        "agents",
        "agents/site",
        "agents/new/site",
        "agents/.site",
        "./agents/../agents/site",
        "beside/../agents/site",
        "missing/../agents/site",
        ".",
        "agents/..",
    ];
    if cfg!(unix) {
        sites.extend(["link", "link/site", "beside/link/site", "beside/link/new/../site"]);
    }
    for check in [&[][..], &["--check"]] {
        for site in &sites {
            let arguments = [&["publish", "agents", "-o", site, "--key", "agent.pem"], &NOW[..], check].concat();
            let output = adp(&arguments).current_dir(publisher.folder.path()).output().unwrap();
            assert_eq!(exit_and_error(&output), (Some(2), "usage".to_owned()), "{site}");
            let said = stderr(&output);
            assert!(said.contains("DIR") && said.contains("SITE"), "{site}: {said}");
            assert!(!publisher.path("agents/site").exists() && !publisher.path("missing").exists(), "{site}");
        }
    }
    fs::remove_dir_all(publisher.path("beside")).unwrap();
    #[cfg(unix)]
    fs::remove_file(publisher.path("link")).unwrap();
    assert_eq!(files(publisher.folder.path()), before);
    // a name that only begins alike is another folder
    for site in ["agents-site", "agents/../site", "agents2/site"] {
        let arguments = [&["publish", "agents", "-o", site, "--key", "agent.pem"], &NOW[..]].concat();
        done(adp(&arguments).current_dir(publisher.folder.path()));
    }
}

/// No advice names an option that the verb does not have.
#[test]
fn advice_is_for_this_verb() {
    let publisher = Publisher::new();
    publisher.describe("elsewhere.json", "Elsewhere");
    let path = publisher.path("agents/elsewhere.json");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("did:wba:agent.example.com", "did:wba:other.example.com")).unwrap();
    let output = publisher.run(&[]);
    assert_eq!(exit_and_error(&output), (Some(1), "proof-domain".to_owned()));
    assert!(!stderr(&output).contains("--domain"), "{}", stderr(&output));
    // the same code from a verb that has the option
    let ad = publisher.path("site/ad.json");
    fs::remove_file(&path).unwrap();
    publisher.publish();
    let did_document = publisher.path("agents/did.json");
    let verify = ["verify", ad.to_str().unwrap(), "--did-document", did_document.to_str().unwrap()];
    let output = adp(&verify).args(NOW).output().unwrap();
    assert!(stderr(&output).contains("--domain"), "{}", stderr(&output));
}
