//! DID documents.

mod members;

use super::{
    Authenticity, DocumentSignatures, Format, MatchConfidence, Options, PROOF_SIGN_OPTIONS, SignedDocument, WellKnown,
    agent_description::markers, boxed, detect::entries,
};
use crate::{
    Code, CodedError, Document, Limits, SimpleError,
    did::{self, DidDocument, DocumentProof, rules},
    hex::hex,
    json::{Json, Object, Place, pointer},
    proof::{self, Check, CheckName, CheckResult, Expectations, SignOptions, Signer},
    suite::canonical_sha256,
    verification::{Binding, Covered, Pending, SignatureReport, Verification},
};

/// DID documents (DID Core), read as plain JSON. They state no format version: the profile is the name.
pub const DID_DOCUMENT: &Format = &Format {
    name: "did-document",
    title: "a DID document",
    distinctive_members: &[
        "id",
        "verificationMethod",
        "assertionMethod",
        "keyAgreement",
        "capabilityInvocation",
        "capabilityDelegation",
        "alsoKnownAs",
    ],
    file_names: &["did.json"],
    media_type: Some("application/did"),
    well_known: &[WellKnown::new("/.well-known/did.json", "the host's DID document")],
    authenticity: Authenticity::Location,
    rules: rules::RULES,
    members: Some(&members::TABLE),
    sign_options: PROOF_SIGN_OPTIONS,
    // All options except the purpose.
    verify_options: &["domain", "require-domain", "challenge", "max-age", "not-before"],
    read_limits: Limits::for_did_document,
    match_confidence,
    report: Some(|document, _, options| did::check_report(document, options.at, options.strict, &options.limits)),
    // the DID, the URL of its document, its keys with their purposes, its services and its own proof
    model: Some(|document, options| {
        let read = DidDocument::parse_own(document, &options.limits).map_err(boxed)?;
        Ok(read.get().to_model_json(options.at).into())
    }),
    signatures: Some(&OwnProof),
    ..Format::DEFAULT
};

/// Members of DID documents; a document has its `id` and at least one of these.
const MEMBERS: [&str; 9] = [
    "verificationMethod",
    "authentication",
    "assertionMethod",
    "keyAgreement",
    "capabilityInvocation",
    "capabilityDelegation",
    "service",
    "controller",
    "deactivated",
];

fn match_confidence(root: &Object) -> MatchConfidence {
    let (mut context, mut id, mut member) = (false, false, false);
    for found in root {
        match found.name().as_str() {
            "@context" => context = entries(found.value()).any(is_of_dids),
            "id" => id = found.value().as_str().is_some_and(|id| id.starts_with("did:")),
            name => member |= MEMBERS.contains(&name),
        }
    }
    match (context, id, member) {
        (true, ..) | (_, true, true) => MatchConfidence::Certain,
        (false, true, false) => MatchConfidence::Lacks(vec!["`verificationMethod`"]),
        (false, false, true) => MatchConfidence::Lacks(vec!["an `id` that is a DID"]),
        (false, false, false) => MatchConfidence::Lacks(vec!["an `id` that is a DID", "`verificationMethod`"]),
    }
}

struct OwnProof;

impl DocumentSignatures for OwnProof {
    /// Adds the document's own proof with a method listed under `assertionMethod`, so that the document verifies by
    /// itself.
    fn sign(
        &self,
        _: &Format,
        document: &Document,
        signer: &dyn Signer,
        proof: &SignOptions,
        options: &Options,
    ) -> Result<SignedDocument, Box<dyn CodedError>> {
        alone(document)?;
        let signed = SignedDocument::by_proof(document, signer, proof)?;
        // do not write a document that cannot be verified
        DidDocument::parse_own(&signed.document, &options.limits).map_err(boxed)?;
        Ok(signed)
    }

    fn begin(
        &self,
        format: &Format,
        document: Document,
        expectations: &Expectations,
    ) -> Result<Box<dyn Pending>, Box<Verification>> {
        match verified(format.name, &document, expectations) {
            Ok(found) => Ok(Box::new(found)),
            Err(error) => Err(Box::new(Verification::refused(format.name, error.into()))),
        }
    }
}

/// Verifies the document's own proof, for a DID that is bound to the key (`e1_`, `k1_`). Anyone can write and sign a
/// document of another DID: only its published URL proves its owner, which needs the network.
///
/// The proof's signer, domain, challenge and time are compared with the options, as for descriptions. Its purpose,
/// `assertionMethod` or `authentication`, is not.
///
/// A document with members of an agent description is refused, because readers could mistake them for verified ones.
fn verified(
    format: &'static str,
    document: &Document,
    expectations: &Expectations,
) -> Result<Verification, Box<dyn CodedError>> {
    alone(document)?;
    let read = DidDocument::parse_own(document, &Limits::default()).map_err(boxed)?;
    let read = read.get();
    let Some(DocumentProof::Verified { suite, method, created, expires, .. }) = read.proof() else {
        read.check_time(expectations.at).map_err(boxed)?;
        let has_proof = read.proof().is_some();
        return Err(Box::new(if has_proof {
            SimpleError::new(
                Code::PROOF_SUITE,
                "the DID document's own proof uses an unknown suite: it was not verified",
            )
        } else {
            let why = "the DID document has no `proof`, so only its URL shows who wrote it";
            SimpleError::new(Code::PROOF_MISSING, format!("{why}; {RESOLVE}"))
        }));
    };
    proof::check_verified_elsewhere(document, read.id(), expectations).map_err(boxed)?;
    read.check_time(expectations.at).map_err(boxed)?;
    if read.binding_method().is_none() {
        let message = format!(
            "the DID document's own proof is valid, but {} is not bound to its key, so anyone could have written the \
             document; {RESOLVE}",
            read.id()
        );
        return Err(Box::new(SimpleError::new(Code::DID_BINDING, message)));
    }
    let named = expectations.signer.is_some();
    let binding = if named { Binding::Signer } else { Binding::Subject };
    let signature = SignatureReport {
        algorithm: Some(suite.as_str().to_owned()),
        key_id: Some(method.to_string()),
        payload_form: None,
        key_source: Some("did"),
        signer: Some(read.id().clone()),
        binding: Some(binding),
        created: *created,
        expires: *expires,
        error: None,
    };
    let made = [
        (CheckName::StrictJson, "read as strict JSON"),
        (CheckName::Proof, "one proof, its members typed"),
        (CheckName::Signature, "the document's own proof verifies with its own key"),
        (CheckName::Signer, "the DID is bound to that key"),
        (CheckName::Time, "neither the proof nor its key has expired"),
    ];
    let checks =
        made.into_iter().map(|(name, detail)| Check::new(name.as_str(), CheckResult::Pass, Some(detail.into())));
    let mut own = Object::new();
    own.insert("signer", read.id().as_str());
    own.insert("subject", read.id().as_str());
    own.insert("verificationMethod", method.as_str());
    own.insert("suite", suite.as_str());
    own.insert("created", created.map(|created| created.to_string()));
    own.insert("canonicalSha256", hex(&canonical_sha256(document.root())));
    let mut found = Verification::verified(format, Covered::whole(document.clone()));
    (found.signer, found.binding) = (Some(read.id().clone()), Some(binding));
    (found.signatures, found.checks, found.own) = (vec![signature], checks.collect(), own);
    found.expires = read.key_end(method);
    Ok(found)
}

const RESOLVE: &str = "resolve the DID to get the published document";

/// Refuses members of an agent description, because the rules for DID documents do not cover them.
fn alone(document: &Document) -> Result<(), Box<dyn CodedError>> {
    match markers::description_marker(document.root()) {
        Some(member) => {
            let message = format!(
                "found `{member}`, a sign of an agent description; expected a DID document and nothing else; keep the \
                 two in separate files"
            );
            let mut pointer = String::new();
            pointer::push_name(&mut pointer, member);
            Err(Box::new(SimpleError::new(Code::DID_DOCUMENT_INVALID, message).at(Place::pointing(pointer))))
        }
        None => Ok(()),
    }
}

/// A context of DID Core, of any version.
fn is_of_dids(context: &Json) -> bool {
    context
        .as_str()
        .is_some_and(|iri| iri.starts_with("https://www.w3.org/ns/did/") || iri == "https://w3id.org/did/v1")
}
