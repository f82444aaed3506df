//! Publishing: what a folder becomes, when a proof stays, and what is refused.

use adp_publish::{
    Checksum, Content, Draft, FileKind, ProofOrigin, PublishError, PublishFault, PublishOptions, Renewal, Site,
    SourceFile,
};
use agent_description::{
    Code, CodedError, Contexts, Document, KeyType, Limits, SigningKey, Timestamp,
    description::AgentDescription,
    did::{Did, DidDocument, DidDocumentBuilder, Purpose},
    discovery::CollectionPage,
    proof::{Challenge, Expectations, KeySigner, SignOptions, Unverified, sign},
    suite::Suite,
};
use proptest::prelude::*;
use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

type Published = BTreeMap<String, Vec<u8>>;

const HOST: &str = "hotel.example";
const DID: &str = "did:wba:hotel.example";
const NOW: &str = "2026-06-01T00:00:00Z";
const DAY: u64 = 24 * 60 * 60;

fn key(seed: u8) -> SigningKey {
    SigningKey::from_secret_bytes(KeyType::P256, &[seed; 32]).unwrap()
}

fn at(text: &str) -> PublishOptions {
    PublishOptions::new(text.parse().unwrap())
}

fn file(path: &str, text: impl Into<String>) -> SourceFile {
    SourceFile::new(path, text.into().into_bytes())
}

fn ad(id: &str, did: &str, name: &str) -> String {
    format!(
        r#"{{
  "@context": ["https://agent-network-protocol.com/ad#", {{"@language": "en"}}],
  "@type": "AgentDescription",
  "@id": "{id}",
  "name": "{name}",
  "did": "{did}",
  "securityDefinitions": {{"didwba_sc": {{"scheme": "didwba", "in": "header", "name": "Authorization"}}}},
  "security": "didwba_sc"
}}
"#
    )
}

fn did_document(did: &str, keys: &[&SigningKey]) -> String {
    let mut builder = DidDocumentBuilder::new(did.parse().unwrap(), keys[0].verifying_key());
    for key in &keys[1..] {
        builder.keys.push(key.verifying_key().clone());
    }
    builder.build().unwrap().source().to_owned()
}

/// The usual folder: a DID document, a description, a product.
fn texts() -> [(&'static str, String); 4] {
    [
        ("did.json", did_document(DID, &[&key(7)])),
        ("ad.json", ad("https://hotel.example/ad.json", DID, "Grand Hotel")),
        ("rooms/double.json", PRODUCT.to_owned()),
        ("booking.yaml", "openapi: 3.1.0\n".to_owned()),
    ]
}

fn text(at: usize) -> String {
    texts()[at].1.clone()
}

fn folder() -> Vec<SourceFile> {
    texts().map(|(path, text)| file(path, text)).into()
}

const PRODUCT: &str = r#"{"@context": {"@vocab": "https://schema.org/"}, "@type": "Product", "name": "Double room"}"#;

fn publish(files: Vec<SourceFile>, options: PublishOptions, keys: &[SigningKey], before: &Published) -> Site {
    try_publish(files, options, keys, before).unwrap_or_else(|errors| panic!("{errors:#?}"))
}

fn try_publish(
    files: Vec<SourceFile>,
    options: PublishOptions,
    keys: &[SigningKey],
    before: &Published,
) -> Result<Site, Vec<PublishError>> {
    let mut number = 0;
    let mut challenge = || {
        number += 1;
        format!("challenge-{number}")
    };
    Draft::read(files, options)?.plan(keys, before)?.sign(&mut challenge)
}

fn published(site: &Site) -> Published {
    let made = site.files.iter().filter_map(|file| Some((file.path.clone(), file.bytes()?.to_vec())));
    made.collect()
}

fn first() -> Published {
    published(&publish(folder(), at(NOW), &[key(7)], &Published::new()))
}

/// Why each description of a site has the proof it has.
fn origins(site: &Site) -> Vec<(&str, &ProofOrigin)> {
    site.files.iter().filter_map(|file| Some((file.path.as_str(), file.proof.as_ref()?))).collect()
}

fn renewal(files: Vec<SourceFile>, options: PublishOptions, keys: &[SigningKey], before: &Published) -> Renewal {
    let site = publish(files, options, keys, before);
    match origins(&site).as_slice() {
        [(_, ProofOrigin::Made(why))] => why.clone(),
        other => panic!("{other:?}"),
    }
}

fn refusals(files: Vec<SourceFile>) -> Vec<(String, &'static str)> {
    let errors = try_publish(files, at(NOW), &[key(7)], &Published::new()).unwrap_err();
    errors.iter().map(|error| (error.file.clone(), error.code().as_str())).collect()
}

fn one(file: &str, code: &'static str) -> Vec<(String, &'static str)> {
    vec![(file.to_owned(), code)]
}

/// A stranger's verification of a published file.
fn verify(published: &Published, did: &str, url: &str, challenge: &str, time: &str) -> Result<AgentDescription, Code> {
    let did: Did = did.parse().unwrap();
    let path = |url: &str| url.splitn(4, '/').nth(3).unwrap().to_owned();
    let resolved =
        DidDocument::parse_for(&did, &published[&path(&did.location().unwrap())], &Limits::default()).unwrap();
    let document = Document::parse(&published[&path(url)], &Limits::default()).unwrap();
    let mut expectations = Expectations::for_purpose(Purpose::AssertionMethod)
        .domain(HOST)
        .challenge(Challenge::new(challenge))
        .at(time.parse().unwrap())
        .signer_is_subject();
    expectations.fetched_from = Some(url.to_owned());
    let unverified = Unverified::<AgentDescription>::new(document, &Contexts::embedded());
    unverified.verify(&resolved, expectations).map(|verified| verified.get().clone()).map_err(|error| error.code())
}

#[test]
fn a_folder_becomes_a_site() {
    let site = publish(folder(), at(NOW), &[key(7)], &Published::new());
    assert_eq!(site.host, HOST);
    let listed: Vec<(&str, FileKind)> = site.files.iter().map(|file| (file.path.as_str(), file.kind)).collect();
    assert_eq!(
        listed,
        [
            (".well-known/agent-descriptions", FileKind::DiscoveryPage),
            (".well-known/did.json", FileKind::DidDocument),
            ("ad.json", FileKind::AgentDescription),
            ("booking.yaml", FileKind::Linked),
            ("rooms/double.json", FileKind::Linked),
        ]
    );
    let files = published(&site);
    let copied = |at: usize| site.files[at].content.clone();
    assert_eq!(copied(4), Content::Copied(Checksum::from_bytes(PRODUCT.as_bytes())));
    assert_eq!(copied(3), Content::Copied(Checksum::from_bytes(b"openapi: 3.1.0\n")));
    let url = "https://hotel.example/ad.json";
    // 90 days: to the last second, and no longer
    for (time, expected) in [
        (NOW, Ok("Grand Hotel")),
        ("2026-08-29T23:59:59Z", Ok("Grand Hotel")),
        ("2026-08-30T00:00:00Z", Err(Code::PROOF_EXPIRED)),
    ] {
        let found = verify(&files, DID, url, "challenge-1", time);
        assert_eq!(found.as_ref().map(|model| model.name.as_str()).map_err(|code| *code), expected, "{time}");
    }
    assert_eq!(verify(&files, DID, url, "another", NOW).unwrap_err(), Code::PROOF_CHALLENGE);
    let page = Document::parse(&files[".well-known/agent-descriptions"], &Limits::default()).unwrap();
    let page = CollectionPage::read_strict(&page, "https://x.example/", &Contexts::embedded()).unwrap();
    assert_eq!(page.items.len(), 1);
    assert_eq!((page.items[0].url.as_str(), page.items[0].name.as_deref()), (url, Some("Grand Hotel")));
    assert_eq!(page.url.as_deref(), Some("https://hotel.example/.well-known/agent-descriptions"));
    assert_eq!(page.next, None);
}

#[test]
fn a_second_run_changes_nothing_while_the_proof_is_good() {
    let before = first();
    // until 30 days, a third of 90, are left: to the second
    for time in [NOW, "2026-06-15T12:00:00Z", "2026-07-31T00:00:00Z"] {
        let site = publish(folder(), at(time), &[key(7)], &before);
        assert_eq!(published(&site), before, "{time}");
        assert_eq!(origins(&site), [("ad.json", &ProofOrigin::Kept)]);
        // nor does it without any key
        assert_eq!(published(&publish(folder(), at(time), &[], &before)), before);
    }
    let site = publish(folder(), at("2026-07-31T00:00:01Z"), &[key(7)], &before);
    let expires = "2026-08-30T00:00:00Z".parse().unwrap();
    assert_eq!(origins(&site), [("ad.json", &ProofOrigin::Made(Renewal::Expiring { expires }))]);
    assert_eq!(site.files[2].expires, Some("2026-10-29T00:00:01Z".parse().unwrap()));
    // asked for, it may come later
    let mut late = at("2026-08-28T00:00:00Z");
    late.renew_before = Some(Duration::from_secs(DAY));
    assert_eq!(published(&publish(folder(), late, &[key(7)], &before)), before);
}

#[test]
fn layout_is_no_content() {
    let before = first();
    let mut files = folder();
    files[1] = file("ad.json", text(1).replace('\n', "\r\n    ").replace("Grand", "Gr\\u0061nd"));
    assert_eq!(published(&publish(files, at(NOW), &[key(7)], &before)), before);
}

#[test]
fn a_proof_is_made_anew_for_a_reason() {
    let before = first();
    let mut changed = folder();
    changed[1] = file("ad.json", ad("https://hotel.example/ad.json", DID, "Grander Hotel"));
    assert_eq!(renewal(changed, at(NOW), &[key(7)], &before), Renewal::Changed);

    let mut tampered = before.clone();
    let text = String::from_utf8(before["ad.json"].clone()).unwrap();
    tampered.insert("ad.json".into(), text.replace("challenge-1", "challenge-2").into_bytes());
    assert!(matches!(
        renewal(folder(), at(NOW), &[key(7)], &tampered),
        Renewal::Refused { code: Code::PROOF_SIGNATURE, .. }
    ));
    tampered.insert("ad.json".into(), b"{".to_vec());
    assert_eq!(renewal(folder(), at(NOW), &[key(7)], &tampered), Renewal::Changed);
    let expired = renewal(folder(), at("2027-01-01T00:00:00Z"), &[key(7)], &before);
    assert!(matches!(expired, Renewal::Refused { code: Code::PROOF_EXPIRED, .. }), "{expired:?}");

    let parameter =
        |options, keys: &[SigningKey], files, before: &Published| match renewal(files, options, keys, before) {
            Renewal::Parameter { member, .. } => member,
            other => panic!("{other:?}"),
        };
    let mut shorter = at(NOW);
    shorter.expires_in = Duration::from_secs(30 * DAY);
    assert_eq!(parameter(shorter, &[key(7)], folder(), &before), "expires");
    let mut other_suite = at(NOW);
    other_suite.p256_suite = Suite::EcdsaJcs2019;
    assert_eq!(parameter(other_suite, &[key(7)], folder(), &before), "type");

    // the key given first is the one to sign with, as in an overlap of two
    let mut rotated = folder();
    rotated[0] = file("did.json", did_document(DID, &[&key(7), &key(8)]));
    assert_eq!(parameter(at(NOW), &[key(8), key(7)], rotated.clone(), &before), "verificationMethod");
    let site = publish(rotated.clone(), at(NOW), &[key(7), key(8)], &before);
    assert_eq!(published(&site)["ad.json"], before["ad.json"]);
    // the old key is gone
    rotated[0] = file("did.json", did_document(DID, &[&key(8)]));
    let gone = renewal(rotated, at(NOW), &[key(8)], &before);
    assert!(matches!(gone, Renewal::Refused { code: Code::PROOF_SIGNATURE, .. }), "{gone:?}");

    // proofs that others made in other ways
    let signer = || KeySigner::new(format!("{DID}#key-1").parse().unwrap(), key(7));
    let document = Document::parse(texts()[1].1.as_bytes(), &Limits::default()).unwrap();
    let now: Timestamp = NOW.parse().unwrap();
    let ends = now.saturating_add(Duration::from_secs(90 * DAY));
    for (options, member) in [
        (SignOptions::new(now).domain(HOST, "").expires(ends), "challenge"),
        (SignOptions::new(now).domain(HOST, "c"), "expires"),
    ] {
        let signed = sign(&document, &signer(), options).unwrap();
        let before = Published::from([("ad.json".into(), signed.source().as_bytes().to_vec())]);
        assert_eq!(parameter(at(NOW), &[key(7)], folder(), &before), member);
    }
    let unbound = sign(&document, &signer(), SignOptions::new(now).expires(ends)).unwrap();
    let before = Published::from([("ad.json".into(), unbound.source().as_bytes().to_vec())]);
    let why = renewal(folder(), at(NOW), &[key(7)], &before);
    assert!(matches!(why, Renewal::Refused { code: Code::PROOF_DOMAIN, .. }), "{why:?}");
}

#[test]
fn a_preview_signs_nothing() {
    let plan = Draft::read(folder(), at(NOW)).unwrap().plan(&[], &Published::new()).unwrap();
    let site = plan.preview().unwrap();
    let without_bytes: Vec<&str> = site
        .files
        .iter()
        .filter(|file| file.bytes().is_none() && file.kind != FileKind::Linked)
        .map(|file| file.path.as_str())
        .collect();
    assert_eq!(without_bytes, ["ad.json"]);
    assert_eq!(origins(&site), [("ad.json", &ProofOrigin::Made(Renewal::Unpublished))]);
}

#[test]
fn a_description_that_comes_signed_stays_as_it_is() {
    let signer = KeySigner::new(format!("{DID}#key-1").parse().unwrap(), key(7));
    let document = Document::parse(texts()[1].1.as_bytes(), &Limits::default()).unwrap();
    let now: Timestamp = NOW.parse().unwrap();
    let soon = now.saturating_add(Duration::from_secs(DAY));
    let sign = |options| sign(&document, &signer, options).unwrap().source().to_owned();
    let with = |text: String| {
        let mut files = folder();
        files[1] = file("ad.json", text);
        files
    };
    let text = sign(SignOptions::new(now).domain(HOST, "c"));
    let site = publish(with(text.clone()), at(NOW), &[], &Published::new());
    assert_eq!(published(&site)["ad.json"], text.as_bytes());
    assert_eq!(origins(&site), [("ad.json", &ProofOrigin::Given { expiring: false })]);
    let site = publish(with(sign(SignOptions::new(now).expires(soon))), at(NOW), &[], &Published::new());
    assert_eq!(origins(&site), [("ad.json", &ProofOrigin::Given { expiring: true })]);
    // it is verified like any other
    let elsewhere = with(sign(SignOptions::new(now).domain("other.example", "c")));
    assert_eq!(refusals(elsewhere), one("ad.json", "proof-domain"));
    assert_eq!(refusals(with(text.replace("Grand", "Grander"))), one("ad.json", "proof-signature"));
    let past =
        SignOptions::new("2026-01-01T00:00:00Z".parse().unwrap()).expires("2026-02-01T00:00:00Z".parse().unwrap());
    assert_eq!(refusals(with(sign(past))), one("ad.json", "proof-expired"));
}

#[test]
fn did_documents_go_where_their_dids_are() {
    let alice = "did:wba:hotel.example:staff:alice";
    let files = vec![
        file("host.did.json", did_document(DID, &[&key(7)])),
        file("alice/did.json", did_document(alice, &[&key(8)])),
        // the description goes where its @id says
        file("alice/my.ad.json", ad("https://hotel.example/staff/alice/ad.json#me", alice, "Alice")),
        file("ad.json", ad("urn:x:1", DID, "Grand Hotel")),
    ];
    let site = publish(files, at(NOW), &[key(7), key(8)], &Published::new());
    let files = published(&site);
    let paths: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(
        paths,
        [
            ".well-known/agent-descriptions",
            ".well-known/did.json",
            "ad.json",
            "staff/alice/ad.json",
            "staff/alice/did.json"
        ]
    );
    let url = "https://hotel.example/staff/alice/ad.json";
    let challenge = if verify(&files, alice, url, "challenge-1", NOW).is_ok() { "challenge-1" } else { "challenge-2" };
    assert_eq!(verify(&files, alice, url, challenge, NOW).unwrap().name, "Alice");
}

#[test]
fn a_did_without_a_document_gets_one_of_its_key() {
    let files = || folder().into_iter().skip(1).collect::<Vec<_>>();
    let site = publish(files(), at(NOW), &[key(7)], &Published::new());
    let before = published(&site);
    let made = std::str::from_utf8(&before[".well-known/did.json"]).unwrap();
    assert!(made.contains(r#""serviceEndpoint": "https://hotel.example/ad.json""#), "{made}");
    verify(&before, DID, "https://hotel.example/ad.json", "challenge-1", NOW).unwrap();
    // the published one is kept where no key is at hand
    assert_eq!(published(&publish(files(), at(NOW), &[], &before)), before);
    assert_eq!(published(&publish(files(), at(NOW), &[key(7)], &before)), before);
    // and not quietly given another key: a secret mixed up in CI is no rotation
    let errors = try_publish(files(), at(NOW), &[key(8)], &before).unwrap_err();
    assert_eq!(errors[0].code(), Code::PROOF_METHOD_NOT_FOUND);
    // with a common key it is one
    let site = publish(files(), at(NOW), &[key(7), key(8)], &before);
    assert_ne!(published(&site)[".well-known/did.json"], before[".well-known/did.json"]);
    assert_eq!(published(&site)["ad.json"], before["ad.json"]);
    // a damaged document, or another DID's, does not let any key in
    let other = did_document("did:wba:other.example", &[&key(7)]);
    for bytes in [b"garbage".as_slice(), other.as_bytes()] {
        let mut damaged = before.clone();
        damaged.insert(".well-known/did.json".into(), bytes.to_vec());
        for keys in [&[][..], &[key(7)], &[key(8)]] {
            let errors = try_publish(files(), at(NOW), keys, &damaged).unwrap_err();
            assert_eq!(
                (errors[0].file.as_str(), errors[0].code()),
                (".well-known/did.json", Code::DID_DOCUMENT_INVALID)
            );
            assert!(errors[0].to_string().contains("restore it"), "{}", errors[0]);
        }
    }

    assert_eq!(
        try_publish(files(), at(NOW), &[], &Published::new()).unwrap_err()[0].code(),
        Code::DID_DOCUMENT_INVALID,
        "nothing to make it of"
    );
    // whose key would it be?
    let mut two = files();
    two.push(file("b/ad.json", ad("https://hotel.example/b/ad.json", "did:wba:hotel.example:b", "B")));
    assert_eq!(
        refusals(two),
        [("ad.json".to_owned(), "did-document-invalid"), ("b/ad.json".into(), "did-document-invalid")]
    );
}

#[test]
fn a_key_has_to_be_the_did_s() {
    let errors = try_publish(folder(), at(NOW), &[key(8)], &Published::new()).unwrap_err();
    assert_eq!((errors[0].file.as_str(), errors[0].code()), ("ad.json", Code::PROOF_METHOD_NOT_FOUND));
    assert!(errors[0].to_string().contains("did:wba:hotel.example#key-1"), "{}", errors[0]);
    // published, but for logging in alone
    let mut files = folder();
    let text = text(0);
    let (head, tail) = text.split_once("\"assertionMethod\"").unwrap();
    files[0] = file("did.json", format!("{head}\"keyAgreement\"{tail}"));
    assert_eq!(refusals(files), one("ad.json", "proof-method-not-authorized"));
}

/// A key that is published but may not sign is no reason to refuse one that may, and is never signed with.
#[test]
fn a_key_that_may_not_sign_is_passed_over() {
    let mut files = folder();
    let document = did_document(DID, &[&key(7), &key(8)]);
    let list = format!("[\n    \"{DID}#key-1\",\n    \"{DID}#key-2\"\n  ]");
    let (head, tail) = document.split_once("\"assertionMethod\"").unwrap();
    assert!(tail.contains(&list), "{tail}");
    let second_alone = tail.replace(&list, &format!("[\"{DID}#key-2\"]"));
    files[0] = file("did.json", format!("{head}\"assertionMethod\"{second_alone}"));
    let site = publish(files.clone(), at(NOW), &[key(7), key(8)], &Published::new());
    assert!(std::str::from_utf8(&published(&site)["ad.json"]).unwrap().contains(&format!("\"{DID}#key-2\"")));
    // alone it is refused before anything is signed with it
    let errors = try_publish(files, at(NOW), &[key(7)], &Published::new()).unwrap_err();
    assert!(matches!(&errors[0].fault, PublishFault::NotAuthorized { .. }), "{errors:?}");
}

/// A method that another DID controls is not this DID's, whatever key it has and wherever it is listed.
#[test]
fn a_method_of_another_controller_is_not_the_did_s() {
    let mut files = folder();
    let text = text(0);
    let controller = format!("\"controller\": \"{DID}\"");
    assert!(text.contains(&controller));
    files[0] = file("did.json", text.replace(&controller, "\"controller\": \"did:wba:hotel.example.evil\""));
    let errors = try_publish(files, at(NOW), &[key(7)], &Published::new()).unwrap_err();
    assert!(matches!(&errors[0].fault, PublishFault::NoKey { .. }), "{errors:?}");
}

/// What was signed is read and verified as a stranger does, so that what nobody would accept is not published.
#[test]
fn what_was_signed_is_read_back() {
    // a key that has expired
    let mut files = folder();
    let method = format!("\"controller\": \"{DID}\"");
    files[0] = file("did.json", text(0).replace(&method, &format!("{method}, \"expires\": \"2026-05-31T00:00:00Z\"")));
    assert_eq!(refusals(files), one("ad.json", "did-key-unsupported"));
    // a description that is too large with its proof
    let (mut files, limit) = (folder(), Limits::default().description_bytes);
    let filler = " ".repeat(limit - text(1).len() - 10);
    files[1] = file("ad.json", text(1).replacen('{', &format!("{{{filler}"), 1));
    let signed = try_publish(files, at(NOW), &[key(7)], &Published::new());
    match signed {
        Ok(site) => assert!(published(&site)["ad.json"].len() <= limit, "larger than anybody reads"),
        Err(errors) => assert_eq!((errors[0].file.as_str(), errors[0].code()), ("ad.json", Code::JSON_SIZE)),
    }
}

/// The document's proof is by RustCrypto's `ecdsa` (`tests/did/document.rs`).
#[test]
fn a_did_document_whose_proof_has_expired_is_not_published() {
    let text = r##"{
  "@context": ["https://www.w3.org/ns/did/v1", "https://w3id.org/security/multikey/v1"],
  "id": "did:wba:example.com:agents:a",
  "verificationMethod": [{
    "id": "#key-1", "type": "Multikey", "controller": "did:wba:example.com:agents:a",
    "publicKeyMultibase": "zDnaepBuvsQ8cpsWrVKw8fbpGpvPeNSjVPTWoq6cRqaYzBKVP"
  }],
  "assertionMethod": ["#key-1"],
  "proof": {
    "type": "DataIntegrityProof", "cryptosuite": "ecdsa-jcs-2019",
    "created": "2026-01-31T12:00:00Z", "expires": "2027-01-31T12:00:00Z",
    "verificationMethod": "did:wba:example.com:agents:a#key-1", "proofPurpose": "assertionMethod",
    "proofValue": "z2rDkML9VhDyX87R6vNpinrCkFPrNt2atGJxhQWryMAtutsBNY5CRb9QuoYEkHSyuBMpp92LzhKYnkjXSkZupopeY"
  }
}"##;
    let read = |time| Draft::read([file("a.did.json", text)], at(time)).map(|_| ());
    assert!(read("2027-01-31T11:59:59Z").is_ok());
    let errors = read("2027-01-31T12:00:00Z").unwrap_err();
    assert_eq!((errors[0].file.as_str(), errors[0].code()), ("a.did.json", Code::DID_DOCUMENT_PROOF));
}

/// `Rooms/x` and `rooms/y` are in one folder on many disks, and `did.json` and `DID.json` one file.
#[test]
fn names_that_differ_in_case_or_form_alone_are_refused() {
    for (one, other) in [
        ("notes.txt", "Notes.txt"),
        ("caf\u{e9}.txt", "cafe\u{301}.txt"),
        ("Rooms/x.txt", "rooms/double.json"),
        // made, not given
        (".well-known/DID.json", ".well-known/did.json"),
        (".well-known/Agent-Descriptions", ".well-known/agent-descriptions"),
        ("AD.json", "ad.json"),
    ] {
        let mut files = folder();
        files.push(file(one, "{}"));
        if other == "notes.txt" || !["ad", ".w", "ro"].iter().any(|start| other.starts_with(start)) {
            files.push(file(other, "{}"));
        }
        let errors = try_publish(files, at(NOW), &[key(7)], &Published::new()).unwrap_err();
        let [PublishError { fault: PublishFault::Twin { path, other_path, .. }, .. }] = errors.as_slice() else {
            panic!("{one}: {errors:?}");
        };
        let both = [path.as_str(), other_path.as_str()];
        assert!(
            both.iter().any(|path| one.starts_with(path)) && both.iter().any(|path| other.starts_with(path)),
            "{both:?}"
        );
        assert_eq!(errors[0].code(), Code::IO_EXISTS);
    }
    // and where the DID document is made of a key
    let mut files = folder();
    files[0] = file(".well-known/Did.json", "{}");
    let errors = try_publish(files, at(NOW), &[key(7)], &Published::new()).unwrap_err();
    assert!(matches!(errors[0].fault, PublishFault::Twin { .. }), "{errors:?}");
}

#[test]
fn documents_have_room_for_so_many_bytes_and_copies_for_any() {
    let mut options = at(NOW);
    options.documents_bytes = text(0).len() + text(1).len();
    let with = |more: SourceFile| [folder(), vec![more]].concat();
    assert!(Draft::read(with(file("a.json", "[1]")), options.clone()).is_ok());
    let errors = Draft::read(with(file("b.ad.json", ad("urn:b", DID, "B"))), options).unwrap_err();
    assert_eq!((errors[0].file.as_str(), errors[0].code()), ("b.ad.json", Code::JSON_SIZE));
}

#[test]
fn other_keys_sign_by_their_suites() {
    for (key_type, suite) in
        [(KeyType::Ed25519, "eddsa-jcs-2022"), (KeyType::Secp256k1, "didwba-jcs-ecdsa-secp256k1-2025")]
    {
        let key = SigningKey::from_secret_bytes(key_type, &[9; 32]).unwrap();
        let mut files = folder();
        files[0] = file("did.json", did_document(DID, &[&key]));
        let keys = [key];
        let before = published(&publish(files.clone(), at(NOW), &keys, &Published::new()));
        assert!(std::str::from_utf8(&before["ad.json"]).unwrap().contains(suite));
        verify(&before, DID, "https://hotel.example/ad.json", "challenge-1", NOW).unwrap();
        assert_eq!(published(&publish(files, at(NOW), &keys, &before)), before);
    }
}

#[test]
fn pages_are_full_and_in_order() {
    let agent = |n: usize| ad(&format!("https://hotel.example/a{n:02}/ad.json"), DID, &format!("Agent {n}"));
    let mut files: Vec<SourceFile> = (0..7).rev().map(|n| file(&format!("a{n:02}/ad.json"), agent(n))).collect();
    files.push(file("did.json", did_document(DID, &[&key(7)])));
    let mut options = at(NOW);
    options.page_size = 3;
    options.unlisted.insert("a03/ad.json".into());
    let site = publish(files, options, &[key(7)], &Published::new());
    let files = published(&site);
    let mut next = Some("https://hotel.example/.well-known/agent-descriptions".to_owned());
    let (mut found, mut sizes) = (Vec::new(), Vec::new());
    while let Some(url) = next {
        let document = Document::parse(&files[url.strip_prefix("https://hotel.example/").unwrap()], &Limits::default());
        let page = CollectionPage::read_strict(&document.unwrap(), &url, &Contexts::embedded()).unwrap();
        assert_eq!(page.url, Some(url));
        sizes.push(page.items.len());
        found.extend(page.items.into_iter().map(|item| item.url[22..25].to_owned()));
        next = page.next;
    }
    assert_eq!(sizes, [3, 3]);
    assert_eq!(found, ["a00", "a01", "a02", "a04", "a05", "a06"], "a03 is published, not listed");
    assert!(files.contains_key("a03/ad.json"));
}

/// A page that a publisher wrote by hand.
const LISTING: &str = r#"{"@context": {"@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#"},
  "@type": "CollectionPage", "url": "https://hotel.example/.well-known/agent-descriptions", "items": []}"#;

#[test]
fn what_cannot_be_on_one_site_is_refused() {
    let with = |more: &[SourceFile]| [folder(), more.to_vec()].concat();
    // two documents of one DID
    assert_eq!(refusals(with(&[file("x/did.json", text(0))])), one("x/did.json", "io-exists"));
    // two descriptions, one URL
    assert_eq!(refusals(with(&[file("x.ad.json", text(1))])), one("x.ad.json", "io-exists"));
    // a page of the publisher's own
    assert_eq!(
        refusals(with(&[file(".well-known/agent-descriptions", LISTING)])),
        one("the discovery page", "io-exists")
    );
    // a file where others need a folder
    assert_eq!(refusals(with(&[file("rooms", "x")])), one("rooms", "io-exists"));
    // other hosts: a DID's, a description's, an @id's
    let other = "did:wba:other.example";
    assert_eq!(
        refusals(with(&[file("o.did.json", did_document(other, &[&key(7)]))])),
        one("o.did.json", "proof-domain")
    );
    assert_eq!(refusals(with(&[file("o.ad.json", ad("urn:o", other, "O"))])), one("o.ad.json", "proof-domain"));
    let elsewhere = file("o.ad.json", ad("https://other.example/ad.json", DID, "O"));
    let errors = try_publish(with(&[elsewhere]), at(NOW), &[key(7)], &Published::new()).unwrap_err();
    assert_eq!(errors[0].code(), Code::PROOF_DOMAIN);
    assert_eq!(errors[0].position().map(|at| (at.line, at.column)), Some((4, 10)));
    // a port is another host
    let mut options = at(NOW);
    options.host = Some("hotel.example:8443".into());
    assert_eq!(try_publish(folder(), options, &[key(7)], &Published::new()).unwrap_err()[0].code(), Code::PROOF_DOMAIN);
    for host in ["localhost", "127.0.0.1", "HOTEL.example", "hotel.example/x"] {
        let mut options = at(NOW);
        options.host = Some(host.into());
        assert_eq!(
            try_publish(folder(), options, &[], &Published::new()).unwrap_err()[0].code(),
            Code::DID_SYNTAX,
            "{host}"
        );
    }
    assert_eq!(refusals(vec![file("a.txt", "x")]), one("the folder", "document-shape"));
}

#[test]
fn a_did_at_another_port_is_at_another_host() {
    let ported = "did:wba:hotel.example%3A8443";
    for (path, text) in [("o.did.json", did_document(ported, &[&key(7)])), ("o.ad.json", ad("urn:o", ported, "O"))] {
        assert_eq!(refusals([folder(), vec![file(path, text)]].concat()), one(path, "proof-domain"));
    }
}

#[test]
fn an_id_at_another_port_is_at_another_host() {
    let elsewhere = file("o.ad.json", ad("https://hotel.example:8443/o.json", DID, "O"));
    assert_eq!(refusals([folder(), vec![elsewhere]].concat()), one("o.ad.json", "proof-domain"));
    // the default port is none, and an `@id` does not name it
    let here = file("o.ad.json", ad("https://hotel.example:443/o.json", DID, "O"));
    assert_eq!(refusals([folder(), vec![here]].concat()), one("o.ad.json", "ad-structure"));
}

#[test]
fn a_page_takes_no_file_s_path() {
    let mut options = at(NOW);
    options.page_size = 1;
    // a later page's, or where its folder has to be
    for path in ["agent-descriptions/page-2.json", "agent-descriptions"] {
        let more = vec![file("b.ad.json", ad("urn:b", DID, "B")), file(path, "{}")];
        let files = [folder(), more].concat();
        let errors = try_publish(files, options.clone(), &[key(7)], &Published::new()).unwrap_err();
        assert_eq!((errors[0].file.as_str(), errors[0].code()), ("the discovery page", Code::IO_EXISTS), "{path}");
    }
}

#[test]
fn a_did_document_is_not_made_over_a_file() {
    let alice = "did:wba:hotel.example:alice";
    let at_its_place = file("alice.ad.json", ad("https://hotel.example/alice/did.json", alice, "Alice"));
    let files = [folder(), vec![at_its_place]].concat();
    let errors = try_publish(files, at(NOW), &[key(7), key(8)], &Published::new()).unwrap_err();
    assert_eq!(errors[0].code(), Code::IO_EXISTS);
    assert!(matches!(&errors[0].fault, PublishFault::Conflict { other, .. } if other == "alice.ad.json"), "{errors:?}");
}

#[test]
fn what_is_wrong_says_where() {
    let mut files = folder();
    files[1] = file(
        "ad.json",
        ad("https://hotel.example/ad.json", DID, "x").replace(r#""security": "didwba_sc""#, r#""security": "other""#),
    );
    files[2] = file("rooms/double.json", PRODUCT.replace("\"Double room\"", "{\"@context\": {}}"));
    files.push(file("rooms/list.json", "[1,"));
    files.push(file("b.did.json", "{}"));
    let errors = try_publish(files, at(NOW), &[], &Published::new()).unwrap_err();
    let found: Vec<_> = errors
        .iter()
        .map(|error| (error.file.as_str(), error.code().as_str(), error.position().map(|at| (at.line, at.column))))
        .collect();
    assert_eq!(
        found,
        [
            ("ad.json", "ad-unknown-security", Some((8, 15))),
            ("rooms/double.json", "ad-structure", Some((1, 78))),
            ("rooms/list.json", "json-syntax", Some((1, 4))),
            ("b.did.json", "did-document-invalid", Some((1, 1))),
        ],
        "all of it at once"
    );
    let mut nobody = folder();
    nobody[1] = file("ad.json", ad("urn:x", DID, "x").replace("\"did\"", "\"holder\""));
    assert_eq!(refusals(nobody), one("ad.json", "ad-missing-term"));
}

#[test]
fn secret_keys_are_not_published() {
    let pem = "-----BEGIN PRIVATE KEY-----\nMEECAQ\n-----END PRIVATE KEY-----\n";
    let jwk = r#"{"keys": [{"kty": "EC", "crv": "P-256", "x": "", "y": "", "d": "c2VjcmV0"}]}"#;
    for secret in [
        file("agent.pem", "x"),
        file("keys/AGENT.KEY", "x"),
        file("notes.txt", format!("remember\n{pem}")),
        file("old.txt", pem.replace("PRIVATE", "EC PRIVATE")),
        file("jwks.json", jwk),
        file("wallet.json", r#"{"a": [{"privateKeyMultibase": "z3u2"}]}"#),
    ] {
        let path = secret.path().to_owned();
        assert_eq!(refusals([folder(), vec![secret]].concat()), one(&path, "document-shape"));
    }
    // a secret in a DID document or a description is no exception
    let mut files = folder();
    let text = text(0).replace("\"kty\"", "\"d\": \"c2VjcmV0\", \"kty\"");
    files[0] = file("did.json", text);
    assert_eq!(refusals(files)[0], ("did.json".to_owned(), "document-shape"));
}

#[test]
fn names_that_are_no_paths_are_refused() {
    for path in ["../x", "/x", "a//b", ".htaccess", ".git/config", "a/.well-known/x", "x\\y", "a\u{1}", "x?y"] {
        assert_eq!(refusals([folder(), vec![file(path, "x")]].concat()), one(path, "document-shape"));
    }
    // a URL would need escapes
    let spaced = [folder(), vec![file("my agent/ad.json", ad("urn:x", DID, "x"))]].concat();
    assert_eq!(refusals(spaced), one("my agent/ad.json", "document-shape"));
}

#[test]
fn a_description_that_is_not_at_its_identifier_is_told() {
    for id in ["a/", ".env", ".adp-site.json", "x?y=1", ""] {
        let id = format!("https://hotel.example/{id}");
        let draft = Draft::read([folder(), vec![file("rooms/ad.json", ad(&id, DID, "x"))]].concat(), at(NOW)).unwrap();
        let told: Vec<_> = draft.warnings.iter().map(|warning| (warning.file.as_str(), warning.to_string())).collect();
        let url = "https://hotel.example/rooms/ad.json";
        let expected =
            format!("it is published at {url}, because no file can be at its identifier {id:?}; write {url} there");
        assert!(matches!(&told[..], [("rooms/ad.json", message)] if message.ends_with(&expected)), "{told:?}");
    }
    for id in ["https://hotel.example/a.json#me", "urn:x"] {
        let draft = Draft::read([folder(), vec![file("rooms/ad.json", ad(id, DID, "x"))]].concat(), at(NOW)).unwrap();
        assert!(draft.warnings.is_empty(), "{id}");
    }
}

#[test]
fn an_interface_whose_document_is_not_in_the_folder_is_told() {
    for (url, missing) in [
        ("https://hotel.example/api/booking.yaml", Some("api/booking.yaml")),
        ("https://hotel.example/api/booking.JSON", Some("api/booking.JSON")),
        ("https://hotel.example/api/rooms.json", None),
        // an endpoint, and the file of another host
        ("https://hotel.example/api", None),
        ("https://api.example/booking.yaml", None),
        ("https://hotel.example:8443/booking.yaml", None),
    ] {
        let interface = format!(
            r#""interfaces": [{{"@type": "StructuredInterface", "@id": "urn:a", "name": "A", "description": "B.", "protocol": "YAML", "url": "{url}"}}], "name""#
        );
        let text = ad("https://hotel.example/b.json", DID, "x").replacen("\"name\"", &interface, 1);
        let files = [folder(), vec![file("b.json", text), file("api/rooms.json", "{}")]].concat();
        let draft = Draft::read(files, at(NOW)).unwrap();
        let told = draft.warnings.iter().filter(|warning| warning.code() == Code::NOT_FOUND);
        let told: Vec<_> = told.map(|warning| (warning.file.clone(), warning.fault.to_string())).collect();
        let expected = missing.map(|path| {
            let message = format!(
                "the interface's document {path} is not in the folder; put it there, or publish it at https://hotel.example/{path}"
            );
            ("b.json".to_owned(), message)
        });
        assert_eq!(told, Vec::from_iter(expected), "{url}");
    }
}

#[test]
fn of_several_dids_without_documents_each_is_told_what_to_do() {
    let ads = ["a", "b"].map(|name| {
        let id = format!("https://hotel.example/{name}.json");
        file(&format!("{name}.json"), ad(&id, &format!("did:wba:hotel.example:{name}"), name))
    });
    let draft = Draft::read(ads, at(NOW)).unwrap();
    let refused = draft.plan(&[], &first()).map(|_| ()).unwrap_err();
    let told: Vec<_> = refused.iter().map(|error| (error.file.as_str(), error.fault.to_string())).collect();
    let message = |name| {
        format!(
            "found no DID document of did:wba:hotel.example:{name}; 2 DIDs have none, and `adp publish` creates only one document; create each with `adp did create`, and put it into the folder as NAME.did.json"
        )
    };
    assert_eq!(told, [("a.json", message("a")), ("b.json", message("b"))]);
}

#[test]
fn what_nobody_here_understands_is_copied() {
    let numbers = r#"{"openapi": "3.1.0", "maximum": 18446744073709551615}"#;
    let credential = r#"{"@context": "https://www.w3.org/ns/credentials/v2", "type": "VerifiableCredential"}"#;
    let places = r#"{"type": "FeatureCollection", "features": []}"#;
    let others =
        [("openapi.json", numbers), ("licence.json", credential), ("list.json", "[]"), ("places.json", places)];
    let files = [folder(), others.map(|(path, text)| file(path, text)).to_vec()];
    let draft = Draft::read(files.concat(), at(NOW)).unwrap();
    let warned: Vec<_> = draft.warnings.iter().map(|warning| (warning.file.as_str(), warning.code())).collect();
    let expected = [
        ("openapi.json", Code::JSON_NUMBER),
        ("licence.json", Code::CONTEXT_NOT_EMBEDDED),
        ("list.json", Code::DOCUMENT_SHAPE),
        ("places.json", Code::FORMAT_UNKNOWN),
    ];
    assert_eq!(warned, expected);
    let site = draft.plan(&[], &first()).unwrap().sign(&mut || "c".into()).unwrap();
    let copied = site.files.iter().find(|file| file.path == "openapi.json").unwrap();
    assert_eq!(copied.content, Content::Copied(Checksum::from_bytes(numbers.as_bytes())));
    // but not if it calls itself a description
    let ours = r#"{"@context": "https://unknown.example/", "@type": "ad:AgentDescription"}"#;
    assert_eq!(refusals([folder(), vec![file("x.json", ours)]].concat()), one("x.json", "context-not-embedded"));
}

/// The library alone refuses what the rules of a file's format call an error, for each format that it is told of.
#[test]
fn what_the_rules_of_a_format_refuse_is_not_published() {
    // a DID document that the folder only quotes, and a place where only one may be
    let quoted = r#"{"@context": "https://www.w3.org/ns/did/v1", "id": "did:wba:", "service": 1}"#;
    let mut options = at(NOW);
    let wrong = [("docs/a.json", quoted), (".well-known/did.jsonld", "{}"), ("UPPER.JSON", quoted), ("a.txt", quoted)];
    let files = || [folder(), wrong.map(|(path, text)| file(path, text)).to_vec()].concat();
    let errors = Draft::read(files(), options.clone()).unwrap_err();
    let refused: BTreeSet<&str> = errors.iter().map(|error| error.file.as_str()).collect();
    assert_eq!(refused, BTreeSet::from(["docs/a.json", "UPPER.JSON", "a.txt"]));
    // who knows of no format refuses none
    options.formats.clear();
    assert!(Draft::read(files(), options).is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// Whatever the agents: everything published verifies, a second run on any day before the renewal keeps every byte, and
    /// a change of one agent renews that one alone.
    #[test]
    fn runs_are_idempotent_and_changes_local(
        names in prop::collection::vec("[a-zA-Zé東 \u{1F600}]{1,8}", 1..6),
        days in 0_u64..60,
        which in any::<prop::sample::Index>(),
    ) {
        let files = |changed: Option<usize>| {
            let mut files = vec![file("did.json", did_document(DID, &[&key(7)]))];
            files.extend(names.iter().enumerate().map(|(n, name)| {
                let name = if changed == Some(n) { format!("{name}!") } else { name.clone() };
                file(&format!("agents/{n}/ad.json"), ad(&format!("https://hotel.example/agents/{n}/ad.json"), DID, &name))
            }));
            files
        };
        let before = published(&publish(files(None), at(NOW), &[key(7)], &Published::new()));
        let later = NOW.parse::<Timestamp>().unwrap().saturating_add(Duration::from_secs(days * DAY));
        let again = publish(files(None), PublishOptions::new(later), &[key(7)], &before);
        prop_assert_eq!(published(&again), before.clone());
        let changed = which.index(names.len());
        let site = publish(files(Some(changed)), PublishOptions::new(later), &[key(7)], &before);
        let path = format!("agents/{changed}/ad.json");
        for (found, origin) in origins(&site) {
            let expected = if found == path { ProofOrigin::Made(Renewal::Changed) } else { ProofOrigin::Kept };
            prop_assert_eq!(origin, &expected);
        }
    }
}
