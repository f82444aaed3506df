//! Why a signature is accepted.

/// Why a signature is accepted.
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
    /// The key is one that the caller named: the document is unmodified, the signer is unknown.
    Key,
    /// It is not accepted: the signature may be valid, but its signer may not sign for this document.
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
