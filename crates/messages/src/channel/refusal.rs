//! Refusals of messages.

use crate::codes;
use agent_description::{
    Code, CodedError, Document, ReadLimits,
    diagnostic::shortened,
    json::{Json, Number, object},
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use bytes::Bytes;
use sha2::{Digest as _, Sha256};
use std::fmt;

/// Maximum size of a refusal, in bytes.
const REFUSAL_BYTES: usize = 8 << 10;
/// Maximum length of a message ID in a refusal, in bytes.
const ID_BYTES: usize = 256;

/// A receiver's refusal of a message: `{"refused": {"code", "detail", "messageId", "digest", "retryAfter"}}`.
///
/// `retryAfter` is in seconds, if known. The digest is the base64url SHA-256 of the received bytes, so that an
/// unparsable message can also be identified. Refusals are unsigned, because otherwise any sender could cause
/// signatures. They are therefore not responses, and their content is informational.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Refusal {
    /// The code that the receiver states, which is unverified.
    pub stated_code: String,
    /// The text that the receiver states.
    pub detail: String,
    /// ID of the refused message, if it could be parsed.
    pub message_id: Option<String>,
    /// Digest of the refused bytes, if stated.
    pub digest: Option<String>,
    /// Seconds after which the message, signed again, can be accepted, if stated.
    pub retry_after: Option<u64>,
}

/// The base64url SHA-256 of sent bytes.
pub(crate) fn digest(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(bytes))
}

impl Refusal {
    /// Refuses a message because of an error; `message_id` if it could be parsed.
    #[must_use]
    pub fn from_error(fault: &dyn CodedError, message_id: Option<&str>) -> Self {
        Self::new(fault.code(), fault.to_string(), message_id)
    }

    /// Refuses a message with a code and a text. An ID of more than 256 bytes is omitted.
    #[must_use]
    pub fn new(code: Code, detail: impl Into<String>, message_id: Option<&str>) -> Self {
        let detail: String = detail.into().chars().take(400).collect();
        let message_id = message_id.filter(|id| id.len() <= ID_BYTES).map(str::to_owned);
        Self { stated_code: code.as_str().to_owned(), detail, message_id, digest: None, retry_after: None }
    }

    /// Sets the digest of the received bytes.
    #[must_use]
    pub(crate) fn with_id_from(self, bytes: &[u8]) -> Self {
        Self { digest: Some(digest(bytes)), ..self }
    }

    /// Reads the refusal in a document, if it is one.
    #[must_use]
    pub fn in_document(document: &Document) -> Option<Self> {
        let refused = document.root().get("refused")?.as_object()?;
        let text = |name: &str| refused.get(name).and_then(Json::as_str);
        let code = text("code").filter(|code| {
            (1..=64).contains(&code.len())
                && code.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
        })?;
        let detail = text("detail").unwrap_or_default().chars().take(400).collect();
        let short = |name: &str| text(name).filter(|text| text.len() <= ID_BYTES).map(str::to_owned);
        let [message_id, digest] = ["messageId", "digest"].map(short);
        let retry_after = refused.get("retryAfter").and_then(Json::as_number).and_then(Number::as_integer);
        let retry_after = retry_after.and_then(|seconds| u64::try_from(seconds).ok());
        Some(Self { stated_code: code.to_owned(), detail, message_id, digest, retry_after })
    }

    /// Reads the refusal in bytes, if they are one.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let is_short = bytes.len() <= REFUSAL_BYTES;
        let document = is_short.then(|| Document::parse(bytes, ReadLimits::new(REFUSAL_BYTES)).ok())??;
        Self::in_document(&document)
    }

    /// The bytes to send.
    #[must_use]
    pub fn to_bytes(&self) -> Bytes {
        let mut refused = object! {
            "code": self.stated_code.as_str(),
            "detail": self.detail.as_str(),
            "messageId": self.message_id.clone(),
            "digest": self.digest.clone(),
        };
        if let Some(seconds) = self.retry_after {
            refused.insert("retryAfter", Json::from(u32::try_from(seconds).unwrap_or(u32::MAX)));
        }
        Bytes::from(Json::from(object! { "refused": refused }).to_compact())
    }

    /// The error code for the sender: that of the receiver if it is about capacity or time, otherwise `message-failed`.
    #[must_use]
    pub fn code(&self) -> Code {
        let kept = [
            codes::MESSAGE_QUEUE_FULL,
            codes::MESSAGE_REPLAY_STORE,
            Code::TOO_LARGE,
            codes::MESSAGE_TIMEOUT,
            Code::DUPLICATE,
        ];
        kept.into_iter().find(|code| code.as_str() == self.stated_code).unwrap_or(codes::MESSAGE_FAILED)
    }

    /// Whether a retry with a new signature can succeed.
    #[must_use]
    pub fn is_passing(&self) -> bool {
        [codes::MESSAGE_QUEUE_FULL, codes::MESSAGE_REPLAY_STORE, codes::MESSAGE_UNREACHABLE, codes::MESSAGE_TIMEOUT]
            .iter()
            .any(|code| code.as_str() == self.stated_code)
            || self.stated_code.starts_with("net-")
    }
}

/// Formats the refusal; texts of others are quoted.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the receiver refused the message: {}", self.stated_code)?;
        if !self.detail.is_empty() {
            write!(f, ": {}", shortened(&self.detail))?;
        }
        match self.retry_after {
            Some(seconds) => write!(f, "; retry in {seconds} s"),
            None => Ok(()),
        }
    }
}
