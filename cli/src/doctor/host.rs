//! Inspects a host over HTTPS.

use super::{Diagnosis, MAX_TOTAL_BYTES};
use crate::network::Network;
use adp_cards::doctor::{Answer, Inspector, ProbeReason, Queue};
use agent_description::{
    discovery::TimeLimit,
    resolve::{Fetcher, NetError},
};
use http::{
    HeaderMap, Method, Request,
    header::{self, HeaderName},
};
use tokio::task::JoinSet;

/// Maximum number of parallel requests.
const MAX_PARALLEL_FETCHES: usize = 8;

/// Inspects all well-known locations, and up to `most` linked documents on the same host.
pub async fn look(
    network: &Network,
    inspector: &Inspector<'static>,
    origin: &str,
    most: usize,
    time: TimeLimit,
) -> Diagnosis {
    let fetcher = Fetcher::new(network.https().clone()).body_limit(inspector.most_bytes());
    let mut queue = Queue::new(inspector, origin, most);
    let (mut exhibits, mut bytes) = (Vec::new(), 0_usize);
    let mut asking = JoinSet::new();
    loop {
        // each pending response may use the complete byte budget
        while asking.len() < MAX_PARALLEL_FETCHES
            && let Some(link) = queue.take()
        {
            if bytes >= MAX_TOTAL_BYTES {
                queue.left += 1;
                continue;
            }
            let fetcher = fetcher.clone();
            asking.spawn(async move {
                let answer = match link.asked {
                    ProbeReason::Interface => time.within(&link.url, ask_interface(&fetcher, &link.url)).await,
                    _ => time.within(&link.url, ask(&fetcher, &link.url)).await,
                };
                (answer.unwrap_or_else(|error| Answer::failed(&error)), link)
            });
        }
        // a task that panicked loses only its own result
        let Some(Ok((answer, link))) = asking.join_next().await else { break };
        if let Answer::Body { bytes: body, .. } = &answer {
            bytes = bytes.saturating_add(body.len());
            // process the responses that arrived in time
            if bytes > MAX_TOTAL_BYTES || time.left().is_zero() {
                queue.left += 1;
                continue;
            }
        }
        let exhibit = inspector.look(link.asked, &link.url, answer);
        queue.follow(&exhibit);
        queue.probe(&exhibit, true);
        exhibits.push(exhibit);
    }
    inspector.sort(&mut exhibits);
    Diagnosis { exhibits, left: queue.left }
}

/// Fetches a URL and classifies the response.
pub async fn ask(fetcher: &Fetcher, url: &str) -> Result<Answer, NetError> {
    let request = Request::get(url).header(header::ACCEPT, "application/json, application/ld+json, */*;q=0.1").body(());
    let request = request
        .map_err(|error| NetError::Scheme { url: url.chars().take(200).collect(), problem: error.to_string() })?;
    let response = fetcher.send(request).await?;
    let status = response.status().as_u16();
    let text = |headers: &HeaderMap, name: HeaderName| {
        headers.get(name).map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned())
    };
    Ok(match status {
        404 | 410 => Answer::Nothing,
        200 => {
            let media_type = text(response.headers(), header::CONTENT_TYPE).unwrap_or_default();
            Answer::Body { media_type: Some(media_type), bytes: response.bytes().await?.into() }
        }
        status => Answer::Status { status, location: text(response.headers(), header::LOCATION) },
    })
}

/// Tests whether an interface responds, with safe requests only.
///
/// Frameworks respond to GET with 404 if only POST is routed; some respond to OPTIONS with 200 or 204. The body is not
/// read, because it can be an infinite event stream.
async fn ask_interface(fetcher: &Fetcher, url: &str) -> Result<Answer, NetError> {
    for method in [Method::GET, Method::OPTIONS] {
        let request = Request::builder().method(method).uri(url).header(header::ACCEPT, "*/*").body(());
        let request = request
            .map_err(|error| NetError::Scheme { url: url.chars().take(200).collect(), problem: error.to_string() })?;
        let status = fetcher.send(request).await?.status().as_u16();
        if !matches!(status, 404 | 410) {
            return Ok(Answer::Status { status, location: None });
        }
    }
    Ok(Answer::Nothing)
}
