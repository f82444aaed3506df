//! Inspects a host over HTTPS.

use super::{Diagnosis, Inspection, MAX_TOTAL_BYTES};
use crate::network::{
    Network,
    probe::{fetch, fields_of, request},
};
use adp_compare::doctor::{ProbeReason, ProbeResponse, Queue};
use agent_description::{
    Code,
    resolve::{Fetcher, NetError},
};
use http::Method;
use std::time::Duration;
use tokio::{task::JoinSet, time::timeout};
use url::Url;

/// Maximum number of parallel requests.
const MAX_PARALLEL_FETCHES: usize = 8;

/// The longest wait for a response of an interface.
const INTERFACE_TIMEOUT: Duration = Duration::from_secs(5);

/// Inspects all well-known locations below a URL without a final slash, and linked documents on the same host.
pub async fn inspect(network: &Network, inspection: &Inspection<'_>, base: &str) -> Diagnosis {
    let Inspection { inspector, most, time, .. } = *inspection;
    let mut fetcher = Fetcher::new(network.https.clone());
    fetcher.body_limit = inspector.most_bytes();
    let mut queue = Queue::new(inspector, base, most);
    if most > 0 {
        queue.add_home(base);
    }
    let own = format!("{base}/");
    let (mut documents, mut bytes, mut asks_for_credentials) = (Vec::new(), 0_usize, false);
    let mut requests = JoinSet::new();
    loop {
        // each pending response may use the complete byte budget
        while requests.len() < MAX_PARALLEL_FETCHES
            && let Some(link) = queue.take()
        {
            if bytes >= MAX_TOTAL_BYTES {
                queue.left += 1;
                continue;
            }
            let fetcher = fetcher.clone();
            // as a server reads the URL: `..` may lead out of the path
            let is_own =
                || Url::parse(&link.url).is_ok_and(|url| url.as_str() == link.url && link.url.starts_with(&own));
            let credentials = inspection.credentials.clone().filter(|_| is_own());
            let wait = INTERFACE_TIMEOUT.min(time.left() / 4);
            requests.spawn(async move {
                let answer = async {
                    match link.reason {
                        ProbeReason::Interface => fetch_interface(&fetcher, &link.url, wait).await,
                        ProbeReason::Home => fetch_home(&fetcher, &link.url).await,
                        _ => fetch(&fetcher, &link.url, credentials.as_ref()).await,
                    }
                };
                let answer = time.within(&link.url, answer).await.unwrap_or_else(|error| ProbeResponse::failed(&error));
                (answer, link, wait)
            });
        }
        // a task that panicked loses only its own result
        let Some(Ok((answer, link, wait))) = requests.join_next().await else { break };
        if let ProbeResponse::Body { bytes: body, .. } = &answer {
            bytes = bytes.saturating_add(body.len());
            // process the responses that arrived in time
            if bytes > MAX_TOTAL_BYTES || time.left().is_zero() {
                queue.left += 1;
                continue;
            }
        }
        // the deadline ended the request, and the interface might have answered later
        let is_late = matches!(&answer, ProbeResponse::Failed { code, .. } if *code == Code::NET_TIME);
        if link.reason == ProbeReason::Interface && (time.left().is_zero() || is_late && wait < INTERFACE_TIMEOUT) {
            queue.left += 1;
            continue;
        }
        let is_refusal = matches!(answer, ProbeResponse::Status { status: 401 | 403, .. });
        asks_for_credentials |= is_refusal && link.reason != ProbeReason::Interface;
        let probed = inspector.inspect(link.reason, &link.url, answer);
        queue.follow(&probed);
        queue.probe(&probed, true);
        documents.push(probed);
    }
    inspector.sort(&mut documents);
    Diagnosis { documents, left: queue.left, asks_for_credentials }
}

/// The header fields of the home page; its body is not read.
async fn fetch_home(fetcher: &Fetcher, url: &str) -> Result<ProbeResponse, NetError> {
    let response = fetcher.send(request(Method::GET, url, "text/html, */*;q=0.1")?).await?;
    let status = response.status.as_u16();
    if status >= 400 {
        return Ok(ProbeResponse::Nothing);
    }
    Ok(ProbeResponse::Body { media_type: None, bytes: Vec::new(), fields: fields_of(Some(status), &response.headers) })
}

/// Tests whether an interface responds, with safe requests only.
///
/// Frameworks respond to GET with 404 if only POST is routed; some respond to OPTIONS with 200 or 204. The body is not
/// read, because it can be an infinite event stream.
async fn fetch_interface(fetcher: &Fetcher, url: &str, wait: Duration) -> Result<ProbeResponse, NetError> {
    let mut first = None;
    for method in [Method::GET, Method::OPTIONS] {
        let request = request(method, url, "*/*")?;
        let answer = match timeout(wait, fetcher.send(request)).await {
            Ok(Ok(response)) => match response.status.as_u16() {
                404 | 410 => ProbeResponse::Nothing,
                // many servers refuse OPTIONS before they look at the path
                405 | 501 if first.is_some() => continue,
                status => ProbeResponse::Status { status, location: None },
            },
            Ok(Err(error)) => ProbeResponse::failed(&error),
            Err(_) => {
                let message = format!("no response within {:.1} seconds", wait.as_secs_f64());
                ProbeResponse::Failed { code: Code::NET_TIME, message }
            }
        };
        if !answer.is_of_broken_interface() {
            return Ok(answer);
        }
        first.get_or_insert(answer);
    }
    Ok(first.unwrap_or(ProbeResponse::Nothing))
}
