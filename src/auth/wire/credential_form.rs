//! The forms of a request's credentials.

use std::fmt;

/// The form of a request's credentials.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CredentialForm {
    /// `Signature-Input`, `Signature` and `Content-Digest` headers (RFC 9421, RFC 9530).
    HttpSignature,
    /// The same by the Web Bot Auth profile, with `Signature-Agent`.
    WebBotAuth,
    /// The same three values in the member `auth` of a JSON body, next to its `payload`.
    HttpSignatureJson,
    /// `Authorization: DIDWba`, version 1.0: names the `service`.
    DidWbaV1_0,
    /// `Authorization: DIDWba`, version 1.1: names the audience, `aud`.
    DidWbaV1_1,
    /// The members of a `DIDWba` header as a JSON body, version 1.0.
    DidWbaJsonV1_0,
    /// The members of a `DIDWba` header as a JSON body, version 1.1.
    DidWbaJsonV1_1,
    /// `Authorization: Bearer` with an access token that the service issued.
    AccessToken,
}

impl CredentialForm {
    /// The display name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::HttpSignature => "rfc9421",
            Self::WebBotAuth => "web-bot-auth",
            Self::HttpSignatureJson => "rfc9421-json",
            Self::DidWbaV1_0 => "didwba-1.0",
            Self::DidWbaV1_1 => "didwba-1.1",
            Self::DidWbaJsonV1_0 => "didwba-json-1.0",
            Self::DidWbaJsonV1_1 => "didwba-json-1.1",
            Self::AccessToken => "access-token",
        }
    }

    /// Whether RFC 9421 replaced this form.
    #[must_use]
    pub const fn is_legacy(self) -> bool {
        matches!(self, Self::DidWbaV1_0 | Self::DidWbaV1_1 | Self::DidWbaJsonV1_0 | Self::DidWbaJsonV1_1)
    }
}

impl fmt::Display for CredentialForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
