//! `Authorization: Bearer` (RFC 6750 section 2.1).

/// The text after the scheme `Bearer` in an `Authorization` header; the scheme is compared without case.
pub(super) fn after_scheme(value: &[u8]) -> Option<&[u8]> {
    let (scheme, rest) = value.split_at_checked(6)?;
    (scheme.eq_ignore_ascii_case(b"Bearer") && (rest.is_empty() || rest.starts_with(b" "))).then_some(rest)
}
