//! What makes a signature count.

/// What makes a signature count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Binding {
    /// The signer is the DID that the document is about.
    Subject,
    /// The signer is the DID that the caller named.
    Signer,
    /// The signer is a DID of the document's host.
    Host,
    /// The signer is the publisher that a catalog's entry names.
    Publisher,
    /// The key is one that the caller named: integrity, without knowing who signed.
    Key,
    /// Nothing: the signature may be good, and does not count.
    Unbound,
}

impl Binding {
    /// `subject`, `signer`, `host`, `publisher`, `key` or `unbound`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Subject => "subject",
            Self::Signer => "signer",
            Self::Host => "host",
            Self::Publisher => "publisher",
            Self::Key => "key",
            Self::Unbound => "unbound",
        }
    }
}
