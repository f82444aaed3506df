//! Records of a zone file against what a host shows.

use super::{
    DnsRecord, RecordData, Svcb,
    record::{ALPN, BAP, CAP, CAP_SHA256, MANDATORY, PORT, WELL_KNOWN, key_of, name_of},
};
use agent_description::diagnostic::Severity;
use url::Url;

/// The longest character string (RFC 1035, section 3.3).
const MAX_STRING_BYTES: usize = 255;

/// What is wrong with a record, or missing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ZoneFinding {
    /// The line of the record; none for one that is missing.
    pub line: Option<usize>,
    /// The name of the record.
    pub owner: String,
    /// How bad it is.
    pub severity: Severity,
    /// What was found, and what was expected.
    pub message: String,
}

/// Checks the records of a zone that are of agents, and compares them with those that `host` would have. Only a zone
/// that has every expected record, and nothing else at their names, has no findings.
#[must_use]
pub fn check(zone: &[(usize, DnsRecord)], expected: &[DnsRecord], host: &str) -> Vec<ZoneFinding> {
    let mut found = Vec::new();
    let index = format!("_index._agents.{host}.");
    let is_expected = |owner: &str| owner == index || expected.iter().any(|record| record.owner == owner);
    let is_above_expected = |owner: &str| {
        let is_below = |name: &str| name.strip_suffix(owner).is_some_and(|labels| labels.ends_with('.'));
        is_below(&index) || expected.iter().any(|record| is_below(&record.owner))
    };
    for (line, record) in zone {
        let owner = &record.owner;
        let mut error = |message: String| found.push(ZoneFinding::error(Some(*line), owner, message));
        match &record.data {
            // other services of the zone are not checked
            RecordData::Svcb(svcb) if owner.contains("._agents.") || is_expected(owner) => {
                faults(svcb).into_iter().for_each(&mut error);
                if is_expected(owner) && svcb.priority == 0 {
                    let target = &svcb.target;
                    error(format!(
                        "the record is an alias of {target:?}, which clients follow instead of other records; remove it"
                    ));
                }
                let is_service = |wanted: &&DnsRecord| matches!(wanted.data, RecordData::Svcb(_));
                if *owner == index && !expected.iter().filter(is_service).any(|wanted| wanted.owner == index) {
                    let message = format!("the record cannot be compared: {host} has no valid catalog");
                    let warning = ZoneFinding::error(Some(*line), owner, message);
                    found.push(ZoneFinding { severity: Severity::Warning, ..warning });
                }
            }
            RecordData::Txt(texts) if is_expected(owner) => {
                let wanted = expected.iter().find_map(|wanted| match &wanted.data {
                    RecordData::Txt(texts) if wanted.owner == *owner => Some(texts.concat()),
                    _ => None,
                });
                let text = texts.concat();
                match wanted {
                    Some(wanted) if text != wanted => error(format!("the text is {text:?}, expected {wanted:?}")),
                    Some(_) if texts.iter().any(|text| text.len() > MAX_STRING_BYTES) => {
                        error(format!("a string has more than {MAX_STRING_BYTES} bytes; split it"));
                    }
                    None if *owner == index => {
                        error(format!("the text is {text:?}, but {host} has no valid agent document"));
                    }
                    _ => {}
                }
            }
            RecordData::Redirect { kind, target } => {
                let is_redirected = match *kind {
                    "CNAME" => is_expected(owner),
                    "DNAME" => is_above_expected(owner),
                    // the name servers of the host itself are those of the zone
                    _ => owner.ends_with(&format!(".{host}.")) && (is_expected(owner) || is_above_expected(owner)),
                };
                if is_redirected {
                    error(format!(
                        "the {kind} record leads to {target:?}, so clients do not get the records; remove it"
                    ));
                }
            }
            RecordData::Unreadable { text, problem } if is_expected(owner) => {
                error(format!("the record {text:?} cannot be read: {problem}"));
            }
            _ => {}
        }
    }
    for wanted in expected {
        let missing = |kind: &str| {
            let message = format!("the zone has no {kind} record for {}; add it: {wanted}", wanted.of);
            ZoneFinding::error(None, &wanted.owner, message)
        };
        let of_owner = zone.iter().filter(|(_, record)| record.owner == wanted.owner);
        let RecordData::Svcb(service) = &wanted.data else {
            if !of_owner.clone().any(|(_, record)| matches!(record.data, RecordData::Txt(_))) {
                found.push(missing("TXT"));
            }
            continue;
        };
        let services = of_owner.filter_map(|(line, record)| match &record.data {
            RecordData::Svcb(svcb) if svcb.priority > 0 => Some((*line, svcb)),
            _ => None,
        });
        if services.clone().next().is_none() {
            found.push(missing("service"));
        }
        for (line, svcb) in services {
            let mut error = |message: String| {
                let message = format!("{message} for {}", wanted.of);
                found.push(ZoneFinding::error(Some(line), &wanted.owner, message));
            };
            // a record that leads to the owner itself
            let target = if svcb.target == "." { &wanted.owner } else { &svcb.target };
            if *target != service.target {
                error(format!("the target is {target:?}, expected {:?}", service.target));
            }
            for key in [ALPN, PORT, CAP, CAP_SHA256, BAP, WELL_KNOWN] {
                let default = (key == PORT).then_some("443");
                let name = name_of(key);
                match (svcb.param(key).or(default), service.param(key)) {
                    (is, expected) if is == expected => {}
                    // a service may speak other protocols too; `faults` reports a missing list
                    (is, Some(expected))
                        if key == ALPN && is.is_none_or(|is| is.split(',').any(|is| is == expected)) => {}
                    (Some(is), Some(expected)) => error(format!("`{name}` is {is:?}, expected {expected:?}")),
                    (Some(is), None) => {
                        error(format!("`{name}` is {is:?}, which the expected record does not have; remove it"))
                    }
                    (None, expected) => {
                        let expected = expected.unwrap_or_default();
                        error(format!("`{name}` is missing; add key{key}={expected:?}"));
                    }
                }
            }
        }
    }
    found
}

impl ZoneFinding {
    fn error(line: Option<usize>, owner: &str, message: String) -> Self {
        Self { line, owner: owner.to_owned(), severity: Severity::Error, message }
    }
}

/// What is wrong with a service binding by itself.
fn faults(svcb: &Svcb) -> Vec<String> {
    let mut found = Vec::new();
    let mut error = |message: String| found.push(message);
    // certificates have no names with underscores (section 3.2)
    if svcb.target.contains('_') {
        error(format!("the target {:?} contains an underscore; no public certificate can have this name", svcb.target));
    }
    if svcb.priority == 0 {
        if svcb.keys().next().is_some() {
            error("the record is an alias (priority 0), whose parameters clients ignore; write priority 1".to_owned());
        }
        return found;
    }
    if svcb.param(ALPN).is_none_or(str::is_empty) {
        error("the record has no `alpn`; add alpn=\"h2\"".to_owned());
    }
    if let Some(port) = svcb.param(PORT).filter(|port| port.parse::<u16>().map_or(true, |port| port == 0)) {
        error(format!("`port` is {port:?}, expected a number from 1 to 65535"));
    }
    for name in svcb.param(MANDATORY).into_iter().flat_map(|names| names.split(',')) {
        let is_there = key_of(name).is_some_and(|key| key != MANDATORY && svcb.param(key).is_some());
        if !is_there {
            error(format!("`mandatory` names {name:?}, which the record does not have; clients skip the record"));
        }
    }
    if let Some(cap) = svcb.param(CAP).filter(|cap| cap.contains("//"))
        && !Url::parse(cap).is_ok_and(|url| url.scheme() == "https")
    {
        error(format!("`cap` is {cap:?}, expected an https URL"));
    }
    let is_digest =
        |text: &str| text.len() == 43 && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b));
    if let Some(digest) = svcb.param(CAP_SHA256).filter(|digest| !is_digest(digest)) {
        error(format!("`cap-sha256` is {digest:?}, expected SHA-256 in 43 characters of base64url"));
    }
    let is_path = |path: &str| {
        let is_segment = |part: &str| {
            !part.is_empty() && part != ".." && part.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._~".contains(&b))
        };
        path.trim_start_matches('/').split('/').all(is_segment)
    };
    if let Some(path) = svcb.param(WELL_KNOWN).filter(|path| !is_path(path)) {
        error(format!("`well-known` is {path:?}, expected a path below /.well-known/"));
    }
    found
}
