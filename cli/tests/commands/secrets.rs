//! Secrets in what is typed and in what is read: no output shows one.

use adp_fixtures::secrets::assert_none_is_shown;
use std::{fs, path::Path, process::Command};

fn adp() -> Command {
    Command::new(env!("CARGO_BIN_EXE_adp"))
}

/// What a run prints, and its exit code.
fn run(arguments: &[&str], folder: &Path) -> (String, Option<i32>) {
    let output = adp().args(arguments).current_dir(folder).output().unwrap();
    let said = [output.stdout, output.stderr].map(|stream| String::from_utf8(stream).unwrap()).concat();
    (said, output.status.code())
}

#[test]
fn no_position_of_any_verb_shows_a_secret() {
    let folder = tempfile::tempdir().unwrap();
    assert_none_is_shown(
        Path::new(env!("CARGO_BIN_EXE_adp")),
        &[&[], &["--json"], &["-vv"], &["--json", "-v"]],
        folder.path(),
    );
}

/// The cases that were reported, one by one.
#[test]
fn messages_name_the_fault_without_the_secret() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write(
        "agent.pem",
        "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n-----END PRIVATE KEY-----\n",
    );
    write("key.txt", "MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n");
    write(
        "priv.jwk",
        r#"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"}"#,
    );
    write("card.json", "{}");
    for (arguments, secret, kept) in [
        (&["verify", "--batch", "agent.pem"][..], "MC4CAQAw", "***"),
        (&["verify", "--batch", "agent.pem", "--json"], "MC4CAQAw", "***"),
        (&["diff", "--lock", "priv.jwk"], "nWGxne", ""),
        (&["canon", "priv.jwk"], "nWGxne", "error[key-malformed]: the result contains a secret of the input"),
        (&["check", "key.txt"], "MC4CAQAw", "key.txt:1:1"),
        (&["verify", "https://hotel:s3cret@127.0.0.1:1/ad.json?token=t0ken"], "s3cret", "https://...@127.0.0.1"),
        (&["verify", "https://127.0.0.1:1/ad.json?token=t0ken"], "t0ken", "net-address"),
        (&["verify", "card.json", "--proxy", "ftp://hotel:s3cret@127.0.0.1:1"], "s3cret", "--proxy"),
    ] {
        let (said, _) = run(arguments, folder.path());
        assert!(!said.contains(secret), "{arguments:?}: {said}");
        assert!(said.contains(kept), "{arguments:?}: {said}");
    }
}

#[test]
fn a_long_url_does_not_flood_a_message() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("list"), format!("https://127.0.0.1:1/{}\n", "a".repeat(60_000))).unwrap();
    let long = format!("https://127.0.0.1:1/{}", "a".repeat(100_000));
    for arguments in
        [&["verify", &long][..], &["check", &long], &["did", "resolve", &long], &["verify", "--batch", "list"]]
    {
        let output = adp().args(arguments).current_dir(folder.path()).output().unwrap();
        assert!(output.stderr.len() < 4000, "{:?}: {} bytes", arguments[0], output.stderr.len());
    }
}

#[test]
fn documents_on_stdout_give_a_terminal_no_orders() {
    let folder = tempfile::tempdir().unwrap();
    let card = "{\"name\":\"Hotel \u{202e}\u{200b}\u{7f}\",\"description\":\"d\",\"version\":\"1.0.0\",\"url\":\"https://a.example/\",\"protocolVersion\":\"0.3.0\",\"capabilities\":{},\"defaultInputModes\":[\"text/plain\"],\"defaultOutputModes\":[\"text/plain\"],\"skills\":[{\"id\":\"s\",\"name\":\"s\",\"description\":\"d\",\"tags\":[\"t\"]}]}";
    let openapi = "{\"openapi\":\"3.1.0\",\"info\":{\"title\":\"t\",\"version\":\"1\"},\"paths\":{\"/a\":{\"get\":{\"operationId\":\"x\",\"summary\":\"Hotel \u{202e}\u{200b}\u{7f}\",\"responses\":{\"200\":{\"description\":\"d\"}}}}}}";
    fs::write(folder.path().join("card.json"), card).unwrap();
    fs::write(folder.path().join("openapi.json"), openapi).unwrap();
    for (input, target) in [("card.json", "a2a-0.3"), ("openapi.json", "mcp-tools")] {
        for more in [&[][..], &["--json"], &["-o", "out.json"]] {
            let (mut said, _) = run(&[&["convert", "--to", target, input], more].concat(), folder.path());
            if more.contains(&"-o") {
                said.push_str(&fs::read_to_string(folder.path().join("out.json")).unwrap());
                fs::remove_file(folder.path().join("out.json")).unwrap();
            }
            assert!(said.contains("Hotel \\u202e\\u200b\\u007f"), "{input} {more:?}: {said}");
            assert!(!said.contains(['\u{202e}', '\u{200b}', '\u{7f}']), "{input} {more:?}: {said}");
        }
    }
    for arguments in [["show", "card.json"], ["check", "card.json"], ["check", "openapi.json"]] {
        let (said, _) = run(&arguments, folder.path());
        assert!(!said.contains(['\u{202e}', '\u{200b}', '\u{7f}']), "{arguments:?}: {said}");
    }
}

/// Any reader of the document can sign as its subject, so this is an error.
#[test]
fn a_did_document_with_a_private_key_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let text = r##"{"id":"did:wba:hotel.example","verificationMethod":[{"id":"#key-1","type":"JsonWebKey","controller":"did:wba:hotel.example","publicKeyJwk":{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"}}],"assertionMethod":["#key-1"]}"##;
    fs::create_dir_all(folder.path().join("site/.well-known")).unwrap();
    fs::write(folder.path().join("did.json"), text).unwrap();
    fs::write(folder.path().join("site/.well-known/did.json"), text).unwrap();
    for arguments in [
        &["check", "did.json"][..],
        &["did", "check", "did.json"],
        &["check", "did.json", "--json"],
        &["doctor", "site"],
        &["publish", "site", "-o", "out"],
    ] {
        let (said, code) = run(arguments, folder.path());
        assert_eq!(code, Some(1), "{arguments:?}: {said}");
        assert!(said.contains("key") && !said.contains("nWGxne"), "{arguments:?}: {said}");
    }
    let (said, _) = run(&["check", "did.json"], folder.path());
    assert!(
        said.contains("found a JWK with the member `d`, expected public keys only") && said.contains("did-private-key"),
        "{said}"
    );
}
