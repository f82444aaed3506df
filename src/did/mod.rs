//! DIDs, DID URLs, did:wba locations, DID documents and their verification methods.
