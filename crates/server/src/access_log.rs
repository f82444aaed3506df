//! The access log of a server: one line on stdout for each response.

use agent_description::{
    Timestamp,
    diagnostic::cut,
    did::Did,
    json::{Json, Object},
    resolve::{Clock, PeerAddress, SystemClock},
    secret::Redactor,
};
use http::{Request, StatusCode};
use std::{
    io::{self, Write},
    net::IpAddr,
    time::{Duration, Instant},
};

/// Maximum number of characters of a method and path in the log.
const MAX_REQUEST_CHARS: usize = 200;

/// What is known of a response besides its status. The layers of this crate add it to the extensions of a response.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AccessDetails {
    /// The authenticated DID.
    pub did: Option<Did>,
    /// The DID that a refused request names, not verified.
    pub claimed_did: Option<Did>,
    /// The error code.
    pub code: Option<String>,
    /// The reason, in words.
    pub detail: Option<String>,
}

/// A response in the log.
#[derive(Clone, Debug)]
pub struct AccessRecord {
    time: Timestamp,
    begin: Instant,
    client: Option<IpAddr>,
    /// Method and path. A query may contain credentials.
    request: String,
    /// The entry of a registry that the path names.
    pub entry: Option<String>,
}

impl AccessRecord {
    /// Begins with a request of a client.
    #[must_use]
    pub fn begin<B>(request: &Request<B>, client: Option<PeerAddress>) -> Self {
        Self {
            time: SystemClock::default().now(),
            begin: Instant::now(),
            client: client.map(|client| client.address()),
            request: cut(&format!("{} {}", request.method(), request.uri().path()), MAX_REQUEST_CHARS),
            entry: None,
        }
    }

    /// Writes the line to stdout, as JSON or as text. A log that cannot be written does not end the server.
    pub fn write(&self, status: StatusCode, details: &AccessDetails, json: bool) {
        let line = self.line(status, details, self.begin.elapsed(), json);
        let _ = io::stdout().lock().write_all(line.as_bytes());
    }

    fn line(&self, status: StatusCode, details: &AccessDetails, took: Duration, json: bool) -> String {
        let redact = |text: &str| Redactor::for_process().message(text).into_owned();
        let (time, request) = (self.time.truncated_to_second().to_string(), redact(&self.request));
        let (client, detail) = (self.client.map(|client| client.to_string()), details.detail.as_deref().map(redact));
        let [did, claimed] = [&details.did, &details.claimed_did].map(|did| did.as_ref().map(Did::as_str));
        let milliseconds = u32::try_from(took.as_millis()).unwrap_or(u32::MAX);
        if json {
            let mut object = Object::with_capacity(10);
            object.insert("time", time);
            object.insert("status", u32::from(status.as_u16()));
            object.insert("client", Json::from(client));
            object.insert("request", request);
            object.insert("did", Json::from(did));
            object.insert("claimed_did", Json::from(claimed));
            object.insert("entry", Json::from(self.entry.as_deref().map(redact)));
            object.insert("code", Json::from(details.code.as_deref()));
            object.insert("detail", Json::from(detail));
            object.insert("milliseconds", milliseconds);
            return format!("{}\n", Json::from(object).to_compact());
        }
        let claimed = claimed.map(|did| format!("claims {did}"));
        let took = format!("{milliseconds}ms");
        let reason = details.code.as_deref().or(detail.as_deref());
        let words =
            [Some(status.as_str()), client.as_deref(), Some(&request), did, claimed.as_deref(), reason, Some(&took)];
        let words: Vec<&str> = words.into_iter().flatten().collect();
        format!("{time} {}\n", plain(&words.join(" ")))
    }
}

/// The text on one line: characters other than printable ASCII are escaped.
fn plain(text: &str) -> String {
    let is_plain = |c: char| c == ' ' || c.is_ascii_graphic();
    text.chars().fold(String::with_capacity(text.len()), |mut plain, c| {
        if is_plain(c) {
            plain.push(c)
        } else {
            plain.extend(c.escape_unicode())
        }
        plain
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{AccessDetails, AccessRecord};
    use agent_description::resolve::PeerAddress;
    use http::{Request, StatusCode};
    use std::{net::Ipv4Addr, time::Duration};

    #[test]
    fn a_line_is_one_line_whatever_a_client_sends() {
        let token = ["ghp_", "0123456789abcdefghijABCDEFGHIJ012345"].concat();
        let path = format!("/{token}/{}?token=x", "a".repeat(300));
        let request = Request::get(path).body(()).unwrap();
        let client = PeerAddress::from(std::net::IpAddr::from(Ipv4Addr::new(192, 0, 2, 7)));
        let mut record = AccessRecord::begin(&request, Some(client));
        record.time = "2026-06-01T00:00:00.5Z".parse().unwrap();
        record.entry = Some("a\nb".to_owned());
        let details = AccessDetails {
            did: None,
            claimed_did: Some("did:wba:hotel.example".parse().unwrap()),
            code: None,
            detail: Some("no\n2026-06-01T00:00:00Z 200\u{202e}\u{1b}[0m".to_owned()),
        };
        let line = |json| record.line(StatusCode::FORBIDDEN, &details, Duration::from_micros(3900), json);
        let request = format!("GET /***/{}…", "a".repeat(154));
        assert_eq!(
            line(false),
            format!(
                "2026-06-01T00:00:00Z 403 192.0.2.7 {} claims did:wba:hotel.example \
                 no\\u{{a}}2026-06-01T00:00:00Z 200\\u{{202e}}\\u{{1b}}[0m 3ms\n",
                request.replace('…', "\\u{2026}")
            )
        );
        let json = line(true);
        assert_eq!(json.matches('\n').count(), 1);
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(&json).unwrap(),
            serde_json::json!({
                "time": "2026-06-01T00:00:00Z",
                "status": 403,
                "client": "192.0.2.7",
                "request": request,
                "did": null,
                "claimed_did": "did:wba:hotel.example",
                "entry": "a\nb",
                "code": null,
                "detail": details.detail,
                "milliseconds": 3,
            })
        );
    }
}
