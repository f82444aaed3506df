//! The challenge in a refusal: `WWW-Authenticate: DIDWba` and `Accept-Signature`.

use super::{
    accept_signature::{ACCEPT_SIGNATURE, AcceptSignature},
    auth_param::{challenges, write_quoted},
    didwba_header::SCHEME,
};
use crate::AuthError;
use adp_json::{Code, CodedError};
use http::{
    HeaderMap, HeaderValue,
    header::{CACHE_CONTROL, WWW_AUTHENTICATE},
};

/// Maximum length of a written `error_description`, in characters.
const MAX_ERROR_DESCRIPTION_CHARS: usize = 300;

/// The challenge of a refusal: the reason, the nonce, and the components that the signature must cover.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct DidWbaChallenge {
    /// The protection space: the service's authority.
    pub realm: Option<String>,
    /// Why the request was refused, in the words of the protocol, such as `invalid_nonce`; every challenge has a reason
    /// (ANP-02 section 3.2.4.1).
    pub error: Option<String>,
    /// A readable description of the reason.
    pub error_description: Option<String>,
    /// The nonce for the next request.
    pub nonce: Option<String>,
    /// The components that the signature must cover.
    pub accept_signature: Option<AcceptSignature>,
}

impl DidWbaChallenge {
    /// Parses the `DIDWba` challenge of a response. `None` if there is none, if there are several, or if
    /// `WWW-Authenticate` is malformed.
    #[must_use]
    pub fn parse(headers: &HeaderMap) -> Option<Self> {
        let mut ours = challenges(headers, &WWW_AUTHENTICATE)?
            .into_iter()
            .filter(|(scheme, _)| scheme.eq_ignore_ascii_case(SCHEME))
            .map(|(_, parameters)| parameters);
        let mut parameters = ours.next()?;
        if ours.next().is_some() {
            return None;
        }
        Some(Self {
            realm: parameters.take("realm"),
            error: parameters.take("error"),
            error_description: parameters.take("error_description"),
            nonce: parameters.take("nonce").filter(|nonce| !nonce.is_empty()),
            accept_signature: AcceptSignature::parse(headers),
        })
    }

    /// The headers: `WWW-Authenticate`, `Accept-Signature` if the challenge has it, and `Cache-Control: no-store`.
    ///
    /// Texts are quoted; characters that are not printable ASCII become `?`.
    pub(crate) fn to_headers(&self) -> HeaderMap {
        let mut text = format!("{SCHEME} ");
        // without parameters there is no space after the scheme
        for (name, value) in [
            ("realm", &self.realm),
            ("error", &self.error),
            ("error_description", &self.error_description),
            ("nonce", &self.nonce),
        ] {
            if let Some(value) = value {
                write_quoted(&mut text, name, value);
            }
        }
        let mut headers = HeaderMap::new();
        // the value is printable ASCII, so it is a valid header value
        if let Ok(value) = HeaderValue::from_str(text.trim_end()) {
            headers.insert(WWW_AUTHENTICATE, value);
        }
        if let Some(value) = self.accept_signature.as_ref().and_then(AcceptSignature::to_header) {
            headers.insert(ACCEPT_SIGNATURE, value);
        }
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers
    }
}

adp_json::words! {
    /// The protocol's error values for refusals.
    pub(crate) enum ChallengeError {
        /// The request is malformed.
        InvalidRequest = "invalid_request",
        /// The nonce is invalid or has expired.
        InvalidNonce = "invalid_nonce",
        /// The request is too old, or from the future.
        InvalidTimestamp = "invalid_timestamp",
        /// The DID is malformed, or its document is missing or refused.
        InvalidDid = "invalid_did",
        /// The signature does not verify.
        InvalidSignature = "invalid_signature",
        /// The verification method may not authenticate the DID.
        InvalidVerificationMethod = "invalid_verification_method",
        /// The body does not match the signed digest.
        InvalidContentDigest = "invalid_content_digest",
        /// The access token is invalid or has expired.
        InvalidAccessToken = "invalid_access_token",
        /// The DID is not authorized.
        ForbiddenDid = "forbidden_did",
    }
}

impl ChallengeError {
    /// The value for an error. Missing credentials are an `invalid_request`, which lacks required fields.
    pub(crate) fn from_error(error: &AuthError) -> Self {
        match error {
            AuthError::AccessToken { .. } => return Self::InvalidAccessToken,
            AuthError::Nonce { .. } | AuthError::SignedBeforeStart(_) => return Self::InvalidNonce,
            AuthError::DidSyntax { did_is_valid: true, .. } | AuthError::Algorithm { .. } => {
                return Self::InvalidVerificationMethod;
            }
            AuthError::Did(_) | AuthError::Resolve { .. } | AuthError::DidSyntax { .. } => return Self::InvalidDid,
            _ => {}
        }
        match error.code() {
            Code::AUTH_DIGEST => Self::InvalidContentDigest,
            Code::AUTH_EXPIRED | Code::AUTH_NOT_YET_VALID => Self::InvalidTimestamp,
            Code::AUTH_SIGNATURE => Self::InvalidSignature,
            Code::AUTH_REPLAYED => Self::InvalidNonce,
            Code::AUTH_METHOD_NOT_AUTHORIZED => Self::InvalidVerificationMethod,
            Code::AUTH_FORBIDDEN => Self::ForbiddenDid,
            _ => Self::InvalidRequest,
        }
    }

    /// The description for the caller. It omits details of DID resolution, because callers could probe hosts through
    /// this server, and of the replay store.
    pub(crate) fn description(error: &AuthError) -> String {
        let text = match error {
            AuthError::Resolve { did, .. } if error.superseded().is_some() => {
                format!("{did} is superseded; resolve its successors, and sign with a key of the DID in use")
            }
            AuthError::Resolve { did, error: found } if error.is_of_a_fetch() => match found.is_permanent() {
                true => format!("no valid document of {did} was found"),
                false => format!("the document of {did} is not available"),
            },
            AuthError::Did(error) => format!("the DID document is refused: {}", error.code().as_str()),
            AuthError::Store(_) => "the replay store is not available; try again in a minute".to_owned(),
            other => other.to_string(),
        };
        // clients that search for the next quotation mark must find the right one
        let plain = text.chars().map(|c| match c {
            '"' => '\'',
            '\\' => '/',
            ' '..='~' => c,
            _ => '?',
        });
        plain.take(MAX_ERROR_DESCRIPTION_CHARS).collect()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_challenge_is_written_and_read_back() {
        let challenge = DidWbaChallenge {
            realm: Some("agent.example.com".to_owned()),
            error: Some("invalid_nonce".to_owned()),
            error_description: Some("used \"before\" \\ \u{2013}".to_owned()),
            nonce: Some("abc_-".to_owned()),
            accept_signature: Some(AcceptSignature::default()),
        };
        let headers = challenge.to_headers();
        assert_eq!(
            headers["www-authenticate"],
            "DIDWba realm=\"agent.example.com\", error=\"invalid_nonce\", error_description=\"used \\\"before\\\" \\\\ ?\", nonce=\"abc_-\""
        );
        assert_eq!(
            headers["accept-signature"],
            "sig1=(\"@method\" \"@target-uri\" \"@authority\" \"content-digest\");created;expires;nonce;keyid"
        );
        assert_eq!(headers["cache-control"], "no-store");
        let read = DidWbaChallenge::parse(&headers).unwrap();
        assert_eq!(read, DidWbaChallenge { error_description: Some("used \"before\" \\ ?".to_owned()), ..challenge });
        assert_eq!(DidWbaChallenge::default().to_headers()["www-authenticate"], "DIDWba");
        assert_eq!(DidWbaChallenge::parse(&DidWbaChallenge::default().to_headers()), Some(DidWbaChallenge::default()));
    }
}
