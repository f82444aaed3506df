//! Codes of authenticated requests.

use super::core_codes;

const ANP_AUTH: &str = "Agent Network Protocol, did:wba request authentication";

core_codes! {
    /// The request has no credentials, or none that the server accepts.
    AUTH_MISSING = "auth-missing" / Refused, ANP_AUTH,
        "Sign the request, for example with this library's client; the response's `Accept-Signature` lists the components to cover.";
    /// The credentials cannot be parsed, or do not have the syntax of their scheme (RFC 9421 section 4, RFC 8941, the
    /// `DIDWba` header).
    AUTH_MALFORMED = "auth-malformed" / Refused,
        "RFC 9421 section 4, RFC 8941; the Agent Network Protocol's `DIDWba` header",
        "Send the header once, in the syntax of its scheme.";
    /// The signature does not cover all required components: the method, the target and, if there is one, the body.
    AUTH_UNCOVERED = "auth-uncovered" / Refused, ANP_AUTH,
        "Sign over `@method`, `@target-uri` and, if there is a body, `content-digest`.";
    /// The body does not match the signed digest (RFC 9530), or is larger than the limit for digests.
    AUTH_DIGEST = "auth-digest" / Refused,
        "RFC 9530 section 2",
        "Send exactly the bytes whose digest was signed; a proxy that rewrites the body breaks the signature.";
    /// The credentials or the message are for another service or agent.
    AUTH_AUDIENCE = "auth-audience" / Refused, ANP_AUTH,
        "Sign for the service that you call; the server compares the name with its configured origin.";
    /// The credentials have expired, are too old, or are valid for longer than the window allows.
    AUTH_EXPIRED = "auth-expired" / Refused, ANP_AUTH,
        "Sign the request when you send it, with an expiry time within the server's maximum lifetime.";
    /// The credentials were created in the future.
    AUTH_NOT_YET_VALID = "auth-not-yet-valid" / Refused, ANP_AUTH,
        "Set the clocks of client and server: a difference of one minute is allowed.";
    /// The signature of the request or token does not verify.
    AUTH_SIGNATURE = "auth-signature" / Refused,
        "RFC 9421 section 3.2",
        "Sign with the key that `keyid` names, over the request as the server receives it: scheme, host and path must match.";
    /// The DID document does not list the key under `authentication`.
    AUTH_METHOD_NOT_AUTHORIZED = "auth-method-not-authorized" / Refused,
        "W3C Decentralized Identifiers (DIDs) 1.0, section 5.3.1",
        "List the key under `authentication` in the DID document, or sign with a key that is listed there.";
    /// The nonce was already used.
    AUTH_REPLAYED = "auth-replayed" / Refused, ANP_AUTH,
        "Sign each request with a new nonce: a nonce is accepted once.";
    /// The replay store cannot accept the nonce: it is full or unreachable, so a replay cannot be excluded.
    AUTH_STORE_FULL = "auth-store-full" / Refused,
        "this software: a request is refused if its nonce cannot be checked",
        "Sign again in a minute. The server's store of used nonces is full or unreachable.";
    /// The request was signed before the server started, or before its replay store was created or restored, so a
    /// replay cannot be excluded.
    AUTH_BEFORE_START = "auth-before-start" / Refused,
        "this software: a request is refused if its nonce cannot be checked",
        "Sign again with the nonce of the server's `WWW-Authenticate`, or in a minute. The server has no record of requests signed before its start.";
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
        "this software: credentials are sent only to origins that the caller allows",
        "Allow the origin if you trust it to act on your behalf.";
}
