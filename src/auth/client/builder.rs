//! Configuration of a client: its key, its signatures, and the allowed origins.

use super::{AuthClient, auth_client::Credentials};
use crate::{
    Origin,
    auth::{CredentialForm, LegacyVersion, http_signature::REQUEST_LIFETIME},
    proof::Signer,
    resolve::{Clock, HttpsGet, SystemClock},
};
use std::{collections::HashSet, fmt, sync::Arc, time::Duration};

/// Builder of [`AuthClient`].
pub struct AuthClientBuilder {
    https: HttpsGet,
    settings: Settings,
}

/// Decides about origins that are not on the allow-list.
type Policy = Arc<dyn Fn(&Origin) -> bool + Send + Sync>;

pub(super) struct Settings {
    pub(super) signer: Arc<dyn Signer + Send + Sync>,
    /// Signers for the successors of `signer`'s DID.
    pub(super) successors: Vec<Arc<dyn Signer + Send + Sync>>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) validity: Duration,
    pub(super) cover: Vec<String>,
    pub(super) legacy: Option<LegacyVersion>,
    /// The origin whose key directory has the signers' keys, for Web Bot Auth.
    pub(super) agent: Option<Origin>,
    pub(super) body_limit: usize,
    /// Whether requests to other origins are sent without credentials.
    pub(super) elsewhere: bool,
    allowed: HashSet<Origin>,
    policy: Option<Policy>,
}

impl AuthClientBuilder {
    pub(super) fn new(https: HttpsGet, signer: Arc<dyn Signer + Send + Sync>) -> Self {
        let settings = Settings {
            signer,
            successors: Vec::new(),
            clock: Arc::new(SystemClock::default()),
            validity: REQUEST_LIFETIME,
            cover: Vec::new(),
            legacy: None,
            agent: None,
            body_limit: 1 << 20,
            elsewhere: false,
            allowed: HashSet::new(),
            policy: None,
        };
        Self { https, settings }
    }

    /// Allows credentials to be sent to this origin (scheme, host and port). Can be called several times.
    #[must_use]
    pub fn allow_origin(mut self, origin: Origin) -> Self {
        self.settings.allowed.insert(origin);
        self
    }

    /// Also allows credentials for origins that `policy` accepts.
    #[must_use]
    pub fn allow_origins_by(mut self, policy: impl Fn(&Origin) -> bool + Send + Sync + 'static) -> Self {
        self.settings.policy = Some(Arc::new(policy));
        self
    }

    /// Adds a key for a successor of the first signer's DID. Can be called several times.
    ///
    /// The client uses it when a server answers that the DID is superseded. The DIDs' own documents must confirm this
    /// with a signature of the old DID's key.
    #[must_use]
    pub fn successor(mut self, signer: impl Signer + Send + Sync + 'static) -> Self {
        self.settings.successors.push(Arc::new(signer));
        self
    }

    /// Sends requests to other origins without credentials, and does not answer their challenges. By default such
    /// requests are refused, so that callers do not mistake an anonymous response for an authenticated one.
    #[must_use]
    pub fn elsewhere_without_credentials(mut self) -> Self {
        self.settings.elsewhere = true;
        self
    }

    /// Authenticates with the `Authorization: DIDWba` header, for servers that support only this. It does not cover
    /// method, path or body.
    #[must_use]
    pub fn legacy(mut self, version: LegacyVersion) -> Self {
        self.settings.legacy = Some(version);
        self
    }

    /// Signs by the Web Bot Auth profile: `agent` is the `https` origin whose [key directory](crate::key::KeyDirectory) has the key. Servers
    /// of the profile do not ask for DIDs.
    #[must_use]
    pub fn web_bot_auth(mut self, agent: Origin) -> Self {
        self.settings.agent = Some(agent);
        self
    }

    /// Sets the lifetime of signatures. Default 60 s.
    #[must_use]
    pub fn valid_for(mut self, validity: Duration) -> Self {
        self.settings.validity = validity;
        self
    }

    /// Adds a covered component: a derived component such as `@path`, or a header of the request. By default, a
    /// signature covers method, target, authority, body and content type. Can be called several times.
    #[must_use]
    pub fn cover(mut self, component: impl Into<String>) -> Self {
        self.settings.cover.push(component.into());
        self
    }

    /// Sets the maximum size of a response body in bytes. Default 1 MiB.
    #[must_use]
    pub fn body_limit(mut self, bytes: usize) -> Self {
        self.settings.body_limit = bytes;
        self
    }

    /// Uses `clock` instead of the system clock.
    #[must_use]
    pub fn clock(mut self, clock: impl Clock + 'static) -> Self {
        self.settings.clock = Arc::new(clock);
        self
    }

    /// Builds the client.
    #[must_use]
    pub fn build(self) -> AuthClient {
        AuthClient::with(self.https, self.settings)
    }
}

impl Settings {
    /// Whether credentials may be sent to this origin.
    pub(super) fn allows(&self, origin: &Origin) -> bool {
        self.allowed.contains(origin) || self.policy.as_ref().is_some_and(|policy| policy(origin))
    }

    pub(super) fn form_of(&self, credentials: &Credentials) -> Option<CredentialForm> {
        match (credentials, self.legacy) {
            (Credentials::None, _) => None,
            (Credentials::Token(_), _) => Some(CredentialForm::AccessToken),
            (Credentials::Signature(_), None) if self.agent.is_some() => Some(CredentialForm::WebBotAuth),
            (Credentials::Signature(_), None) => Some(CredentialForm::HttpSignature),
            (Credentials::Signature(_), Some(LegacyVersion::V1_0)) => Some(CredentialForm::DidWbaV1_0),
            (Credentials::Signature(_), Some(LegacyVersion::V1_1)) => Some(CredentialForm::DidWbaV1_1),
        }
    }
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settings")
            .field("method", self.signer.method())
            .field("successors", &self.successors.iter().map(|signer| signer.method()).collect::<Vec<_>>())
            .field("allowed", &self.allowed)
            .field("policy", &self.policy.is_some())
            .field("elsewhere", &self.elsewhere)
            .field("legacy", &self.legacy)
            .field("agent", &self.agent)
            .field("validity", &self.validity)
            .field("cover", &self.cover)
            .field("body_limit", &self.body_limit)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for AuthClientBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AuthClientBuilder").field("https", &self.https).field("settings", &self.settings).finish()
    }
}
