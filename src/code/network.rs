//! Codes of the network.

use super::core_codes;

const WBA: &str = "did:wba method specification, section Resolve";

core_codes! {
    /// The network is switched off and the answer needs it.
    NET_OFFLINE = "net-offline" / Undecided,
        "this software: the caller decides whether the network is used",
        "Allow the network, or supply the DID document.";
    /// The URL is not `https`.
    NET_SCHEME = "net-scheme" / Undecided,
        WBA,
        "Write an https URL.";
    /// A request has a method or a header that is not the caller's to choose.
    NET_REQUEST = "net-request" / Refused,
        "RFC 9110 section 9.3.6, RFC 9112 section 11.2",
        "Leave out the method CONNECT and headers that say how the message is carried.";
    /// The host is or resolves to an address that is not public.
    NET_ADDRESS = "net-address" / Undecided,
        "this software: only public addresses are connected to",
        "For a host of your own, name its address in the resolver's settings.";
    /// The server answered with a redirect; none are followed.
    NET_REDIRECT = "net-redirect" / Undecided,
        WBA,
        "Publish the document under the URL itself: redirects are not followed.";
    /// The server's status is not 200.
    NET_STATUS = "net-status" / Undecided,
        "RFC 9110 section 15",
        "Publish the document at that URL: the server must answer 200.";
    /// The response's media type is not JSON.
    NET_TYPE = "net-type" / Undecided,
        "RFC 8259 section 11, RFC 6839 section 3.1",
        "Let the server say `Content-Type: application/json`, or another JSON type.";
    /// The response, or what comes with it, is larger than the limit.
    NET_SIZE = "net-size" / Undecided,
        "this software: answers are bounded, with what stands around their bodies",
        "Publish a smaller document, and look at what the server sends with it.";
    /// The server took too long.
    NET_TIME = "net-time" / Undecided,
        "this software: time is bounded",
        "Try again; if it stays so, the server is too slow or not there.";
    /// The TLS handshake or certificate check failed.
    NET_TLS = "net-tls" / Undecided,
        "RFC 8446, RFC 9525",
        "Renew the server's certificate for its host; for an authority of your own, trust its certificate.";
    /// The connection failed.
    NET_CONNECT = "net-connect" / Undecided,
        "RFC 9110 section 4.3",
        "Check the host name and that the server runs.";
}
