//! What a transcript cannot show: streams, files and secrets.

use crate::commands::transcripts::keys;
use std::{
    fs,
    io::{Read, Write},
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

fn adp() -> Command {
    Command::new(env!("CARGO_BIN_EXE_adp"))
}

fn transcripts() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cli")
}

/// Runs `adp` with bytes on stdin.
fn with_input(arguments: &[&str], input: &[u8]) -> Output {
    let mut child =
        adp().args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // a program that refuses early does not read on
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

#[test]
fn a_dash_is_standard_input() {
    let output = with_input(&["canon", "-"], br#"{"b": 1e1, "a": "\u0041"}"#);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(output.stdout, br#"{"a":"A","b":10}"#);
    assert_eq!(output.stderr, b"");
    let output = with_input(&["verify", "-", "--did-document", "-"], b"{}");
    assert_eq!(output.status.code(), Some(2), "standard input can be read only once");
}

#[test]
fn too_large_an_input_is_not_read_to_its_end() {
    let mut child =
        adp().args(["canon", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // an endless stream: the program ends it, not we
    let chunk = [b' '; 64 << 10];
    while stdin.write_all(&chunk).is_ok() {}
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8(output.stderr).unwrap().starts_with("error[json-size]: "));
}

/// Advice names the content of an input that is not JSON, and a name that is not the name of a file.
#[test]
fn input_that_is_something_else_is_named() {
    let utf16: Vec<u8> = "{\"a\": 1}".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let marked = [&[0xff, 0xfe], utf16.as_slice()].concat();
    let pem = b"-----BEGIN CERTIFICATE-----\n";
    for (input, help) in [(&b" \n"[..], "is empty"), (&utf16, "UTF-16"), (&marked, "UTF-16"), (pem, "a PEM file")] {
        for verb in ["check", "verify"] {
            let output = with_input(&[verb, "-"], input);
            let told = String::from_utf8(output.stderr).unwrap();
            assert!(output.status.code() == Some(3) && told.contains(help), "{verb}: {told}");
        }
    }
    for (name, help) in [
        ("hotel.example.com/ad.json", "https://hotel.example.com/ad.json"),
        ("did:wba:hotel.example.com", "adp did resolve did:wba:hotel.example.com"),
        ("", "the name is empty"),
    ] {
        let output = adp().args(["verify", name]).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(3) && told.contains(help), "{told}");
    }
    let output =
        with_input(&["did", "rotate", "-", "--drop", "a", "-o", "-"], br#"{"did": "did:wba:hotel.example.com"}"#);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("pass the DID document of did:wba:hotel.example.com"), "{told}");
    let card = r#"{"name": "G", "description": "D", "version": "1", "supportedInterfaces": [], "capabilities":
        {"streaming": "true"}, "defaultInputModes": [], "defaultOutputModes": [], "skills": []}"#;
    let told = String::from_utf8(with_input(&["check", "-"], card.as_bytes()).stderr).unwrap();
    assert!(told.contains(r#"write `"streaming": true`"#), "{told}");
    for (offer, advice) in [
        (r#""@type": "Offer", "price": "12 EUR""#, "the currency belongs in `priceCurrency`"),
        // the currency is checked behind a bad price, too
        (r#""@type": "Offer", "price": "1,5", "priceCurrency": "€""#, "did you mean \"EUR\"?"),
        (r#""@type": "AggregateOffer", "lowPrice": "80", "priceCurrency": "EUR""#, "write one \"Offer\""),
    ] {
        let price = format!(
            r#"{{"@context": "https://agent-network-protocol.com/ad#", "@type": "AgentDescription", "name": "H",
            "products": [{{"@type": "Product", "name": "Room", "offers": {{{offer}}}}}]}}"#
        );
        let told = String::from_utf8(with_input(&["check", "-"], price.as_bytes()).stderr).unwrap();
        assert!(told.contains(advice), "{told}");
    }
}

#[test]
fn a_refused_connection_is_no_matter_of_names() {
    // a port that was free a moment ago
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let origin = format!("http://127.0.0.1:{port}");
    let output = adp().args(["mcp", "tools", &origin, "--allow-private", &origin]).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("net-connect") && told.contains("start the server") && !told.contains("DNS"), "{told}");
}

#[test]
fn options_of_other_programs_are_explained() {
    for (arguments, advice) in [
        (&["mcp", "tools", "--stdio", "server"][..], "--stdio -- COMMAND"),
        (&["lock", "--stdio", "server", "-o", "lock.json"], "--stdio -- COMMAND"),
        (&["check", "--color", "never"], "NO_COLOR=1"),
        (&["--color=always", "check"], "NO_COLOR=1"),
    ] {
        let output = adp().args(arguments).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && told.contains(advice), "{told}");
    }
}

#[test]
fn data_and_messages_have_a_stream_each() {
    let folder = transcripts();
    let output = adp().arg("verify").arg(folder.join("verify.in/unsigned.json")).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(output.stdout, b"", "nothing before the verdict, nothing after a no");
    assert!(String::from_utf8(output.stderr).unwrap().starts_with("error[proof-missing]: "));

    let output = adp().args(["verify", "--json"]).arg(folder.join("verify.in/unsigned.json")).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let mut values = serde_json::Deserializer::from_slice(&output.stdout).into_iter::<serde_json::Value>();
    assert_eq!(values.next().unwrap().unwrap()["error"]["code"], "proof-missing");
    assert!(values.next().is_none(), "exactly one JSON value");
}

#[test]
fn a_reader_that_leaves_changes_no_verdict() {
    let folder = transcripts();
    for (name, code) in [("signed.json", 0), ("tampered.json", 1)] {
        let mut child = adp()
            .args(["verify", "--json", "--at", "2026-06-01T00:00:00Z", "--did-document"])
            .arg(folder.join("verify.in/did.json"))
            .arg(folder.join("verify.in").join(name))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut stderr = String::new();
        child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(code), "{stderr}");
        assert!(!stderr.contains("write"), "{stderr}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_an_error() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = adp().arg("canon").arg(transcripts().join("canon.in/ad.json")).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8(output.stderr).unwrap().starts_with("error[io-read]: cannot write to standard output"));
}

#[test]
fn nothing_from_an_input_moves_the_terminal() {
    // U+202E reorders what follows; C1's U+009B begins an order to the terminal
    let text = "{\"name\": \"\u{202e}txt\", \"x\u{9b}2J\": 1, \"x\u{9b}2J\": 2}";
    for arguments in [["canon", "-"].as_slice(), &["check", "-"], &["check", "-", "--json"], &["verify", "-", "--json"]]
    {
        let output = with_input(arguments, text.as_bytes());
        assert_eq!(output.status.code(), Some(3));
        for stream in [output.stdout, output.stderr] {
            let text = String::from_utf8(stream).unwrap();
            assert!(!text.contains(['\u{202e}', '\u{9b}', '\u{1b}']), "{arguments:?}: {text:?}");
        }
    }
    let output = with_input(&["expand", "-"], "{\"https://e.example/p\": \"\u{202e}\u{9b}\"}".as_bytes());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains(r#""@value": "\u202e\u009b""#), "{text}");
}

#[test]
fn colours_are_for_terminals() {
    let output = adp().args(["canon", "missing.json"]).env("TERM", "xterm-256color").output().unwrap();
    assert!(!output.stderr.contains(&0x1b));
    // asked for all the same
    let output = adp().args(["canon", "missing.json"]).env("CLICOLOR_FORCE", "1").output().unwrap();
    assert!(output.stderr.contains(&0x1b));
    let output = adp().args(["canon", "missing.json"]).env("NO_COLOR", "1").output().unwrap();
    assert!(!output.stderr.contains(&0x1b));
}

#[cfg(unix)]
#[test]
fn keys_are_secret_and_stay_as_they_are() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    for key_type in ["p256", "ed25519", "secp256k1"] {
        let path = folder.path().join(key_type);
        let generate = || adp().args(["key", "generate", "--type", key_type, "-o"]).arg(&path).output().unwrap();
        let output = generate();
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        let key = fs::read_to_string(&path).unwrap();
        // what was said of it is what it shows
        let shown = adp().args(["key", "show"]).arg(&path).output().unwrap();
        assert_eq!(shown.stdout, output.stdout);

        assert_eq!(generate().status.code(), Some(3));
        assert_eq!(fs::read_to_string(&path).unwrap(), key, "an existing key is kept");
        let other = folder.path().join(format!("{key_type}-2"));
        let second = adp().args(["key", "generate", "--type", key_type, "-o"]).arg(&other).output().unwrap();
        assert_ne!(second.stdout, output.stdout, "each key is new");
    }
}

#[test]
fn no_output_shows_a_secret() {
    let folder = transcripts();
    keys::own(&folder);
    let key = folder.join("sign.in/p256.pem");
    // the scalar of RFC 6979 A.2.5, in the spellings it could slip out in
    let scalar = "C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721";
    let base64 = "ya+p2EW6dRZrXCFXZ7HWk05Qw9s26JsSe4piKxIPZyE";
    let base64url = "ya-p2EW6dRZrXCFXZ7HWk05Qw9s26JsSe4piKxIPZyE";
    assert!(fs::read_to_string(&key).unwrap().replace('\n', "").contains("ya+p2EW6dRZrXCFX"), "the key this looks for");
    let ad = folder.join("sign.in/ad.json");
    let method = "did:wba:agent.example.com#key-1";
    let (key, ad) = (key.to_str().unwrap(), ad.to_str().unwrap());
    for arguments in [
        ["key", "show", key].as_slice(),
        &["key", "show", key, "--json"],
        &["sign", ad, "--key", key, "--method", method],
        &["sign", ad, "--key", key, "--method", method, "--suite", "eddsa-jcs-2022"],
        &["sign", ad, "--key", key, "--method", "nonsense", "--json"],
        // the secret where something else is due
        &["canon", key],
        &["check", key, "--json"],
        &["verify", key, "--json"],
        &["did", "check", key],
        &["verify", ad, "--did-document", key],
    ] {
        let output = adp().args(arguments).output().unwrap();
        let said = [output.stdout, output.stderr].map(|stream| String::from_utf8(stream).unwrap()).concat();
        for secret in [scalar, &scalar.to_lowercase(), &base64[..20], &base64url[..20]] {
            assert!(!said.contains(secret), "{arguments:?} shows {secret}:\n{said}");
        }
    }
}

/// A context that protects terms is not in the plain profile, whether the suite copies it into the proof or not: nothing is written.
#[test]
fn a_description_that_is_not_in_the_plain_profile_is_not_signed() {
    let folder = transcripts();
    keys::own(&folder);
    let key = folder.join("sign.in/p256.pem");
    let site = tempfile::tempdir().unwrap();
    let (ad, signed) = (site.path().join("ad.json"), site.path().join("signed.json"));
    let context = r#"["https://agent-network-protocol.com/ad#", {"@protected": true, "schema": "https://x.example/"}]"#;
    let text = r#"{"@context": CONTEXT, "@type": "AgentDescription", "name": "Hotel", "did": "did:wba:agent.example.com",
        "securityDefinitions": {"a": {"scheme": "didwba", "in": "header", "name": "Authorization"}}, "security": "a"}"#;
    fs::write(&ad, text.replace("CONTEXT", context)).unwrap();
    let sign = |suite: &str| {
        let method = ["--method", "did:wba:agent.example.com#key-1", "--suite", suite];
        adp().arg("sign").arg(&ad).arg("--key").arg(&key).args(method).arg("-o").arg(&signed).output().unwrap()
    };
    for suite in ["ecdsa-jcs-2019", "adp-ecdsa-p256"] {
        let output = sign(suite);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.starts_with("error[ad-structure]: "), "{said}");
        assert!(output.status.code() != Some(0) && !signed.exists(), "{said}");
    }
}

#[test]
fn help_teaches_by_example_on_one_screen() {
    let verbs = [
        "demo",
        "key",
        "key generate",
        "key show",
        "did",
        "did create",
        "did url",
        "did check",
        "did resolve",
        "init",
        "check",
        "show",
        "expand",
        "canon",
        "sign",
        "verify",
        "publish",
        "serve",
    ];
    for verb in verbs {
        let output = adp().args(verb.split(' ')).arg("-h").output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{verb}");
        let help = String::from_utf8(output.stdout).unwrap();
        let (_, examples) = help.split_once("\nExamples:\n").unwrap_or_default();
        assert!(format!("\n{examples}").contains(&format!("\n  adp {verb}")), "{verb}:\n{help}");
        assert!(help.lines().count() <= 64, "{verb} takes {} lines", help.lines().count());
    }
    let help = String::from_utf8(adp().arg("--help").output().unwrap().stdout).unwrap();
    assert!(help.lines().count() <= 72, "{help}");
    for verb in verbs.iter().filter(|verb| !verb.contains(' ')) {
        assert!(help.contains(&format!("\n  {verb} ")), "{verb} is not in\n{help}");
    }
}

/// The commands of `adp --help`, up to the publishing.
#[test]
fn from_a_new_key_to_a_verified_description() {
    let folder = tempfile::tempdir().unwrap();
    for line in [
        "key generate -o agent.pem",
        "did create --host agent.example.com --key agent.pem -o did.json",
        "did check did.json",
        "init --name Agent --did did:wba:agent.example.com -o ad.json",
        "check ad.json --strict",
        "sign ad.json --key agent.pem --method did:wba:agent.example.com#key-1 --in-place",
        "check ad.json --strict",
        "verify ad.json --did-document did.json",
    ] {
        let output = adp().current_dir(&folder).args(line.split(' ')).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "adp {line}\n{}", String::from_utf8_lossy(&output.stderr));
    }
    // another key under the same DID is another agent
    for line in ["key generate -o other.pem", "did create --host agent.example.com --key other.pem -o did.json --force"]
    {
        assert_eq!(adp().current_dir(&folder).args(line.split(' ')).output().unwrap().status.code(), Some(0));
    }
    let output = adp().current_dir(&folder).args(["verify", "ad.json", "--did-document", "did.json"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().starts_with("error[proof-signature]: "));
}

/// An empty argument is a variable of a script that was not set: it must not pass for "any" or "none".
#[test]
fn what_binds_a_proof_is_not_empty() {
    let folder = transcripts().join("verify.in");
    let key = folder.join("agent.pem");
    for (verb, option, value) in [
        ("verify", "--domain", ""),
        ("verify", "--domain", " "),
        ("verify", "--domain", "https://agent.example.com"),
        ("verify", "--domain", "agent.example.com/"),
        ("verify", "--challenge", ""),
        ("verify", "--challenge", " "),
        ("verify", "--signer", ""),
        ("sign", "--domain", ""),
        ("sign", "--domain", "https://agent.example.com"),
        ("sign", "--challenge", ""),
    ] {
        let mut command = adp();
        command.current_dir(&folder).args([verb, "ad.json", option, value]);
        if verb == "sign" {
            command.args(["--method", "did:wba:agent.example.com#key-1", "--key"]).arg(&key);
            if option == "--domain" {
                command.args(["--challenge", "c"]);
            }
        }
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{verb} {option} {value:?}");
        assert_eq!(output.stdout, b"");
    }
}

#[test]
fn one_did_has_one_document() {
    let folder = tempfile::tempdir().unwrap();
    let document = transcripts().join("verify.in/did.json");
    let copy = folder.path().join("copy.json");
    fs::write(&copy, [fs::read(&document).unwrap().as_slice(), b"\n"].concat()).unwrap();
    let description = transcripts().join("verify.in/signed.json");
    for second in [&copy, &document] {
        let given = |path: &Path| ["--did-document".to_owned(), path.to_str().unwrap().to_owned()];
        let output = adp().arg("verify").arg(&description).args(given(&document)).args(given(second)).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("is given twice for did:wba:agent.example.com"), "{said}");
    }
}

/// Characters that a terminal obeys, and that turn text around: none in what the verbs print, and the same values.
#[test]
fn what_is_printed_orders_no_terminal_about() {
    let folder = tempfile::tempdir().unwrap();
    let orders = "\u{7f}\u{9b}2J\u{202e}gnp\u{2066}\u{200b}\u{feff}\u{e0041}";
    let key = folder.path().join("agent.pem");
    let generated = adp().args(["key", "generate", "--type", "p256", "-o"]).arg(&key).output().unwrap();
    assert!(generated.status.success());
    let method = "did:wba:agent.example.com#key-1";
    let description = format!(
        r#"{{"@context":["https://agent-network-protocol.com/ad#",{{"@language":"en","x":"https://x.example/"}}],"@type":"ad:AgentDescription","@id":"https://agent.example.com/ad.json","name":"{orders}","x:{orders}":"{orders}","x:b":{{"x:{orders}":"https://x.example/{orders}"}},"did":"did:wba:agent.example.com","security":"s","securityDefinitions":{{"s":{{"scheme":"didwba","in":"header","name":"Authorization"}}}}}}"#
    );
    let file = folder.path().join("ad.json");
    fs::write(&file, &description).unwrap();
    let run = |arguments: &[&str]| {
        let output = adp().current_dir(folder.path()).args(arguments).output().unwrap();
        assert!(output.status.success(), "{arguments:?} {}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    };
    let created = ["--created", "2026-01-31T12:00:00Z"];
    let sign = [&["sign", "ad.json", "--key", "agent.pem", "--method", method][..], &created].concat();
    let printed = run(&sign);
    run(&[&sign[..], &["-o", "signed.json"]].concat());
    let written = fs::read(folder.path().join("signed.json")).unwrap();
    assert_eq!(printed, written);
    let clean = |bytes: &[u8]| {
        let text = std::str::from_utf8(bytes).unwrap();
        let order = text.chars().find(|c| *c != '\n' && orders.contains(*c) && !c.is_ascii_alphanumeric());
        assert_eq!(order, None, "{text}");
    };
    clean(&printed);
    let signed: serde_json::Value = serde_json::from_slice(&printed).unwrap();
    let before: serde_json::Value = serde_json::from_str(&description).unwrap();
    assert_eq!(signed["name"], before["name"]);
    assert_eq!(signed[format!("x:{orders}")], orders);
    // the signature is over the values, which are the same
    let canonical = run(&["canon", "signed.json"]);
    let value: serde_json::Value = serde_json::from_slice(&canonical).unwrap();
    assert!(value == signed && std::str::from_utf8(&canonical).unwrap().contains(orders));
    for form in ["expanded", "compacted", "flattened", "nquads", "turtle"] {
        let form = run(&["expand", "ad.json", "--to", form]);
        clean(&form);
        assert!(String::from_utf8(form).unwrap().to_lowercase().contains("\\u202egnp\\u2066"));
    }
}

/// `adp init -o PATH` in a folder, with its own stdout piped.
#[cfg(unix)]
fn init_to(folder: &Path, path: &str) -> Output {
    adp().current_dir(folder).args(["init", "--name", "X", "-o", path]).output().unwrap()
}

#[cfg(unix)]
#[test]
fn an_output_that_is_no_regular_file_is_written_to_and_stays() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let name = |path: &str| folder.path().join(path);
    let written = |bytes: &[u8]| serde_json::from_slice::<serde_json::Value>(bytes).unwrap()["name"] == "X";

    // a FIFO gets the document through its own name and through a link
    assert!(Command::new("mkfifo").arg(name("pipe")).status().unwrap().success());
    symlink(name("pipe"), name("link")).unwrap();
    for output in ["pipe", "link"] {
        let pipe = name("pipe");
        let (told, has_read) = std::sync::mpsc::channel();
        std::thread::spawn(move || told.send(fs::read(pipe).unwrap()));
        assert_eq!(init_to(folder.path(), output).status.code(), Some(0));
        let read = has_read.recv_timeout(std::time::Duration::from_secs(20)).expect("nothing came through the FIFO");
        assert!(written(&read));
        assert!(fs::symlink_metadata(name("pipe")).unwrap().file_type().is_fifo());
        assert!(fs::symlink_metadata(name("link")).unwrap().is_symlink());
    }

    let refused = init_to(folder.path(), ".");
    assert_eq!(refused.status.code(), Some(3));
    assert!(String::from_utf8(refused.stderr).unwrap().contains("it is a folder"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing is left beside them");
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_is_stdout_goes_there() {
    let folder = tempfile::tempdir().unwrap();
    let name = |path: &str| folder.path().join(path);
    // a link of our own: were it replaced, the machine's would be safe
    std::os::unix::fs::symlink("/proc/self/fd/1", name("stdout")).unwrap();
    let output = init_to(folder.path(), "stdout");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(serde_json::from_slice::<serde_json::Value>(&output.stdout).unwrap()["name"], "X");
    assert!(fs::symlink_metadata(name("stdout")).unwrap().is_symlink());

    // a file that stdout was led to has both what was there and what came after
    fs::write(name("all"), "before\n").unwrap();
    let all = fs::OpenOptions::new().append(true).open(name("all")).unwrap();
    let mut init = adp();
    init.current_dir(folder.path()).args(["init", "-o", "stdout"]).stdout(all.try_clone().unwrap());
    assert_eq!(init.status().unwrap().code(), Some(0));
    (&all).write_all(b"after\n").unwrap();
    let text = fs::read_to_string(name("all")).unwrap();
    assert!(text.starts_with("before\n{") && text.ends_with("}\nafter\n"), "{text}");
}

#[cfg(unix)]
#[test]
fn no_output_goes_over_a_secret_key() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| adp().current_dir(folder.path()).args(arguments).output().unwrap();
    let ended = |arguments: &[&str], code: i32, said: &str| {
        let output = run(arguments);
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {stderr}");
        assert!(stderr.contains(said), "{arguments:?}: {stderr}");
    };
    let did = "did:wba:agent.example.com";
    let method = "did:wba:agent.example.com#key-1";
    for key in ["k.pem", "other.pem"] {
        assert_eq!(run(&["key", "generate", "-o", key]).status.code(), Some(0));
    }
    assert_eq!(run(&["init", "--did", did, "-o", "ad.json"]).status.code(), Some(0));
    let jwk = r#"{"kty": "OKP", "crv": "Ed25519", "d": "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A", "x": "AA"}"#;
    fs::write(folder.path().join("key.jwk"), jwk).unwrap();
    std::os::unix::fs::symlink("other.pem", folder.path().join("link")).unwrap();
    let keys = ["k.pem", "other.pem", "key.jwk"].map(|key| (key, fs::read(folder.path().join(key)).unwrap()));

    for output in ["other.pem", "link", "key.jwk"] {
        let refused = |arguments: &[&str]| ended(&[arguments, &["-o", output]].concat(), 3, "error[io-exists]: ");
        refused(&["init"]);
        refused(&["sign", "ad.json", "--key", "k.pem", "--method", method]);
        refused(&["did", "create", "--host", "agent.example.com", "--key", "k.pem"]);
        refused(&["init", "--force"]);
        refused(&["key", "generate", "--force"]);
    }
    // the very key that the command was given
    let usage = |arguments: &[&str]| ended(arguments, 2, "is the file of --");
    usage(&["sign", "ad.json", "--key", "k.pem", "--method", method, "-o", "./k.pem"]);
    usage(&["did", "create", "--host", "agent.example.com", "--key", "other.pem", "-o", "link"]);
    let create = ["did", "create", "--host", "agent.example.com", "--key", "k.pem"];
    usage(&[create.as_slice(), &["--add-key", "other.pem", "-o", "other.pem"]].concat());
    assert_eq!(run(&[create.as_slice(), &["-o", "did.json"]].concat()).status.code(), Some(0));
    usage(&["did", "rotate", "did.json", "--new-key", "other.pem", "-o", "other.pem"]);
    for (key, bytes) in keys {
        assert_eq!(fs::read(folder.path().join(key)).unwrap(), bytes, "{key}");
    }
    // what is no key is replaced
    assert_eq!(run(&["did", "rotate", "did.json", "--new-key", "other.pem", "--in-place"]).status.code(), Some(0));
    ended(&["init", "--force", "-o", "ad.json"], 0, "");
}

/// `adp auth verify` of the transcripts' request, good at its time, with a replay store.
fn verify_remembering(store: &str) -> Output {
    adp()
        .current_dir(transcripts().join("auth.in"))
        .args(["auth", "verify", "order.http", "--audience", "agent.example.com", "--did-document", "did.json"])
        .args(["--at", "2026-01-31T12:00:30Z", "--replay-store", store])
        .output()
        .unwrap()
}

#[test]
fn a_replay_store_that_cannot_be_used_is_no_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let name = |file: &str| folder.path().join(file).display().to_string();
    assert_eq!(verify_remembering(&name("good.redb")).status.code(), Some(0));
    assert_eq!(verify_remembering(&name("good.redb")).status.code(), Some(1), "used before");

    fs::write(name("corrupt.redb"), [0x5a; 5000]).unwrap();
    fs::create_dir(name("folder.redb")).unwrap();
    #[cfg(unix)]
    assert!(Command::new("mkfifo").arg(name("pipe.redb")).status().unwrap().success());
    #[cfg(unix)]
    let files = ["corrupt.redb", "folder.redb", "pipe.redb", "none/new.redb"];
    #[cfg(not(unix))]
    let files = ["corrupt.redb", "folder.redb", "none/new.redb"];
    for file in files {
        let output = verify_remembering(&name(file));
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(3), "{file}: {stderr}");
        assert!(stderr.starts_with("error[io-read]: --replay-store: "), "{file}: {stderr}");
    }
    // opened by another, who is this process
    let _other = adp_server::replay::RedbReplayStore::open(name("good.redb"), 16).unwrap();
    let output = verify_remembering(&name("good.redb"));
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8(output.stderr).unwrap().contains("another process has it open"));

    for (store, said) in
        [("used", "FILE.redb"), ("memory", "lost when this command ends"), ("redis://:secret@127.0.0.1", "password")]
    {
        let output = verify_remembering(store);
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{store}: {stderr}");
        assert!(stderr.contains(said), "{store}: {stderr}");
    }
    // no file name: a build without Redis says so, and one with it that nobody answers there
    let output = verify_remembering("redis://127.0.0.1:1");
    let stderr = String::from_utf8(output.stderr).unwrap();
    let said = [
        (2, "error[usage]: --replay-store: this adp has no replay store"),
        (4, "error[net-connect]: --replay-store: "),
    ];
    assert!(
        said.iter().any(|(code, said)| output.status.code() == Some(*code) && stderr.starts_with(said)),
        "{stderr}"
    );
}

/// The exit code tells a refused value (2) from a missing file (3).
#[test]
fn values_of_options_are_taken_or_refused() {
    let code = |option: &str, value: &str| {
        let output = adp().args(["verify", "missing.json", &format!("{option}={value}")]).output().unwrap();
        output.status.code()
    };
    let (much, more) = ("99999999999999999999d", "18446744073709551615d");
    for (option, taken, refused) in [
        (
            "--max-age",
            &["90s", "15m", "24h", "7d", "0s"][..],
            &["", "s", "90", "1.5h", "-1s", "+1s", "1w", "1 h", "1h30m", much, more, "1é"][..],
        ),
        (
            "--domain",
            &["agent.example.com", "agent.example.com:8443", "Agent.Example.com", "localhost", "[::1]:80"],
            &["", " ", "\t\n", "https://a.example", "a.example/", "a.example/x", "u@a.example", "a.example ", "a\\b"],
        ),
        ("--signer", &["did:wba:a.example"], &["", "x", "did:wba:a b", "did:plc:z"]),
        ("--challenge", &["c"], &["", " \n"]),
    ] {
        for value in taken {
            assert_eq!(code(option, value), Some(3), "{option} {value:?}");
        }
        for value in refused {
            assert_eq!(code(option, value), Some(2), "{option} {value:?}");
        }
    }
}
