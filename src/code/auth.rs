//! Codes of authenticated requests.

use super::core_codes;

const ANP_AUTH: &str = "Agent Network Protocol, did:wba request authentication";

core_codes! {
    /// The request has no credentials, or none that the server asks for.
    AUTH_MISSING = "auth-missing" / Refused,
        ANP_AUTH,
        "Sign the request, for example with the client of this library; the answer's `Accept-Signature` says what to cover.";
    /// The credentials are not of the form their scheme has (RFC 9421 section 4, RFC 8941, the `DIDWba` header).
    AUTH_MALFORMED = "auth-malformed" / Refused,
        "RFC 9421 section 4, RFC 8941; the Agent Network Protocol's `DIDWba` header",
        "Write the header as its scheme has it, once.";
    /// The signature does not cover what it must: method, target, and the body where there is one.
    AUTH_UNCOVERED = "auth-uncovered" / Refused,
        ANP_AUTH,
        "Sign over `@method`, `@target-uri` and, where there is a body, `content-digest`.";
    /// The body is not the one whose digest was signed (RFC 9530), or is larger than a digest is taken of.
    AUTH_DIGEST = "auth-digest" / Refused,
        "RFC 9530 section 2",
        "Send the very bytes whose digest was signed; a proxy that rewrites the body breaks the signature.";
    /// The credentials are for another service.
    AUTH_AUDIENCE = "auth-audience" / Refused,
        ANP_AUTH,
        "Sign for the service that is called; the server compares with the name it was configured with.";
    /// The credentials have expired, or are older or good for longer than the window allows.
    AUTH_EXPIRED = "auth-expired" / Refused,
        ANP_AUTH,
        "Sign the request when it is sent, and let it expire within the server's window.";
    /// The credentials were made in the future.
    AUTH_NOT_YET_VALID = "auth-not-yet-valid" / Refused,
        ANP_AUTH,
        "Set the clocks of client and server: a minute's difference is allowed.";
    /// The signature of the request or token does not verify.
    AUTH_SIGNATURE = "auth-signature" / Refused,
        "RFC 9421 section 3.2",
        "Sign with the key that `keyid` names, over the request as the server sees it: scheme, host and path count.";
    /// The key is not one that the DID document lists under `authentication` for this DID.
    AUTH_METHOD_NOT_AUTHORIZED = "auth-method-not-authorized" / Refused,
        "W3C Decentralized Identifiers (DIDs) 1.0, section 5.3.1",
        "List the method under `authentication` in the DID document, or sign with a method that is listed there.";
    /// The nonce was used before.
    AUTH_REPLAYED = "auth-replayed" / Refused,
        ANP_AUTH,
        "Sign each request anew: a nonce is good once.";
    /// The replay store cannot take the nonce: it is full or out of reach, so nobody can tell whether it is new.
    AUTH_STORE_FULL = "auth-store-full" / Refused,
        "this software: what cannot be checked for replay is refused",
        "Try again in a minute; the server's store is full or out of reach.";
    /// A `DIDWba` header, which the server does not accept.
    AUTH_LEGACY_REFUSED = "auth-legacy-refused" / Refused,
        "Agent Network Protocol, did:wba request authentication: RFC 9421 replaces the `DIDWba` header",
        "Sign by RFC 9421; a server for old clients can be told to accept the header.";
    /// The caller is who it says, but may not do this.
    AUTH_FORBIDDEN = "auth-forbidden" / Refused,
        "RFC 9110 section 15.5.4",
        "Ask the service for permission; other credentials do not help.";
    /// Credentials would go to an origin that the caller did not allow.
    AUTH_ORIGIN = "auth-origin" / Refused,
        "this software: credentials go where the caller allows, wherever a URL comes from",
        "Allow the origin if you mean to act there in your own name.";
}
