//! Profiles of JWS.

use super::Algorithm;

/// A profile of JWS: allowed algorithms, `typ`, header members and sizes.
///
/// Two profiles with different `typ` never accept each other's signatures (RFC 8725 section 3.11).
#[derive(Clone, Debug)]
pub struct Profile {
    pub(super) algorithms: Vec<Algorithm>,
    pub(super) types: Types,
    /// The only allowed header members, if set; otherwise unknown members are ignored (RFC 7515 section 4).
    pub members: Option<&'static [&'static str]>,
    /// Refused header members, in addition to those that are always refused; `null` is treated as absent.
    pub refused: &'static [&'static str],
    /// Maximum size of a decoded header.
    pub header_bytes: usize,
    /// Maximum size of a payload in compact form.
    pub payload_bytes: usize,
}

#[derive(Clone, Debug)]
pub(super) enum Types {
    /// `typ` must have this value.
    Exactly(String),
    /// `typ` is absent or has one of these values.
    AbsentOr(Vec<String>),
}

impl Profile {
    /// Creates a profile with these algorithms, without `typ`; see [`typ`](Self::typ) and
    /// [`typ_absent_or`](Self::typ_absent_or).
    ///
    /// The limits are 8 KiB for a header and 1 MiB for a compact payload.
    #[must_use]
    pub fn new(algorithms: &[Algorithm]) -> Self {
        Self {
            algorithms: algorithms.to_vec(),
            types: Types::AbsentOr(Vec::new()),
            members: None,
            refused: &[],
            header_bytes: 8 << 10,
            payload_bytes: 1 << 20,
        }
    }

    /// Requires `typ` with exactly this value.
    #[must_use]
    pub fn typ(mut self, typ: &str) -> Self {
        self.types = Types::Exactly(typ.to_owned());
        self
    }

    /// Allows `typ` to be absent, or to have one of these values.
    #[must_use]
    pub fn typ_absent_or(mut self, types: &[&str]) -> Self {
        self.types = Types::AbsentOr(types.iter().map(ToString::to_string).collect());
        self
    }
}
