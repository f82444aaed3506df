//! Documents of Handles, and confirmations of DIDs, as providers of the WBA Name Space publish them (ANP-04 1.2).

mod check;
mod rules;

use super::{Authenticity, DocumentSignatures, Format, MatchConfidence, Options, Summary, boxed};
use crate::{
    Code, CodedError, Document, Limits, SimpleError,
    handle::{HandleDocument, HandleError, ProviderDocument},
    json::{Json, Object},
    proof::Expectations,
    verification::{Pending, Verification},
};
use std::sync::Arc;

/// The documents of Handles (ANP-04 sections 4.3 and 4.3.1), published below
/// [`WELL_KNOWN_FOLDER`](crate::handle::WELL_KNOWN_FOLDER).
pub const WNS_HANDLE: &Format = &Format {
    name: "wns-handle",
    title: "a document of a WNS Handle",
    distinctive_members: &["handle", "binding_generation", "confirmed"],
    authenticity: Authenticity::Location,
    rules: rules::RULES,
    members: Some(&check::HANDLE),
    read_limits: Limits::for_did_document,
    match_confidence,
    check: check::check,
    model: Some(model),
    summary,
    signatures: Some(&Unsigned),
    ..Format::DEFAULT
};

/// Whether an object confirms a DID without a Handle.
fn is_confirmation(root: &Object) -> bool {
    !root.contains("handle") && root.contains("confirmed")
}

fn match_confidence(root: &Object) -> MatchConfidence {
    // descriptions may also contain a Handle and a DID
    let is_other = ["@context", "protocolType", "@type"].iter().any(|name| root.contains(name));
    let is_did = root.get("did").and_then(Json::as_str).is_some_and(|did| did.starts_with("did:"));
    let is_binding = root.contains("handle") && (root.contains("binding_generation") || root.contains("status"));
    match (is_other, is_did, is_binding || is_confirmation(root)) {
        (false, true, true) => MatchConfidence::Certain,
        (_, _, true) => MatchConfidence::Lacks(vec!["a `did`"]),
        _ => MatchConfidence::Lacks(vec!["a `handle`", "`binding_generation`"]),
    }
}

/// `{handle, did, status, bindingGeneration, ttl, profile}`, or `{did, confirmed, status}`
fn model(document: &Document, _: &Options) -> Result<Json, Box<dyn CodedError>> {
    let mut model = Object::new();
    match ProviderDocument::read(document).map_err(boxed)? {
        ProviderDocument::Handle(read) => {
            let HandleDocument { handle, did, status, binding_generation, ttl, profile } = *read;
            model.insert("handle", handle.as_str());
            model.insert("did", did.as_str());
            model.insert("status", status.as_str());
            model.insert("bindingGeneration", binding_generation.to_string());
            model.insert("ttl", document.root().get("ttl").filter(|_| ttl.is_some()).cloned());
            model.insert("profile", profile);
        }
        ProviderDocument::Confirmation { did, status } => {
            model.insert("did", did.as_str());
            model.insert("confirmed", true);
            model.insert("status", status.map(|status| status.as_str()));
        }
    }
    Ok(model.into())
}

fn summary(document: &Document) -> Summary {
    let Ok(ProviderDocument::Handle(read)) = ProviderDocument::read(document) else { return Summary::default() };
    let text = |name| read.profile.as_ref().and_then(|profile| profile.get(name)).and_then(Json::as_str);
    let summary = Summary::new(Some(read.handle.as_str()), text("description"), None::<&str>);
    let display_name = text("display_name").map(str::to_owned);
    Summary { dids: vec![read.did.to_string()], display_name, ..summary }
}

struct Unsigned;

impl DocumentSignatures for Unsigned {
    /// Refused: the binding is not signed, and only the DID's document can confirm it.
    fn begin(
        &self,
        format: &Format,
        document: Document,
        _: &Expectations,
    ) -> Result<Box<dyn Pending>, Box<Verification>> {
        let error: Arc<dyn CodedError> = match HandleDocument::read(&document) {
            Ok(read) => {
                let why = "a Handle document has no signature: the DID's document confirms its binding";
                let message = format!("{why}; verify {} instead", read.handle.to_uri());
                Arc::new(SimpleError::new(Code::PROOF_MISSING, message))
            }
            Err(error) => Arc::<HandleError>::new(error),
        };
        Err(Box::new(Verification::refused(format.name, error)))
    }
}
