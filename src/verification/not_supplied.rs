//! The error for missing inputs.

use super::Need;
use crate::{Code, CodedError};

/// A verification needs an input that was not supplied, so there is no verdict.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{need} was not supplied")]
pub struct NotSupplied {
    /// The missing input.
    pub need: Need,
}

impl CodedError for NotSupplied {
    fn code(&self) -> Code {
        Code::NET_OFFLINE
    }
}
