//! Agents from a registry: `POST /search` of Agentic Resource Discovery (ARD), and the cards that its entries link to.

use super::{
    AgentQuery, Directory, ListedAgent,
    card::{CARD_BYTES, read_card},
    chosen,
};
use crate::{MessageError, agent::Peers};
use agent_description::{
    Code, Document, ReadLimits,
    diagnostic::shortened,
    json::{Json, Object, jcs, object},
    resolve::{Clock, Fetcher, NetError, SystemClock},
};
use futures_util::{
    future::{BoxFuture, FutureExt},
    stream::{self, StreamExt},
};
use http::Request;
use std::sync::Arc;

/// Maximum size of a registry's response, in bytes.
const ANSWER_BYTES: usize = 4 << 20;
/// Number of entries to request, the maximum page size of ARD.
const PAGE: u32 = 100;
/// Maximum number of cards to fetch in parallel.
const MAX_PARALLEL_FETCHES: usize = 8;

/// A registry, by the URL of its API. Its results are only hints: each card is fetched, checked and, if signed,
/// verified.
pub struct RegistryDirectory {
    base: String,
    fetcher: Fetcher,
    peers: Arc<dyn Peers>,
    clock: Arc<dyn Clock>,
}

opaque_debug!(RegistryDirectory: base);

impl RegistryDirectory {
    /// Creates a directory for the registry at `base` (`https://registry.example`), with the fetcher's policy. `peers`
    /// resolves the DIDs of signed cards.
    #[must_use]
    pub fn new(base: &str, fetcher: Fetcher, peers: Arc<dyn Peers>) -> Self {
        let base = base.trim_end_matches('/').to_owned();
        Self { base, fetcher, peers, clock: Arc::new(SystemClock::default()) }
    }

    /// The agents of one page of results, and the identifiers of refused entries with the reasons.
    ///
    /// # Errors
    ///
    /// [`MessageError`]: the registry is unavailable, or its response is not valid in ARD.
    pub async fn search(
        &self,
        wanted: &AgentQuery,
    ) -> Result<(Vec<ListedAgent>, Vec<(String, MessageError)>), MessageError> {
        let answer = self.asked(wanted).await?;
        let results = answer.root().get("results").and_then(Json::as_array);
        let results =
            results.ok_or_else(|| unusable("an object without an array `results`", "the results of ARD's search"))?;
        let mut cards = Vec::with_capacity(results.len().min(PAGE as usize));
        for entry in results.iter().filter_map(Json::as_object).take(PAGE as usize) {
            let name = shortened(entry.get("identifier").and_then(Json::as_str).unwrap_or_default());
            cards.push(async move { (name, self.card(entry).await) }.boxed());
        }
        let (mut agents, mut refused) = (Vec::new(), Vec::new());
        for (name, card) in stream::iter(cards).buffered(MAX_PARALLEL_FETCHES).collect::<Vec<_>>().await {
            match card {
                Ok(agent) => agents.push(agent),
                Err(refusal) => refused.push((name, refusal)),
            }
        }
        Ok((chosen(agents.into_iter(), wanted), refused))
    }

    async fn asked(&self, wanted: &AgentQuery) -> Result<Document, MessageError> {
        let text = match &wanted.agent_type {
            Some(agent_type) => format!("{} {agent_type}", wanted.capability),
            None => wanted.capability.clone(),
        };
        let body = object! { "query": object! { "text": text }, "federation": "none", "pageSize": PAGE };
        let url = format!("{}/search", self.base);
        let request = Request::post(&url)
            .header("content-type", "application/json")
            .header("accept", "application/json")
            .body(jcs::canonicalize(&body.into()));
        let request = request.map_err(|_| unusable(&shortened(&url), "the URL of a registry"))?;
        let mut fetcher = self.fetcher.clone();
        fetcher.body_limit = ANSWER_BYTES;
        let response = fetcher.send(request).await.map_err(MessageError::from_error)?;
        let status = response.status.as_u16();
        if status != 200 {
            return Err(MessageError::from_error(NetError::Status { url, status }));
        }
        let bytes = response.bytes().await.map_err(MessageError::from_error)?;
        Document::parse(&bytes, ReadLimits::new(ANSWER_BYTES))
            .map_err(|error| unusable(&shortened(&error.to_string()), "a JSON object"))
    }

    /// The card of an entry: its `data`, or the document at its `url`.
    async fn card(&self, entry: &Object) -> Result<ListedAgent, MessageError> {
        let bytes = match (entry.get("data"), entry.get("url").and_then(Json::as_str)) {
            (Some(data), _) if data.as_object().is_some() => jcs::canonicalize(data),
            (_, Some(url)) => self.fetched(url).await?,
            _ => return Err(nowhere()),
        };
        read_card(&bytes, &*self.peers, self.clock.now()).await
    }

    async fn fetched(&self, url: &str) -> Result<Vec<u8>, MessageError> {
        let request = Request::get(url).header("accept", "application/json").body(Vec::new());
        let request = request.map_err(|_| nowhere())?;
        let mut fetcher = self.fetcher.clone();
        fetcher.body_limit = CARD_BYTES;
        let response = fetcher.send(request).await.map_err(MessageError::from_error)?;
        match response.status.as_u16() {
            200 => Ok(response.bytes().await.map_err(MessageError::from_error)?.to_vec()),
            status => {
                let message = format!("the card cannot be read: its URL responds with {status}");
                Err(MessageError::new(Code::IO_READ, message))
            }
        }
    }
}

impl Directory for RegistryDirectory {
    fn find<'a>(&'a self, wanted: &'a AgentQuery) -> BoxFuture<'a, Result<Vec<ListedAgent>, MessageError>> {
        async move { Ok(self.search(wanted).await?.0) }.boxed()
    }
}

/// The registry's response is invalid.
fn unusable(found: &str, expected: &str) -> MessageError {
    MessageError::new(Code::INVALID_RESULT, format!("the registry responds with {found}, expected {expected}"))
}

/// The registry's entry has neither a card nor a URL of one.
fn nowhere() -> MessageError {
    let message = "the registry's entry has neither `data` nor an https `url`";
    MessageError::new(Code::MISSING, message.to_owned())
}
