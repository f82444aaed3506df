//! `Authorization: Bearer` (RFC 6750 section 2.1).

/// What follows the scheme `Bearer`, which is compared without case, in an `Authorization`.
pub(super) fn after_scheme(value: &[u8]) -> Option<&[u8]> {
    let (scheme, rest) = value.split_at_checked(6)?;
    (scheme.eq_ignore_ascii_case(b"Bearer") && (rest.is_empty() || rest.starts_with(b" "))).then_some(rest)
}
