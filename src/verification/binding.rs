//! Why a signature is accepted.

adp_json::words! {
    /// Why a signature is accepted.
    #[non_exhaustive]
    pub enum Binding {
        /// The signer is the DID that is the document's subject.
        Subject = "subject",
        /// The signer is the DID that the caller expects.
        Signer = "signer",
        /// The signer is a DID of the document's host.
        Host = "host",
        /// The signer is the publisher named by a catalog entry.
        Publisher = "publisher",
        /// The caller supplied the key: the document is unmodified, but its signer is unknown.
        Key = "key",
        /// The signature is not accepted: it may be valid, but its signer may not sign this document.
        Unbound = "unbound",
    }
}
