//! Codes of the network.

use super::core_codes;

const WBA: &str = "did:wba method specification, section Resolve";

core_codes! {
    /// Network access is disabled, but required.
    NET_OFFLINE = "net-offline" / Undecided,
        "this software: the caller decides whether the network is used",
        "Allow the network, or supply the DID document.";
    /// The URL is not `https`.
    NET_SCHEME = "net-scheme" / Undecided, WBA,
        "Write an https URL.";
    /// A request has a method or a header that the caller may not set.
    NET_REQUEST = "net-request" / Refused,
        "RFC 9110 section 9.3.6, RFC 9112 section 11.2",
        "Do not use the method CONNECT or headers that frame the message.";
    /// The host is, or resolves to, an address that is not public.
    NET_ADDRESS = "net-address" / Undecided,
        "this software: it connects only to public addresses",
        "For a local server, set its address in the resolver's settings.";
    /// The server answered with a redirect; redirects are not followed.
    NET_REDIRECT = "net-redirect" / Undecided, WBA,
        "Publish the document under the URL itself: redirects are not followed.";
    /// The server answered with a status other than 200.
    NET_STATUS = "net-status" / Undecided,
        "RFC 9110 section 15",
        "Publish the document at that URL: the server must answer 200.";
    /// The response's media type is not JSON.
    NET_TYPE = "net-type" / Undecided,
        "RFC 8259 section 11, RFC 6839 section 3.1",
        "Configure the server to send `Content-Type: application/json`, or another JSON type.";
    /// The body or the header of the response is larger than the limit.
    NET_SIZE = "net-size" / Undecided,
        "this software: bodies and headers of responses are limited in size",
        "Publish a smaller document, and check the size of the response headers.";
    /// The server took too long.
    NET_TIME = "net-time" / Undecided,
        "this software: time is limited",
        "Try again; if it keeps failing, the server is too slow or down.";
    /// The TLS handshake or certificate check failed.
    NET_TLS = "net-tls" / Undecided,
        "RFC 8446, RFC 9525",
        "Renew the server's certificate for its host; if you run your own certificate authority, trust its certificate.";
    /// The connection failed.
    NET_CONNECT = "net-connect" / Undecided,
        "RFC 9110 section 4.3",
        "Check the host name, and that the server is running.";
}
