//! Codes of JSON Web Signatures.

use super::core_codes;

core_codes! {
    /// The text is not a JSON Web Signature in the expected form (RFC 7515 section 7.1, appendix F).
    JWS_MALFORMED = "jws-malformed" / Malformed,
        "RFC 7515 sections 3.1 and 7.1, appendix F",
        "Send header, payload and signature as base64url without padding, joined by dots; a detached payload leaves its part empty.";
    /// The header's `alg` is not accepted here (RFC 8725 section 3.1).
    JWS_ALGORITHM = "jws-algorithm" / Refused,
        "RFC 8725 section 3.1",
        "Sign with one of the algorithms in the message; `none` and HS256 are never accepted.";
    /// A header member is missing, has an unexpected value, or is never accepted (`crit`, `b64`, `jwk`, `x5c`, `x5u`).
    JWS_HEADER = "jws-header" / Refused,
        "RFC 7515 section 4, RFC 8725 section 3.11",
        "Write the header as its profile requires; leave out `crit`, `b64`, `jwk`, `x5c` and `x5u`.";
    /// The key does not have the type that the header's `alg` requires.
    JWS_KEY = "jws-key" / Refused,
        "RFC 7518 section 3.4, RFC 8037, RFC 8812",
        "Set `alg` to the algorithm of the key's type, and `kid` to that key.";
    /// The signature does not verify over this header and payload.
    JWS_SIGNATURE = "jws-signature" / Refused,
        "RFC 7515 section 5.2",
        "Sign exactly the bytes that are verified, with the key that `kid` names.";
    /// The signature is not yet valid, or has expired.
    JWS_TIME = "jws-time" / Refused,
        "RFC 7519 sections 4.1.4 and 4.1.5; AI Catalog, Signature Acceptance and Time",
        "Sign again, with an expiry time in the future.";
}
