//! Invalid messages that the demo's knowledge base must refuse.

use super::{agents, no_demo, process::Process};
use crate::{failure::Failure, output::object};
use adp_messages::{
    agent::{Agent, message_id},
    channel::Refusal,
};
use agent_description::{Timestamp, proof::KeySigner, resolve::Fetcher};
use serde::Serialize;

/// An invalid message and the error code of its refusal.
#[derive(Serialize)]
pub struct RefusedMessage {
    pub what: &'static str,
    /// `None` if the message was accepted.
    pub code: Option<String>,
}

/// Sends a message forged with another key, a replayed one, and a tampered one.
pub async fn all(shop: &Agent, processes: &[Process], fetcher: &Fetcher) -> Result<Vec<RefusedMessage>, Failure> {
    let url = processes
        .iter()
        .find(|process| process.name == agents::HELPERS[1])
        .map(|process| process.endpoint.as_str())
        .ok_or_else(|| Failure::internal("the demo has no knowledge base"))?;
    // a message with the shop's key ID, signed with an attacker's key
    let method = agents::method(shop.did())?;
    let mallory = KeySigner::new(method, agents::new_key()?);
    let mallory = Agent::builder(agents::SHOP, mallory, agents::peers(&[])).build();
    let forged = signed(&mallory)?;
    let genuine = signed(shop)?;
    let altered = genuine.replacen("\"refund\"", "\"payment\"", 1);
    if altered == genuine {
        return Err(Failure::internal("the message to alter has no intent"));
    }
    let forged = RefusedMessage { what: "forged", code: sent(fetcher, url, forged).await? };
    // sent before the original, because a refused message does not use up its nonce
    let tampered = RefusedMessage { what: "tampered", code: sent(fetcher, url, altered).await? };
    if let Some(code) = sent(fetcher, url, genuine.clone()).await? {
        return Err(Failure::internal(&format!("the genuine message is refused: {code}")));
    }
    let replayed = RefusedMessage { what: "replayed", code: sent(fetcher, url, genuine).await? };
    Ok(vec![forged, replayed, tampered])
}

/// A signed request to the knowledge base.
fn signed(agent: &Agent) -> Result<String, Failure> {
    let envelope = object! {
        "version": "1.0",
        "messageId": message_id().map_err(|error| no_demo(&error))?,
        "timestamp": Timestamp::now(),
        "source": object! { "agentId": agent.did(), "agentType": agents::SHOP },
        "target": object! { "agentId": agents::did(agents::HELPERS[1])?, "agentType": agents::HELPERS[1] },
        "message": object! { "type": "REQUEST", "subType": "query" },
        "payload": object! { "action": agents::ACTIONS[1], "parameters": object! { "intent": "refund" } },
    };
    Ok(agent.sign(envelope)?.source().to_owned())
}

/// Sends a message. Returns the error code, or `None` if it was accepted.
async fn sent(fetcher: &Fetcher, url: &str, message: String) -> Result<Option<String>, Failure> {
    let request = http::Request::post(url).header("content-type", "application/json").body(message.into_bytes());
    let response = fetcher.send(request.map_err(|error| no_demo(&error))?).await?;
    let said = response.bytes().await?;
    Ok(Refusal::read(&said).map(|refusal| refusal.stated_code))
}
