//! Codes of authenticated requests.

use super::core_codes;

const ANP_AUTH: &str = "Agent Network Protocol, did:wba request authentication";

core_codes! {
    /// The request has no credentials, or none that the server accepts.
    AUTH_MISSING = "auth-missing" / Refused,
        ANP_AUTH,
        "Sign the request, for example with this library's client; the response's `Accept-Signature` says what to cover.";
    /// The credentials cannot be read, or do not have the form of their scheme (RFC 9421 section 4, RFC 8941, the `DIDWba` header).
    AUTH_MALFORMED = "auth-malformed" / Refused,
        "RFC 9421 section 4, RFC 8941; the Agent Network Protocol's `DIDWba` header",
        "Write the header in the form of its scheme, and only once.";
    /// The signature does not cover what it must: the method, the target and, if there is one, the body.
    AUTH_UNCOVERED = "auth-uncovered" / Refused,
        ANP_AUTH,
        "Sign over `@method`, `@target-uri` and, if there is a body, `content-digest`.";
    /// The body does not match the signed digest (RFC 9530), or is larger than the limit for digests.
    AUTH_DIGEST = "auth-digest" / Refused,
        "RFC 9530 section 2",
        "Send exactly the bytes whose digest was signed; a proxy that rewrites the body breaks the signature.";
    /// The credentials or the message are for another service or agent.
    AUTH_AUDIENCE = "auth-audience" / Refused,
        ANP_AUTH,
        "Sign for the service that you call; the server compares the name with the one in its configuration.";
    /// The credentials have expired, are too old, or are valid for longer than the window allows.
    AUTH_EXPIRED = "auth-expired" / Refused,
        ANP_AUTH,
        "Sign the request when you send it, and let it expire within the server's window.";
    /// The credentials were created in the future.
    AUTH_NOT_YET_VALID = "auth-not-yet-valid" / Refused,
        ANP_AUTH,
        "Set the clocks of client and server: a difference of one minute is allowed.";
    /// The signature of the request or token does not verify.
    AUTH_SIGNATURE = "auth-signature" / Refused,
        "RFC 9421 section 3.2",
        "Sign with the key that `keyid` names, over the request as the server sees it: scheme, host and path count.";
    /// The DID document does not list the key under `authentication`.
    AUTH_METHOD_NOT_AUTHORIZED = "auth-method-not-authorized" / Refused,
        "W3C Decentralized Identifiers (DIDs) 1.0, section 5.3.1",
        "List the method under `authentication` in the DID document, or sign with a method that is listed there.";
    /// The nonce was already used.
    AUTH_REPLAYED = "auth-replayed" / Refused,
        ANP_AUTH,
        "Sign each request with a new nonce: a nonce is accepted once.";
    /// The replay store cannot accept the nonce: it is full, unreachable or lost in a restart, so nothing can tell whether the nonce is new.
    AUTH_STORE_FULL = "auth-store-full" / Refused,
        "this software: a request that cannot be checked for replay is refused",
        "Sign again in a minute, or with the nonce of the server's `WWW-Authenticate`; the server's store is full, unreachable or was lost in a restart.";
    /// The request has a `DIDWba` header, which the server does not accept.
    AUTH_LEGACY_REFUSED = "auth-legacy-refused" / Refused,
        "Agent Network Protocol, did:wba request authentication: RFC 9421 replaces the `DIDWba` header",
        "Sign with RFC 9421; a server can be configured to accept the header for old clients.";
    /// The caller is authenticated, but not allowed to do this.
    AUTH_FORBIDDEN = "auth-forbidden" / Refused,
        "RFC 9110 section 15.5.4",
        "Ask the service for permission; other credentials do not help.";
    /// A request or its credentials would go to an origin that the caller did not allow.
    AUTH_ORIGIN = "auth-origin" / Refused,
        "this software: credentials go only where the caller allows, wherever the URL comes from",
        "Allow the origin if you mean to act there in your own name.";
}
