//! Keys: P-256, Ed25519 and secp256k1; JWK, Multikey, PEM and thumbprints.
