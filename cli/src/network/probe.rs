//! Requests that find out what a host shows.

use crate::{failure::Failure, input::format};
use adp_compare::doctor::{Inspector, ProbeResponse, ProbeTarget, ProbedDocument, STATUS_FIELD};
use agent_description::{
    Timestamp,
    discovery::{TimeLimit, WELL_KNOWN_PATH, listing_url},
    format::Options,
    resolve::{Fetcher, HttpsGet, NetError},
};
use futures_util::{StreamExt, stream};
use http::{
    HeaderMap, Method, Request,
    header::{self, HeaderName, HeaderValue},
};

/// The header fields of a response that are read.
const READ_FIELDS: [&str; 6] =
    ["access-control-allow-origin", "content-digest", "content-type", "link", "signature-input", "signature"];

/// `https://HOST[:PORT]` of a host.
pub fn origin_of(host: &str) -> Result<String, Failure> {
    Ok(listing_url(host)?.replace(WELL_KNOWN_PATH, ""))
}

/// Fetches a URL, with credentials if given, and classifies the response.
pub async fn fetch(fetcher: &Fetcher, url: &str, credentials: Option<&HeaderValue>) -> Result<ProbeResponse, NetError> {
    let mut request = request(Method::GET, url, "application/json, application/ld+json, */*;q=0.1")?;
    request.headers_mut().extend(credentials.map(|value| (header::AUTHORIZATION, value.clone())));
    let response = fetcher.send(request).await?;
    let status = response.status.as_u16();
    let text = |headers: &HeaderMap, name: HeaderName| {
        headers.get(name).map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned())
    };
    Ok(match status {
        404 | 410 => ProbeResponse::Nothing,
        200 => {
            let media_type = text(&response.headers, header::CONTENT_TYPE).unwrap_or_default();
            let fields = fields_of(Some(status), &response.headers);
            ProbeResponse::Body { media_type: Some(media_type), bytes: response.bytes().await?.into(), fields }
        }
        status => ProbeResponse::Status { status, location: text(&response.headers, header::LOCATION) },
    })
}

/// Number of places that are asked at a time.
const PARALLEL_PLACES: usize = 4;

/// The documents at the well-known places of a host where `adp doctor` looks, without those at `skipped`. A place that
/// does not answer has none.
pub async fn documents_at_places(
    https: &HttpsGet,
    origin: &str,
    skipped: &[&str],
    at: Timestamp,
    time: TimeLimit,
) -> Vec<ProbedDocument<'static>> {
    let inspector = Inspector::new(format::all(), Options::at(at));
    let mut fetcher = Fetcher::new(https.clone());
    fetcher.body_limit = inspector.most_bytes();
    let places = inspector.places().into_iter().filter(|place| !skipped.contains(&place.path));
    let places: Vec<ProbeTarget> = places.map(|place| ProbeTarget::at(place, origin)).collect();
    let ask = |target: ProbeTarget| {
        let fetcher = &fetcher;
        async move {
            let answer = time.within(&target.url, fetch(fetcher, &target.url, None)).await.ok()?;
            Some((answer, target))
        }
    };
    let answers: Vec<_> = stream::iter(places).map(ask).buffered(PARALLEL_PLACES).collect().await;
    let probed =
        answers.into_iter().flatten().map(|(answer, target)| inspector.inspect(target.reason, &target.url, answer));
    probed.filter(|probed| probed.is_shown() && probed.document.is_some() && !probed.formats.is_empty()).collect()
}

/// The names of documents, such as `https://agent.example.com/.well-known/agent-card.json (a2a-card)`.
pub fn names_of(documents: &[ProbedDocument<'_>]) -> String {
    let name = |probed: &ProbedDocument<'_>| format!("{} ({})", probed.url, probed.format().unwrap_or("unknown"));
    documents.iter().map(name).collect::<Vec<_>>().join(", ")
}

/// A request without body.
pub fn request(method: Method, url: &str, accept: &'static str) -> Result<Request<()>, NetError> {
    let request = Request::builder().method(method).uri(url).header(header::ACCEPT, accept).body(());
    request.map_err(|error| NetError::Scheme { url: url.chars().take(200).collect(), problem: error.to_string() })
}

/// The status of a response, and the header fields that are read.
pub fn fields_of(status: Option<u16>, headers: &HeaderMap) -> Vec<(String, String)> {
    let fields = READ_FIELDS.iter().filter_map(|name| {
        let mut lines = headers.get_all(*name).iter().peekable();
        lines.peek()?;
        let lines: Vec<_> = lines.map(|value| String::from_utf8_lossy(value.as_bytes())).collect();
        Some(((*name).to_owned(), lines.join(", ")))
    });
    status.map(|status| (STATUS_FIELD.to_owned(), status.to_string())).into_iter().chain(fields).collect()
}
