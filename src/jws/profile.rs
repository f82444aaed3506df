//! Profiles of JWS.

use super::Algorithm;

/// A profile of JWS: allowed algorithms, `typ`, header members and sizes.
///
/// Two profiles with different `typ` never accept each other's signatures (RFC 8725 section 3.11).
#[derive(Clone, Debug)]
pub struct Profile {
    pub(super) algorithms: Vec<Algorithm>,
    pub(super) types: Types,
    /// The only allowed members, if the profile lists them.
    pub(super) members: Option<Vec<String>>,
    /// Refused members, in addition to those that are always refused.
    pub(super) refused: Vec<String>,
    pub(super) header_bytes: usize,
    pub(super) payload_bytes: usize,
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
            refused: Vec::new(),
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
        self.types = Types::AbsentOr(owned(types));
        self
    }

    /// Allows only these header members; by default, unknown members are ignored (RFC 7515 section 4).
    #[must_use]
    pub fn only_members(mut self, members: &[&str]) -> Self {
        self.members = Some(owned(members));
        self
    }

    /// Refuses these header members; `null` is treated as absent.
    #[must_use]
    pub fn without_members(mut self, members: &[&str]) -> Self {
        self.refused = owned(members);
        self
    }

    /// Sets the maximum size of a decoded header, and of a payload in compact form.
    #[must_use]
    pub fn sizes(mut self, header_bytes: usize, payload_bytes: usize) -> Self {
        self.header_bytes = header_bytes;
        self.payload_bytes = payload_bytes;
        self
    }
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}
