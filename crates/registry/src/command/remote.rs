//! `adp-registry search --url`: search a running registry over HTTP.

use super::{Failure, network::NetworkArgs};
use crate::http::SearchResults;
use agent_description::{
    Code,
    resolve::{Fetcher, PrivateOrigin},
};
use http::{Request, StatusCode, header::ACCEPT};
use serde::Deserialize;
use url::Url;

/// Maximum size of a response, in bytes.
const MAX_ANSWER_BYTES: usize = 4 << 20;

/// The registry's error message.
#[derive(Debug, Deserialize)]
struct Problem {
    message: String,
}

/// Parses the URL of a registry's search. The error does not repeat a password.
pub(super) fn endpoint(text: &str) -> Result<Url, Failure> {
    let unusable = || {
        Failure::usage(
            "--url: expected the URL of a registry, without user, query and fragment: https://HOST, or http://127.0.0.1:PORT on this machine",
        )
    };
    let mut url = Url::parse(text).map_err(|_| unusable())?;
    let is_plain = url.query().is_none() && url.fragment().is_none() && url.username().is_empty();
    if !matches!(url.scheme(), "https" | "http") || !is_plain || url.password().is_some() {
        return Err(unusable());
    }
    url.path_segments_mut().map_err(|()| unusable())?.pop_if_empty().push("search");
    Ok(url)
}

/// Sends a search to a registry.
pub(super) async fn search(
    mut url: Url,
    network: &NetworkArgs,
    query: &str,
    page_size: usize,
    page_token: Option<&str>,
) -> Result<SearchResults, Failure> {
    // the user chose the URL, so private addresses are allowed
    let origin: PrivateOrigin = url
        .origin()
        .ascii_serialization()
        .parse()
        .map_err(|error: agent_description::TextError| Failure::usage(format!("--url: {error}")))?;
    let mut fetcher = Fetcher::new(network.https()?).allow_private(origin);
    fetcher.body_limit = MAX_ANSWER_BYTES;
    url.query_pairs_mut().append_pair("q", query).append_pair("pageSize", &page_size.to_string());
    if let Some(token) = page_token {
        url.query_pairs_mut().append_pair("pageToken", token);
    }
    let request = Request::get(url.as_str()).header(ACCEPT, "application/json").body(());
    let request = request.map_err(|error| Failure::usage(format!("--url: {error}")))?;
    let response = fetcher.send(request).await?;
    let status = response.status;
    let bytes = response.bytes().await?;
    if status != StatusCode::OK {
        let said = serde_json::from_slice::<Problem>(&bytes).map(|problem| problem.message);
        let said: String = said.unwrap_or_else(|_| "no reason".to_owned()).chars().take(500).collect();
        let code = match status {
            StatusCode::NOT_FOUND => Code::NOT_FOUND,
            StatusCode::TOO_MANY_REQUESTS => Code::RATE_LIMIT,
            _ if status.is_client_error() => Code::INVALID_VALUE,
            _ => Code::NET_STATUS,
        };
        return Err(Failure::new(code, format!("the registry responded with status {status}: {said}")));
    }
    let unexpected = |problem: &str| {
        let message = format!("the response is not a search result of a registry ({problem}); check the URL");
        Failure::new(Code::INVALID_RESULT, message)
    };
    let found: SearchResults = serde_json::from_slice(&bytes).map_err(|error| unexpected(&error.to_string()))?;
    match found.total {
        Some(_) => Ok(found),
        None => Err(unexpected("missing field `total`")),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::endpoint;

    #[test]
    fn the_search_is_below_the_url() {
        for (text, expected) in [
            ("https://registry.example", "https://registry.example/search"),
            ("http://127.0.0.1:8080/", "http://127.0.0.1:8080/search"),
            ("https://a.example/registry", "https://a.example/registry/search"),
        ] {
            assert_eq!(endpoint(text).unwrap().as_str(), expected);
        }
        for text in ["", "registry.example", "ftp://a.example", "https://a.example?q=1", "https://u:secret@a.example"] {
            let failure = format!("{:?}", endpoint(text).unwrap_err());
            assert!(failure.contains("expected the URL of a registry") && !failure.contains("secret"), "{failure}");
        }
    }
}
