//! One verification for every format: what is needed, what is supplied, and what is found.

use agent_description::{
    Code, Did, DidDocument, DidDocumentBuilder, Document, KeySigner, KeyType, Limits, SignOptions, SigningKey, Suite,
    Timestamp,
    description::AgentDescription,
    did::Purpose,
    format::{self, ADP, ANP_07, DATA_INTEGRITY, DID_DOCUMENT, DocumentSignatures, Format, FormatError},
    json::{Object, jcs, pointer},
    jws::{Algorithm, Jws, Profile, Unsigned},
    proof::{self, CheckResult, Expectations},
    verification::{Binding, Covered, Need, Payload, Pending, Supplied, Verification},
};
use std::{borrow::Cow, sync::Arc};

const AT: &str = "2026-02-15T00:00:00Z";
const SIGNER: &str = "did:wba:hotel.example";
const RECEIPT: &str = r#"{"type": "Receipt", "total": "129.50", "items": [{"name": "Double room", "nights": 3}]}"#;

fn parse(text: &str) -> Document {
    Document::parse(text.as_bytes(), &Limits::default()).unwrap()
}

fn key() -> SigningKey {
    SigningKey::from_secret_bytes(KeyType::P256, &[7; 32]).unwrap()
}

fn signed(document: &Document, suite: Suite) -> Document {
    let signer = KeySigner::new(format!("{SIGNER}#key-1").parse().unwrap(), key());
    let created: Timestamp = "2026-01-31T12:00:00Z".parse().unwrap();
    proof::sign(document, &signer, SignOptions::new(created).suite(suite)).unwrap()
}

fn supplied() -> Supplied {
    let did: Did = SIGNER.parse().unwrap();
    let document = DidDocumentBuilder::new(did.clone(), key().verifying_key()).build().unwrap();
    let resolved = DidDocument::parse_for(&did, document.source().as_bytes(), &Limits::default()).unwrap();
    let mut supplied = Supplied::default();
    supplied.did_documents.insert(did, Ok(Arc::new(resolved)));
    supplied
}

fn expectations(signer: Option<&str>) -> Expectations {
    let purpose = Expectations::for_purpose(Purpose::AssertionMethod);
    let time = purpose.any_domain().any_challenge().at(AT.parse().unwrap());
    match signer {
        Some(signer) => time.signer(signer.parse().unwrap()),
        None => time.signer_is_subject(),
    }
}

fn verify(document: &Document, formats: &[&Format], signer: Option<&str>, supplied: &Supplied) -> Verification {
    match format::begin(document, formats, &expectations(signer)) {
        Ok(pending) => pending.finish(supplied),
        Err(refused) => *refused,
    }
}

fn code(found: &Verification) -> Option<Code> {
    found.error.as_ref().map(|error| error.code())
}

#[test]
fn any_object_with_a_proof_is_verified_as_the_word_of_a_named_signer() {
    for suite in [Suite::AdpEcdsaP256, Suite::EcdsaJcs2019] {
        let receipt = signed(&parse(RECEIPT), suite);
        let found = verify(&receipt, &[DATA_INTEGRITY], Some(SIGNER), &supplied());
        assert_eq!((code(&found), found.format), (None, "data-integrity"), "{suite}");
        assert_eq!((found.signer.unwrap().as_str(), found.binding), (SIGNER, Some(Binding::Signer)));
        assert!(found.signatures[0].error.is_none() && found.signatures.len() == 1);
        assert_eq!(found.signatures[0].algorithm.as_deref(), Some(suite.as_str()));
        assert!(found.checks.iter().any(|check| check.name == "signature" && check.result == CheckResult::Pass));

        let changed = parse(&receipt.source().replace("129.50", "1.50"));
        let found = verify(&changed, &[DATA_INTEGRITY], Some(SIGNER), &supplied());
        assert_eq!((code(&found), found.signer), (Some(Code::PROOF_SIGNATURE), None));
    }
    // nobody was named: the signature is good, and says nothing of whose word it should be
    let receipt = signed(&parse(RECEIPT), Suite::EcdsaJcs2019);
    let found = verify(&receipt, &[DATA_INTEGRITY], None, &supplied());
    assert_eq!((code(&found), found.signer), (Some(Code::PROOF_SIGNER_NOT_SUBJECT), None));
    let signature = &found.signatures[0];
    assert!(signature.error.is_none() && signature.signer.as_ref().unwrap().as_str() == SIGNER);
    assert_eq!(signature.binding, Some(Binding::Unbound));
    // and nothing is fetched for it
    let mut pending = format::begin(&receipt, &[DATA_INTEGRITY], &expectations(None)).unwrap();
    assert_eq!(pending.needs(&Supplied::default()), []);
    let unsigned = verify(&parse(RECEIPT), &[DATA_INTEGRITY], Some(SIGNER), &supplied());
    assert_eq!(code(&unsigned), Some(Code::PROOF_MISSING));
}

/// Data Integrity 1.0 section 2.1: "a string or an unordered set of strings". The signature was verified with cryptography 48 (Python).
const OFFER: &str = r#"{"offer": "room", "price": "120.00", "currency": "EUR", "proof": {
  "type": "DataIntegrityProof", "cryptosuite": "eddsa-jcs-2022", "created": "2026-11-01T10:00:00Z",
  "verificationMethod": "did:web:agent.example.com#0", "proofPurpose": "assertionMethod",
  "domain": ["agent.example.com", "b.example.com"],
  "proofValue": "zYyw5eizezUFBUyvVC8SL43iGj36ytMakq1RUd55e5JVregn73sAzzzURG9wiNxPmRjGc9ZNV2eUWhcDFZyrMSdi"}}"#;
const OFFERER: &str = r##"{"@context": ["https://www.w3.org/ns/did/v1", "https://w3id.org/security/multikey/v1"],
  "id": "did:web:agent.example.com", "assertionMethod": ["#0"], "verificationMethod": [{"id": "#0", "type": "Multikey",
  "controller": "did:web:agent.example.com", "publicKeyMultibase": "z6MkrNZr8u7S4XePJWXysUAg6QiY9Ldcybw1PL9LuZPPvEaM"}]}"##;

#[test]
fn a_set_of_domains_has_the_expected_one() {
    let did: Did = "did:web:agent.example.com".parse().unwrap();
    let resolved = DidDocument::parse_for(&did, OFFERER.as_bytes(), &Limits::default()).unwrap();
    let mut supplied = Supplied::default();
    supplied.did_documents.insert(did.clone(), Ok(Arc::new(resolved)));
    let wants = || Expectations::for_purpose(Purpose::AssertionMethod);
    let offer = |domain: &str, wants: proof::WantsChallenge, require: bool| {
        let text = OFFER.replace(r#"["agent.example.com", "b.example.com"]"#, domain);
        let mut expectations = wants.any_challenge().at("2026-11-02T00:00:00Z".parse().unwrap()).signer(did.clone());
        (expectations.require_domain, expectations.fetched_from) =
            (require, Some("https://b.example.com/o".to_owned()));
        let found = match format::begin(&parse(&text), &[DATA_INTEGRITY], &expectations) {
            Ok(pending) => pending.finish(&supplied),
            Err(refused) => *refused,
        };
        let domain = found.own.get("domain").and_then(|domain| domain.as_str().map(str::to_owned));
        (code(&found), domain)
    };
    let signed = r#"["agent.example.com", "b.example.com"]"#;
    for (wants, domain) in [
        (wants().domain("agent.example.com"), Some("agent.example.com")),
        (wants().domain("B.example.com:8443"), Some("b.example.com")),
        (wants().domain_as_fetched(), Some("b.example.com")),
        (wants().any_domain(), None),
    ] {
        assert_eq!(offer(signed, wants, true), (None, domain.map(str::to_owned)));
    }
    for wants in [wants().domain("c.example.com"), wants().domain("example.com"), wants().no_domain()] {
        assert_eq!(offer(signed, wants, false).0, Some(Code::PROOF_DOMAIN));
    }
    for malformed in ["[]", "[1]", r#"[["b.example.com"]]"#, r#"["b.example.com", "b.example.com"]"#, "null", "{}", "1"]
    {
        assert_eq!(offer(malformed, wants().any_domain(), false).0, Some(Code::PROOF_MALFORMED), "{malformed}");
    }
    // the set is signed, and so is its order
    let turned = r#"["b.example.com", "agent.example.com"]"#;
    assert_eq!(offer(turned, wants().any_domain(), false).0, Some(Code::PROOF_SIGNATURE));
}

#[test]
fn the_signer_s_did_document_is_the_one_need() {
    let description = AgentDescription::builder().name("Hotel").did(&SIGNER.parse().unwrap()).build().unwrap();
    let document = signed(&description.to_document().unwrap(), Suite::AdpEcdsaP256);
    let mut pending = format::begin(&document, &[ADP], &expectations(None)).unwrap();
    let need = Need::DidDocument(SIGNER.parse().unwrap());
    assert_eq!(pending.needs(&Supplied::default()), std::slice::from_ref(&need));
    assert_eq!(pending.needs(&supplied()), []);
    assert_eq!(code(&pending.finish(&Supplied::default())), Some(Code::NET_OFFLINE));

    let found = verify(&document, &[ADP], None, &supplied());
    assert_eq!((code(&found), found.binding), (None, Some(Binding::Subject)));
    assert_eq!(found.description().unwrap().get().name, "Hotel");
    assert!(found.own.get("subject").is_some_and(|subject| subject.as_str() == Some(SIGNER)));

    // what fails without the DID document asks for none
    let mut pending = format::begin(&document, &[ADP], &expectations(Some("did:wba:other.example"))).unwrap();
    assert_eq!(pending.needs(&Supplied::default()), []);
    let found = pending.finish(&Supplied::default());
    assert_eq!(code(&found), Some(Code::PROOF_SIGNER_NOT_SUBJECT));
    assert!(found.description().is_none());
}

#[test]
fn a_document_of_several_formats_is_verified_by_each() {
    let description = AgentDescription::builder().name("Hotel").did(&SIGNER.parse().unwrap()).build().unwrap();
    let document = signed(&description.to_document().unwrap(), Suite::AdpEcdsaP256);
    let mut pending = format::begin(&document, &[ADP, DATA_INTEGRITY], &expectations(Some(SIGNER))).unwrap();
    assert_eq!(pending.needs(&Supplied::default()).len(), 1);
    let found = pending.finish(&supplied());
    assert_eq!((code(&found), found.format), (None, "adp"));
    // by one format only
    let found = verify(&document, &[ADP, DATA_INTEGRITY], None, &supplied());
    assert_eq!((code(&found), found.format), (Some(Code::PROOF_SIGNER_NOT_SUBJECT), "data-integrity"));
    let found = verify(&document, &[ANP_07, DID_DOCUMENT], None, &supplied());
    assert_eq!((code(&found), found.format), (Some(Code::DID_DOCUMENT_INVALID), "did-document"));
    assert_eq!(code(&verify(&document, &[], None, &supplied())), Some(Code::DOCUMENT_SHAPE));
}

/// Finds a signer, or none, in every object.
struct Says(Option<&'static str>);

impl DocumentSignatures for Says {
    fn begin(
        &self,
        format: &Format,
        document: Document,
        _: &Expectations,
    ) -> Result<Box<dyn Pending>, Box<Verification>> {
        let signer = self.0.map(|name| format!("{SIGNER}:{name}").parse().unwrap());
        let mut found = Verification::verified(format.name, covered(document));
        (found.signer, found.binding) = (signer, Some(Binding::Host));
        Ok(Box::new(found))
    }
}

fn says(name: &'static str, signer: Option<&'static str>) -> Format {
    Format { name, signatures: Some(Box::leak(Box::new(Says(signer)))), ..Format::DEFAULT }
}

/// A verification of an object of which a JWS, written as `JWS` in the text, signs `name`, `parts` and `digest`.
fn verified_part(text: &str) -> Verification {
    let part = |document: &Document| -> Object {
        ["name", "parts", "digest"].iter().map(|name| (*name, document.root().get(name).unwrap().clone())).collect()
    };
    let payload = jcs::canonicalize(&part(&parse(text)).into());
    let made = Unsigned::new(Algorithm::Es256, &payload).sign(&key()).unwrap().to_detached();
    let jws = Jws::detached(&made, &Profile::new(&[Algorithm::Es256])).unwrap();
    let document = parse(&text.replace("JWS", &made));
    let at = |place: &str| pointer::lookup(document.json(), place).unwrap();
    let payload = Payload::new(Cow::Owned(part(&document)), &[]);
    let mut signed = payload.verify(&jws, key().verifying_key(), &[at("/jws"), at("/stranger")]).unwrap();
    // neither another text, nor a value that is no text, nor one that was not signed, is a repetition
    for place in ["/copy/name", "/copy/other", "/copy/list"] {
        signed.add_repeated(at("/name"), at(place));
        signed.add_repeated(at("/copy/other"), at("/copy/other"));
    }
    signed.add_content(at("/digest"), at("/data"));
    signed.add_content(at("/digest"), at("/copy/other"));
    signed.add_content(at("/copy/digest"), at("/copy/list"));
    Verification::verified("part", Covered::by(document.clone(), [signed]))
}

/// The digests are by `sha256sum`, of `{"a":1}` and `[]`.
const PART: &str = r#"{"jws": "JWS", "stranger": "x", "name": "Hotel", "parts": [{"a": {}, "note": 1}, [], ""], "Name": "Evil",
 "digest": "sha256:015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862", "data": {"a": 1},
 "copy": {"name": "Hotel", "other": "Spa", "list": [],
  "digest": "sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945"}, "empty": {"x": {}, "y": [1, null]}}"#;

#[test]
fn a_verification_has_what_its_signature_covers_and_names_the_rest() {
    let found = verified_part(PART);
    let document = found.document().unwrap();
    let shown = document.json().to_compact();
    let jws = document.root().get("jws").unwrap().as_str().unwrap();
    let expected = format!(
        r#"{{"jws":"{jws}","name":"Hotel","parts":[{{"a":{{}},"note":1}},[],""],"digest":"sha256:015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862","data":{{"a":1}},"copy":{{"name":"Hotel"}}}}"#
    );
    assert_eq!(shown, expected);
    assert_eq!(found.unsigned(), ["/stranger", "/Name", "/copy/other", "/copy/list", "/copy/digest", "/empty"]);
    assert_eq!(found.unsigned_omitted(), 0);
    // the same from the stored document and pointers
    let again = |pointers: &[&str]| {
        let unsigned: Vec<String> = pointers.iter().map(|pointer| (*pointer).to_owned()).collect();
        Covered::without(&parse(r#"{"a": [1, {}, {"b": "", "c/d": []}, [2]], "e": null}"#), &unsigned).unwrap()
    };
    for (pointers, expected) in [
        (&[][..], r#"{"a":[1,{},{"b":"","c/d":[]},[2]],"e":null}"#),
        (&["/e"], r#"{"a":[1,{},{"b":"","c/d":[]},[2]]}"#),
        // the numbers are those of the whole document
        (&["/a/0", "/a/2/c~1d", "/a/3"], r#"{"a":[{},{"b":""}],"e":null}"#),
        (&["/a/1", "/a"], r#"{"e":null}"#),
        (&[""], "{}"),
        // a pointer that leads nowhere is not of this document
        (&["/e", "/x"], "{}"),
    ] {
        assert_eq!(again(pointers).json().to_compact(), expected, "{pointers:?}");
    }
}

#[test]
fn a_long_list_of_unsigned_parts_is_cut() {
    let long = "n".repeat(30_000);
    let others: Vec<String> = (0..1_500).map(|n| format!(r#""m{n}": [{n}]"#)).collect();
    let text = format!(
        r#"{{"jws": "JWS", "stranger": 1, "name": "a", "parts": [], "digest": "", "data": 1, "copy": {{"name": "b", "other": "", "list": 1, "digest": ""}}, "{long}": {{"a": 1, "b": 2, "c": 3}}, {}}}"#,
        others.join(", ")
    );
    let found = verified_part(&text);
    assert_eq!((found.unsigned().len(), found.unsigned_omitted()), (1_000, 504));
    assert!(found.unsigned().iter().map(String::len).sum::<usize>() <= 64 << 10);
    assert!(found.document().unwrap().source().len() < 400);
}

/// The whole document, covered by a signature: nothing else makes a verified result.
fn covered(document: Document) -> Covered {
    let payload = Payload::new(Cow::Borrowed(document.root()), &[]);
    let jws = Unsigned::new(Algorithm::Es256, payload.bytes()).sign(&key()).unwrap().to_detached();
    let jws = Jws::detached(&jws, &Profile::new(&[Algorithm::Es256])).unwrap();
    let signed = payload.verify(&jws, key().verifying_key(), &[]).unwrap();
    Covered::by(document, [signed])
}

#[test]
fn a_document_of_several_formats_has_one_signer() {
    let find = |formats: [Format; 3]| {
        let found = verify(&parse(RECEIPT), &formats.each_ref(), None, &Supplied::default());
        (found.format, code(&found), found.signer.map(|signer| signer.to_string()))
    };
    let (alice, mallory) = (Some("alice"), Some("mallory"));
    assert_eq!(
        find([says("a", alice), says("b", alice), says("c", alice)]),
        ("a", None, Some("did:wba:hotel.example:alice".to_owned()))
    );
    let differ = Some(Code::FORMAT_SIGNERS);
    assert_eq!(find([says("a", alice), says("b", alice), says("c", mallory)]), ("c", differ, None));
    assert_eq!(find([says("a", alice), says("b", mallory), says("c", alice)]), ("b", differ, None));
    let formats = [&says("a", alice), &says("b", mallory)];
    assert_eq!(
        verify(&parse(RECEIPT), &formats, None, &Supplied::default()).error.unwrap().to_string(),
        "the document is of two formats and verifies by both, as a signed by did:wba:hotel.example:alice, as b signed \
         by did:wba:hotel.example:mallory; expected one signer"
    );
    // one format knows the keys alone: nobody is behind the whole
    assert_eq!(find([says("a", alice), says("b", None), says("c", alice)]), ("b", None, None));
}

#[cfg(feature = "resolver")]
#[test]
fn an_object_of_no_format_is_read_by_its_proof() {
    use agent_description::format::read_signed;
    let receipt = signed(&parse(RECEIPT), Suite::EcdsaJcs2019);
    let limits = Limits::default();
    let (_, formats) = read_signed(receipt.source().as_bytes(), format::ALL, &limits).unwrap();
    assert_eq!(formats.iter().map(|format| format.name).collect::<Vec<_>>(), ["data-integrity"]);
    let unknown = read_signed(RECEIPT.as_bytes(), format::ALL, &limits).unwrap_err();
    assert!(matches!(unknown, FormatError::Unknown(_)));
    // a set of proofs is told as such (`proof-multiple`), not as an unknown format
    let proof = r#"{"type": "DataIntegrityProof", "proofValue": "z1"}"#;
    let formats_of = |proof: &str| {
        let read = read_signed(format!(r#"{{"total": "1", "proof": {proof}}}"#).as_bytes(), format::ALL, &limits);
        read.map(|(document, formats)| (code(&verify(&document, &formats, Some(SIGNER), &supplied())), formats.len()))
    };
    for set in [format!("[{proof}]"), format!("[{proof}, {proof}]")] {
        assert_eq!(formats_of(&set).unwrap(), (Some(Code::PROOF_MULTIPLE), 1));
    }
    for other in ["[]", "[1]", r#"["z1"]"#, r#"[{"type": "photo"}]"#, "\"photo\""] {
        assert!(matches!(formats_of(other), Err(FormatError::Unknown(_))), "{other}");
    }
    // it is never taken for that where another format fits, nor where it is checked or shown
    let description = AgentDescription::builder().name("Hotel").did(&SIGNER.parse().unwrap()).build().unwrap();
    let document = signed(&description.to_document().unwrap(), Suite::AdpEcdsaP256);
    let (_, formats) = read_signed(document.source().as_bytes(), format::ALL, &limits).unwrap();
    assert_eq!(formats.iter().map(|format| format.name).collect::<Vec<_>>(), ["adp"]);
    assert!(format::read(receipt.source().as_bytes(), format::ALL, &limits).is_err());
}
