//! The crate's own functions for kinds of vectors.

use crate::{Answer, body, pairs, text};
use anp::{
    authentication::{HttpSignatureError, validate_did_document_binding, verify_http_message_signature},
    wns::{BindingGeneration, parse_wba_uri, validate_handle},
};
use serde_json::{Value, json};
use std::fmt::Display;

/// `{"kind": "handle"|"binding-generation", "text"}`, `{"kind": "did-document", "document"}` or `{"kind": "auth-request", "document", "method",
/// "url", "headers", "body"}`. A key that the crate cannot read is an error, and no refusal.
pub fn judge(task: &Value) -> Answer {
    let document = &task["document"];
    match text(task, "kind")? {
        "handle" if text(task, "text")?.to_lowercase().starts_with("wba://") => of(parse_wba_uri(text(task, "text")?)),
        "handle" => of(validate_handle(text(task, "text")?)),
        "binding-generation" => of(BindingGeneration::new(text(task, "text")?)),
        "did-document" => {
            Ok(json!({"accepted": validate_did_document_binding(document, document.get("proof").is_some())}))
        }
        "auth-request" => {
            let (method, url, headers) = (text(task, "method")?, text(task, "url")?, pairs(&task["headers"]));
            match verify_http_message_signature(document, method, url, &headers, body(task)) {
                Err(HttpSignatureError::VerificationMethodNotFound) => {
                    Err("a key that the crate does not find or read".into())
                }
                verdict => of(verdict),
            }
        }
        other => Err(format!("no function for {other}").into()),
    }
}

fn of<T>(verdict: Result<T, impl Display>) -> Answer {
    Ok(match verdict {
        Ok(_) => json!({"accepted": true}),
        Err(error) => json!({"accepted": false, "message": error.to_string()}),
    })
}
