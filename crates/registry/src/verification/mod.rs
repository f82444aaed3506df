//! Verifies the signers of documents, with the verification API of the core.
//!
//! | format | accepted signer |
//! |---|---|
//! | `adp`, `anp-07` | the DID of the described agent, by its proof |
//! | A2A cards, the seed's card | a DID of the host, by one of the signatures |
//! | `ai-catalog`, `ard` | the host's did:web, by the root signature or by every entry's manifest |
//! | DID documents | the DID itself, where it is bound to the key of the document's proof |
//! | others | none (`proof-missing`) |
//!
//! Only DIDs of the entry's host are resolved, because the author of a document can name any other DID in it.

mod did_documents;
mod evidence;
mod reverification;
mod schedule;
mod slow_domains;
mod status;

pub use self::{
    evidence::{Checked, StoredEvidence, StoredRefusal},
    reverification::Reverified,
    status::Status,
};
pub(super) use self::{schedule::FIRST_RETRY_DELAY, slow_domains::SlowDomains};
pub use did_documents::{DidDocumentSource, Resolving};

use crate::{CheckedDocument, Identifier, RegistryError, codes, cpu_pool::CpuPool, formats::FORMATS, speaks_for_host};
use adp_catalogs::{codes::CATALOG_UNCHECKED, trust_manifest::COVERAGE_CHECK};
use agent_description::{
    Code, CodeClass, CodedError, SimpleError, Timestamp,
    diagnostic::cut,
    did::{Did, Purpose},
    format::{self, Release},
    proof::{Check, CheckName, Expectations},
    resolve::ResolveError,
    verification::{self, Need, Pending, SUPPLY_TIMEOUT, Supplied},
};
use evidence::whole;
use std::sync::Arc;

/// Maximum number of stored checks per document, because a catalog can have any number of manifests.
const MAX_CHECKS: usize = 100;
/// Maximum length of a check's stored detail, in characters.
const MAX_DETAIL_CHARS: usize = 500;
/// Checks of the fetched URL, which do not apply to submitted documents.
const FETCH_CHECKS: [CheckName; 2] = [CheckName::IdMatchesUrl, CheckName::ServiceLinksBack];

/// The result of verifying a document.
#[derive(Clone, Debug)]
pub(crate) struct Verification {
    /// The signer: a DID of the identifier's host.
    pub identity: Option<Did>,
    /// Expiry time of the proof or its key.
    pub expires: Option<Timestamp>,
    /// The reason why it is not verified.
    pub refusal: Option<StoredRefusal>,
    /// The code of the reason why it is undecided: the network was unavailable.
    pub undecided: Option<Code>,
    /// Whether no retry helps: the signer's host has no DID document for it.
    pub is_permanent: bool,
    /// The individual checks.
    pub checks: Vec<Checked>,
    /// Pointers to the parts that the signatures do not cover, if it is verified.
    pub unsigned: Vec<String>,
    /// The signing time or version that the signatures cover; none if it is not verified.
    pub release: Release,
}

/// A pending verification and its needs, or the result if it needs nothing.
pub(crate) type StartedVerification = Result<(Box<dyn Pending>, Vec<Need>), Box<verification::Verification>>;

/// Starts to verify a document with all of its formats, as if it was fetched from its host. Performs no I/O.
pub(crate) fn start(checked: &CheckedDocument, identifier: &Identifier, at: Timestamp) -> StartedVerification {
    let mut expectations = Expectations::for_purpose(Purpose::AssertionMethod)
        .domain_as_fetched()
        .any_challenge()
        .at(at)
        .signer_is_subject();
    expectations.fetched_from = Some(format!("https://{}/", identifier.host()));
    let mut pending = format::begin(&checked.document, &checked.formats, &expectations)?;
    let needs = pending.needs(&Supplied::default());
    Ok((pending, needs))
}

/// Fetches the DID documents that a verification needs within the time limit, and completes it.
pub(crate) async fn finish(
    started: StartedVerification,
    identifier: &Identifier,
    (documents, bypass_caches): (&dyn DidDocumentSource, bool),
    pool: &CpuPool,
) -> Verification {
    let (pending, needs) = match started {
        Ok(started) => started,
        Err(refused) => return Verification::from_verification(*refused, identifier),
    };
    let supply = async {
        let (mut supplied, mut failures) = (Supplied::default(), Vec::new());
        for need in needs {
            // key sets and artifacts are not allowed, so only DID documents are needed
            let Need::DidDocument(did) = need else { continue };
            let document = if speaks_for_host(&did, identifier.host()) {
                let found = documents.document(&did, bypass_caches).await;
                failures.extend(found.as_ref().err().map(ResolveError::is_permanent));
                found.map_err(|error| Arc::new(error) as Arc<dyn CodedError>)
            } else {
                Err(Arc::new(other_host(did.as_str(), identifier)) as Arc<dyn CodedError>)
            };
            supplied.did_documents.insert(did, document);
        }
        (supplied, !failures.is_empty() && failures.into_iter().all(|is_permanent| is_permanent))
    };
    let Ok((supplied, is_permanent)) = tokio::time::timeout(SUPPLY_TIMEOUT, supply).await else {
        let seconds = SUPPLY_TIMEOUT.as_secs();
        let message = format!("the signer's DID document did not arrive within {seconds} s");
        return Verification::because(Code::NET_TIME, message);
    };
    match pool.run(move || pending.finish(&supplied)).await {
        Ok(found) => Verification { is_permanent, ..Verification::from_verification(found, identifier) },
        Err(overload) => Verification::refused(&RegistryError::from(overload)),
    }
}

/// The error of a valid or unverified signature by a DID of another host.
fn other_host(signer: &str, identifier: &Identifier) -> SimpleError {
    let message = format!("the signer is {signer}, expected a DID of {} without a port", identifier.host());
    SimpleError::new(codes::REGISTRY_SIGNER_HOST, message)
}

impl Verification {
    /// Converts a verification result. The signer must be a DID of the entry's host.
    fn from_verification(found: verification::Verification, identifier: &Identifier) -> Self {
        let checks = bounded(found.checks.iter().filter_map(kept).collect());
        let refused =
            |error: &dyn CodedError| Self { checks: checks.clone(), ..Self::because(error.code(), error.to_string()) };
        match (&found.signer, &found.error) {
            // the code of a format without verification
            (_, Some(error)) if error.code() == Code::DOCUMENT_SHAPE => Self::because(
                Code::PROOF_MISSING,
                format!("documents of the format {} have no signature, so the signer is unknown", found.format),
            ),
            (_, Some(error)) => refused(error.as_ref()),
            (Some(signer), None) if speaks_for_host(signer, identifier.host()) => {
                let (identity, expires) = (Some(signer.clone()), found.expires);
                let unsigned = if found.unsigned_omitted() == 0 { found.unsigned().to_vec() } else { whole() };
                let release = FORMATS.named(found.format).ok().zip(found.document());
                let release = release.map(|(format, covered)| (format.release)(covered.root())).unwrap_or_default();
                Self {
                    identity,
                    expires,
                    refusal: None,
                    undecided: None,
                    is_permanent: false,
                    checks,
                    unsigned,
                    release,
                }
            }
            (signer, None) => {
                let signer = signer.as_ref().map_or("each entry's own publisher", Did::as_str);
                refused(&other_host(signer, identifier))
            }
        }
    }

    /// An unverified result with this reason.
    pub(crate) fn refused(error: &(impl CodedError + ?Sized)) -> Self {
        Self::because(error.code(), error.to_string())
    }

    fn because(code: Code, message: impl Into<String>) -> Self {
        let refusal = StoredRefusal { code: code.to_string(), message: cut(&message.into(), MAX_DETAIL_CHARS) };
        // what only artifacts could decide stays refused, because the registry never fetches them
        let undecided = Some(code).filter(|code| code.class() == CodeClass::Undecided && *code != CATALOG_UNCHECKED);
        let refusal = Some(refusal);
        let (checks, unsigned, release) = (Vec::new(), Vec::new(), Release::default());
        Self { identity: None, expires: None, refusal, undecided, is_permanent: false, checks, unsigned, release }
    }
}

fn kept(check: &Check) -> Option<Checked> {
    if FETCH_CHECKS.iter().any(|about| about.as_str() == check.name) {
        return None;
    }
    let detail = check.detail.as_ref().map(ToString::to_string);
    Some(Checked { name: check.name.to_string(), result: check.result.to_string(), detail })
}

fn bounded(mut checks: Vec<Checked>) -> Vec<Checked> {
    // it comes last, and decides what is shown as verified
    checks.sort_by_key(|check| check.name != COVERAGE_CHECK);
    checks.truncate(MAX_CHECKS);
    for check in &mut checks {
        check.detail = check.detail.take().map(|detail| cut(&detail, MAX_DETAIL_CHARS));
        check.name = cut(&check.name, MAX_DETAIL_CHARS);
    }
    checks
}
