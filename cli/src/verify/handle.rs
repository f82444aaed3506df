//! `adp verify wba://HANDLE`: verify that a Handle and its DID confirm each other.

use super::{InputVerdict, VerifyReport, VerifyRun};
use crate::{
    arguments::handle::{self, HandleArgs},
    failure::Failure,
};
use agent_description::{
    format::{Options, WNS_HANDLE},
    handle::{Handle, HandleBinding, HandleError, HandleResolution},
    json::Object,
    proof::{Check, CheckResult},
    verification::{Binding, Supplied, Verification},
};
use std::sync::Arc;

/// The accepted results for Handles.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct AcceptArgs {
    #[command(flatten)]
    pub binding: HandleArgs,

    /// Also accept provider-confirmed or domain-match, not only exact-handle
    #[arg(long, value_name = "RESULT", value_parser = accepted, hide_short_help = true, help_heading = "Handles")]
    accept: Vec<HandleBinding>,
}

/// Parses the value of `--accept`.
fn accepted(text: &str) -> Result<HandleBinding, String> {
    let known = [HandleBinding::ProviderConfirmed, HandleBinding::DomainMatch];
    let found = known.into_iter().find(|binding| binding.as_str() == text);
    found.ok_or_else(|| "expected provider-confirmed or domain-match".to_owned())
}

impl AcceptArgs {
    /// The first flag that was given.
    pub fn first_given(&self) -> Option<&'static str> {
        self.binding.given().next().or_else(|| (!self.accept.is_empty()).then_some("accept"))
    }

    fn accepts(&self, binding: HandleBinding) -> bool {
        binding == HandleBinding::ExactHandle || self.accept.contains(&binding)
    }
}

impl VerifyRun {
    /// Resolves a Handle, and verifies that it and its DID confirm each other.
    pub async fn verify_handle(&self, input: &str) -> VerifyReport {
        let verdict = match (input.parse::<Handle>(), self.misused_flag()) {
            (Err(error), _) => InputVerdict::Unread(handle::failure(&error)),
            (Ok(_), Some(flag)) => InputVerdict::Unread(Failure::usage(format!("--{flag} does not apply to a Handle"))),
            (Ok(handle), None) => self.verdict_on_handle(&handle).await,
        };
        let found = verdict.found().filter(|_| self.shows_model);
        let model = found.and_then(|found| WNS_HANDLE.verified_model(found, &Options::at(self.expected.at)));
        VerifyReport { model, ..self.report(input, verdict) }
    }

    /// A flag that was given but does not apply to Handles.
    fn misused_flag(&self) -> Option<&'static str> {
        let mut given = self.flags.given().chain(self.expected.given());
        given.find(|(given, flag)| *given && *flag != "follow-successor").map(|(_, flag)| flag)
    }

    async fn verdict_on_handle(&self, handle: &Handle) -> InputVerdict {
        let network = (&self.network, &self.sources.resolver);
        let following = self.sources.following.clone();
        match self.accepted.binding.resolve(handle, network, following, self.expected.at).await {
            Err(error) => InputVerdict::Unread(handle::failure(&error)),
            Ok(found) => {
                let error = found.error.clone().filter(|_| !self.accepted.accepts(found.binding));
                let failure = error.as_ref().map(handle::failure);
                InputVerdict::Found(Box::new(verification(found, error)), failure)
            }
        }
    }
}

/// The resolution of a Handle as a verification, with the DID as identity.
fn verification(found: HandleResolution, error: Option<HandleError>) -> Verification {
    let mut verdict = match error {
        None => Verification::verified(WNS_HANDLE.name, found.covered()),
        Some(error) => Verification::refused(WNS_HANDLE.name, Arc::new(error)),
    };
    if verdict.is_verified() {
        (verdict.signer, verdict.binding) = (Some(found.document.did.clone()), Some(Binding::Subject));
    }
    let document = &found.document;
    let words = |text: String| Some(text.into());
    let binding = match &found.error {
        Some(error) => format!("{}: {error}", found.binding),
        None => found.binding.to_string(),
    };
    let mut supplied = Supplied::default();
    if let Some(did_document) = &found.did_document {
        supplied.did_documents.insert(document.did.clone(), Ok(Arc::clone(did_document)));
    }
    let unresolved = || Check::new("resolve", CheckResult::NotReached, words(document.did.to_string()));
    let mut checks = vec![
        Check::new("handle", CheckResult::Pass, words(format!("{} names {}", document.handle, document.did))),
        Check::new("generation", CheckResult::Pass, words(document.binding_generation.to_string())),
        supplied.resolve_check(&document.did).unwrap_or_else(unresolved),
        Check::new(
            "binding",
            if verdict.is_verified() { CheckResult::Pass } else { CheckResult::Fail },
            words(binding),
        ),
    ];
    if let Some(succession) = &found.continuity {
        let previous = format!("succeeds {}", succession.requested);
        checks.push(Check::new("continuity", CheckResult::Pass, words(previous)));
    }
    let profile = match (&found.profile, &found.profile_error) {
        (Some(profile), _) if profile.signed => Some((CheckResult::Pass, "signed by the DID".to_owned())),
        (Some(_), _) => Some((CheckResult::Unchecked, "not signed: for display alone".to_owned())),
        (None, Some(error)) => Some((CheckResult::Fail, error.to_string())),
        (None, None) => None,
    };
    checks.extend(profile.map(|(result, detail)| Check::new("profile", result, words(detail))));
    let mut own = Object::new();
    own.insert("handle", handle::to_json(&found));
    (verdict.checks, verdict.own) = (checks, own);
    verdict
}
