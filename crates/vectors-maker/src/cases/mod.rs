//! The vectors by area. The expected results are written by hand, never taken from the library.

mod auth_request;
mod card;
mod catalog;
mod changes;
mod check;
mod did;
mod expand;
mod flow;
mod jcs;
mod json;
mod jws;
mod key;
mod listing;
mod message;
mod signing;
mod suite;
mod tools;
mod verify;

use adp_vectors::Vector;
use agent_description::CodedError;

/// All files of the folder except its README.
#[derive(Debug, Default)]
pub struct All {
    /// The vectors, with file names without extension: `area/fault`.
    pub vectors: Vec<(String, Vector)>,
    /// Other files that vectors refer to, by path.
    pub files: Vec<(String, Vec<u8>)>,
}

/// The reason why a vector cannot be created.
#[derive(Debug, thiserror::Error)]
#[error("{what}: {reason}")]
pub struct CannotMake {
    what: String,
    reason: String,
}

impl CannotMake {
    fn new(what: impl Into<String>, reason: impl ToString) -> Self {
        Self { what: what.into(), reason: reason.to_string() }
    }
}

impl<E: CodedError> From<E> for CannotMake {
    fn from(error: E) -> Self {
        Self::new(error.code().as_str(), error)
    }
}

/// All cases.
///
/// # Errors
///
/// [`CannotMake`] if the library refuses a part of a vector.
pub fn all() -> Result<All, CannotMake> {
    let mut all = All::default();
    json::add(&mut all);
    jcs::add(&mut all);
    did::add(&mut all);
    did::handle::add(&mut all);
    key::add(&mut all);
    suite::add(&mut all);
    jws::add(&mut all)?;
    did::did_document::add(&mut all)?;
    did::binding::add(&mut all)?;
    expand::add(&mut all);
    check::add(&mut all)?;
    listing::add(&mut all)?;
    verify::add(&mut all)?;
    auth_request::add(&mut all)?;
    auth_request::web_bot_auth::add(&mut all)?;
    card::add(&mut all)?;
    catalog::add(&mut all)?;
    catalog::trust_manifest::add(&mut all)?;
    tools::add(&mut all)?;
    changes::add(&mut all)?;
    message::add(&mut all)?;
    flow::add(&mut all)?;
    Ok(all)
}

impl All {
    /// Adds a vector.
    fn push(&mut self, name: impl Into<String>, vector: Vector) {
        self.vectors.push((name.into(), vector));
    }
}
