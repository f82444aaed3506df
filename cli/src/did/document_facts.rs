//! What `did check` and `did resolve` say about a DID document beside its content: binding, own proof, warnings.

use crate::{
    failure::{Failure, count},
    terminal::Terminal,
};
use agent_description::{
    ProofValueEncoding, Suite,
    diagnostic::Diagnostic,
    did::{DidDocument, DocumentProof},
    json::{Json, Object},
};

/// `e1: #key-1, Ed25519`, for a key-bound DID.
pub fn binding_line(document: &DidDocument) -> Option<String> {
    let (binding, method) = document.id().binding().zip(document.binding_method())?;
    Some(format!("{binding}: #{} has the thumbprint in the DID ({})", method.fragment(), binding.key_type()))
}

/// `eddsa-jcs-2022 (W3C form) by #key-1, created 2026-01-31T12:00:00Z: verified`, if there is a proof.
pub fn proof_line(document: &DidDocument) -> Option<String> {
    Some(match document.proof()? {
        DocumentProof::Verified { suite, encoding, method, created, expires, .. } => {
            let form = form(*suite, *encoding).map_or_else(String::new, |form| format!(" ({form} form)"));
            let created = created.map_or_else(String::new, |created| format!(", created {created}"));
            let expires = expires.map_or_else(String::new, |expires| format!(", expires {expires}"));
            format!("{suite}{form} by #{}{created}{expires}: verified", method.fragment())
        }
        DocumentProof::UnknownSuite { proof_type, cryptosuite } => {
            format!("{}: not verified", cryptosuite.as_deref().unwrap_or(proof_type))
        }
        _ => return None,
    })
}

/// Which of the two forms of `eddsa-jcs-2022` a proof has.
fn form(suite: Suite, encoding: ProofValueEncoding) -> Option<&'static str> {
    (suite == Suite::EddsaJcs2022).then_some(match encoding {
        ProofValueEncoding::Base58Btc => "w3c",
        ProofValueEncoding::Base64Url => "anp-sdk",
    })
}

/// `{profile, verificationMethod}`, null for plain DIDs.
pub fn binding_to_json(document: &DidDocument) -> Json {
    let Some((binding, method)) = document.id().binding().zip(document.binding_method()) else {
        return None::<&str>.into();
    };
    let mut object = Object::new();
    object.insert("profile", binding.as_str());
    object.insert("verificationMethod", method.to_string());
    object.into()
}

/// `{verified, suite, form, verificationMethod, created, expires}`, null without proof.
pub fn proof_to_json(document: &DidDocument) -> Json {
    let mut object = Object::new();
    match document.proof() {
        Some(DocumentProof::Verified { suite, encoding, method, created, expires, .. }) => {
            object.insert("verified", true);
            object.insert("suite", suite.name());
            object.insert("form", form(*suite, *encoding));
            object.insert("verificationMethod", method.to_string());
            object.insert("created", created.map(|created| created.to_string()));
            object.insert("expires", expires.map(|expires| expires.to_string()));
        }
        Some(DocumentProof::UnknownSuite { proof_type, cryptosuite }) => {
            object.insert("verified", false);
            object.insert("suite", cryptosuite.as_deref().unwrap_or(proof_type));
            for name in ["form", "verificationMethod", "created", "expires"] {
                object.insert(name, None::<&str>);
            }
        }
        _ => return None::<&str>.into(),
    }
    object.into()
}

/// `[{code, message, pointer, line, column}]`
pub fn diagnostics_to_json(diagnostics: &[Diagnostic]) -> Json {
    let one = |diagnostic: &Diagnostic| {
        let mut object = Object::new();
        object.insert("code", diagnostic.code.as_str());
        object.insert("message", diagnostic.message.as_str());
        object.insert("pointer", diagnostic.pointer.as_deref());
        object.insert("line", diagnostic.line.map(count));
        object.insert("column", diagnostic.column.map(count));
        Json::from(object)
    };
    diagnostics.iter().map(one).collect::<Vec<_>>().into()
}

/// Prints the warnings on stderr.
pub fn warn(diagnostics: &[Diagnostic], name: &str, document: &DidDocument, terminal: &Terminal) {
    for diagnostic in diagnostics {
        let failure = Failure::new(diagnostic.code, diagnostic.message.as_str())
            .at(diagnostic.pointer.as_deref().unwrap_or_default());
        terminal.warn(&failure.in_document(name, document.document()));
    }
}
