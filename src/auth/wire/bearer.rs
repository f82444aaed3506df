//! `Authorization: Bearer` (RFC 6750 section 2.1).

use http::{HeaderMap, header::AUTHORIZATION};

/// What follows the scheme `Bearer`, which is compared without case, in the first `Authorization` that has it.
pub(super) fn find(headers: &HeaderMap) -> Option<&[u8]> {
    headers.get_all(AUTHORIZATION).iter().find_map(|line| after_scheme(line.as_bytes()))
}

fn after_scheme(line: &[u8]) -> Option<&[u8]> {
    let (scheme, rest) = line.split_at_checked(6)?;
    (scheme.eq_ignore_ascii_case(b"Bearer") && (rest.is_empty() || rest.starts_with(b" "))).then_some(rest)
}
