//! What one use of JWS accepts.

use super::Algorithm;

/// What one use of JWS accepts: algorithms, `typ`, header members, sizes.
///
/// Two uses whose profiles have different `typ` never take each other's signatures for their own (RFC 8725 section 3.11).
#[derive(Clone, Debug)]
pub struct Profile {
    pub(super) algorithms: Vec<Algorithm>,
    pub(super) types: Types,
    /// The only members there may be, where the profile names them.
    pub(super) members: Option<Vec<String>>,
    /// Members that are refused beside those that always are.
    pub(super) refused: Vec<String>,
    pub(super) header_bytes: usize,
    pub(super) payload_bytes: usize,
}

#[derive(Clone, Debug)]
pub(super) enum Types {
    /// `typ` has to be this.
    Exactly(String),
    /// `typ` may be one of these, or absent.
    AbsentOr(Vec<String>),
}

impl Profile {
    /// These algorithms, and no `typ`: [`typ`](Self::typ) and [`typ_absent_or`](Self::typ_absent_or) say which there may be.
    ///
    /// A header may have 8 KiB, a compact payload 1 MiB.
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

    /// `typ` has to be there, with exactly this value.
    #[must_use]
    pub fn typ(mut self, typ: &str) -> Self {
        self.types = Types::Exactly(typ.to_owned());
        self
    }

    /// `typ` may be absent, or one of these values.
    #[must_use]
    pub fn typ_absent_or(mut self, types: &[&str]) -> Self {
        self.types = Types::AbsentOr(owned(types));
        self
    }

    /// The header has no members but these; without this, unknown members are ignored (RFC 7515 section 4).
    #[must_use]
    pub fn only_members(mut self, members: &[&str]) -> Self {
        self.members = Some(owned(members));
        self
    }

    /// The header must not have these members; `null` counts as absent.
    #[must_use]
    pub fn without_members(mut self, members: &[&str]) -> Self {
        self.refused = owned(members);
        self
    }

    /// The most bytes of a decoded header, and of a payload in compact form.
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
