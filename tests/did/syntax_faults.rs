//! What the messages about the syntax of DIDs contain.

pub(crate) const LENGTH: &str = "longer than 2048 bytes";
pub(crate) const PREFIX: &str = "expected `did:wba:` or";
pub(crate) const HOST_EMPTY: &str = "the host is empty";
pub(crate) const HOST_CASE: &str = "upper-case letters";
pub(crate) const HOST_CHARACTER: &str = "the host has a character other than";
pub(crate) const PERCENT: &str = "percent-encoding";
pub(crate) const LABEL_EMPTY: &str = "empty label";
pub(crate) const LABEL_LENGTH: &str = "a label of the host is longer";
pub(crate) const LABEL_HYPHEN: &str = "hyphen";
pub(crate) const HOST_LENGTH: &str = "the host is longer than 253";
pub(crate) const HOST_SINGLE_LABEL: &str = "single label";
pub(crate) const HOST_ADDRESS: &str = "IP address";
pub(crate) const HOST_RESERVED: &str = "not on the public web";
pub(crate) const HOST_MISMATCH: &str = "URL parsers change this host";
pub(crate) const PORT: &str = "the port is not a decimal number";
pub(crate) const PORT_DEFAULT: &str = "default port";
pub(crate) const SEGMENT_EMPTY: &str = "a path segment is empty";
pub(crate) const SEGMENT_DOT: &str = "a path segment is `.` or `..`";
pub(crate) const SEGMENT_CHARACTER: &str = "a path segment has a character other than";
pub(crate) const SEGMENT_COUNT: &str = "more than 16 path segments";
pub(crate) const FINGERPRINT: &str = "must be a key's thumbprint";
pub(crate) const FINGERPRINT_ALONE: &str = "there must be a path segment between";
pub(crate) const KEY_VALUE: &str = "expected a Multikey value";
pub(crate) const NOT_BARE: &str = "expected the DID alone";
pub(crate) const FRAGMENT_MISSING: &str = "it has no `#fragment`";
pub(crate) const FRAGMENT: &str = "its fragment is empty";
