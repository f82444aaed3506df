//! The kinds of vectors, with their headers and implementation.

mod cards;
mod catalogs;
mod changes;
mod checks;
mod descriptions;
mod dids;
mod keys;
mod linked_data;
mod messages;
mod requests;
mod signatures;
mod text;
mod tools;
mod verification;

use super::{
    answer::{CannotAnswer, Stopped, VectorAnswer},
    format::Vector,
};
use agent_description::{Document, Limits, ReadError, format::Format};
use std::{fmt::Display, path::Path, str::FromStr};

/// The formats of cards, catalogs and tools.
fn card_formats() -> Vec<&'static Format> {
    [adp_cards::FORMATS, adp_catalogs::FORMATS, adp_tools::FORMATS].concat()
}

/// The answer of a kind: the question mark returns refusals too.
pub type Answered = Result<VectorAnswer, Stopped>;

/// A kind of vector.
#[derive(Debug)]
pub struct VectorKind {
    /// The value of the header `kind`.
    pub name: &'static str,
    /// Headers of this kind, in addition to the common ones.
    pub headers: &'static [&'static str],
    /// Runs a vector of this kind with the library.
    pub answer: fn(&Vector, &Path) -> Answered,
}

/// All kinds; `vectors/README.md` describes them.
pub const ALL: &[VectorKind] = &[
    VectorKind { name: "json", headers: &[], answer: text::json },
    VectorKind { name: "document", headers: &[], answer: text::document },
    VectorKind { name: "jcs", headers: &[], answer: text::jcs },
    VectorKind { name: "did", headers: &[], answer: text::did },
    VectorKind { name: "did-url", headers: &[], answer: text::did_url },
    VectorKind { name: "handle", headers: &[], answer: text::handle },
    VectorKind { name: "binding-generation", headers: &["previous"], answer: text::binding_generation },
    VectorKind { name: "did-document", headers: &["did", "method", "at", "purpose"], answer: dids::did_document },
    VectorKind { name: "public-key", headers: &["format"], answer: keys::public_key },
    VectorKind { name: "proof-value", headers: &["suite"], answer: keys::proof_value },
    VectorKind { name: "signing-input", headers: &[], answer: keys::signing_input },
    VectorKind { name: "jws", headers: &["algorithms", "key", "payload", "typ"], answer: signatures::jws },
    VectorKind {
        name: "expand",
        headers: &["base", "processing-mode", "context-iri", "context-file"],
        answer: linked_data::expand,
    },
    VectorKind {
        name: "nquads",
        headers: &["base", "processing-mode", "context-iri", "context-file"],
        answer: linked_data::nquads,
    },
    VectorKind { name: "compact", headers: &["context"], answer: linked_data::compact },
    VectorKind { name: "check", headers: &["strict"], answer: checks::description },
    VectorKind { name: "listing", headers: &["fetched-from"], answer: descriptions::listing },
    VectorKind {
        name: "verify",
        headers: &[
            "did-document",
            "at",
            "purpose",
            "domain",
            "any-domain",
            "require-domain",
            "fetched-from",
            "challenge",
            "signer",
            "max-age-seconds",
            "not-before",
            "suites",
        ],
        answer: descriptions::verify,
    },
    VectorKind {
        name: "covered",
        headers: &["artifact", "at", "did-document", "readings", "signer"],
        answer: verification::covered,
    },
    VectorKind { name: "diff", headers: &["old"], answer: changes::diff_of },
    VectorKind { name: "lock", headers: &[], answer: changes::lock_file },
    VectorKind { name: "convert", headers: &["strict", "to"], answer: changes::conversion },
    VectorKind { name: "card-check", headers: &["any", "for-registry"], answer: checks::card },
    VectorKind { name: "card-sign", headers: &["reading"], answer: cards::card_sign },
    VectorKind {
        name: "card-verify",
        headers: &["at", "did-document", "fetched-from", "jwks", "readings", "signer"],
        answer: cards::card_verify,
    },
    VectorKind { name: "catalog-check", headers: &["any"], answer: checks::card },
    VectorKind {
        name: "catalog-verify",
        headers: &["artifact", "at", "did-document", "signer"],
        answer: catalogs::catalog_verify,
    },
    VectorKind { name: "flow-check", headers: &["any", "strict"], answer: checks::flow },
    VectorKind { name: "message-check", headers: &["any"], answer: checks::message },
    VectorKind { name: "message-capability", headers: &["card", "answers"], answer: messages::message_capability },
    VectorKind {
        name: "message-verify",
        headers: &["at", "did-document", "receiver", "receiver-type", "remembers", "store-full"],
        answer: messages::message_verify,
    },
    VectorKind { name: "mcp-call", headers: &["tool", "of"], answer: tools::mcp_call },
    VectorKind { name: "intent", headers: &["card", "lenient"], answer: tools::intent },
    VectorKind {
        name: "auth-request",
        headers: &[
            "audience",
            "did-document",
            "at",
            "legacy",
            "json-body",
            "allow-no-nonce",
            "window-seconds",
            "body-limit",
            "remembers",
            "store-full",
        ],
        answer: requests::auth_request,
    },
    VectorKind {
        name: "bot-request",
        headers: &["audience", "directory-of", "key-directory", "at", "window-seconds", "remembers", "store-full"],
        answer: requests::bot_request,
    },
    VectorKind { name: "bot-directory", headers: &["directory-of", "at"], answer: requests::bot_directory },
];

/// The headers of all kinds of vectors.
const COMMON_HEADERS: [&str; 4] = ["expect", "kind", "comment", "output"];

/// Runs a vector with this library. Files in its headers are relative to `folder`.
///
/// # Errors
///
/// [`CannotAnswer`] if the vector is newer than this program, or invalid.
pub fn answer(vector: &Vector, folder: &Path) -> Result<VectorAnswer, CannotAnswer> {
    let kind = ALL.iter().find(|kind| kind.name == vector.kind());
    let kind = kind.ok_or_else(|| CannotAnswer::Kind(vector.kind().to_owned()))?;
    for (name, _) in vector.headers() {
        if !COMMON_HEADERS.contains(&name.as_str()) && !kind.headers.contains(&name.as_str()) {
            return Err(CannotAnswer::Header(name.clone()));
        }
    }
    match (kind.answer)(vector, folder) {
        Ok(answer) | Err(Stopped::Refused(answer)) => Ok(answer),
        Err(Stopped::CannotAnswer(error)) => Err(error),
    }
}

/// The value of a required header.
fn required<'a>(vector: &'a Vector, name: &'static str) -> Result<&'a str, CannotAnswer> {
    vector.header(name).ok_or_else(|| CannotAnswer::value(name, "", "this kind needs the header"))
}

/// The parsed value of a header, if there is one.
fn optional<T: FromStr<Err: Display>>(vector: &Vector, name: &'static str) -> Result<Option<T>, CannotAnswer> {
    vector.header(name).map(|text| parsed(name, text)).transpose()
}

/// The parsed value of a required header.
fn value<T: FromStr<Err: Display>>(vector: &Vector, name: &'static str) -> Result<T, CannotAnswer> {
    parsed(name, required(vector, name)?)
}

fn parsed<T: FromStr<Err: Display>>(name: &'static str, text: &str) -> Result<T, CannotAnswer> {
    text.parse().map_err(|error: T::Err| CannotAnswer::value(name, text, error.to_string()))
}

/// A header with the value `true`, or missing.
fn flag(vector: &Vector, name: &'static str) -> Result<bool, CannotAnswer> {
    match vector.header(name) {
        None => Ok(false),
        Some("true") => Ok(true),
        Some(other) => Err(CannotAnswer::value(name, other, "expected true, or no such header")),
    }
}

/// The file that a header names.
fn file(vector: &Vector, name: &'static str, folder: &Path) -> Result<Vec<u8>, CannotAnswer> {
    let path = required(vector, name)?;
    std::fs::read(folder.join(path)).map_err(|error| CannotAnswer::value(name, path, error.to_string()))
}

/// The document in a header.
fn document_in(vector: &Vector, name: &'static str) -> Result<Document, CannotAnswer> {
    let text = required(vector, name)?;
    Document::parse(text.as_bytes(), &Limits::default())
        .map_err(|error| CannotAnswer::value(name, text, error.to_string()))
}

/// The input as a document.
fn document(vector: &Vector) -> Result<Document, ReadError> {
    Document::parse(vector.body(), &Limits::default())
}
