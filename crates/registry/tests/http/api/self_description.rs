//! The registry's description of itself: what it says, who signed it, and that there is none without a key.

use crate::http::served::{Served, adp_registry};
use agent_description::{
    AgentDescription, Contexts, DidDocument, Document, Expectations, KeyType, Limits, Purpose, SigningKey, Timestamp,
    Unverified,
    discovery::CollectionPage,
    format::{ANP_07, Options},
};
use std::path::{Path, PathBuf};

const ORIGIN: &str = "https://registry.example.com";

fn key_file(folder: &Path, key_type: KeyType) -> PathBuf {
    let path = folder.join("registry.pem");
    std::fs::write(&path, SigningKey::generate(key_type).unwrap().to_pem().as_bytes()).unwrap();
    set_mode(&path, 0o600);
    path
}

fn set_mode(path: &Path, mode: u32) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    }
    #[cfg(not(unix))]
    let _ = (path, mode);
}

fn read(text: &str) -> Document {
    Document::parse(text.as_bytes(), &Limits::default()).unwrap()
}

#[test]
fn it_is_signed_by_the_registry_and_names_the_registration_api() {
    for key_type in [KeyType::P256, KeyType::Ed25519] {
        let folder = tempfile::tempdir().unwrap();
        let key = key_file(folder.path(), key_type);
        let served = Served::start(&["--store", "memory", "--origin", ORIGIN, "--key", key.to_str().unwrap()]);
        let listing = served.get("/.well-known/agent-descriptions");
        assert_eq!((listing.status, listing.header("content-type")), (200, Some("application/json")));
        assert_eq!(listing.header("access-control-allow-origin"), Some("*"));
        let page = format!("{ORIGIN}/.well-known/agent-descriptions");
        let listing = CollectionPage::read_strict(&read(&listing.body), &page, &Contexts::embedded()).unwrap();
        assert_eq!(listing.url.as_deref(), Some(page.as_str()));
        let urls: Vec<&str> = listing.items.iter().map(|item| item.url.as_str()).collect();
        assert_eq!((urls, listing.next), (vec!["https://registry.example.com/ad.json"], None));

        let did = "did:wba:registry.example.com".parse().unwrap();
        let did_document = served.get("/.well-known/did.json");
        let resolved = DidDocument::parse_for(&did, did_document.body.as_bytes(), &Limits::default()).unwrap();
        let description = read(&served.get("/ad.json").body);
        let expectations = Expectations::for_purpose(Purpose::AssertionMethod)
            .no_domain()
            .any_challenge()
            .at(Timestamp::now())
            .signer_is_subject();
        let unverified = Unverified::<AgentDescription>::new(description.clone(), &Contexts::embedded());
        let verified = unverified.verify(&resolved, expectations).unwrap();
        assert_eq!(verified.evidence().signer.as_ref(), Some(&did));
        let definition = verified.get().interfaces[0].url.clone().unwrap();
        assert_eq!(definition, "https://registry.example.com/openapi.json");
        let api = served.get("/openapi.json").json();
        assert_eq!(api["paths"]["/agents/{identifier}"]["put"]["operationId"], "putAgent");
        assert_eq!(api["paths"]["/agents/{identifier}/evidence"]["get"]["operationId"], "getEvidence");

        let mut options = Options::at(Timestamp::now());
        options.strict = true;
        let report = ANP_07.check(&description, &options);
        assert!(report.is_valid(), "{:?}", report.diagnostics);
    }
}

#[test]
fn without_a_key_there_is_none() {
    let served = Served::start(&["--store", "memory", "--origin", ORIGIN]);
    for path in ["/ad.json", "/.well-known/did.json", "/.well-known/agent-descriptions"] {
        assert_eq!(served.get(path).status, 404, "{path}");
    }
}

#[test]
fn a_key_that_cannot_sign_is_refused_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let key = key_file(folder.path(), KeyType::Secp256k1);
    let refused = |key: &Path, origin: &[&str], exit: i32, expected: &str| {
        let mut command = adp_registry();
        command.args(["serve", "--store", "memory", "--listen", "127.0.0.1:0", "--key"]).arg(key).args(origin);
        let output = command.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(exit), "{said}");
        assert!(said.contains(expected), "{expected}: {said}");
    };
    let origin = ["--origin", ORIGIN];
    refused(&key, &origin, 2, "found a secp256k1 key, expected P-256 or Ed25519");
    refused(&key, &[], 2, "--origin");
    refused(&folder.path().join("none.pem"), &origin, 3, "cannot read");
    let key = key_file(folder.path(), KeyType::P256);
    refused(&key, &["--origin", "http://registry.example.com"], 2, "expected an https origin");
    refused(&key, &["--origin", "https://127.0.0.1"], 2, "--key");
    #[cfg(unix)]
    {
        set_mode(&key, 0o644);
        refused(&key, &origin, 3, "run chmod 600");
    }
}
