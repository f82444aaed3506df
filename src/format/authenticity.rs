//! How readers know who published a document.

/// How readers know who published a document of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Authenticity {
    /// By its signatures.
    Signature,
    /// By its URL, which its DID names.
    Location,
    /// Not by the document: only by what names it, with a digest.
    Unsigned,
}
