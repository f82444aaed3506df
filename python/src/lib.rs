//! The extension module `agent_description._agent_description`: the native part of the Python package, without its
//! types and exceptions.
//!
//! A function returns its result, or a tuple of six with an error (`src/failure.rs`), from which Python raises its own
//! exceptions. Wrong arguments raise `ValueError` and `TypeError`. No panic leaves a function: see `src/guard.rs`.

mod authenticator;
mod call;
mod client;
mod compare;
mod convert;
mod did_document;
mod documents;
mod expectations;
mod failure;
mod formats;
mod guard;
mod interpreter;
mod key;
mod requests;
mod resolver;
mod verify;

use pyo3::prelude::*;

#[pymodule(name = "_agent_description")]
mod module {
    #[pymodule_export]
    use super::{
        authenticator::Authenticator,
        call::Call,
        client::Client,
        compare::{convert, covers, diff, explain},
        did_document::{DidDocument, DidDocuments},
        documents::{check, format_names, show, sign},
        expectations::Expectations,
        guard::panic_for_tests,
        key::Key,
        requests::{challenge_nonce, sign_request},
        verify::{
            Verification,
            many::{signers_many, verify_many},
            verify,
        },
    };
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::interpreter::register(module)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
