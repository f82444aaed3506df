//! Who stands behind a document: asked of each of its formats that has a proof.
//!
//! | format | who can stand behind it |
//! |---|---|
//! | `adp`, `anp-07` | the DID that it is about, by its proof |
//! | A2A cards, the seed's card | a DID of the host, by one of the signatures |
//! | `ai-catalog`, `ard` | the host's did:web, by the root signature or by every entry's manifest |
//! | others | nobody (`registry-no-proof`) |
//!
//! Nobody's DID document is fetched but that of a DID of the entry's own host: whoever writes a document chooses which others stand in it.

mod card;
mod catalog;
mod claims;
mod description;
mod did_documents;

pub(crate) use claims::Claims;
pub use did_documents::{DidDocuments, Resolving};

use crate::{Checked, CheckedDocument, Identifier, Refusal, codes, cpu_pool::CpuPool};
use adp_cards::{ai_catalog::is_catalog, signature::Kind};
use agent_description::{
    Code, CodeClass, Fault, Timestamp,
    did::{Did, DidDocument, DidUrl, DocumentProof, Resolved},
    format::one_signer,
};
use std::{sync::Arc, time::Duration};

/// The most checks that are kept of one document: a catalog has as many manifests as it likes.
const MOST_CHECKS: usize = 100;
/// How long the DID documents of one document may take.
const PATIENCE: Duration = Duration::from_secs(30);
/// The longest text that is kept of a check.
const LONGEST: usize = 500;

/// What was found of a document's proofs.
#[derive(Clone, Debug)]
pub(crate) struct Verification {
    /// Who stands behind it: a DID of the identifier's host.
    pub identity: Option<Did>,
    /// When that ends by the proof's own word, or the key's.
    pub expires: Option<Timestamp>,
    /// Why nobody does.
    pub refusal: Option<Refusal>,
    /// Whether it could not be decided, for want of the network.
    pub is_undecided: bool,
    /// What was looked at.
    pub checks: Vec<Checked>,
}

/// What a document is verified by.
#[derive(Clone, Copy)]
pub(crate) struct Question<'a> {
    pub identifier: &'a Identifier,
    pub documents: &'a dyn DidDocuments,
    /// Where the work is done that takes a processor.
    pub pool: &'a CpuPool,
    /// Whether signers' servers are asked, whatever a cache has.
    pub fresh: bool,
    pub at: Timestamp,
}

impl Question<'_> {
    /// What stands for the place that a document is from.
    fn origin(&self) -> String {
        format!("https://{}/", self.identifier.host())
    }
}

/// Verifies a document by each of its formats that has a proof, within the time that there is.
pub(crate) async fn verify(checked: &Arc<CheckedDocument>, question: Question<'_>) -> Verification {
    match tokio::time::timeout(PATIENCE, verify_all(checked, question)).await {
        Ok(found) => found,
        Err(_) => {
            let seconds = PATIENCE.as_secs();
            Verification::because(Code::NET_TIME, format!("its signer's DID document did not come within {seconds} s"))
        }
    }
}

/// All formats, as signed by one DID, or none.
async fn verify_all(checked: &Arc<CheckedDocument>, question: Question<'_>) -> Verification {
    let mut found: Option<Verification> = None;
    let mut signers = Vec::new();
    for format in &checked.formats {
        let one = if claims::is_description(*format) {
            description::verify(checked, question).await
        } else if is_catalog(*format) {
            catalog::verify(checked, question).await
        } else if let Some(kind) = Kind::of(format.name()) {
            card::verify(checked, kind, question).await
        } else {
            continue;
        };
        let Some(identity) = &one.identity else { return one };
        signers.push((format.name(), identity.clone()));
        found = Some(match found {
            None => one,
            Some(before) => before.and(one),
        });
    }
    match (found, one_signer(&signers)) {
        (Some(found), Ok(_)) => found,
        (Some(found), Err(error)) => Verification::refused(&error, found.checks),
        (None, _) => Verification::because(
            codes::REGISTRY_NO_PROOF,
            format!("a document of the format {} has no signature, so nobody stands behind it", checked.format()),
        ),
    }
}

impl Verification {
    fn verified(identity: Did, expires: Option<Timestamp>, checks: Vec<Checked>) -> Self {
        Self { identity: Some(identity), expires, refusal: None, is_undecided: false, checks: bounded(checks) }
    }

    /// Not verified, for this reason.
    pub(crate) fn refused(error: &(impl Fault + ?Sized), checks: Vec<Checked>) -> Self {
        let refused = Self::because(error.code(), error.to_string());
        Self { checks: bounded(checks), ..refused }
    }

    fn because(code: Code, message: impl Into<String>) -> Self {
        let refusal = Refusal { code: code.to_string(), message: shortened(message.into()) };
        let is_undecided = code.class() == CodeClass::Undecided;
        Self { identity: None, expires: None, refusal: Some(refusal), is_undecided, checks: Vec::new() }
    }

    /// A good signature, or what would be one, is of somebody else's.
    fn of_another_host(signer: &str, identifier: &Identifier, checks: Vec<Checked>) -> Self {
        let host = identifier.host();
        let message = format!("the signer is {signer}, expected a DID of {host} without a port");
        Self { checks: bounded(checks), ..Self::because(codes::REGISTRY_SIGNER_HOST, message) }
    }

    fn and(mut self, other: Self) -> Self {
        self.expires = earlier(self.expires, other.expires);
        self.checks.extend(other.checks);
        self.checks = bounded(self.checks);
        self
    }
}

/// The earlier end.
fn earlier(one: Option<Timestamp>, other: Option<Timestamp>) -> Option<Timestamp> {
    one.into_iter().chain(other).min()
}

/// When a key ends, by its DID document, or this document by its own proof.
fn key_ends(document: &Resolved<DidDocument>, method: &str) -> Option<Timestamp> {
    let document = document.get();
    let proof_ends = match document.proof() {
        Some(DocumentProof::Verified { expires, .. }) => *expires,
        _ => None,
    };
    let method = method.parse::<DidUrl>().ok().and_then(|method| document.verification_method(&method));
    let method_ends = method.and_then(|method| earlier(method.expires(), method.revoked()));
    earlier(method_ends, proof_ends)
}

fn bounded(mut checks: Vec<Checked>) -> Vec<Checked> {
    checks.truncate(MOST_CHECKS);
    for check in &mut checks {
        check.detail = check.detail.take().map(shortened);
        check.name = shortened(std::mem::take(&mut check.name));
    }
    checks
}

fn shortened(text: String) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text,
    }
}
