//! The forms of a request's credentials.

adp_json::words! {
    /// The form of a request's credentials.
    #[non_exhaustive]
    pub enum CredentialForm {
        /// `Signature-Input`, `Signature` and `Content-Digest` headers (RFC 9421, RFC 9530).
        HttpSignature = "rfc9421",
        /// The same by the Web Bot Auth profile, with `Signature-Agent`.
        WebBotAuth = "web-bot-auth",
        /// The same three values in the member `auth` of a JSON body, next to its `payload`.
        HttpSignatureJson = "rfc9421-json",
        /// `Authorization: DIDWba`, version 1.0: names the `service`.
        DidWbaV1_0 = "didwba-1.0",
        /// `Authorization: DIDWba`, version 1.1: names the audience, `aud`.
        DidWbaV1_1 = "didwba-1.1",
        /// The members of a `DIDWba` header as a JSON body, version 1.0.
        DidWbaJsonV1_0 = "didwba-json-1.0",
        /// The members of a `DIDWba` header as a JSON body, version 1.1.
        DidWbaJsonV1_1 = "didwba-json-1.1",
        /// `Authorization: Bearer` with an access token that the service issued.
        AccessToken = "access-token",
    }
}

impl CredentialForm {
    /// Whether RFC 9421 replaced this form.
    #[must_use]
    pub const fn is_legacy(self) -> bool {
        matches!(self, Self::DidWbaV1_0 | Self::DidWbaV1_1 | Self::DidWbaJsonV1_0 | Self::DidWbaJsonV1_1)
    }
}
