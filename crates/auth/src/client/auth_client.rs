//! An HTTP client that authenticates its requests.
//!
//! | rule | where |
//! |---|---|
//! | URL and address policy, TLS, deadlines; no redirects, cookies or environment proxies | [`HttpsGet`], as for every fetch |
//! | credentials are sent only to origins that the caller allowed, whatever the source of the URL | [`AuthClientOptions::allowed_origins`] |
//! | an access token is sent only to the origin that issued it, and only until it expires | `tokens` |
//! | a challenge is answered once, with the server's nonce | [`AuthClient::send`] |
//! | the successor of a superseded DID is the one that the DIDs' own documents name, and only its own key signs for it | `successor` |
//! | callers cannot set the header fields that the client sets itself | `message` |

use super::{
    message::{self, Message},
    successor,
    tokens::{Token, Tokens},
};
use crate::{AuthClientOptions, AuthenticationInfo, ClientError, CredentialForm, DidWbaChallenge};
use adp_crypto::Origin;
use adp_did::{DidUrl, Signer};
use adp_fetch::{HttpsGet, Target};
use http::{HeaderMap, Request, Response, StatusCode, header::AUTHORIZATION};
use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

/// An HTTP client that authenticates its requests with a DID's key. Cheap to clone: clones share connections and access
/// tokens.
///
/// ```no_run
/// # async fn call() -> Result<(), Box<dyn std::error::Error>> {
/// use agent_description::{KeySigner, SigningKey, auth::{AuthClient, AuthClientOptions}, resolve::HttpsGet};
///
/// let key = SigningKey::from_pem(&std::fs::read_to_string("key.pem")?)?;
/// let signer = KeySigner::new("did:wba:agent.example.com:alice#key-1".parse()?, key);
/// let mut options = AuthClientOptions::new(signer);
/// options.allowed_origins.insert("https://hotel.example.com".parse()?);
/// let client = AuthClient::new(HttpsGet::builder().build(), options);
/// let request = http::Request::post("https://hotel.example.com/book").body(br#"{"nights":2}"#.to_vec())?;
/// let reply = client.send(request).await?;
/// println!("{} {}", reply.response.status(), String::from_utf8_lossy(reply.response.body()));
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct AuthClient {
    pub(super) inner: Arc<Inner>,
}

pub(super) struct Inner {
    pub(super) https: HttpsGet,
    options: AuthClientOptions,
    tokens: Tokens,
    /// The current signer: 0 is the configured signer, n its n-th successor.
    active: AtomicUsize,
}

/// The response, and how the request was authenticated.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Reply {
    /// The response to the last request, of any status. Redirects are not followed.
    pub response: Response<Vec<u8>>,
    /// The credential form of the last request; `None` without credentials.
    pub form: Option<CredentialForm>,
    /// The key ID of the last request's credentials, or of the request that obtained its token; `None` without
    /// credentials.
    pub key_id: Option<DidUrl>,
    /// Number of requests sent: 1, or 2 if a challenge was answered, and as many again for a successor of the DID.
    pub requests: u8,
}

/// The credentials of a request.
pub(super) enum Credentials {
    None,
    Token(Token),
    /// A signature, with the nonce and the components of the server's challenge.
    Signature(Option<DidWbaChallenge>),
}

impl AuthClient {
    /// Creates a client with the network settings of `https`.
    #[must_use]
    pub fn new(https: HttpsGet, options: AuthClientOptions) -> Self {
        Self { inner: Arc::new(Inner { https, options, tokens: Tokens::default(), active: AtomicUsize::new(0) }) }
    }

    /// Sends an authenticated request: with the access token of its origin, or signed. The request is signed and sent
    /// once more if the server answers 401 to a token, or to a signature with a new nonce. There is no third attempt.
    ///
    /// If the server answers that the DID is superseded (409), the client resolves the successors; it ignores the
    /// successor in the response. If the old DID signed the transition, the client sends the request again with a key
    /// of the current DID ([`AuthClientOptions::successors`]).
    ///
    /// Needs a tokio runtime with time and I/O. Each request has the deadlines of `https`.
    ///
    /// # Errors
    /// `auth-origin` before anything is sent; `auth-malformed` for a header that only the client may set; `net-*`;
    /// errors of the signer; `did-superseded` with the current DID.
    pub async fn send(&self, request: Request<Vec<u8>>) -> Result<Reply, ClientError> {
        let Inner { https, options, tokens, active } = &*self.inner;
        let (target, message, is_allowed) = self.accept(request)?;
        if !is_allowed {
            let response = self.exchange(&target, &message, &Credentials::None, self.signer()).await?;
            return Ok(Reply { response, form: None, key_id: None, requests: 1 });
        }
        let reply = self.attempt(&target, &message).await?;
        let Some(key_id) = reply.key_id.clone().filter(|_| successor::is_called_superseded(&reply.response)) else {
            return Ok(reply);
        };
        let next = successor::find(https, options, reply, key_id.did()).await?;
        active.store(next.signer, Ordering::Relaxed);
        // the tokens belong to the old DID
        tokens.clear();
        let again = self.attempt(&target, &message).await?;
        Ok(Reply { requests: next.requests.saturating_add(again.requests), ..again })
    }

    /// Checks a request as [`send`](Self::send) does before it sends anything: URL, headers, method and origin, and that it can be signed.
    ///
    /// # Errors
    /// Those of [`send`](Self::send) for a request that is not sent.
    pub fn check(&self, request: Request<Vec<u8>>) -> Result<(), ClientError> {
        let (target, message, is_allowed) = self.accept(request)?;
        if is_allowed {
            message.signed(&target, &self.inner.options, self.signer(), None)?;
        }
        Ok(())
    }

    /// A request that may be sent, where to, and whether with credentials.
    fn accept(&self, request: Request<Vec<u8>>) -> Result<(Target, Message, bool), ClientError> {
        let Inner { https, options, .. } = &*self.inner;
        let (parts, body) = request.into_parts();
        let target = https.target(&parts.uri.to_string())?;
        let message = Message::new(parts, body)?;
        let is_allowed = options.allows(&target.origin);
        if is_allowed || options.elsewhere_without_credentials {
            return Ok((target, message, is_allowed));
        }
        Err(ClientError::origin(&target))
    }

    /// The current signer.
    fn signer(&self) -> &(dyn Signer + Send + Sync) {
        let Inner { options, active, .. } = &*self.inner;
        let successor = active.load(Ordering::Relaxed).checked_sub(1).and_then(|at| options.successors.get(at));
        &**successor.unwrap_or(&options.signer)
    }

    /// Sends a request, and once more if the server challenges it.
    async fn attempt(&self, target: &Target, message: &Message) -> Result<Reply, ClientError> {
        let Inner { options, tokens, .. } = &*self.inner;
        let (audience, signer) = (&target.origin, self.signer());
        let mut asked = options.clock.now();
        let mut credentials = match tokens.get(audience, asked) {
            Some(token) => Credentials::Token(token),
            None => Credentials::Signature(None),
        };
        let mut response = self.exchange(target, message, &credentials, signer).await?;
        let mut requests = 1;
        if let Some(next) = self.next(&response, audience, &credentials) {
            credentials = next;
            asked = options.clock.now();
            response = self.exchange(target, message, &credentials, signer).await?;
            requests = 2;
        }
        if response.status().is_success()
            && let Some(info) = AuthenticationInfo::parse(response.headers())
        {
            tokens.keep(audience.clone(), info, asked);
        }
        let (form, key_id) = (options.form_of(&credentials), Some(signer.method().clone()));
        Ok(Reply { response, form, key_id, requests })
    }

    /// The credentials to try after a refusal, if any.
    fn next(&self, response: &Response<Vec<u8>>, audience: &Origin, sent: &Credentials) -> Option<Credentials> {
        if response.status() != StatusCode::UNAUTHORIZED {
            return None;
        }
        let challenge = DidWbaChallenge::parse(response.headers()).filter(message::is_answerable);
        match sent {
            Credentials::Token(token) => {
                self.inner.tokens.forget(audience, token);
                Some(Credentials::Signature(challenge))
            }
            Credentials::Signature(None) => challenge.map(|challenge| Credentials::Signature(Some(challenge))),
            Credentials::Signature(Some(_)) | Credentials::None => None,
        }
    }

    async fn exchange(
        &self,
        target: &Target,
        message: &Message,
        credentials: &Credentials,
        signer: &(dyn Signer + Send + Sync),
    ) -> Result<Response<Vec<u8>>, ClientError> {
        let Inner { https, options, .. } = &*self.inner;
        let request = match credentials {
            Credentials::None => message.plain(),
            Credentials::Token(token) => message.with(&HeaderMap::from_iter([(AUTHORIZATION, token.header())])),
            Credentials::Signature(challenge) => message.signed(target, options, signer, challenge.as_ref())?,
        };
        Ok(https.exchange(target, request, options.body_limit).await?)
    }
}

impl fmt::Debug for AuthClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AuthClient")
            .field("https", &self.inner.https)
            .field("options", &self.inner.options)
            .finish_non_exhaustive()
    }
}
