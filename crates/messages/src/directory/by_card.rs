//! Calls agents at the endpoints of their cards.

use super::ListedAgent;
use crate::{
    agent::{AgentCall, CallError, Caller, SignedResponse, To},
    channel::{Address, ChannelError},
    orchestration::Ask,
};
use agent_description::Did;
use futures_util::future::{BoxFuture, FutureExt};
use std::{collections::HashMap, sync::Arc};

/// Calls each agent at its card's `primary` endpoint, and at `backup` if that is unreachable. Cheap to clone.
#[derive(Clone, Debug)]
pub struct ByCard {
    caller: Caller,
    places: Arc<HashMap<Did, Vec<Address>>>,
}

impl ByCard {
    /// Creates calls to these agents. The caller's channel must support the endpoints' URLs.
    ///
    /// # Errors
    ///
    /// `invalid-url`: an endpoint is not an https or wss URL.
    pub fn new(caller: Caller, agents: &[ListedAgent]) -> Result<Self, ChannelError> {
        let mut places = HashMap::with_capacity(agents.len());
        for agent in agents {
            let urls = ["primary", "backup"].into_iter().filter_map(|name| agent.endpoint(name));
            places.insert(agent.did.clone(), urls.map(Address::from_url).collect::<Result<Vec<_>, _>>()?);
        }
        Ok(Self { caller, places: Arc::new(places) })
    }

    /// Calls an agent with a card.
    ///
    /// # Errors
    ///
    /// As [`Caller::call_at`]; `invalid-url` if the call is not for a single agent, or for one without a card.
    pub async fn call(&self, call: AgentCall) -> Result<SignedResponse, CallError> {
        let places = match &call.to {
            To::Agent { did, .. } => self.places.get(did).map(Vec::as_slice).unwrap_or_default(),
            _ => &[],
        };
        self.caller.call_at(places, call).await
    }
}

impl Ask for ByCard {
    fn ask(&self, call: AgentCall) -> BoxFuture<'_, Result<SignedResponse, CallError>> {
        ByCard::call(self, call).boxed()
    }
}
