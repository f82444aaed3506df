//! The front door: documents of every format go through the same verbs, by their content or by `--as`.

use serde_json::Value;
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};
use tempfile::TempDir;

const DESCRIPTION: &str = r#"{"@context": ["https://agent-network-protocol.com/ad#", {"@language": "en"}],
  "@type": "ad:AgentDescription", "@id": "https://hotel.example/ad.json", "name": "Rooms",
  "securityDefinitions": {"s": {"scheme": "didwba", "in": "header", "name": "Authorization"}}, "security": "s"}"#;
const DID_DOCUMENT: &str = r##"{"@context": ["https://www.w3.org/ns/did/v1", "https://w3id.org/security/multikey/v1"], "id": "did:wba:hotel.example",
  "verificationMethod": [{"id": "#key-1", "type": "Multikey", "controller": "did:wba:hotel.example",
    "publicKeyMultibase": "z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw"}],
  "authentication": ["#key-1"], "assertionMethod": ["#key-1"]}"##;
const NEITHER: &str = r#"{"name": "x", "url": "https://hotel.example/"}"#;

/// A folder with files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

fn adp(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_adp")).current_dir(folder).args(arguments).output().unwrap()
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A key, a DID document that is bound to it and signed, in a folder.
fn bound(folder: &Path) -> (PathBuf, String) {
    for arguments in [
        ["key", "generate", "--type", "ed25519", "-o", "agent.pem"].as_slice(),
        &[
            "did",
            "create",
            "--host",
            "hotel.example",
            "--path",
            "rooms",
            "--profile",
            "e1",
            "--key",
            "agent.pem",
            "-o",
            "did.json",
        ],
    ] {
        let output = adp(folder, arguments);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
    }
    let path = folder.join("did.json");
    let document: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    (path, document["id"].as_str().unwrap().to_owned())
}

#[test]
fn check_finds_out_what_a_file_is() {
    let folder = folder(&[("ad.json", DESCRIPTION), ("did.json", DID_DOCUMENT), ("neither.json", NEITHER)]);
    let result = json(&adp(folder.path(), &["check", "did.json", "--json"]));
    assert_eq!(result, serde_json::json!({"valid": true, "profile": "did-document", "diagnostics": [], "omitted": 0}));
    let people = adp(folder.path(), &["check", "did.json"]);
    assert_eq!(String::from_utf8(people.stdout).unwrap(), "did.json: valid (did-document)\n");

    let output = adp(folder.path(), &["check", "ad.json", "did.json", "neither.json", "--json"]);
    let lines: Vec<Value> =
        output.stdout.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect();
    let profiles: Vec<&Value> = lines.iter().map(|line| &line["profile"]).collect();
    assert_eq!(profiles, [&Value::from("adp"), &Value::from("did-document"), &Value::Null]);
    assert_eq!(lines[2]["error"]["code"], "format-unknown");
    assert_eq!(code(&output), 3);

    let output = adp(folder.path(), &["check", "neither.json", "--json"]);
    let result = json(&output);
    assert_eq!((code(&output), result["valid"].as_bool()), (3, Some(false)));
    assert_eq!(result["diagnostics"][0]["code"], "format-unknown");
    assert_eq!(result["diagnostics"][0].get("rule"), Some(&Value::Null));
    let said = stderr(&output);
    assert!(said.contains("format not recognized; closest: "), "{said}");
    assert!(said.contains("`--as FORMAT`"), "{said}");
}

#[test]
fn the_largest_format_s_room_is_for_texts_that_name_it() {
    // of no format: held to the catalogs' 8 MiB, though an OpenAPI document may have 16
    let large = |member: &str| format!(r#"{{"{member}": "3.1.0", "paths": {{}}, "x": "{}"}}"#, "x".repeat(9 << 20));
    let folder = folder(&[("none.json", &large("a")), ("openapi.json", &large("openapi"))]);
    for verb in ["check", "show", "verify"] {
        let output = adp(folder.path(), &[verb, "none.json", "--json"]);
        assert_eq!(code(&output), 3, "{verb}");
        assert!(stderr(&output).contains("json-size"), "{verb}: {}", stderr(&output));
    }
    let output = adp(folder.path(), &["check", "openapi.json", "--json"]);
    assert_eq!(json(&output)["profile"], "openapi/3.1");
}

#[test]
fn a_broken_did_document_has_a_diagnostic_with_its_place() {
    let folder = folder(&[("did.json", &DID_DOCUMENT.replace("\"#key-1\"]}", "\"#key-1\"], \"deactivated\": true}"))]);
    let output = adp(folder.path(), &["check", "did.json", "--json"]);
    let result = json(&output);
    assert_eq!((code(&output), result["valid"].as_bool()), (1, Some(false)));
    let finding = &result["diagnostics"][0];
    assert_eq!(finding["rule"], "did-document-active");
    assert_eq!((finding["code"].as_str(), finding["severity"].as_str()), (Some("did-deactivated"), Some("error")));
    assert_eq!((finding["pointer"].as_str(), finding["line"].as_u64()), (Some("/deactivated"), Some(4)));
    let sarif = json(&adp(folder.path(), &["check", "did.json", "--format", "sarif"]));
    let result = &sarif["runs"][0]["results"][0];
    assert_eq!((result["ruleId"].as_str(), result["level"].as_str()), (Some("did-document-active"), Some("error")));
    let taught = json(&adp(folder.path(), &["check", "--explain", "did-document-active", "--json"]));
    assert!(taught["wrong"].as_str().unwrap().contains("\"deactivated\": true"), "{taught}");
    let listed = json(&adp(folder.path(), &["check", "--rules", "--as", "did-document", "--json"]));
    assert_eq!(listed["rules"][2]["id"], "did-document-active");
}

#[test]
fn a_format_can_be_forced() {
    let folder = folder(&[("ad.json", DESCRIPTION), ("did.json", DID_DOCUMENT), ("neither.json", NEITHER)]);
    for (arguments, exit, profile, first) in [
        (["check", "did.json", "--as", "adp"], 1, "adp", "ad-missing-term"),
        (["check", "ad.json", "--as", "did-document"], 1, "did-document", "did-document-invalid"),
        (["check", "neither.json", "--as", "adp"], 1, "adp", "ad-missing-term"),
    ] {
        let output = adp(folder.path(), &[&arguments[..], &["--json"]].concat());
        let result = json(&output);
        assert_eq!((code(&output), result["profile"].as_str()), (exit, Some(profile)), "{arguments:?}");
        assert_eq!(result["diagnostics"][0]["code"].as_str(), Some(first), "{arguments:?}");
    }
    for verb in ["check", "show", "verify"] {
        let output = adp(folder.path(), &[verb, "ad.json", "--as", "a-format"]);
        assert_eq!(code(&output), 2, "{verb}");
        assert!(stderr(&output).contains("adp, anp-07, discovery-listing, did-document"), "{}", stderr(&output));
    }
}

#[test]
fn what_two_formats_fit_is_checked_by_both() {
    let both = DESCRIPTION.replacen('{', r#"{"id": "did:wba:hotel.example", "deactivated": true,"#, 1);
    let folder = folder(&[("both.json", &both)]);
    let result = json(&adp(folder.path(), &["check", "both.json", "--json"]));
    assert_eq!(result["profile"], "adp+did-document");
    let codes: Vec<&str> =
        result["diagnostics"].as_array().unwrap().iter().map(|found| found["code"].as_str().unwrap()).collect();
    assert!(codes.contains(&"did-deactivated"), "{codes:?}");
    // the other verbs take the first, and say so
    let output = adp(folder.path(), &["show", "both.json"]);
    assert!(stderr(&output).contains("did-document also matches: `--as did-document`"), "{}", stderr(&output));
}

#[test]
fn show_gives_the_model_of_a_did_document() {
    let folder = folder(&[("did.json", DID_DOCUMENT), ("neither.json", NEITHER)]);
    let shown = json(&adp(folder.path(), &["show", "did.json", "--json"]));
    assert_eq!((shown["format"].as_str(), shown["profile"].as_str()), (Some("did-document"), Some("did-document")));
    assert_eq!(shown["model"]["did"], "did:wba:hotel.example");
    assert_eq!(shown["model"]["verificationMethods"][0]["keyType"], "Ed25519");
    let people = String::from_utf8(adp(folder.path(), &["show", "did.json"]).stdout).unwrap();
    assert!(
        people.starts_with("did-document: did.json\n") && people.contains("https://hotel.example/.well-known/did.json")
    );
    let output = adp(folder.path(), &["show", "neither.json", "--json"]);
    assert_eq!((code(&output), json(&output)["error"]["code"].as_str()), (3, Some("format-unknown")));
}

#[test]
fn a_bound_did_document_is_verified_by_itself_and_nothing_more_is_claimed() {
    let folder = folder(&[("plain.json", DID_DOCUMENT), ("neither.json", NEITHER)]);
    let (_, did) = bound(folder.path());
    let output = adp(folder.path(), &["verify", "did.json", "--json"]);
    let result = json(&output);
    assert_eq!((code(&output), result["verified"].as_bool()), (0, Some(true)), "{result}");
    assert_eq!((result["format"].as_str(), result["identity"].as_str()), (Some("did-document"), Some(did.as_str())));
    assert!(result["error"].is_null());
    assert_eq!(code(&adp(folder.path(), &["verify", "did.json", "--signer", &did])), 0);

    // what is expected of the proof is asked of it, and what is not asked is refused
    for (arguments, expected) in [
        (["--signer", "did:wba:motel.example"], "proof-signer-not-subject"),
        (["--domain", "hotel.example"], "proof-domain"),
        (["--challenge", "c"], "proof-challenge"),
        (["--at", "2026-01-01T00:00:00Z"], "proof-not-yet-valid"),
        (["--not-before", "2999-01-01T00:00:00Z"], "proof-too-old"),
        (["--purpose", "authentication"], "usage"),
    ] {
        let output = adp(folder.path(), &[&["verify", "did.json", "--json"], &arguments[..]].concat());
        let exit = if expected == "usage" { 2 } else { 1 };
        assert_eq!((code(&output), json(&output)["error"]["code"].as_str()), (exit, Some(expected)));
    }
    assert_eq!(code(&adp(folder.path(), &["verify", "did.json", "--max-age", "7d"])), 0);
    // another format's expectations are not lost by naming the format
    assert_eq!(code(&adp(folder.path(), &["verify", "did.json", "--as", "adp"])), 1);

    fs::write(folder.path().join("list"), "did.json\nplain.json\nneither.json\n").unwrap();
    let output = adp(folder.path(), &["verify", "--batch", "list"]);
    let lines: Vec<Value> =
        output.stdout.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect();
    let told: Vec<(bool, Option<&str>)> =
        lines.iter().map(|line| (line["verified"].as_bool().unwrap(), line["error"]["code"].as_str())).collect();
    assert_eq!(told, [(true, None), (false, Some("proof-missing")), (false, Some("format-unknown"))]);
    assert_eq!(code(&output), 1);
}

/// Mallory's DID document, Alice's description in it, Mallory's proof over both.
#[test]
fn a_description_does_not_pass_as_a_did_document() {
    let folder = folder(&[]);
    let (path, did) = bound(folder.path());
    let method = format!("{did}#key-1");
    let sign = ["--key", "agent.pem", "--method", &method, "--suite", "eddsa-jcs-2022", "--replace"];
    let document: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    for (context, members, expected) in [
        (
            false,
            r#"{"type": "AgentDescription", "did": "did:wba:alice.example", "name": "x", "interfaces": []}"#,
            "adp",
        ),
        (true, r#"{"did": "did:wba:alice.example", "name": "x", "interfaces": []}"#, "adp"),
        (true, r#"{"security": "s"}"#, "adp"),
        (false, r#"{"protocolType": "ANP", "did": "did:wba:alice.example", "name": "x"}"#, "anp-07"),
    ] {
        let mut both = document.clone();
        let object = both.as_object_mut().unwrap();
        object.extend(serde_json::from_str::<serde_json::Map<String, Value>>(members).unwrap());
        if !context {
            object.remove("@context");
        }
        fs::write(folder.path().join("both.json"), both.to_string()).unwrap();
        // signed as a description, with what it names as a DID document it is not
        let signed = adp(folder.path(), &[&["sign", "both.json", "-o", "signed.json", "--force"], &sign[..]].concat());
        if code(&signed) == 1 {
            assert!(stderr(&signed).contains("error[ad-structure]"), "{members}");
            continue;
        }
        assert_eq!(code(&signed), 0);
        let forced = adp(folder.path(), &[&["sign", "both.json", "--as", "did-document"], &sign[..]].concat());
        assert_eq!(code(&forced), 1, "{members}");
        assert!(stderr(&forced).starts_with("error[did-document-invalid]: found `"), "{}", stderr(&forced));

        let checked = json(&adp(folder.path(), &["check", "signed.json", "--json"]));
        assert_eq!(checked["profile"], format!("{expected}+did-document"), "{members}");
        let shown = adp(folder.path(), &["show", "signed.json"]);
        assert!(!stderr(&shown).starts_with("did-document"), "{members}");
        for arguments in [["--signer", &did], ["--did-document", "did.json"]] {
            let output =
                adp(folder.path(), &[&["verify", "signed.json", "--offline", "--json"], &arguments[..]].concat());
            let result = json(&output);
            assert_eq!((code(&output) == 0, result["verified"].as_bool()), (false, Some(false)), "{members}");
            // judged as a description
            assert!(result["checks"].is_array() && result["error"].is_object(), "{result}");
        }
        let output = adp(folder.path(), &["verify", "signed.json", "--as", "did-document", "--json"]);
        let result = json(&output);
        assert_eq!((code(&output), result["verified"].as_bool()), (1, Some(false)), "{members}");
        assert_eq!(
            (result["format"].as_str(), result["error"]["code"].as_str()),
            (Some("did-document"), Some("did-document-invalid"))
        );
        fs::remove_file(folder.path().join("signed.json")).unwrap();
    }
}

/// A description that is signed well, by its own subject, and is a DID document by its members, without proof of being one.
#[test]
fn what_one_of_its_formats_refuses_is_not_verified() {
    let folder = folder(&[]);
    let (_, did) = bound(folder.path());
    let method = format!("{did}#key-1");
    let sign = ["--key", "agent.pem", "--method", &method, "--suite", "eddsa-jcs-2022", "--in-place"];
    let about = DESCRIPTION.replacen('{', &format!(r#"{{"did": "{did}", "#), 1);
    for (members, verified) in [("", true), (r#""deactivated": false, "id": "did:wba:a.example","#, false)] {
        fs::write(folder.path().join("ad.json"), about.replacen('{', &format!("{{{members}"), 1)).unwrap();
        let signed = adp(folder.path(), &[&["sign", "ad.json"], &sign[..]].concat());
        if !verified {
            // an `id` is no member of a description
            assert!(String::from_utf8_lossy(&signed.stderr).contains("error[ad-structure]"), "{members}");
            continue;
        }
        assert_eq!(code(&signed), 0);
        let output = adp(folder.path(), &["verify", "ad.json", "--did-document", "did.json", "--json"]);
        let result = json(&output);
        assert_eq!(
            (code(&output) == 0, result["verified"].as_bool()),
            (verified, Some(verified)),
            "{members} {result}"
        );
    }
}

#[test]
fn sign_adds_a_did_documents_own_proof() {
    let folder = folder(&[("neither.json", NEITHER)]);
    bound(folder.path());
    let created =
        adp(folder.path(), &["did", "create", "--host", "hotel.example", "--key", "agent.pem", "-o", "plain.json"]);
    assert_eq!(code(&created), 0, "{}", stderr(&created));
    let method = "did:wba:hotel.example#key-1";
    let sign = ["--key", "agent.pem", "--method", method, "--suite", "eddsa-jcs-2022"];
    let output = adp(folder.path(), &[&["sign", "plain.json", "-o", "signed.json"], &sign[..]].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let checked = json(&adp(folder.path(), &["did", "check", "signed.json", "--json"]));
    assert_eq!(checked["proof"]["verified"], true);
    // it binds nobody: the DID is bound to no key
    let output = adp(folder.path(), &["verify", "signed.json", "--json"]);
    assert_eq!((code(&output), json(&output)["error"]["code"].as_str()), (1, Some("did-binding")));

    // a method that the document does not list makes a proof that nobody could verify
    let other = ["--key", "agent.pem", "--method", "did:wba:hotel.example#key-9", "--suite", "eddsa-jcs-2022"];
    let output = adp(folder.path(), &[&["sign", "plain.json", "-o", "other.json"], &other[..]].concat());
    assert_eq!(code(&output), 1);
    assert!(stderr(&output).starts_with("error[did-document-proof]") && !folder.path().join("other.json").exists());

    // a proof can stand over any object
    let output = adp(folder.path(), &[&["sign", "neither.json"], &sign[..]].concat());
    assert_eq!(code(&output), 0, "{}", stderr(&output));
}

#[test]
fn each_format_has_its_own_limit_and_the_error_names_it() {
    let padded = |text: &str, size: usize| text.replacen('{', &format!("{{\"x\": \"{}\",", "x".repeat(size)), 1);
    let folder = folder(&[
        ("did.json", &padded(DID_DOCUMENT, 256 << 10)),
        ("ad.json", &padded(DESCRIPTION, 256 << 10)),
        ("large.json", &padded(DESCRIPTION, 1 << 20)),
        // beyond what any format allows
        ("huge.json", &padded(DESCRIPTION, 16 << 20)),
    ]);
    let of_dids = "error[json-size]: a DID document (`did-document`) may have at most 262144 bytes, but this one has ";
    let of_descriptions = "error[json-size]: an agent description (`adp`) may have at most 1048576 bytes";
    let of_none = "error[json-size]: the input has ";
    for (arguments, expected) in [
        (&["check", "did.json"][..], of_dids),
        (&["show", "did.json"], of_dids),
        (&["verify", "did.json"], of_dids),
        (&["sign", "did.json", "--key", "no.pem", "--method", "did:wba:hotel.example#key-1"], of_dids),
        (&["check", "ad.json", "--as", "did-document"], of_dids),
        (&["check", "large.json", "--as", "adp"], of_descriptions),
        (&["check", "large.json"], of_descriptions),
        (&["verify", "large.json"], of_descriptions),
        (&["check", "huge.json"], of_none),
        (&["verify", "huge.json"], of_none),
    ] {
        let output = adp(folder.path(), arguments);
        assert_eq!(code(&output), 3, "{arguments:?}");
        assert!(stderr(&output).starts_with(expected), "{arguments:?}: {}", stderr(&output));
    }
    let output = adp(folder.path(), &["check", "ad.json", "--json"]);
    assert_eq!((code(&output), json(&output)["profile"].as_str()), (0, Some("adp")));
}

#[test]
fn an_openapi_document_is_checked_with_the_files_beside_it_and_no_link_leads_to_others() {
    const DOCUMENT: &str =
        "openapi: 3.1.0\ninfo: {title: a, version: '1'}\npaths: {}\ncomponents: {schemas: {a: {$ref: 'a.yaml'}}}\n";
    let folder = folder(&[("openapi.yaml", DOCUMENT)]);
    let checked = || {
        let output = adp(folder.path(), &["check", "openapi.yaml", "--json"]);
        let result = json(&output);
        let found = &result["diagnostics"][0];
        let told =
            found["message"].as_str().map(|message| format!("{} {message}", found["severity"].as_str().unwrap()));
        (code(&output), result["valid"].as_bool(), told.unwrap_or_default())
    };
    let unread = "error the file \"a.yaml\" cannot be read: ";
    let (code, valid, told) = checked();
    assert!((code, valid) == (1, Some(false)) && told.starts_with(unread), "{told}");
    #[cfg(unix)]
    {
        let elsewhere = self::folder(&[("a.yaml", "type: string")]);
        let link = folder.path().join("a.yaml");
        std::os::unix::fs::symlink(elsewhere.path().join("a.yaml"), &link).unwrap();
        let (code, valid, told) = checked();
        assert!((code, valid) == (1, Some(false)) && told.starts_with(unread), "{told}");
        fs::remove_file(link).unwrap();
    }
    fs::write(folder.path().join("a.yaml"), "type: string").unwrap();
    assert_eq!(checked(), (0, Some(true), String::new()));
    // of what comes in without a folder nobody knows
    let mut piped = Command::new(env!("CARGO_BIN_EXE_adp"));
    let piped = piped.current_dir(folder.path()).args(["check", "-", "--json"]);
    let output = piped.stdin(fs::File::open(folder.path().join("openapi.yaml")).unwrap()).output().unwrap();
    let found = &json(&output)["diagnostics"][0];
    assert_eq!(self::code(&output), 0);
    assert_eq!(
        (found["severity"].as_str(), found["message"].as_str()),
        (Some("note"), Some("the file \"a.yaml\" is not available here: references to it are unresolved"))
    );
}
