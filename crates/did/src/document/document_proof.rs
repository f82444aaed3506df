//! The proof in a DID document, made with a key that the document lists.

use super::document_part::Part;
use crate::{Did, DidError, DidUrl, Purpose, error::MAX_SHOWN_CHARS, keys::relationships::Relationships, rules};
use adp_crypto::{
    CLOCK_SKEW, Timestamp,
    key::{Signature, VerifyingKey},
    suite::{ProofValueEncoding, Suite},
};
use adp_json::{Code, Document, Text, cut};
use adp_report::{Diagnostic, Severity};

/// The proof in a DID document about the document itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DocumentProof {
    /// A verified proof.
    Verified {
        /// The cryptosuite.
        suite: Suite,
        /// The encoding of `proofValue`: for `eddsa-jcs-2022`, base58btc is the W3C form and base64url the form of the
        /// ANP SDKs.
        encoding: ProofValueEncoding,
        /// The verification method, which is in the document.
        method: DidUrl,
        /// The purpose: `assertionMethod` or `authentication`.
        purpose: Purpose,
        /// Creation time; not compared with the current time.
        created: Option<Timestamp>,
        /// Expiry time: see [`DidDocument::check_time`](crate::DidDocument::check_time).
        expires: Option<Timestamp>,
    },
    /// A proof that was not verified, because its suite is unknown.
    UnknownSuite {
        /// The proof's `type`.
        proof_type: String,
        /// The proof's `cryptosuite`.
        cryptosuite: Option<String>,
    },
}

impl DocumentProof {
    /// The name of the suite: of an unknown one, as written.
    pub(crate) fn suite_name(&self) -> &str {
        match self {
            Self::Verified { suite, .. } => suite.as_str(),
            Self::UnknownSuite { proof_type, cryptosuite } => cryptosuite.as_deref().unwrap_or(proof_type),
        }
    }

    pub(crate) fn created(&self) -> Option<Timestamp> {
        match self {
            Self::Verified { created, .. } => *created,
            Self::UnknownSuite { .. } => None,
        }
    }

    pub(crate) fn expires(&self) -> Option<Timestamp> {
        match self {
            Self::Verified { expires, .. } => *expires,
            Self::UnknownSuite { .. } => None,
        }
    }

    pub(crate) fn check_time(
        &self,
        document: &Document,
        relationships: &Relationships,
        now: Timestamp,
    ) -> Result<(), DidError> {
        let Self::Verified { method, expires, .. } = self else { return Ok(()) };
        let refused = |reason| Err(refused(&Part::root(document).member_or_self("proof"), reason));
        if let Some(expires) = expires.filter(|&expires| now >= expires) {
            return refused(format!(
                "expired at {expires}, and the time of verification is {now}; ask the DID's owner to sign the document again"
            ));
        }
        match relationships.method(method).map(|method| method.key_at(now)) {
            Some(Err(error)) => refused(format!("is no longer valid: {error}")),
            _ => Ok(()),
        }
    }
}

impl DocumentProof {
    pub(crate) fn diagnostic(&self, document: &Document) -> Option<Diagnostic> {
        let Self::UnknownSuite { .. } = self else { return None };
        let proof = Part::root(document).member_or_self("proof");
        let name = self.suite_name();
        let message = format!("the document's own proof uses {name:?}, which is not supported: it was not verified");
        Some(proof.oddity(&rules::PROOF_SUITE, Code::PROOF_SUITE, &message))
    }

    /// A warning if the proof was created later than `now`, allowing one minute of clock skew. It is not an error,
    /// because the document is trusted for its published URL.
    pub(crate) fn dated_ahead(&self, document: &Document, now: Timestamp) -> Option<Diagnostic> {
        let Self::Verified { created, .. } = self else { return None };
        let created = created.filter(|&created| created > now.saturating_add(CLOCK_SKEW))?;
        let place = Part::root(document).member_or_self("proof").member_or_self("created");
        let message = format!(
            "the document's own proof was created at {created}, but the time of verification is {now}; check both clocks"
        );
        Some(place.finding(&rules::PROOF, Severity::Warning, Code::PROOF_NOT_YET_VALID, &message))
    }
}

fn refused(part: &Part<'_>, reason: impl std::fmt::Display) -> DidError {
    DidError::proof(part.place(), reason)
}

/// An optional string member of the proof.
fn text<'a>(proof: &Part<'a>, name: &str) -> Result<Option<&'a Text>, DidError> {
    match proof.member(name) {
        None => Ok(None),
        Some(part) => match part.json().as_text() {
            Some(text) => Ok(Some(text)),
            None => Err(refused(&part, format!("has {} as `{name}`, expected a string", part.json().kind()))),
        },
    }
}

fn required_text<'a>(proof: &Part<'a>, name: &str) -> Result<&'a Text, DidError> {
    text(proof, name)?.ok_or_else(|| refused(proof, format!("has no `{name}`")))
}

fn time(proof: &Part<'_>, name: &str) -> Result<Option<Timestamp>, DidError> {
    let parse = |text: &Text| {
        text.parse::<Timestamp>().map_err(|error| refused(proof, format!("has an invalid `{name}`: {error}")))
    };
    text(proof, name)?.map(parse).transpose()
}

/// A proof with a known suite, not yet verified.
#[derive(Clone, Debug)]
pub(crate) struct Claim {
    suite: Suite,
    signature: Signature,
    encoding: ProofValueEncoding,
    pub(crate) method: DidUrl,
    purpose: Purpose,
    pub(crate) created: Option<Timestamp>,
    pub(crate) expires: Option<Timestamp>,
}

/// Parses the document's own proof. `None` if it has none; `Some(Err)` is a proof with an unknown suite.
pub(crate) fn claimed(root: &Part<'_>) -> Result<Option<Result<Claim, DocumentProof>>, DidError> {
    let Some(proof) = root.member("proof") else { return Ok(None) };
    let Some(object) = proof.json().as_object() else {
        return Err(refused(&proof, format!("is {}, expected one proof object", proof.json().kind())));
    };
    let proof_type = required_text(&proof, "type")?;
    let cryptosuite = text(&proof, "cryptosuite")?;
    let Some(suite) = Suite::identify(proof_type, cryptosuite.map(Text::as_str)) else {
        return Ok(Some(Err(DocumentProof::UnknownSuite {
            proof_type: cut(proof_type, MAX_SHOWN_CHARS),
            cryptosuite: cryptosuite.map(|name| cut(name, MAX_SHOWN_CHARS)),
        })));
    };
    if object.contains("previousProof") {
        return Err(refused(&proof, "is part of a chain (`previousProof`), expected a single proof"));
    }
    let value = required_text(&proof, "proofValue")?;
    let (signature, encoding) =
        suite.decode_proof_value(value).map_err(|error| refused(&proof, format!("is refused: {error}")))?;
    let method: DidUrl = required_text(&proof, "verificationMethod")?
        .parse()
        .map_err(|error| refused(&proof, format!("names no verification method: {error}")))?;
    let purpose = required_text(&proof, "proofPurpose")?
        .parse::<Purpose>()
        .ok()
        .filter(|purpose| matches!(purpose, Purpose::AssertionMethod | Purpose::Authentication))
        .ok_or_else(|| refused(&proof, "has a `proofPurpose` other than `assertionMethod` or `authentication`"))?;
    let (created, expires) = (time(&proof, "created")?, time(&proof, "expires")?);
    Ok(Some(Ok(Claim { suite, signature, encoding, method, purpose, created, expires })))
}

impl Claim {
    /// Verifies the proof with a key. It does not check whether this key may sign for the DID.
    pub(crate) fn verify(&self, root: &Part<'_>, key: &VerifyingKey) -> Result<DocumentProof, DidError> {
        let Self { suite, encoding, method, purpose, created, expires, .. } = self.clone();
        let proof = root.member_or_self("proof");
        if key.key_type() != suite.key_type() {
            let (has, needs) = (key.key_type(), suite.key_type());
            return Err(refused(
                &proof,
                format!(
                    "uses the suite {}, which needs a key of the type {needs}; {method} has a key of the type {has}",
                    suite.as_str()
                ),
            ));
        }
        let (Some(document), Some(object)) = (root.json().as_object(), proof.json().as_object()) else {
            return Err(refused(root, "is not in an object"));
        };
        let input = suite
            .signing_input(document, object, encoding)
            .map_err(|error| refused(&proof, format!("is refused: {error}")))?;
        key.verify(input.as_bytes(), &self.signature).map_err(|_| {
            refused(&proof, "does not verify: the document was changed after signing, or signed with another key")
        })?;
        if created.is_none() && suite == Suite::AdpEcdsaP256 {
            return Err(refused(&proof, "has no `created`, which its suite requires"));
        }
        if let (Some(created), Some(expires)) = (created, expires)
            && expires <= created
        {
            return Err(refused(&proof, format!("expires ({expires}) before it was created ({created})")));
        }
        Ok(DocumentProof::Verified { suite, encoding, method, purpose, created, expires })
    }

    /// Refuses proofs that are not allowed for transitions (did:wba section 2.5.5).
    pub(crate) fn check_transition(&self, root: &Part<'_>) -> Result<(), DidError> {
        let proof = root.member_or_self("proof");
        if self.suite != Suite::EddsaJcs2022 {
            return Err(refused(
                &proof,
                format!("uses {}; a transition is signed by {}", self.suite, Suite::EddsaJcs2022),
            ));
        }
        if self.purpose != Purpose::AssertionMethod {
            return Err(refused(&proof, "has another purpose than `assertionMethod`"));
        }
        Ok(())
    }
}

/// Verifies the document's own proof. `None` if it has none; a proof with an unknown suite is reported, but not
/// verified.
pub(crate) fn verify(
    root: &Part<'_>,
    did: &Did,
    relationships: &Relationships,
) -> Result<Option<DocumentProof>, DidError> {
    let claim = match claimed(root)? {
        None => return Ok(None),
        Some(Err(unknown)) => return Ok(Some(unknown)),
        Some(Ok(claim)) => claim,
    };
    let proof = root.member_or_self("proof");
    // without a time: `check_time` checks expiry when the proof is used
    let found = relationships
        .listed_method(did, &claim.method, claim.purpose.as_str())
        .map_err(|refusal| refused(&proof, format!("is made with a key that may not sign for {did}: {refusal}")))?;
    let key = found.key().map_err(|error| refused(&proof, format!("cannot be verified: {error}")))?;
    claim.verify(root, key).map(Some)
}
