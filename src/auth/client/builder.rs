//! Configuring a client: its key, how it signs, and the origins it signs for.

use super::{AuthClient, auth_client::Credentials};
use crate::{
    Origin,
    auth::{CredentialForm, LegacyVersion, http_signature::REQUEST_LIFETIME},
    proof::Signer,
    resolve::{Clock, HttpsGet, SystemClock},
};
use std::{collections::HashSet, fmt, sync::Arc, time::Duration};

/// Settings of [`AuthClient`].
pub struct AuthClientBuilder {
    https: HttpsGet,
    settings: Settings,
}

/// Decides about origins that are not on the list.
type Policy = Arc<dyn Fn(&Origin) -> bool + Send + Sync>;

pub(super) struct Settings {
    pub(super) signer: Arc<dyn Signer + Send + Sync>,
    /// Who signs for the DIDs that succeed that of `signer`.
    pub(super) successors: Vec<Arc<dyn Signer + Send + Sync>>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) validity: Duration,
    pub(super) cover: Vec<String>,
    pub(super) legacy: Option<LegacyVersion>,
    /// The origin whose key directory has the signers' keys, for Web Bot Auth.
    pub(super) agent: Option<Origin>,
    pub(super) body_limit: usize,
    /// Whether requests to other origins are sent, without credentials.
    pub(super) elsewhere: bool,
    allowed: HashSet<Origin>,
    policy: Option<Policy>,
}

impl AuthClientBuilder {
    pub(super) fn new(https: HttpsGet, signer: Arc<dyn Signer + Send + Sync>) -> Self {
        let settings = Settings {
            signer,
            successors: Vec::new(),
            clock: Arc::new(SystemClock::new()),
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

    /// Credentials may go to this origin: scheme, host and port, all three. May be called again for more.
    #[must_use]
    pub fn allow_origin(mut self, origin: Origin) -> Self {
        self.settings.allowed.insert(origin);
        self
    }

    /// Credentials may also go to origins for which `policy` says so.
    #[must_use]
    pub fn allow_origins_by(mut self, policy: impl Fn(&Origin) -> bool + Send + Sync + 'static) -> Self {
        self.settings.policy = Some(Arc::new(policy));
        self
    }

    /// Signs with this key from the time at which its DID succeeds that of the first one. May be called again for later successors.
    ///
    /// A server says that a DID is superseded, and the DIDs' own documents must confirm it, signed by a key of the old DID.
    #[must_use]
    pub fn successor(mut self, signer: impl Signer + Send + Sync + 'static) -> Self {
        self.settings.successors.push(Arc::new(signer));
        self
    }

    /// Requests to origins that are not allowed are sent without credentials, and their challenges not answered. By default they are
    /// refused, so that nobody takes an anonymous answer for one to the DID.
    #[must_use]
    pub fn elsewhere_without_credentials(mut self) -> Self {
        self.settings.elsewhere = true;
        self
    }

    /// Authenticates by the `Authorization: DIDWba` header, which covers neither method nor path nor body: for servers that know
    /// nothing else.
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

    /// How long a signature is good. Default 60 s.
    #[must_use]
    pub fn valid_for(mut self, validity: Duration) -> Self {
        self.settings.validity = validity;
        self
    }

    /// Covers more than method, target, authority, body and its type: a derived component such as `@path`, or a header of the request. May be
    /// called again for more.
    #[must_use]
    pub fn cover(mut self, component: impl Into<String>) -> Self {
        self.settings.cover.push(component.into());
        self
    }

    /// Largest body of an answer, in bytes. Default 1 MiB.
    #[must_use]
    pub fn body_limit(mut self, bytes: usize) -> Self {
        self.settings.body_limit = bytes;
        self
    }

    /// Takes the time from `clock` in place of the system's.
    #[must_use]
    pub fn clock(mut self, clock: impl Clock + 'static) -> Self {
        self.settings.clock = Arc::new(clock);
        self
    }

    /// The client.
    #[must_use]
    pub fn build(self) -> AuthClient {
        AuthClient::with(self.https, self.settings)
    }
}

impl Settings {
    /// Whether credentials may go there.
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
