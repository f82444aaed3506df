//! Details of checks: values that become text when they are displayed.

use crate::{
    Timestamp,
    did::{Did, DidDocument, DidMethod, DidUrl, DocumentProof, Resolved},
    json::Text,
    key::KeyType,
    suite::Suite,
};
use std::fmt;

/// What a check compared, or why it failed. The text is created only when it is displayed.
#[derive(Clone, PartialEq, Eq)]
pub struct Detail(Compared);

/// The values of a [`Detail`].
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Compared {
    /// A fixed text.
    Words(&'static str),
    /// A text about this document.
    Text(Text),
    /// Number of bytes parsed.
    Bytes(usize),
    /// The verification method.
    Method(DidUrl),
    /// Number of contexts of the document.
    Contexts(usize),
    /// The subject, which did not sign.
    OtherSubject(Text),
    /// The resolved DID, the source of its document, and the document's own proof.
    Resolution(Did, Option<Text>, OwnProof),
    /// The verification method and its type.
    MethodOfType(DidUrl, Text),
    /// The purpose that lists the method.
    ListedUnder(Text),
    /// The type of the key.
    KeyType(KeyType),
    /// The method whose key verifies the signature.
    VerifiesWith(DidUrl),
    /// The signer that the caller requires.
    NamedSigner(Did),
    /// The signer, which is the subject.
    SubjectSigned(Did),
    /// The proof's creation and expiry times, and the time of verification.
    Validity { created: Option<Timestamp>, expires: Option<Timestamp>, at: Timestamp },
}

/// The state of a DID document's own proof.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum OwnProof {
    None,
    Verified(Suite),
    OfUnknownType(Text),
}

impl Detail {
    /// The source of a DID document, and the state of its own proof.
    pub(crate) fn for_resolution(did: &Did, resolved: &Resolved<DidDocument>) -> Self {
        let proof = match resolved.get().proof() {
            None => OwnProof::None,
            Some(DocumentProof::Verified { suite, .. }) => OwnProof::Verified(*suite),
            Some(DocumentProof::UnknownSuite { proof_type, .. }) => OwnProof::OfUnknownType(proof_type.into()),
        };
        Self(Compared::Resolution(did.clone(), resolved.url().map(Into::into), proof))
    }

    /// The text; most are made without formatting.
    pub(super) fn to_text(&self) -> Text {
        match &self.0 {
            Compared::Words(words) => Text::from_static(words),
            Compared::Text(text) => text.clone(),
            Compared::Method(method) => method.as_str().into(),
            _ => Text::format(format_args!("{self}")),
        }
    }
}

impl From<Compared> for Detail {
    fn from(compared: Compared) -> Self {
        Self(compared)
    }
}

impl From<&'static str> for Detail {
    fn from(words: &'static str) -> Self {
        Self(Compared::Words(words))
    }
}

impl From<String> for Detail {
    fn from(text: String) -> Self {
        Self(Compared::Text(text.into()))
    }
}

impl From<Text> for Detail {
    fn from(text: Text) -> Self {
        Self(Compared::Text(text))
    }
}

impl fmt::Display for Detail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Compared::Words(words) => f.write_str(words),
            Compared::Text(text) => f.write_str(text),
            Compared::Bytes(count) => write!(f, "{count} bytes"),
            Compared::Method(method) => f.write_str(method.as_str()),
            Compared::Contexts(0) => f.write_str("inline context only"),
            Compared::Contexts(1) => f.write_str("1 known context"),
            Compared::Contexts(count) => write!(f, "{count} known contexts"),
            Compared::OtherSubject(did) => write!(f, "{did} did not sign this"),
            Compared::Resolution(did, ..) if did.method() == DidMethod::Key => write!(f, "{did}, which is the key"),
            Compared::Resolution(did, from, proof) => {
                write!(f, "{did} from {}; {proof}", from.as_deref().unwrap_or("the caller"))
            }
            Compared::MethodOfType(method, method_type) => write!(f, "{method} ({method_type})"),
            Compared::ListedUnder(purpose) => write!(f, "listed under {purpose}"),
            Compared::KeyType(key_type) => key_type.fmt(f),
            Compared::VerifiesWith(method) => write!(f, "verifies with {method}"),
            Compared::NamedSigner(did) => write!(f, "{did} = {did}, as the caller requires"),
            Compared::SubjectSigned(did) => write!(f, "{did} = {did}, the document's subject"),
            Compared::Validity { created, expires, at } => {
                match created {
                    Some(created) => write!(f, "created {created}, ")?,
                    None => f.write_str("no creation date, ")?,
                }
                match expires {
                    Some(expires) => write!(f, "until {expires}, ")?,
                    None => f.write_str("no expiry, ")?,
                }
                write!(f, "checked for {at}")
            }
        }
    }
}

impl fmt::Display for OwnProof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("no document proof"),
            Self::Verified(suite) => write!(f, "document proof by {suite} verified"),
            Self::OfUnknownType(proof_type) => {
                write!(f, "document proof of the unknown type {proof_type} not verified")
            }
        }
    }
}

impl fmt::Debug for Detail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_string(), f)
    }
}
