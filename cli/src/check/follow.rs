//! `--follow`: test whether the URLs in a description are reachable.

use crate::network::Network;
use agent_description::{
    Code, Document,
    description::rules,
    diagnostic::{CheckReport, Diagnostic, Severity, members::local_name},
    discovery::TimeLimit,
    json::{Json, Object, Offset},
};
use std::{collections::HashMap, time::Duration};

/// Maximum number of URLs fetched in one run.
const MAX_URLS: usize = 100;
/// Maximum number of URLs fetched from one host, so that a description cannot start a flood of requests.
const MAX_URLS_PER_HOST: usize = 16;

/// Members that contain URLs, by the member of the root that contains them.
const PLACES: [(&str, &[&str]); 7] = [
    ("interfaces", &["url"]),
    ("products", &["@id", "id", "url"]),
    ("services", &["@id", "id", "url"]),
    ("Infomations", &["@id", "id", "url"]),
    ("owner", &["@id", "id", "url"]),
    ("domainEntity", &["url"]),
    ("provider", &["url"]),
];

/// The URLs tested in this run.
#[derive(Debug)]
pub struct Links {
    /// By URL, the error if it is unreachable.
    known: HashMap<String, Option<(Code, String)>>,
    by_host: HashMap<String, usize>,
    limit: Duration,
    /// Starts with the first fetch.
    time: Option<TimeLimit>,
}

impl Links {
    /// An empty set whose fetches share this time limit.
    pub fn within(limit: Duration) -> Self {
        Self { known: HashMap::new(), by_host: HashMap::new(), limit, time: None }
    }

    /// The shared time limit, which starts on the first call.
    pub fn time(&mut self) -> TimeLimit {
        *self.time.get_or_insert_with(|| TimeLimit::start(self.limit))
    }

    /// Tests the URLs of a document, and adds a warning for each unreachable one.
    pub fn follow(&mut self, document: &Document, network: &Network, report: &mut CheckReport) {
        let urls = urls(document);
        self.fetch(urls.iter().map(|(url, _)| *url), network);
        let mut skipped: Option<(Offset, usize)> = None;
        for (url, offset) in urls {
            let Some(fault) = self.known.get(url) else {
                let (first, more) = skipped.unwrap_or((offset, 0));
                skipped = Some((first, more + 1));
                continue;
            };
            if let Some((code, message)) = fault {
                report.add(Diagnostic::found(&rules::REACHABLE, *code, message, document, offset));
            }
        }
        if let Some((offset, more)) = skipped {
            let message =
                format!("{more} URLs were not fetched: the limit is {MAX_URLS}, and {MAX_URLS_PER_HOST} per host");
            let mut skipped = Diagnostic::found(&rules::REACHABLE, Code::NET_OFFLINE, &message, document, offset);
            skipped.severity = Severity::Note;
            report.add(skipped);
        }
        report.sort();
    }

    /// Fetches URLs that were not tested yet, within the limits.
    fn fetch<'a>(&mut self, urls: impl Iterator<Item = &'a str>, network: &Network) {
        let mut wanted = Vec::new();
        for url in urls {
            if self.known.contains_key(url) || wanted.iter().any(|known| known == url) {
                continue;
            }
            let host = url.split('/').nth(2).unwrap_or_default().to_ascii_lowercase();
            let of_host = self.by_host.entry(host).or_default();
            if self.known.len() + wanted.len() < MAX_URLS && *of_host < MAX_URLS_PER_HOST {
                *of_host += 1;
                wanted.push(url.to_owned());
            }
        }
        let time = self.time();
        self.known.extend(network.why_unreachable(wanted, time));
    }
}

/// The https URLs of a document and their offsets. Other URLs have findings of their own.
fn urls(document: &Document) -> Vec<(&str, Offset)> {
    let mut found = Vec::new();
    push(&mut found, document.root(), &["url"]);
    for member in document.root() {
        let name = local_name(member.name());
        if let Some((_, members)) = PLACES.iter().find(|(place, _)| *place == name) {
            for entry in member.value().as_array().unwrap_or(std::slice::from_ref(member.value())) {
                if let Some(object) = entry.as_object() {
                    push(&mut found, object, members);
                }
            }
        }
    }
    found
}

fn push<'a>(found: &mut Vec<(&'a str, Offset)>, object: &'a Object, names: &[&str]) {
    for member in object {
        let name = local_name(member.name());
        let url =
            member.value().as_str().filter(|url| url.get(..8).is_some_and(|s| s.eq_ignore_ascii_case("https://")));
        if let Some(url) = url.filter(|_| names.contains(&name)) {
            found.push((url, Json::offset(member.value())));
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::urls;
    use agent_description::{Document, Limits};

    #[test]
    fn urls_are_those_that_a_reader_would_open() {
        let text = r#"{"@id": "https://a.example/ad", "url": "https://a.example/ad.json",
            "ad:interfaces": [{"@id": "https://a.example/#1", "url": "https://a.example/1"}, {"url": "http://a.example/2"}, 7],
            "products": {"@id": "https://a.example/p", "url": 7}, "owner": {"url": "HTTPS://b.example/"},
            "Infomations": [{"url": "https://a.example/i"}], "other": {"url": "https://a.example/no"}}"#;
        let document = Document::parse(text.as_bytes(), &Limits::default()).unwrap();
        let found: Vec<&str> = urls(&document).into_iter().map(|(url, _)| url).collect();
        let expected =
            ["https://a.example/ad.json", "https://a.example/1", "https://a.example/p", "HTTPS://b.example/"];
        assert_eq!(found, [&expected[..], &["https://a.example/i"]].concat());
    }
}
