//! Why a signature is accepted.

/// Why a signature is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Binding {
    /// The signer is the DID that is the document's subject.
    Subject,
    /// The signer is the DID that the caller expects.
    Signer,
    /// The signer is a DID of the document's host.
    Host,
    /// The signer is the publisher named by a catalog entry.
    Publisher,
    /// The caller supplied the key: the document is unmodified, but its signer is unknown.
    Key,
    /// The signature is not accepted: it may be valid, but its signer may not sign this document.
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
