//! Handles failed responses: the reason, and when to retry.

use super::Answer;
use crate::{
    openapi::Operation,
    run::{error::MAX_MESSAGE_CHARS, secrets::Secrets},
};
use agent_description::{Origin, Timestamp};
use http::{HeaderMap, header};
use std::time::{Duration, UNIX_EPOCH};

/// The waiting time before a retry: `Retry-After` (RFC 9110, section 10.2.3), or else `after` seconds.
pub(crate) fn wait(after: f64, headers: Option<&HeaderMap>) -> Duration {
    let told = headers.and_then(|headers| headers.get(header::RETRY_AFTER)?.to_str().ok());
    let told = told.map(str::trim).and_then(|text| {
        if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Some(Duration::from_secs(text.parse().unwrap_or(u64::MAX)));
        }
        let at = httpdate::parse_http_date(text).ok()?;
        let at = at.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        let now = u64::try_from(Timestamp::now().as_unix_seconds()).unwrap_or_default();
        Some(Duration::from_secs(at.saturating_sub(now)))
    });
    told.unwrap_or_else(|| Duration::try_from_secs_f64(after.max(0.0)).unwrap_or(Duration::MAX))
}

/// The reason why a response is a failure by its status. Secrets are redacted before the text is shortened, because a
/// partial secret would not be detected.
pub(crate) fn problem(
    answer: &Answer,
    operation: &Operation<'_>,
    origin: &Origin,
    secrets: &Secrets,
) -> Option<String> {
    let status = answer.status;
    match status {
        200..=299 => None,
        300..=399 => {
            let location = answer.headers.get(header::LOCATION).and_then(|value| value.to_str().ok());
            let location: String = secrets.mask(location.unwrap_or("nowhere")).chars().take(200).collect();
            Some(format!("answered {status}, a redirect to {location}; redirects are not followed"))
        }
        401 | 403 => {
            let names: Vec<String> = operation
                .security()
                .into_iter()
                .flatten()
                .map(|scheme| format!("{:?}", scheme.name.as_str()))
                .collect();
            Some(if names.is_empty() {
                format!("answered {status}; its document asks for no credentials")
            } else {
                format!("answered {status}; expected valid credentials for {} at {origin}", names.join(", "))
            })
        }
        _ => Some(format!("answered {status}, expected 200 to 299{}", said(answer, secrets))),
    }
}

/// The error message in a response.
fn said(answer: &Answer, secrets: &Secrets) -> String {
    if answer.body.is_null() {
        return String::new();
    }
    // values first: JSON has a secret in another form
    let masked = secrets.mask_json(&answer.body);
    let text = masked.as_str().map_or_else(|| masked.to_compact(), str::to_owned);
    format!(": {}", secrets.mask(&text).chars().take(MAX_MESSAGE_CHARS).collect::<String>())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use http::HeaderValue;

    #[test]
    fn the_server_says_how_long_else_the_file_does() {
        let with = |value: &str| {
            let headers = HeaderMap::from_iter([(header::RETRY_AFTER, HeaderValue::from_str(value).unwrap())]);
            wait(2.5, Some(&headers))
        };
        assert_eq!(wait(2.5, None), Duration::from_millis(2500));
        assert_eq!(with("7"), Duration::from_secs(7));
        assert_eq!(with("99999999999999999999"), Duration::from_secs(u64::MAX));
        assert_eq!(with("Wed, 21 Oct 2015 07:28:00 GMT"), Duration::ZERO);
        assert!(with("Wed, 21 Oct 2099 07:28:00 GMT") > Duration::from_secs(1_000_000));
        assert_eq!(with("soon"), Duration::from_millis(2500));
        assert_eq!(wait(f64::INFINITY, None), Duration::MAX);
        assert_eq!(wait(-1.0, None), Duration::ZERO);
    }
}
