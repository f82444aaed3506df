//! Records of a zone file against what a host shows.

use super::{
    DnsRecord, RecordData, Svcb,
    record::{ALPN, CAP, CAP_SHA256, MANDATORY, PORT, WELL_KNOWN, key_of, name_of},
};
use agent_description::diagnostic::Severity;
use url::Url;

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

/// Checks the records of a zone that are of agents, and compares them with those that a host would have.
#[must_use]
pub fn check(zone: &[(usize, DnsRecord)], expected: &[DnsRecord]) -> Vec<ZoneFinding> {
    let mut found = Vec::new();
    let is_expected = |owner: &str| expected.iter().any(|record| record.owner == owner);
    for (line, record) in zone {
        let RecordData::Svcb(svcb) = &record.data else { continue };
        // other services of the zone are not checked
        if record.owner.contains("._agents.") || is_expected(&record.owner) {
            let faults = faults(svcb).into_iter().map(|(severity, message)| ZoneFinding {
                line: Some(*line),
                owner: record.owner.clone(),
                severity,
                message,
            });
            found.extend(faults);
        }
    }
    for wanted in expected {
        let RecordData::Svcb(service) = &wanted.data else { continue };
        let of_owner = zone.iter().filter_map(|(line, record)| match &record.data {
            RecordData::Svcb(svcb) if record.owner == wanted.owner => Some((*line, svcb)),
            _ => None,
        });
        let mut missing = true;
        for (line, svcb) in of_owner.filter(|(_, svcb)| svcb.priority > 0) {
            missing = false;
            let differs = |what: &str, found: &str, expected: &str| ZoneFinding {
                line: Some(line),
                owner: wanted.owner.clone(),
                severity: Severity::Error,
                message: format!("{what} is {found:?}, expected {expected:?} for {}", wanted.of),
            };
            // a record that leads to the owner itself
            let target = if svcb.target == "." { &wanted.owner } else { &svcb.target };
            if *target != service.target {
                found.push(differs("the target", target, &service.target));
            }
            for key in [PORT, CAP, CAP_SHA256, WELL_KNOWN] {
                if let (Some(is), Some(expected)) = (svcb.param(key), service.param(key))
                    && is != expected
                {
                    found.push(differs(&format!("`{}`", name_of(key)), is, expected));
                }
            }
        }
        if missing {
            found.push(ZoneFinding {
                line: None,
                owner: wanted.owner.clone(),
                severity: Severity::Warning,
                message: format!("the zone has no service record for {}; add it: {wanted}", wanted.of),
            });
        }
    }
    found
}

/// What is wrong with a service binding by itself.
fn faults(svcb: &Svcb) -> Vec<(Severity, String)> {
    let mut found = Vec::new();
    let mut error = |message: String| found.push((Severity::Error, message));
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
