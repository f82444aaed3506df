//! Documents of Handles, and confirmations of DIDs, as providers of the WBA Name Space publish them (ANP-04 1.2).

mod check;
mod rules;

use super::{Authenticity, Format, FormatFacts, MatchConfidence, Options, Summary, error::boxed};
use crate::{
    Code, CodedError, Document, Limits, ReadLimits, SimpleError,
    diagnostic::CheckReport,
    handle::{HandleDocument, HandleError, ProviderDocument},
    json::{Json, Object},
    proof::Expectations,
    verification::{Pending, Verification},
};
use std::sync::Arc;

/// The documents of Handles (ANP-04 sections 4.3 and 4.3.1), published below
/// [`WELL_KNOWN_FOLDER`](crate::handle::WELL_KNOWN_FOLDER).
pub const WNS_HANDLE: &dyn Format = &OfHandles;

#[derive(Debug)]
struct OfHandles;

/// Whether an object confirms a DID without a Handle.
fn is_confirmation(root: &Object) -> bool {
    !root.contains("handle") && root.contains("confirmed")
}

static FACTS: FormatFacts = FormatFacts {
    name: "wns-handle",
    title: "a document of a WNS Handle",
    distinctive_members: &["handle", "binding_generation", "confirmed"],
    authenticity: Authenticity::Location,
    rules: rules::RULES,
    members: Some(&check::HANDLE),
    ..FormatFacts::DEFAULT
};

impl Format for OfHandles {
    fn facts(&self) -> &FormatFacts {
        &FACTS
    }

    fn read_limits(&self, limits: &Limits) -> ReadLimits {
        limits.for_did_document()
    }

    fn match_confidence(&self, root: &Object) -> MatchConfidence {
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

    fn check(&self, document: &Document, options: &Options) -> CheckReport {
        check::check(document, options)
    }

    /// `{handle, did, status, bindingGeneration, ttl, profile}`, or `{did, confirmed, status}`
    fn show(&self, document: &Document, _: &Options) -> Result<Json, Box<dyn CodedError>> {
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

    fn summary(&self, document: &Document) -> Summary {
        let Ok(ProviderDocument::Handle(read)) = ProviderDocument::read(document) else { return Summary::default() };
        let text = |name| read.profile.as_ref().and_then(|profile| profile.get(name)).and_then(Json::as_str);
        let summary = Summary::new(Some(read.handle.as_str()), text("description"), None::<&str>);
        let display_name = text("display_name").map(str::to_owned);
        Summary { dids: vec![read.did.to_string()], display_name, ..summary }
    }

    /// Refused: the binding is not signed, and only the DID's document can confirm it.
    fn begin(&self, document: Document, _: &Expectations) -> Result<Box<dyn Pending>, Box<Verification>> {
        let error: Arc<dyn CodedError> = match HandleDocument::read(&document) {
            Ok(read) => {
                let why = "a Handle document has no signature: the DID's document confirms its binding";
                let message = format!("{why}; verify {} instead", read.handle.to_uri());
                Arc::new(SimpleError::new(Code::PROOF_MISSING, message))
            }
            Err(error) => Arc::<HandleError>::new(error),
        };
        Err(Box::new(Verification::refused(self.name(), error)))
    }
}
