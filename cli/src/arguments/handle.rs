//! Handles (`wba://alice.example.com`) in options and reports.

use crate::{failure::Failure, network::Network, output::object};
use agent_description::{
    Did, Timestamp,
    handle::{BindingGeneration, Handle, HandleBinding, HandleError, HandleOptions, HandleResolution, resolve_handle},
    json::Object,
    resolve::{Following, Resolve},
};

/// Expectations for the binding of a Handle.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct HandleArgs {
    /// Lowest number of the binding (`bindingGeneration`) to accept
    #[arg(long, value_name = "N", value_parser = generation, hide_short_help = true, help_heading = "Handles")]
    min_generation: Option<BindingGeneration>,

    /// DID that the Handle named before; the current DID must be its successor
    #[arg(long, value_name = "DID", hide_short_help = true, help_heading = "Handles")]
    previous_did: Option<Did>,
}

fn generation(text: &str) -> Result<BindingGeneration, String> {
    text.parse().map_err(|error: HandleError| error.to_string())
}

impl HandleArgs {
    /// The flags that were given.
    pub fn given(&self) -> impl Iterator<Item = &'static str> {
        let flags = [(self.min_generation.is_some(), "min-generation"), (self.previous_did.is_some(), "previous-did")];
        flags.into_iter().filter_map(|(given, flag)| given.then_some(flag))
    }

    /// Resolves a Handle at a given time.
    pub async fn resolve<R: Resolve>(
        &self,
        handle: &Handle,
        (network, resolver): (&Network, &R),
        following: Following,
        at: Timestamp,
    ) -> Result<HandleResolution, HandleError> {
        let mut options = HandleOptions::at(at);
        options.resolution = network.options.clone();
        options.min_generation.clone_from(&self.min_generation);
        options.previous.clone_from(&self.previous_did);
        options.following = following;
        resolve_handle(handle, &network.https, resolver, &options).await
    }
}

pub fn to_json(found: &HandleResolution) -> Object {
    let document = &found.document;
    let profile = found.profile.as_ref().map(|profile| {
        object! {
            "displayName": profile.display_name.as_ref().map(|name| name.as_str()),
            "subjectType": profile.subject_type,
            "signed": profile.signed,
        }
    });
    let continuity = found.continuity.as_ref().map(|succession| {
        object! {
            "previousDid": &succession.requested,
            "assurance": succession.assurance().map(|assurance| assurance.as_str()),
        }
    });
    object! {
        "handle": document.handle.as_str(),
        "did": &document.did,
        "result": found.binding.as_str(),
        "status": document.status.as_str(),
        "bindingGeneration": document.binding_generation.to_string(),
        "ttl": document.ttl,
        "continuity": continuity,
        "profile": profile,
        "profileError": found.profile_error.as_ref().map(|error| Failure::from_error(error).code_and_message()),
    }
}

/// The failure for a Handle, with the next step.
pub fn failure(error: &HandleError) -> Failure {
    let failure = Failure::from_error(error);
    let accept = |binding: HandleBinding| format!("if that is enough: adp verify --accept {binding}");
    match error {
        HandleError::Older { .. } => {
            failure.with_help("the provider shows an earlier binding than one that you know; ask again later")
        }
        HandleError::ProviderOnly { .. } => failure.with_help(accept(HandleBinding::ProviderConfirmed)),
        HandleError::DomainOnly { .. } => failure.with_help(accept(HandleBinding::DomainMatch)),
        _ => failure,
    }
}
