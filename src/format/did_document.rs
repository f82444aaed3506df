//! DID documents.

use super::{
    Authenticity, Format, MatchConfidence, Options, PROOF_SIGN_OPTIONS, Signed, WellKnown, description_signs as signs,
    did_document_members, entries::entries, error::boxed,
};
use crate::{
    Code, CodedError, Did, Document, Limits, ReadLimits,
    diagnostic::{CheckReport, Rule, members::Table},
    did::{self, DidDocument, DocumentProof, rules},
    hex::hex,
    json::{Json, Object, Place, pointer},
    proof::{self, CheckName, CheckResult, Expectations, SignOptions, Signer},
    suite::canonical_sha256,
    verification::{Binding, Check, Pending, SignatureReport, Verification},
};

/// DID documents (DID Core), read as plain JSON. They say no version of their format: the profile is its name.
pub const DID_DOCUMENT: &dyn Format = &OfDids;

#[derive(Debug)]
struct OfDids;

/// Members of which a DID document has one beside its `id`.
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

impl Format for OfDids {
    fn name(&self) -> &'static str {
        "did-document"
    }

    fn title(&self) -> &'static str {
        "a DID document"
    }

    fn read_limits(&self, limits: &Limits) -> ReadLimits {
        limits.for_did_document()
    }

    fn match_confidence(&self, root: &Object) -> MatchConfidence {
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

    fn distinctive_members(&self) -> &'static [&'static str] {
        &[
            "id",
            "verificationMethod",
            "assertionMethod",
            "keyAgreement",
            "capabilityInvocation",
            "capabilityDelegation",
            "alsoKnownAs",
        ]
    }

    fn file_names(&self) -> &'static [&'static str] {
        &["did.json"]
    }

    fn media_type(&self) -> Option<&'static str> {
        Some("application/did")
    }

    fn well_known(&self) -> &'static [WellKnown] {
        const { &[WellKnown::new("/.well-known/did.json", "the host's DID document")] }
    }

    fn authenticity(&self) -> Authenticity {
        Authenticity::Location
    }

    fn rules(&self) -> &'static [&'static Rule] {
        rules::RULES
    }

    fn members(&self) -> Option<&'static Table> {
        Some(&did_document_members::TABLE)
    }

    fn check(&self, document: &Document, options: &Options) -> CheckReport {
        did::check_report(document, options.at, options.strict, &options.limits)
    }

    /// The DID, where it is published, its keys and what they speak for, its services and its own proof.
    fn show(&self, document: &Document, options: &Options) -> Result<Json, Box<dyn CodedError>> {
        let read = DidDocument::parse_own(document, &options.limits).map_err(boxed)?;
        Ok(read.get().to_model_json(options.at).into())
    }

    fn sign_options(&self) -> &'static [&'static str] {
        PROOF_SIGN_OPTIONS
    }

    /// All but the purpose.
    fn verify_options(&self) -> &'static [&'static str] {
        &["domain", "require-domain", "challenge", "max-age", "not-before"]
    }

    /// The document with its own proof: by a method that it lists under `assertionMethod`, so that it verifies by itself.
    fn sign(
        &self,
        document: &Document,
        signer: &dyn Signer,
        proof: &SignOptions,
        options: &Options,
    ) -> Result<Signed, Box<dyn CodedError>> {
        alone(document)?;
        let signed = proof::sign(document, signer, proof.clone()).map_err(boxed)?;
        // what nobody could verify is not written
        DidDocument::parse_own(&signed, &options.limits).map_err(boxed)?;
        Ok(Signed::by_proof(signed, signer, proof))
    }

    fn begin(&self, document: Document, expectations: &Expectations) -> Result<Box<dyn Pending>, Box<Verification>> {
        match verified(self.name(), &document, expectations) {
            Ok(found) => Ok(Box::new(found)),
            Err(error) => Err(Box::new(Verification::refused(self.name(), document, error.into()))),
        }
    }
}

/// The DID whose key made the document's own proof: of a DID that is bound to that key (`e1_`, `k1_`). Anyone can write
/// and sign a document of any other DID: where it is published says whose it is, and that takes the network.
///
/// The proof's signer, domain, challenge and time are compared with what the options expect, as for descriptions; its
/// purpose, `assertionMethod` or `authentication`, is not.
///
/// A document with members of an agent description is refused: who reads them would take them for verified.
fn verified(
    format: &'static str,
    document: &Document,
    expectations: &Expectations,
) -> Result<Verification, Box<dyn CodedError>> {
    alone(document)?;
    let read = DidDocument::parse_own(document, &Limits::default()).map_err(boxed)?;
    let read = read.get();
    let Some(DocumentProof::Verified { suite, method, created, expires, .. }) = read.proof() else {
        read.check_time(expectations.at()).map_err(boxed)?;
        let has_proof = read.proof().is_some();
        return Err(Box::new(if has_proof { NotVerified::Suite } else { NotVerified::NoProof }));
    };
    proof::check_verified_elsewhere(document, read.id(), expectations).map_err(boxed)?;
    read.check_time(expectations.at()).map_err(boxed)?;
    if read.binding_method().is_none() {
        return Err(Box::new(NotVerified::Unbound { did: read.id().clone() }));
    }
    let named = expectations.named_signer().is_some();
    let binding = if named { Binding::Signer } else { Binding::Subject };
    let signature = SignatureReport {
        algorithm: Some(suite.name().to_owned()),
        key_id: Some(method.to_string()),
        reading: None,
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
    own.insert("suite", suite.name());
    own.insert("created", created.map(|created| created.to_string()));
    own.insert("canonicalSha256", hex(&canonical_sha256(document.root())));
    let mut found = Verification::verified(format, document.clone(), Some(read.id().clone()), binding);
    (found.signatures, found.checks, found.own) = (vec![signature], checks.collect(), own);
    found.expires = read.key_end(method);
    Ok(found)
}

/// Refuses what is of an agent description too: nobody signs or verifies its members by the rules of DID documents.
fn alone(document: &Document) -> Result<(), Box<dyn CodedError>> {
    match signs::description_sign(document.root()) {
        Some(member) => Err(Box::new(NotVerified::Description { member: member.to_owned() })),
        None => Ok(()),
    }
}

/// Why the document is not verified although it can be read.
#[derive(Debug, thiserror::Error)]
enum NotVerified {
    #[error("the DID document has no `proof` of its own: it is only as trustworthy as the place where it was found")]
    NoProof,
    #[error("the DID document's own proof uses an unknown suite: it was not verified")]
    Suite,
    #[error(
        "the DID document's own proof is valid, but nothing binds {did} to its key: anyone could write such a \
         document; resolve the DID to see which document is published"
    )]
    Unbound { did: Did },
    #[error(
        "found `{member}`, a sign of an agent description; expected a DID document and nothing else; keep the two in \
         separate files"
    )]
    Description { member: String },
}

impl CodedError for NotVerified {
    fn code(&self) -> Code {
        match self {
            Self::NoProof => Code::PROOF_MISSING,
            Self::Suite => Code::PROOF_SUITE,
            Self::Unbound { .. } => Code::DID_BINDING,
            Self::Description { .. } => Code::DID_DOCUMENT_INVALID,
        }
    }

    fn place(&self) -> Place {
        let Self::Description { member } = self else { return Place::default() };
        let mut pointer = String::new();
        pointer::push_name(&mut pointer, member);
        Place::pointing(pointer)
    }
}

/// A context of DID Core, of whatever version.
fn is_of_dids(context: &Json) -> bool {
    context
        .as_str()
        .is_some_and(|iri| iri.starts_with("https://www.w3.org/ns/did/") || iri == "https://w3id.org/did/v1")
}
