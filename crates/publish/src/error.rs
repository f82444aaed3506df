//! Errors of publishing: the file, the position in it, and the fix.

use agent_description::{
    Code, CodedError,
    description::ModelError,
    diagnostic::{Diagnostic, Place},
    did::{Did, DidError, KeyRefusal},
    format::FormatError,
    handle::HandleError,
    json::ReadError,
    jsonld::JsonLdError,
    proof::{SignError, VerifyError},
};

/// Why a folder cannot be published.
#[derive(Debug, thiserror::Error)]
#[error("{file}: {fault}")]
pub struct PublishError {
    /// The invalid file: its path in the publisher's folder, or that of the published file.
    pub file: String,
    /// The problem.
    pub fault: PublishFault,
}

fn given(keys: usize) -> String {
    match keys {
        0 => "no key was given".to_owned(),
        1 => "the given key is a different one".to_owned(),
        n => format!("the {n} given keys are different ones"),
    }
}

/// The problem of a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PublishFault {
    /// An error of the library: it cannot be read in its format, signed or verified, or a DID or Handle is invalid.
    #[error("{0}")]
    Failed(Box<dyn CodedError>),
    /// It breaks a rule of the protocol.
    #[error("{}", .0.message)]
    Check(Box<Diagnostic>),
    /// A Handle could belong to several DIDs, or to none.
    #[error("found {dids} DIDs in the folder, expected one; set the DID of the Handle")]
    HandleDid {
        /// Number of DIDs.
        dids: usize,
    },
    /// It contains a private key, or its name is that of a key.
    #[error("found {what}, which must not be published")]
    Secret {
        /// The kind of key.
        what: &'static str,
        /// The position in the document.
        place: Box<Place>,
        /// Whether [`PublishOptions::allow_secrets`] can allow the file, because it would be copied unchanged.
        ///
        /// [`PublishOptions::allow_secrets`]: crate::PublishOptions::allow_secrets
        may_be_allowed: bool,
    },
    /// It does not belong to this site, or the site cannot contain it.
    #[error("{message}")]
    Refused {
        /// The error code.
        code: Code,
        /// What was found, what is expected, and the next step.
        message: String,
        /// The position in the document.
        place: Box<Place>,
    },
    /// Its path is not valid on a web site.
    #[error("found the path {found:?}, expected {expected}")]
    Path {
        /// The path.
        found: String,
        /// The expected value.
        expected: &'static str,
    },
    /// Two files have the same path on the site.
    #[error("{other} would be published at the same path {path}; change the `@id`, DID or name of one of them")]
    Conflict {
        /// The path of the site.
        path: String,
        /// The other file.
        other: String,
    },
    /// Two paths of the site differ only in case or Unicode form.
    #[error(
        "its path on the site is {path}, and that of {other} is {other_path}, which differ only in case or Unicode form; change the `@id`, DID or name of one"
    )]
    Twin {
        /// The path on the site, of the file or one of its folders.
        path: String,
        /// The other path.
        other_path: String,
        /// The other file.
        other: String,
    },
    /// The host cannot be determined.
    #[error("the folder has no DID document and no description with a `did`; add one or pass the host")]
    NoHost,
    /// No available key can sign.
    #[error("it must be signed ({why}) with {expected}; {}", given(*.keys))]
    NoKey {
        /// The DID.
        did: Did,
        /// Why it must be signed.
        why: String,
        /// Number of given keys.
        keys: usize,
        /// The methods that may sign.
        expected: String,
    },
    /// The key is published, but may not sign.
    #[error("the given key may not sign: {0}")]
    NotAuthorized(Box<KeyRefusal>),
}

/// `?` for errors of the library.
macro_rules! from_errors {
    ($($error:ty)*) => {
        $(impl From<$error> for PublishFault {
            fn from(error: $error) -> Self {
                Self::Failed(Box::new(error))
            }
        })*
    };
}

from_errors! { ReadError JsonLdError FormatError ModelError DidError HandleError SignError VerifyError agent_description::discovery::Error }

impl PublishFault {
    pub(crate) fn refused(code: Code, message: impl Into<String>, place: Box<Place>) -> Self {
        Self::Refused { code, message: message.into(), place }
    }
}

impl PublishError {
    pub(crate) fn new(file: impl Into<String>, fault: impl Into<PublishFault>) -> Self {
        Self { file: file.into(), fault: fault.into() }
    }

    /// The next step, if the message does not contain it.
    #[must_use]
    pub fn help(&self) -> Option<&str> {
        match &self.fault {
            PublishFault::Check(finding) => finding.help.as_deref(),
            PublishFault::Failed(error) if error.code() == Code::FORMAT_UNKNOWN => {
                Some("a file at a well-known URL must have the format of that URL")
            }
            _ => None,
        }
    }
}

impl CodedError for PublishError {
    fn code(&self) -> Code {
        self.fault.code()
    }

    fn cause(&self) -> Option<&dyn CodedError> {
        Some(&self.fault)
    }
}

impl CodedError for PublishFault {
    fn code(&self) -> Code {
        match self {
            Self::Failed(error) => error.code(),
            Self::Check(finding) => finding.code,
            Self::HandleDid { .. } => Code::DID_BINDING,
            Self::Refused { code, .. } => *code,
            Self::Secret { .. } | Self::Path { .. } | Self::NoHost => Code::DOCUMENT_SHAPE,
            Self::Conflict { .. } | Self::Twin { .. } => Code::IO_EXISTS,
            Self::NoKey { .. } => Code::PROOF_METHOD_NOT_FOUND,
            Self::NotAuthorized(refusal) => refusal.code(),
        }
    }

    fn cause(&self) -> Option<&dyn CodedError> {
        match self {
            Self::Failed(error) => Some(&**error),
            _ => None,
        }
    }

    fn place(&self) -> Place {
        match self {
            Self::Check(finding) => finding.place(),
            Self::Secret { place, .. } | Self::Refused { place, .. } => Place::clone(place),
            _ => CodedError::cause(self).map_or_else(Place::default, CodedError::place),
        }
    }
}
