//! Superseded DIDs and the chains of their successors (did:wba 1.2, sections 2.2.3 and 2.5.2 to 2.6).

use agent_description::{
    Code, CodedError, Limits, Timestamp,
    did::{
        Assurance, Binding, Did, DidDocument, DidDocumentBuilder, DidError, DocumentProofForm, Resolved, Superseded,
    },
    format::{DID_DOCUMENT, Options},
    json::{Document, Json, Object},
    key::{KeyType, SigningKey},
    resolve::{Following, ResolveError, StaticResolver, Succession, SuccessorCache, resolve_current},
    suite::{ProofValueEncoding, Suite},
};
use futures_executor::block_on;
use std::sync::Arc;

const T1: &str = "2026-01-01T00:00:00Z";
const T2: &str = "2026-02-01T00:00:00Z";

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn key(byte: u8) -> SigningKey {
    SigningKey::from_secret_bytes(KeyType::Ed25519, &[byte; 32]).unwrap()
}

fn did(byte: u8) -> Did {
    Did::wba_bound("example.com", "user:alice", Binding::E1, key(byte).verifying_key()).unwrap()
}

/// The document of the DID of this key, with a recovery key.
fn active(byte: u8) -> Document {
    let mut builder =
        DidDocumentBuilder::new(did(byte), key(byte).verifying_key()).agent_description("https://example.com/ad.json");
    builder.keys.push(key(99).verifying_key().clone());
    builder.build_signed(&key(byte), at(T1), DocumentProofForm::W3c).unwrap()
}

fn read(document: &Document) -> Resolved<DidDocument> {
    DidDocument::parse_own(document, &Limits::default()).unwrap()
}

/// The document once the DID of the next key succeeds it.
fn old(byte: u8, next: u8, signer: &SigningKey) -> Document {
    read(&active(byte)).get().superseded_by(&did(next), signer, at(T2)).unwrap()
}

fn edited(document: &Document, edit: impl FnOnce(&mut Object)) -> Document {
    let mut root = document.root().clone();
    edit(&mut root);
    Document::from_object(root, &Limits::default()).unwrap()
}

/// The same, signed anew by what its `proof` says.
fn signed(document: &Document, key: &SigningKey, edit: impl FnOnce(&mut Object)) -> Document {
    edited(document, |root| {
        let mut proof = root.remove("proof").unwrap().as_object().unwrap().clone();
        edit(root);
        proof.remove("proofValue");
        if let Some(id) = root.remove("method") {
            proof.insert("verificationMethod", id);
        }
        let input = Suite::EddsaJcs2022.signing_input(root, &proof, ProofValueEncoding::Base58Btc).unwrap();
        proof.insert("proofValue", ProofValueEncoding::Base58Btc.encode(&key.sign(input.as_bytes())));
        root.insert("proof", proof);
    })
}

fn superseded(document: &Document) -> Result<Arc<Superseded>, DidError> {
    match DidDocument::parse_own(document, &Limits::default()) {
        Err(DidError::Superseded(superseded)) => Ok(superseded),
        Err(error) => Err(error),
        Ok(_) => panic!("in use: {}", document.source()),
    }
}

fn follow(documents: &[Document], following: &Following) -> Result<Succession, ResolveError> {
    let mut resolver = StaticResolver::default();
    for document in documents {
        let id: Did = document.root().get("id").and_then(Json::as_str).unwrap().parse().unwrap();
        resolver.insert(id, document.source());
    }
    block_on(resolve_current(&did(1), &resolver, following, at("2026-03-01T00:00:00Z")))
}

#[track_caller]
fn refused(result: Result<Succession, ResolveError>, code: Code, hint: &str) {
    let error = result.map(|found| found.current_did().to_string()).unwrap_err();
    assert_eq!(error.code(), code, "{error}");
    assert!(error.to_string().contains(hint), "{error}\nshould say: {hint}");
}

#[test]
fn both_documents_of_a_new_key() {
    let first = read(&active(1));
    let (next, second) = first.get().rebound(&key(2), at(T2), DocumentProofForm::W3c).unwrap();
    assert_eq!(next, did(2));
    assert_eq!(second.root().get("alsoKnownAs"), Some(&Json::from(vec![Json::from(did(1).as_str())])));
    // a later one names its direct predecessor alone, and keeps other names
    let renamed = signed(&second, &key(2), |root| {
        let names = ["https://example.com/alice", did(1).as_str()].map(Json::from);
        root.insert("alsoKnownAs", names.to_vec());
    });
    let (_, third) = read(&renamed).get().rebound(&key(3), at(T2), DocumentProofForm::W3c).unwrap();
    let names = [did(2).as_str(), "https://example.com/alice"].map(Json::from);
    assert_eq!(third.root().get("alsoKnownAs"), Some(&Json::from(names.to_vec())));

    let old = first.get().superseded_by(&next, &key(1), at(T2)).unwrap();
    let (is_deactivated, names) = (old.root().get("deactivated"), old.root().get("successorDid"));
    assert_eq!((is_deactivated, names), (Some(&Json::from(true)), Some(&Json::from(next.as_str()))));
    let error = DidDocument::parse_own(&old, &Limits::default()).unwrap_err();
    assert_eq!(error.code(), Code::DID_SUPERSEDED);
    let read = superseded(&old).unwrap();
    assert_eq!((read.did(), read.successor(), read.created()), (&did(1), &next, Some(at(T2))));
    assert_eq!(read.assurance(None).unwrap(), Assurance::Verified);
    read.check_successor(&second).unwrap();
    // a key that the document does not list signs no transition, and neither does a DID of another path get one
    assert_eq!(first.get().superseded_by(&next, &key(7), at(T2)).unwrap_err().code(), Code::DID_BINDING);
    let elsewhere = Did::wba_bound("example.com", "user:bob", Binding::E1, key(2).verifying_key()).unwrap();
    assert_eq!(first.get().superseded_by(&elsewhere, &key(1), at(T2)).unwrap_err().code(), Code::DID_TRANSITION);
    // a DID that is bound to no Ed25519 key names none
    let k1 = SigningKey::from_secret_bytes(KeyType::Secp256k1, &[1; 32]).unwrap();
    let k1_did = Did::wba_bound("example.com", "user:alice", Binding::K1, k1.verifying_key()).unwrap();
    let k1_document = DidDocumentBuilder::new(k1_did, k1.verifying_key()).build().unwrap();
    let error = DidDocument::parse_own(&k1_document, &Limits::default()).unwrap();
    assert_eq!(error.get().superseded_by(&next, &k1, at(T2)).unwrap_err().code(), Code::DID_BINDING);
}

#[test]
fn a_wrong_transition_is_refused() {
    let good = old(1, 2, &key(1));
    let fails = |document: Document, code: Code, hint: &str| {
        let error = superseded(&document).map(|found| found.successor().to_string()).unwrap_err();
        assert_eq!(error.code(), code, "{error}");
        assert!(error.to_string().contains(hint), "{error}\nshould say: {hint}");
    };
    let naming = |successor: &str| signed(&good, &key(1), |root| drop(root.insert("successorDid", successor)));
    let bob = Did::wba_bound("example.com", "user:bob", Binding::E1, key(2).verifying_key()).unwrap();
    let other_host = Did::wba_bound("example.org", "user:alice", Binding::E1, key(2).verifying_key()).unwrap();
    for successor in [bob.as_str(), other_host.as_str(), "did:wba:example.com:user:alice", "did:web:example.com"] {
        fails(naming(successor), Code::DID_TRANSITION, "with the same path");
    }
    fails(naming(did(1).as_str()), Code::DID_TRANSITION, "names itself");
    for successor in ["alice", "https://example.com/", &format!("{}#key-1", did(2))] {
        fails(naming(successor), Code::DID_DOCUMENT_INVALID, "direct successor");
    }
    // what was signed is what counts
    let forged = edited(&good, |root| drop(root.insert("successorDid", did(3).as_str())));
    fails(forged, Code::DID_DOCUMENT_PROOF, "does not verify");
    let rewritten = edited(&good, |root| drop(root.remove("service")));
    fails(rewritten, Code::DID_DOCUMENT_PROOF, "does not verify");
    // a proof that does not count is not taken for none
    let login = edited(&good, |root| {
        let mut proof = root.get("proof").and_then(Json::as_object).unwrap().clone();
        proof.insert("proofPurpose", "authentication");
        root.insert("proof", proof);
    });
    fails(login, Code::DID_DOCUMENT_PROOF, "another purpose");
    fails(edited(&good, |root| drop(root.insert("proof", "none"))), Code::DID_DOCUMENT_PROOF, "expected one proof");
    // the key that the DID is bound to stays in its document
    let without_key = signed(&good, &key(1), |root| {
        let methods = root.get("verificationMethod").and_then(Json::as_array).unwrap()[1..].to_vec();
        root.insert("verificationMethod", methods);
    });
    fails(without_key, Code::DID_BINDING, "keep the old key");
    // without a successor, and for a DID without key, the DID is given up
    let given_up = signed(&good, &key(1), |root| drop(root.remove("successorDid")));
    fails(given_up, Code::DID_DEACTIVATED, "deactivated");
    let plain = format!(r#"{{"id":"did:wba:example.com:alice","deactivated":true,"successorDid":"{}"}}"#, did(2));
    fails(Document::parse(plain.as_bytes(), &Limits::default()).unwrap(), Code::DID_DEACTIVATED, "deactivated");
}

#[test]
fn recovery_keys_need_a_trusted_document() {
    let recovered = old(1, 2, &key(99));
    let trusted = read(&active(1));
    let claimed = superseded(&recovered).unwrap();
    assert_eq!(claimed.signed_with().unwrap().fragment(), "key-2");
    assert_eq!(claimed.assurance(Some(trusted.get())).unwrap(), Assurance::RecoveryVerified);
    let refused = |trusted: Option<&DidDocument>, hint: &str| {
        let error = claimed.assurance(trusted).unwrap_err();
        assert_eq!(error.code(), Code::DID_DOCUMENT_PROOF);
        assert!(error.to_string().contains(hint), "{error}\nshould say: {hint}");
    };
    refused(None, "a trusted earlier document");
    // one of another DID says nothing, nor does one that lists another key or lists it for another purpose
    refused(Some(read(&active(2)).get()), "a trusted earlier document");
    let other_key = SigningKey::from_secret_bytes(KeyType::Ed25519, &[98; 32]).unwrap();
    let mut swapped = DidDocumentBuilder::new(did(1), key(1).verifying_key());
    swapped.keys.push(other_key.verifying_key().clone());
    let swapped = swapped.build_signed(&key(1), at(T1), DocumentProofForm::W3c).unwrap();
    refused(Some(read(&swapped).get()), "does not verify");
    let unlisted = signed(&active(1), &key(1), |root| {
        root.insert("assertionMethod", vec![Json::from(format!("{}#key-1", did(1)))]);
    });
    refused(Some(read(&unlisted).get()), "not authorize");
    // by itself such a document is neither right nor wrong
    let options = Options::at(at("2026-03-01T00:00:00Z"));
    let report = DID_DOCUMENT.check(&recovered, &options);
    assert!(report.is_valid(), "{report:?}");
    let told = report.diagnostics.iter().find(|told| told.code == Code::DID_TRANSITION).unwrap();
    assert!(told.message.contains("needs an earlier document of the DID"), "{}", told.message);
    // a proof from the future stays an error
    assert!(!DID_DOCUMENT.check(&recovered, &Options::at(at(T1))).is_valid());
}

#[test]
fn chains_are_followed_to_the_did_in_use() {
    let chain = [old(1, 2, &key(1)), old(2, 3, &key(2)), active(3)];
    let found = follow(&chain, &Following::default()).unwrap();
    assert_eq!((&found.requested, found.current_did()), (&did(1), &did(3)));
    assert_eq!(found.assurance(), Some(Assurance::Verified));
    assert_eq!(found.hops[0].superseded.created(), Some(at(T2)));
    let hops: Vec<_> = found.hops.iter().map(|hop| (hop.superseded.did().clone(), hop.assurance)).collect();
    assert_eq!(hops, [(did(1), Assurance::Verified), (did(2), Assurance::Verified)]);
    let own = follow(&[active(1)], &Following::default()).unwrap();
    assert_eq!((own.current_did(), own.assurance(), own.hops.len()), (&did(1), None, 0));

    // the weakest hop counts, and documents that the caller supplied are nobody's assertion
    let unsigned = edited(&old(2, 3, &key(2)), |root| drop(root.remove("proof")));
    let found = follow(&[old(1, 2, &key(1)), unsigned, active(3)], &Following::default()).unwrap();
    assert_eq!(found.assurance(), Some(Assurance::Unverified));
    assert_eq!(found.hops[0].assurance, Assurance::Verified);
    let mut trusting = Following::default();
    trusting.trusted.push(Arc::new(read(&active(1))));
    let recovered = [old(1, 2, &key(99)), old(2, 3, &key(2)), active(3)];
    assert_eq!(follow(&recovered, &trusting).unwrap().assurance(), Some(Assurance::RecoveryVerified));
    refused(follow(&recovered, &Following::default()), Code::DID_DOCUMENT_PROOF, "recovery key");
}

#[test]
fn broken_chains_are_refused() {
    let none = Following::default();
    let cycle = [old(1, 2, &key(1)), old(2, 1, &key(2))];
    refused(follow(&cycle, &none), Code::DID_TRANSITION, "cycle");
    // each hop is to a direct successor: the last one says that another DID was before it
    let (_, third) = read(&active(2)).get().rebound(&key(3), at(T2), DocumentProofForm::W3c).unwrap();
    refused(follow(&[old(1, 3, &key(1)), third], &none), Code::DID_TRANSITION, "generation is skipped");
    // a transition that is dated ahead would let the old key sign until then
    let ahead = read(&active(1)).get().superseded_by(&did(2), &key(1), at("2099-02-01T00:00:00Z")).unwrap();
    refused(follow(&[ahead, active(2)], &none), Code::DID_TRANSITION, "2099-02-01T00:00:00Z");
    // the chain ends at a document that is published, in use and signed
    refused(follow(&[old(1, 2, &key(1))], &none), Code::NET_OFFLINE, did(2).as_str());
    let unsigned = edited(&active(2), |root| drop(root.remove("proof")));
    refused(follow(&[old(1, 2, &key(1)), unsigned], &none), Code::DID_DOCUMENT_PROOF, "is missing");
    let gone = signed(&active(2), &key(2), |root| drop(root.insert("deactivated", true)));
    refused(follow(&[old(1, 2, &key(1)), gone], &none), Code::DID_DEACTIVATED, "deactivated");

    let chain = |hops: u8| {
        let mut documents: Vec<Document> = (1..=hops).map(|byte| old(byte, byte + 1, &key(byte))).collect();
        documents.push(active(hops + 1));
        documents
    };
    assert_eq!(follow(&chain(8), &none).unwrap().current_did(), &did(9));
    refused(follow(&chain(9), &none), Code::DID_TRANSITION, "more than 8 hops");
}

#[test]
fn only_signed_successors_of_whole_chains_are_kept() {
    let cache = SuccessorCache::default();
    let mut following = Following::default();
    following.known = cache.clone();
    // a chain that fails leaves nothing
    follow(&[old(1, 2, &key(1)), old(2, 1, &key(2))], &following).unwrap_err();
    assert_eq!(cache.successor(&did(1)), None);
    // an unsigned successor is not kept, the signed one beside it is
    let unsigned = edited(&old(2, 3, &key(2)), |root| drop(root.remove("proof")));
    follow(&[old(1, 2, &key(1)), unsigned, active(3)], &following).unwrap();
    assert_eq!((cache.successor(&did(1)), cache.successor(&did(2))), (Some(did(2)), None));
    // from then on a fork is told from the first, signed or not
    refused(follow(&[old(1, 4, &key(1)), active(4)], &following), Code::DID_TRANSITION, "forked");
    let unsigned = edited(&old(1, 4, &key(1)), |root| drop(root.remove("proof")));
    refused(follow(&[unsigned, active(4)], &following), Code::DID_TRANSITION, "forked");
    assert_eq!(cache.successor(&did(1)), Some(did(2)));
    assert!(follow(&[old(1, 2, &key(1)), active(2)], &following).is_ok());
}

#[test]
fn what_a_superseded_did_signed_before() {
    let chain = [old(1, 2, &key(1)), active(2)];
    let found = follow(&chain, &Following::default()).unwrap();
    let document = found.document_for_signature(Some(at(T1))).unwrap();
    assert_eq!(document.get().id(), &did(1));
    for created in [Some(at(T2)), Some(at("2026-02-15T00:00:00Z")), None] {
        assert_eq!(found.document_for_signature(created).unwrap_err().code(), Code::DID_SUPERSEDED, "{created:?}");
    }
    let unsigned = edited(&chain[0], |root| drop(root.remove("proof")));
    let found = follow(&[unsigned, active(2)], &Following::default()).unwrap();
    let error = found.document_for_signature(Some(at(T1))).unwrap_err();
    assert!(error.to_string().contains("unverified"), "{error}");

    // whoever signs with a recovery key adds no key to the past: the trusted document says which there were
    let recovered = signed(&old(1, 2, &key(99)), &key(99), |root| {
        let mut methods = root.get("verificationMethod").and_then(Json::as_array).unwrap().to_vec();
        let mut added = methods[0].as_object().unwrap().clone();
        added.insert("id", format!("{}#added", did(1)));
        added.insert("publicKeyMultibase", key(50).verifying_key().to_multikey());
        methods.push(added.into());
        root.insert("verificationMethod", methods);
        root.insert("assertionMethod", vec![Json::from("#added")]);
    });
    let mut trusting = Following::default();
    trusting.trusted.push(Arc::new(read(&active(1))));
    let found = follow(&[recovered, active(2)], &trusting).unwrap();
    assert_eq!(found.assurance(), Some(Assurance::RecoveryVerified));
    let document = found.document_for_signature(Some(at(T1))).unwrap();
    assert_eq!(document.get().verification_methods().len(), 2);
}
