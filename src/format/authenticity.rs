//! How the publisher of a document is established.

/// How the publisher of a document is established, by format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Authenticity {
    /// By the document's signatures.
    Signature,
    /// By the document's URL, which its DID determines.
    Location,
    /// Not by the document, but by a reference to it with a digest.
    Unsigned,
}
