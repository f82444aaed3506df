//! Proofs: signing, and verifying against a resolved DID document and the caller's expectations.
