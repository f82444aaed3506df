//! Codes of JSON Web Signatures.

use super::core_codes;

core_codes! {
    /// The text is not a JSON Web Signature of the form expected (RFC 7515 section 7.1, appendix F).
    JWS_MALFORMED = "jws-malformed" / Malformed,
        "RFC 7515 sections 3.1 and 7.1, appendix F",
        "Send header, payload and signature as base64url without padding, joined by dots; a detached payload leaves its part empty.";
    /// The header's `alg` is not one that is accepted here (RFC 8725 section 3.1).
    JWS_ALGORITHM = "jws-algorithm" / Refused,
        "RFC 8725 section 3.1",
        "Sign with one of the algorithms that the message names; `none` and HS256 never count.";
    /// A member of the header is missing, has another value than expected, or is accepted from nobody (`crit`, `b64`, `jwk`, `x5c`, `x5u`).
    JWS_HEADER = "jws-header" / Refused,
        "RFC 7515 section 4, RFC 8725 section 3.11",
        "Write the header as its use asks; leave out `crit`, `b64`, `jwk`, `x5c` and `x5u`.";
    /// The key is not of the type that the header's `alg` signs with.
    JWS_KEY = "jws-key" / Refused,
        "RFC 7518 section 3.4, RFC 8037, RFC 8812",
        "Name the algorithm of the key's type in `alg`, and that key in `kid`.";
    /// The signature does not verify over this header and payload.
    JWS_SIGNATURE = "jws-signature" / Refused,
        "RFC 7515 section 5.2",
        "Sign the very bytes that are verified, with the key that `kid` names.";
}
