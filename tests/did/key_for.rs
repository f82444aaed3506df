//! `DidDocument::key_for`: the one answer to "may this key speak for this DID?", and that descriptions, requests and
//! publishing all take it.

use agent_description::{
    Code, CodedError, Document, KeySigner, Limits, Origin, Timestamp,
    auth::{
        AuthPolicy, Receiver, UnverifiedRequest,
        http_signature::{SignRequestOptions, sign_request},
    },
    description::AgentDescription,
    did::{Binding, Did, DidDocument, DidUrl, DocumentProof, KeyRefusal, Purpose, Resolved},
    json::{Json, Object},
    jsonld::Contexts,
    key::{KeyType, SigningKey},
    proof::{CheckName, CheckResult, Expectations, SignOptions, Unverified, VerifyError, sign},
    suite::Suite,
};

const SIGNED: &str = "2026-01-31T12:00:00Z";
const NOW: &str = "2026-02-15T00:00:00Z";
const END: &str = "2026-03-01T00:00:00Z";

fn time(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn key(key_type: KeyType, byte: u8) -> SigningKey {
    SigningKey::from_secret_bytes(key_type, &[byte; 32]).unwrap()
}

/// A DID, by what its last segment says.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Plain,
    Bound(Binding),
}

const KINDS: [Kind; 3] = [Kind::Plain, Kind::Bound(Binding::E1), Kind::Bound(Binding::K1)];

impl Kind {
    /// The key that a key-bound DID is bound to; that of the first method.
    fn first_key(self) -> SigningKey {
        match self {
            Self::Plain => key(KeyType::P256, 1),
            Self::Bound(binding) => key(binding.key_type(), 1),
        }
    }

    fn did(self) -> Did {
        match self {
            Self::Plain => "did:wba:agent.example.com:a".parse().unwrap(),
            Self::Bound(binding) => {
                Did::wba_bound("agent.example.com", "a", binding, self.first_key().verifying_key()).unwrap()
            }
        }
    }
}

/// What becomes of the document's own proof.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Proof {
    None,
    Good,
    /// It ends at `END`.
    Ending,
    UnknownSuite,
}

const PROOFS: [Proof; 4] = [Proof::None, Proof::Good, Proof::Ending, Proof::UnknownSuite];

fn second_key() -> SigningKey {
    key(KeyType::P256, 9)
}

/// `#first`, `#twin` (the same key) and `#second` under both relationships, `#idle` under none; the first key signs.
fn text(kind: Kind, proof: Proof) -> String {
    let did = kind.did();
    let method = |fragment: &str, key: &SigningKey| {
        format!(
            r#"{{"id": "{did}#{fragment}", "type": "Multikey", "controller": "{did}", "publicKeyMultibase": "{}"}}"#,
            key.verifying_key().to_multikey()
        )
    };
    let (first, second) = (kind.first_key(), second_key());
    let methods = [method("first", &first), method("twin", &first), method("second", &second), method("idle", &first)];
    let text = format!(
        r##"{{"@context": ["https://www.w3.org/ns/did/v1"], "id": "{did}", "verificationMethod": [{}],
        "authentication": ["#first", "#twin", "#second"], "assertionMethod": ["#first", "#twin", "#second"]}}"##,
        methods.join(", ")
    );
    if proof == Proof::None {
        return text;
    }
    let signed = signed(kind, &text, (proof == Proof::Ending).then_some(END));
    match proof {
        Proof::UnknownSuite => signed.replace("jcs-", "rot13-"),
        _ => signed,
    }
}

/// The document with its own proof, by the first key.
fn signed(kind: Kind, text: &str, expires: Option<&str>) -> String {
    let mut root = Document::parse(text.as_bytes(), &Limits::default()).unwrap().root().clone();
    let first = kind.first_key();
    let suite = match first.key_type() {
        KeyType::P256 => Suite::EcdsaJcs2019,
        KeyType::Ed25519 => Suite::EddsaJcs2022,
        _ => Suite::DidWbaEcdsaK1,
    };
    let mut proof = Object::new();
    proof.insert("type", suite.proof_type());
    proof.insert("cryptosuite", suite.cryptosuite());
    proof.insert("created", SIGNED);
    if let Some(expires) = expires {
        proof.insert("expires", expires);
    }
    proof.insert("verificationMethod", format!("{}#first", kind.did()));
    proof.insert("proofPurpose", "assertionMethod");
    let encoding = suite.written_encoding();
    let input = suite.signing_input(&root, &proof, encoding).unwrap();
    proof.insert("proofValue", encoding.encode(&first.sign(input.as_bytes())));
    root.insert("proof", proof);
    Json::from(root).to_compact()
}

fn read(did: &Did, text: &str) -> Resolved<DidDocument> {
    DidDocument::parse_for(did, text.as_bytes(), &Limits::default()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// What the rules say, written down a second time and otherwise: as a table of who may not.
fn expected(kind: Kind, proof: Proof, fragment: &str, purpose: Purpose, at: &str) -> Result<(), Code> {
    let is_bound_key = fragment != "second";
    match (kind, proof) {
        // reading refuses the document, whatever is asked of it
        (Kind::Bound(Binding::E1), Proof::None | Proof::UnknownSuite) | (Kind::Bound(_), Proof::UnknownSuite) => {
            return Err(Code::DID_DOCUMENT_PROOF);
        }
        (_, Proof::Ending) if at == END => return Err(Code::DID_DOCUMENT_PROOF),
        _ => {}
    }
    if fragment == "none" {
        return Err(Code::PROOF_METHOD_NOT_FOUND);
    }
    if fragment == "idle" || !matches!(purpose, Purpose::AssertionMethod | Purpose::Authentication) {
        return Err(Code::PROOF_METHOD_NOT_AUTHORIZED);
    }
    match kind {
        Kind::Bound(Binding::K1) if !is_bound_key && proof == Proof::None => Err(Code::DID_BINDING),
        Kind::Bound(Binding::K1) if !is_bound_key && purpose == Purpose::Authentication => Err(Code::DID_BINDING),
        _ => Ok(()),
    }
}

fn asked(kind: Kind, proof: Proof, fragment: &str, purpose: Purpose, at: &str) -> Result<(), Code> {
    let did = kind.did();
    let resolved = DidDocument::parse_for(&did, text(kind, proof).as_bytes(), &Limits::default());
    let resolved = resolved.map_err(|error| error.code())?;
    let method = DidUrl::new(&did, fragment).unwrap();
    resolved.get().key_for(&method, purpose, time(at)).map(drop).map_err(|refusal| refusal.code())
}

fn signer(kind: Kind, fragment: &str) -> KeySigner {
    let key = if fragment == "second" { second_key() } else { kind.first_key() };
    KeySigner::new(DidUrl::new(&kind.did(), fragment).unwrap(), key)
}

fn description(kind: Kind, fragment: &str) -> Document {
    let did = kind.did();
    let text = format!(
        r#"{{"@context": {{"@vocab": "https://schema.org/", "did": "https://w3id.org/did#", "ad": "https://agent-network-protocol.com/ad#"}},
        "@type": "ad:AgentDescription", "@id": "https://agent.example.com/ad.json", "name": "A", "did": "{did}",
        "securityDefinitions": {{"didwba_sc": {{"scheme": "didwba", "in": "header", "name": "Authorization"}}}},
        "security": "didwba_sc"}}"#
    );
    let signer = signer(kind, fragment);
    let suite = match agent_description::Signer::verifying_key(&signer).key_type() {
        KeyType::P256 => Suite::AdpEcdsaP256,
        KeyType::Ed25519 => Suite::EddsaJcs2022,
        _ => Suite::DidWbaEcdsaK1,
    };
    let document = Document::parse(text.as_bytes(), &Limits::default()).unwrap();
    sign(&document, &signer, SignOptions::new(time(SIGNED)).suite(suite)).unwrap()
}

fn verified(document: Document, resolved: &Resolved<DidDocument>, at: &str) -> Result<(), VerifyError> {
    let wants = Expectations::for_purpose(Purpose::AssertionMethod).no_domain().any_challenge();
    let unverified = Unverified::<AgentDescription>::new(document, &Contexts::embedded());
    unverified.verify(resolved, wants.at(time(at)).signer_is_subject()).map(drop)
}

fn requested(kind: Kind, fragment: &str, resolved: &Resolved<DidDocument>, at: &str) -> Result<(), Code> {
    let service: Origin = "https://hotel.example.com".parse().unwrap();
    let request = http::Request::builder().method("GET").uri("/").body(()).unwrap();
    let mut parts = request.into_parts().0;
    let options =
        SignRequestOptions { nonce: Some("9b5d0a54c2d1c06d".to_owned()), ..SignRequestOptions::new(time(at)) };
    sign_request(&mut parts, b"", &service, &signer(kind, fragment), &options).unwrap();
    let unverified =
        UnverifiedRequest::read(&parts, b"", Receiver::new(&service, &AuthPolicy::default(), time(at))).unwrap();
    unverified.verify(resolved, time(at)).map(drop).map_err(|error| error.code())
}

/// Every kind of DID, proof, method, purpose and time against the table; then the two doors against `key_for`.
#[test]
fn who_speaks_for_a_did_and_every_door_says_the_same() {
    for kind in KINDS {
        for proof in PROOFS {
            for at in [NOW, END] {
                for fragment in ["first", "twin", "second", "idle", "none"] {
                    for &purpose in Purpose::ALL {
                        let case = (kind, proof, fragment, purpose, at);
                        assert_eq!(
                            asked(kind, proof, fragment, purpose, at),
                            expected(kind, proof, fragment, purpose, at),
                            "{case:?}"
                        );
                    }
                    let did = kind.did();
                    let Ok(resolved) = DidDocument::parse_for(&did, text(kind, proof).as_bytes(), &Limits::default())
                    else {
                        continue;
                    };
                    let case = (kind, proof, fragment, at);
                    let found = verified(description(kind, fragment), &resolved, at).map_err(|error| error.code());
                    assert_eq!(found, expected(kind, proof, fragment, Purpose::AssertionMethod, at), "{case:?}");
                    // a request's refusals have one code, but for those of the document as a whole
                    let of_request = expected(kind, proof, fragment, Purpose::Authentication, at).map_err(|code| {
                        if code == Code::DID_DOCUMENT_PROOF { code } else { Code::AUTH_METHOD_NOT_AUTHORIZED }
                    });
                    assert_eq!(requested(kind, fragment, &resolved, at), of_request, "{case:?}");
                }
            }
        }
    }
}

/// The attack of whoever takes over a k1 DID's host, step by step.
#[test]
fn a_host_cannot_put_another_key_in_a_k1_dids_place() {
    let kind = Kind::Bound(Binding::K1);
    let did = kind.did();
    let own = read(&did, &text(kind, Proof::Good));
    verified(description(kind, "second"), &own, NOW).unwrap();
    let stripped = read(&did, &text(kind, Proof::None));
    assert_eq!(stripped.get().proof(), None);
    let error = verified(description(kind, "second"), &stripped, NOW).unwrap_err();
    assert_eq!(error.code(), Code::DID_BINDING);
    assert!(
        error.to_string().contains("#first") && error.to_string().contains("whose document has no proof"),
        "{error}"
    );
    // it is told where the chain broke: the method is there, and is not authorised
    let result = |name| error.evidence.result(name);
    assert_eq!(result(CheckName::Resolve), CheckResult::Pass);
    assert_eq!(result(CheckName::Method), CheckResult::Pass);
    assert_eq!(result(CheckName::Authorized), CheckResult::Fail);
    assert_eq!(result(CheckName::KeyType), CheckResult::NotReached);
    assert_eq!(result(CheckName::Signature), CheckResult::NotReached);
    // what the bound key signed stays good
    verified(description(kind, "first"), &stripped, NOW).unwrap();
    verified(description(kind, "twin"), &stripped, NOW).unwrap();
    // the proof of another document of the same DID does not help
    let proof = Document::parse(text(kind, Proof::Good).as_bytes(), &Limits::default()).unwrap();
    let proof = proof.root().get("proof").unwrap().to_compact();
    let moved = text(kind, Proof::None).replacen("\"id\"", &format!("\"proof\": {proof}, \"note\": 1, \"id\""), 1);
    let error = DidDocument::parse_for(&did, moved.as_bytes(), &Limits::default()).map(drop).unwrap_err();
    assert_eq!(error.code(), Code::DID_DOCUMENT_PROOF);
}

/// Each refusal says what was found, what was expected and what to do, and stands under its check.
#[test]
fn refusals_in_the_order_of_the_checks() {
    let kind = Kind::Plain;
    let (did, good) = (kind.did(), text(kind, Proof::None));
    let method = DidUrl::new(&did, "first").unwrap();
    let own = format!("\"id\": \"{did}#first\", ");
    let controlled =
        good.replacen(&format!("\"controller\": \"{did}\""), "\"controller\": \"did:wba:evil.example\"", 1);
    let unlisted = good.replace("\"assertionMethod\": [\"#first\", ", "\"assertionMethod\": [");
    let ended = good.replacen(&own, &format!("{own}\"expires\": \"{NOW}\", "), 1);
    let gone = good.replace("#first", "#1st");
    // every later fault is in the document too: the first one is told
    let both = |text: &str, from: &str, to: &str| text.replacen(from, to, 1);
    let ended_and_unlisted = both(&ended, "\"assertionMethod\": [\"#first\", ", "\"assertionMethod\": [");
    let all =
        both(&ended_and_unlisted, &format!("\"controller\": \"{did}\""), "\"controller\": \"did:wba:evil.example\"");
    for (text, code, check, hint) in [
        (&gone, Code::PROOF_METHOD_NOT_FOUND, CheckName::Method, "which has: "),
        (&controlled, Code::PROOF_CONTROLLER, CheckName::Method, "did:wba:evil.example"),
        (&all, Code::PROOF_CONTROLLER, CheckName::Method, "expected the DID itself"),
        (&unlisted, Code::PROOF_METHOD_NOT_AUTHORIZED, CheckName::Authorized, "its controller must add"),
        (&ended_and_unlisted, Code::PROOF_METHOD_NOT_AUTHORIZED, CheckName::Authorized, "lists "),
        (&ended, Code::DID_KEY_UNSUPPORTED, CheckName::KeyType, "sign with another key"),
    ] {
        let resolved = read(&did, text);
        let refusal = resolved.get().key_for(&method, Purpose::AssertionMethod, time(NOW)).unwrap_err();
        assert_eq!(refusal.code(), code, "{refusal}");
        assert!(refusal.to_string().contains(hint), "{refusal}");
        assert!(refusal.to_string().contains(method.as_str()), "{refusal}");
        // what the document says wrong has its place there
        let place = (code == Code::DID_KEY_UNSUPPORTED).then_some("/verificationMethod/0");
        assert_eq!((refusal.pointer().as_deref(), refusal.position().is_some()), (place, place.is_some()), "{refusal}");
        let error = verified(description(kind, "first"), &resolved, NOW).unwrap_err();
        assert_eq!((error.code(), error.to_string()), (code, refusal.to_string()));
        for name in [CheckName::Resolve, CheckName::Method, CheckName::Authorized, CheckName::KeyType] {
            let expected = match name.cmp(&check) {
                std::cmp::Ordering::Less => CheckResult::Pass,
                std::cmp::Ordering::Equal => CheckResult::Fail,
                std::cmp::Ordering::Greater => CheckResult::NotReached,
            };
            assert_eq!(error.evidence.result(name), expected, "{code}: {name}");
        }
    }
    // another DID's method is refused before anything of the document is looked at
    let bobs: DidUrl = "did:wba:agent.example.com:bob#first".parse().unwrap();
    let refusal = read(&did, &good).get().key_for(&bobs, Purpose::AssertionMethod, time(NOW)).unwrap_err();
    assert!(matches!(refusal, KeyRefusal::OtherDid { .. }), "{refusal}");
    assert_eq!(refusal.code(), Code::DID_ID_MISMATCH);
    // its time too
    let ended = read(&did, &self::text(kind, Proof::Ending));
    let refusal = ended.get().key_for(&bobs, Purpose::AssertionMethod, time(END)).unwrap_err();
    assert!(matches!(refusal, KeyRefusal::OtherDid { .. }), "{refusal}");
}

/// Whole DID URLs are compared: not fragments, not beginnings.
#[test]
fn relationships_and_controllers_are_compared_whole() {
    let kind = Kind::Plain;
    let (did, good) = (kind.did(), text(kind, Proof::None));
    for (purpose, door) in [("assertionMethod", Purpose::AssertionMethod), ("authentication", Purpose::Authentication)]
    {
        let code = |text: &str| {
            let resolved = read(&did, text);
            let method = DidUrl::new(&did, "first").unwrap();
            let refusal = resolved.get().key_for(&method, door, time(NOW)).map(drop).map_err(|refusal| refusal.code());
            let of_door = match door {
                Purpose::Authentication => requested(kind, "first", &resolved, NOW).map_err(|code| {
                    assert_eq!(code, Code::AUTH_METHOD_NOT_AUTHORIZED);
                    refusal.unwrap_err()
                }),
                _ => verified(description(kind, "first"), &resolved, NOW).map_err(|error| error.code()),
            };
            assert_eq!(refusal, of_door);
            refusal
        };
        assert_eq!(code(&good), Ok(()));
        for other in ["did:wba:agent.example.com:bob#first", "did:wba:agent.example.com:a#first2", "#firs", "#First"] {
            let listed = good.replace(&format!("\"{purpose}\": [\"#first\""), &format!("\"{purpose}\": [\"{other}\""));
            assert_ne!(listed, good);
            assert_eq!(code(&listed), Err(Code::PROOF_METHOD_NOT_AUTHORIZED), "{other}");
        }
        for other in ["", ":laptop", "2", "#first", "/"].map(|more| format!("{did}{more}")).into_iter().chain(
            ["did:wba:agent.example.com", "did:wba:agent.example.com:", "did:wba:agent.example.com:A"]
                .map(str::to_owned),
        ) {
            let from = format!("\"controller\": \"{did}\"");
            let controlled = good.replacen(&from, &format!("\"controller\": \"{other}\""), 1);
            let expected = if other == did.as_str() { Ok(()) } else { Err(Code::PROOF_CONTROLLER) };
            assert_eq!(code(&controlled), expected, "{other}");
        }
    }
}

/// Controlled Identifiers 1.0 section 2.2: no proof made with a method counts once the method has expired, so the document's
/// own does not, whichever key of the document speaks.
#[test]
fn a_document_proof_ends_with_the_method_that_made_it() {
    for kind in KINDS {
        let did = kind.did();
        let unsigned = text(kind, Proof::None);
        let id = format!("\"id\": \"{did}#first\", ");
        assert!(unsigned.contains(&id));
        // signed with the `expires` in it
        let signed = signed(kind, &unsigned.replacen(&id, &format!("{id}\"expires\": \"{END}\", "), 1), None);
        let resolved = read(&did, &signed);
        assert!(matches!(resolved.get().proof(), Some(DocumentProof::Verified { .. })));
        for fragment in ["first", "second"] {
            let method = DidUrl::new(&did, fragment).unwrap();
            let at = |at: &str| {
                let key = resolved.get().key_for(&method, Purpose::AssertionMethod, time(at));
                key.map(drop).map_err(|refusal| refusal.code())
            };
            assert_eq!(at("2026-02-28T23:59:59Z"), Ok(()), "{kind:?} {fragment}");
            assert_eq!(at(END), Err(Code::DID_DOCUMENT_PROOF), "{kind:?} {fragment}");
        }
        assert_eq!(resolved.get().check_time(time("2026-02-28T23:59:59Z")), Ok(()));
        let error = resolved.get().check_time(time(END)).unwrap_err();
        assert!(error.to_string().contains("expired at") && error.pointer().as_deref() == Some("/proof"), "{error}");
    }
}

/// Controlled Identifiers 1.0 section 2.2: `revoked` is the time from which on proofs by the method do not count, so it may be in
/// the future. `null` is none.
#[test]
fn a_method_counts_until_it_is_revoked() {
    for kind in KINDS {
        let did = kind.did();
        let unsigned = text(kind, Proof::None);
        let id = format!("\"id\": \"{did}#first\", ");
        let with =
            |revoked: &str| unsigned.replacen(&id, &format!("{id}\"revoked\": {revoked}, \"expires\": null, "), 1);
        let method = DidUrl::new(&did, "first").unwrap();
        let at = |text: &str, at: &str| {
            let resolved = read(&did, &signed(kind, text, None));
            let key = resolved.get().key_for(&method, Purpose::AssertionMethod, time(at));
            let warned =
                resolved.get().diagnostics(Some(time(at))).iter().any(|found| found.message.contains("was revoked at"));
            (key.map(drop).map_err(|refusal| refusal.code()), warned)
        };
        let ending = with(&format!("\"{END}\""));
        assert_eq!(at(&ending, "2026-02-28T23:59:59Z"), (Ok(()), false), "{kind:?}");
        assert_eq!(at(&ending, END), (Err(Code::DID_DOCUMENT_PROOF), true), "{kind:?}");
        assert_eq!(at(&with("null"), END), (Ok(()), false), "{kind:?}");
    }
    // without a proof of its own, the key itself is refused
    let kind = Kind::Plain;
    let (did, good) = (kind.did(), text(kind, Proof::None));
    let own = format!("\"id\": \"{did}#first\", ");
    let resolved = read(&did, &good.replacen(&own, &format!("{own}\"revoked\": \"{END}\", "), 1));
    let method = DidUrl::new(&did, "first").unwrap();
    let refusal = resolved.get().key_for(&method, Purpose::AssertionMethod, time(END)).unwrap_err();
    assert_eq!(refusal.code(), Code::DID_KEY_UNSUPPORTED);
    assert!(refusal.to_string().contains("was revoked at 2026-03-01T00:00:00Z"), "{refusal}");
    assert_eq!(
        verified(description(kind, "first"), &resolved, "2026-02-28T23:59:59Z").map_err(|error| error.code()),
        Ok(())
    );
    let error = verified(description(kind, "first"), &resolved, END).unwrap_err();
    assert_eq!(error.code(), Code::DID_KEY_UNSUPPORTED);
}

/// As for `revoked`; verifiers refuse the key, so the publisher is warned.
#[test]
fn an_expired_method_is_warned_of() {
    let kind = Kind::Plain;
    let own = format!("\"id\": \"{}#first\", ", kind.did());
    let text = text(kind, Proof::None).replacen(&own, &format!("{own}\"expires\": \"{END}\", "), 1);
    let resolved = read(&kind.did(), &text);
    let warnings = |at: Option<&str>| {
        let found = resolved.get().diagnostics(at.map(time)).into_iter();
        found.map(|found| (found.rule.id, found.pointer.unwrap_or_default(), found.message)).collect::<Vec<_>>()
    };
    assert_eq!((warnings(None), warnings(Some("2026-02-28T23:59:59Z"))), (Vec::new(), Vec::new()));
    let found = warnings(Some(END));
    assert_eq!((found.len(), found[0].0, found[0].1.as_str()), (1, "did-method-key", "/verificationMethod/0"));
    assert!(found[0].2.contains("the key expired at 2026-03-01T00:00:00Z"), "{found:?}");
}

/// `diagnostics` names the keys that are listed and do not speak.
#[test]
fn keys_that_do_not_speak_are_named() {
    let silent = |kind: Kind, proof: Proof| -> Vec<(String, String)> {
        let diagnostics = read(&kind.did(), &text(kind, proof)).get().diagnostics(None);
        let of_binding = diagnostics.into_iter().filter(|diagnostic| diagnostic.code == Code::DID_BINDING);
        of_binding.map(|diagnostic| (diagnostic.pointer.unwrap(), diagnostic.message)).collect()
    };
    let k1 = Kind::Bound(Binding::K1);
    let found = silent(k1, Proof::None);
    let pointers: Vec<&str> = found.iter().map(|(pointer, _)| pointer.as_str()).collect();
    assert_eq!(pointers, ["/verificationMethod/2"]);
    assert!(found[0].1.contains("`authentication`, `assertionMethod`"), "{found:?}");
    assert!(found[0].1.contains("whose document has no proof"), "{found:?}");
    // with the bound key's proof it asserts, and still does not authenticate
    let found = silent(k1, Proof::Good);
    assert_eq!(found.len(), 1);
    assert!(found[0].1.contains("under `authentication`, but"), "{found:?}");
    assert!(!found[0].1.contains("whose document has no proof"), "{found:?}");
    for (kind, proof) in
        [(Kind::Plain, Proof::None), (Kind::Plain, Proof::Good), (Kind::Bound(Binding::E1), Proof::Good)]
    {
        assert_eq!(silent(kind, proof), [], "{kind:?} {proof:?}");
    }
}
