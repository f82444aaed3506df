//! DNS records by which agents are found (DNS-AID, draft-mozleywilliams-dnsop-dnsaid-02): those for what a host shows, and a check of the
//! records in a zone file. Nothing here asks a resolver.

mod check;
mod record;
mod zone;

pub use check::{ZoneFinding, check};
pub use record::{DnsRecord, RecordData, Svcb};
pub use zone::read_zone;

use adp_tools::UniqueNames;
use agent_description::{Document, Origin, format::Format};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use record::{BAP, CAP, CAP_SHA256, WELL_KNOWN};
use sha2::{Digest, Sha256};
use url::Url;

/// How long resolvers may keep a record, in seconds.
const TTL_SECONDS: u32 = 3600;
/// The longest label of a name (RFC 1035, section 2.3.4).
const MAX_LABEL_BYTES: usize = 63;
/// The most agents of a host that get records.
const MAX_AGENTS: usize = 100;
/// The directory of well-known URLs (RFC 8615).
const WELL_KNOWN_PREFIX: &str = "/.well-known/";

/// A valid document that a host shows.
#[derive(Clone, Copy, Debug)]
pub struct HostedDocument<'d> {
    /// Its URL.
    pub url: &'d str,
    /// The document.
    pub document: &'d Document,
    /// Its formats.
    pub formats: &'d [&'d Format],
    /// Whether it is a catalog at a well-known URL.
    pub is_index: bool,
}

/// The records for what a host shows: one to its index, and one to each agent (section 3.1 and 3.2), in their order.
///
/// `host` is the zone's name, without port.
#[must_use]
pub fn records(host: &str, documents: &[HostedDocument<'_>]) -> Vec<DnsRecord> {
    let (index_owner, mut records) = (format!("_index._agents.{host}."), Vec::new());
    let mut add = |owner: String, data: RecordData, of: &str| {
        records.push(DnsRecord { owner, ttl: TTL_SECONDS, data, of: of.to_owned() });
    };
    let index = documents.iter().find(|document| document.is_index);
    if let Some((index, origin)) = index.and_then(|index| Some((index, Origin::from_https(index.url)?))) {
        let mut svcb = service(&origin);
        locate(&mut svcb, index.url, &origin);
        add(index_owner.clone(), RecordData::Svcb(svcb), index.url);
    }
    let (mut labels, mut listed) = (UniqueNames::default(), Vec::new());
    for (hosted, format, protocol) in documents.iter().filter_map(agent).take(MAX_AGENTS) {
        let Some(origin) = Origin::from_https(hosted.url) else { continue };
        let summary = format.summary(hosted.document);
        let label = label(summary.display_name.or(summary.name).as_deref().unwrap_or(protocol), protocol, &mut labels);
        let endpoint = summary.endpoints.iter().find_map(|endpoint| Origin::from_https(&endpoint.url));
        let endpoint = endpoint.unwrap_or(origin);
        let mut svcb = service(&endpoint);
        svcb.set(BAP, protocol);
        locate(&mut svcb, hosted.url, &endpoint);
        svcb.set(CAP_SHA256, &BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(hosted.document.source())));
        listed.push(format!("{label}:{protocol}"));
        add(format!("{label}.{host}."), RecordData::Svcb(svcb), hosted.url);
    }
    if !listed.is_empty() {
        let texts = strings(&format!("agents={}", listed.join(",")));
        add(index_owner, RecordData::Txt(texts), &format!("https://{host}/"));
    }
    records
}

/// Character strings of at most 255 bytes (RFC 1035, section 3.3). The text is ASCII.
fn strings(text: &str) -> Vec<String> {
    text.as_bytes().chunks(255).map(|part| String::from_utf8_lossy(part).into_owned()).collect()
}

/// The agent that a document describes: its format, and the protocol that it speaks.
fn agent<'d>(hosted: &HostedDocument<'d>) -> Option<(HostedDocument<'d>, &'d Format, &'static str)> {
    hosted.formats.iter().find_map(|format| Some((*hosted, *format, format.agent_protocol?)))
}

/// A service over HTTPS at an origin.
fn service(origin: &Origin) -> Svcb {
    let mut svcb = Svcb::new(1, &format!("{}.", origin.host()));
    svcb.set(record::ALPN, "h2");
    svcb.set(record::PORT, &origin.port().to_string());
    svcb.set(record::MANDATORY, "alpn,port");
    svcb
}

/// Names a document: by its well-known path where it is at the target of the record, else by its URL (section 7.1).
fn locate(svcb: &mut Svcb, url: &str, target: &Origin) {
    let path = Url::parse(url).map(|url| url.path().to_owned()).unwrap_or_default();
    match path.strip_prefix(WELL_KNOWN_PREFIX) {
        Some(suffix) if Origin::from_https(url).as_ref() == Some(target) => svcb.set(WELL_KNOWN, suffix),
        _ => svcb.set(CAP, url),
    }
}

/// A label of an agent: its name in lower-case letters, digits and hyphens, numbered if another agent has it.
fn label(name: &str, protocol: &str, labels: &mut UniqueNames) -> String {
    let mut label = String::new();
    for character in name.chars() {
        if character.is_ascii_alphanumeric() {
            label.push(character.to_ascii_lowercase());
        } else if !label.is_empty() && !label.ends_with('-') {
            label.push('-');
        }
        // a number may follow
        if label.len() >= MAX_LABEL_BYTES - 4 {
            break;
        }
    }
    let label = label.trim_end_matches('-');
    let first = if label.is_empty() { protocol } else { label };
    labels.give(first.to_owned(), |number| format!("{first}-{number}"))
}
