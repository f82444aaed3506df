//! Handling of responses that the client's DID is superseded (ANP-03 section 3.2).

use crate::{AuthClientOptions, ClientError, Reply};
use adp_did::Did;
use adp_fetch::{Following, HttpResolver, HttpsGet, resolve_current};
use adp_json::{self as json, Code, CodedError, Json, ReadLimits};
use http::{Response, StatusCode};

/// Maximum size of such a response.
const MAX_ANSWER_BYTES: usize = 64 << 10;

/// Whether a response states that the DID is superseded. The successor in the response is ignored, because the server
/// has not proved it.
pub(super) fn is_called_superseded(response: &Response<Vec<u8>>) -> bool {
    let body = response.body();
    response.status() == StatusCode::CONFLICT
        && json::parse(body, ReadLimits::new(MAX_ANSWER_BYTES))
            .is_ok_and(|answer| answer.get("code").and_then(Json::as_str) == Some("did_superseded"))
}

/// The next signer.
pub(super) struct Next {
    /// 0 is the configured signer, n its n-th successor.
    pub(super) signer: usize,
    /// Number of requests sent before.
    pub(super) requests: u8,
}

/// Finds the signer of the current DID that replaced `did`, by the DIDs' documents.
pub(super) async fn find(
    https: &HttpsGet,
    options: &AuthClientOptions,
    reply: Reply,
    did: &Did,
) -> Result<Next, ClientError> {
    let resolver = HttpResolver::new(https.clone());
    let unconfirmed = |reason: String, code: Code, reply: Reply| {
        Err(ClientError::SupersededUnconfirmed { did: did.clone(), reason, code, reply: Box::new(reply) })
    };
    let found = match resolve_current(did, &resolver, &Following::default(), options.clock.now()).await {
        Ok(found) => found,
        Err(error) => return unconfirmed(error.to_string(), error.code(), reply),
    };
    let Some(assurance) = found.assurance() else {
        return unconfirmed("its document says that it is in use".to_owned(), Code::NET_STATUS, reply);
    };
    let current = found.current_did();
    let signers = std::iter::once(&options.signer).chain(&options.successors);
    let signer = signers.map(|signer| signer.method().did()).position(|did| did == current);
    match signer.filter(|_| assurance.is_signed()) {
        Some(signer) => Ok(Next { signer, requests: reply.requests }),
        None => Err(ClientError::Superseded {
            did: did.clone(),
            current: current.clone(),
            assurance,
            reply: Box::new(reply),
        }),
    }
}
