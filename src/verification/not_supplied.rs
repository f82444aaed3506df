//! What was needed and not supplied.

use super::Need;
use crate::{Code, CodedError};

/// Something that a verification needs was not supplied: nothing is decided.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{need} was not supplied")]
pub struct NotSupplied {
    /// What it is.
    pub need: Need,
}

impl CodedError for NotSupplied {
    fn code(&self) -> Code {
        Code::NET_OFFLINE
    }
}
