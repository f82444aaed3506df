//! Options of a client: its key, its signatures, and the allowed origins.

use super::auth_client::Credentials;
use crate::{CredentialForm, LegacyVersion, http_signature::REQUEST_LIFETIME};
use adp_crypto::Origin;
use adp_did::Signer;
use adp_fetch::{Clock, SystemClock};
use std::{collections::HashSet, fmt, sync::Arc, time::Duration};

type OriginPolicy = Arc<dyn Fn(&Origin) -> bool + Send + Sync>;

/// How an [`AuthClient`](crate::AuthClient) signs, and where it sends credentials.
#[derive(Clone)]
#[non_exhaustive]
pub struct AuthClientOptions {
    /// The signer.
    pub signer: Arc<dyn Signer + Send + Sync>,
    /// Signers for the successors of the first signer's DID.
    ///
    /// The client uses them when a server answers that the DID is superseded. The DIDs' own documents must confirm this
    /// with a signature of the old DID's key.
    pub successors: Vec<Arc<dyn Signer + Send + Sync>>,
    /// The origins (scheme, host and port) to which credentials may be sent. By default none.
    pub allowed_origins: HashSet<Origin>,
    /// Also allows credentials for origins that this policy accepts.
    pub origin_policy: Option<OriginPolicy>,
    /// Whether requests to other origins are sent without credentials; their challenges are not answered. By default
    /// such requests are refused, so that callers do not mistake an anonymous response for an authenticated one.
    pub elsewhere_without_credentials: bool,
    /// Authenticates with this version of the `Authorization: DIDWba` header, for servers that support only this. It
    /// does not cover method, path or body.
    pub legacy: Option<LegacyVersion>,
    /// Signs by the Web Bot Auth profile: the `https` origin whose [key directory](adp_crypto::key::KeyDirectory) has the
    /// key. Servers of the profile do not ask for DIDs.
    pub web_bot_auth: Option<Origin>,
    /// The lifetime of signatures. Default 60 s.
    pub signature_lifetime: Duration,
    /// Additional covered components: derived components such as `@path`, or headers of the request. By default, a
    /// signature covers method, target, authority, body and content type.
    pub cover: Vec<String>,
    /// The maximum size of a response body in bytes. Default 1 MiB.
    pub body_limit: usize,
    /// The clock. By default that of the system.
    pub clock: Arc<dyn Clock>,
}

impl AuthClientOptions {
    /// Signs by RFC 9421, and allows no origin yet.
    #[must_use]
    pub fn new(signer: impl Signer + Send + Sync + 'static) -> Self {
        Self {
            signer: Arc::new(signer),
            successors: Vec::new(),
            allowed_origins: HashSet::new(),
            origin_policy: None,
            elsewhere_without_credentials: false,
            legacy: None,
            web_bot_auth: None,
            signature_lifetime: REQUEST_LIFETIME,
            cover: Vec::new(),
            body_limit: 1 << 20,
            clock: Arc::new(SystemClock::default()),
        }
    }

    /// Whether credentials may be sent to this origin.
    pub(super) fn allows(&self, origin: &Origin) -> bool {
        self.allowed_origins.contains(origin) || self.origin_policy.as_ref().is_some_and(|policy| policy(origin))
    }

    pub(super) fn form_of(&self, credentials: &Credentials) -> Option<CredentialForm> {
        match (credentials, self.legacy) {
            (Credentials::None, _) => None,
            (Credentials::Token(_), _) => Some(CredentialForm::AccessToken),
            (Credentials::Signature(_), None) if self.web_bot_auth.is_some() => Some(CredentialForm::WebBotAuth),
            (Credentials::Signature(_), None) => Some(CredentialForm::HttpSignature),
            (Credentials::Signature(_), Some(LegacyVersion::V1_0)) => Some(CredentialForm::DidWbaV1_0),
            (Credentials::Signature(_), Some(LegacyVersion::V1_1)) => Some(CredentialForm::DidWbaV1_1),
        }
    }
}

impl fmt::Debug for AuthClientOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AuthClientOptions")
            .field("method", self.signer.method())
            .field("successors", &self.successors.iter().map(|signer| signer.method()).collect::<Vec<_>>())
            .field("allowed_origins", &self.allowed_origins)
            .field("origin_policy", &self.origin_policy.is_some())
            .field("elsewhere_without_credentials", &self.elsewhere_without_credentials)
            .field("legacy", &self.legacy)
            .field("web_bot_auth", &self.web_bot_auth)
            .field("signature_lifetime", &self.signature_lifetime)
            .field("cover", &self.cover)
            .field("body_limit", &self.body_limit)
            .finish_non_exhaustive()
    }
}
