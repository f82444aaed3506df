//! The Agent Network Protocol's own Rust crate, `anp`, and Cloudflare's `web-bot-auth`, as signers and verifiers of requests. No network: the
//! caller carries the headers.
//!
//! One task a line comes as JSON on standard input, one answer a line goes to standard output:
//!
//! ```text
//! {"do": "sign", "document": FILE, "key": FILE, "mode": "http_signatures"|"legacy_didwba", "method": M, "url": U, "body": TEXT}
//! {"do": "sign", ..., "mode": "1.0"|"1.1"}       the legacy header of that version, by the function under the class
//! {"do": "answer", ..., "challenge": {HEADER: VALUE}}    what the class makes of a 401
//!                                                  -> {"headers": {NAME: VALUE}, "retry": BOOL}
//! {"do": "verify", "method": M, "url": U, "headers": {NAME: VALUE}, "body": TEXT, "document": {...}}
//!                                                  -> {"accepted": BOOL, "did", "scheme", "status", "message", "headers": {NAME: VALUE}}
//! {"do": "bot-sign", "key": [BYTE...], "keyid": THUMBPRINT,
//!  "authority": HOST, "agent": ORIGIN}
//!   -> {"headers": {NAME: VALUE}}
//! {"do": "bot-verify", "headers": {NAME: VALUE},
//!  "components": {IDENTIFIER: VALUE}, "directory": {...}}
//!   -> {"accepted": BOOL, "agents": [ORIGIN], "message"}
//! {"do": "judge", "kind": KIND of a vector, ...}   -> {"accepted": BOOL}
//! {"do": "forget"}                                 -> {}: a verifier that has seen nothing
//! ```

mod bot;
mod judge;

use anp::{
    PrivateKeyMaterial,
    authentication::{AuthMode, DIDWbaAuthHeader, DidWbaVerifier, DidWbaVerifierConfig, generate_auth_header},
};
use serde_json::{Value, json};
use std::{collections::BTreeMap, error::Error, fs, io};

type Answer = Result<Value, Box<dyn Error>>;

fn main() -> Result<(), Box<dyn Error>> {
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let mut verifier = fresh();
    for line in io::stdin().lines() {
        let task: Value = serde_json::from_str(&line?)?;
        let answer = match text(&task, "do")? {
            "sign" => sign(&task),
            "answer" => answer(&task),
            "verify" => runtime.block_on(verify(&mut verifier, &task)),
            "bot-sign" => bot::sign(&task),
            "bot-verify" => bot::verify(&task),
            "judge" => judge::judge(&task),
            "forget" => {
                verifier = fresh();
                Ok(json!({}))
            }
            other => Err(format!("no task {other}").into()),
        };
        println!("{}", answer.unwrap_or_else(|error| json!({"error": error.to_string()})));
    }
    Ok(())
}

fn fresh() -> DidWbaVerifier {
    DidWbaVerifier::new(DidWbaVerifierConfig {
        jwt_private_key: Some("a secret of this test's server".to_owned()),
        jwt_algorithm: "HS256".to_owned(),
        ..DidWbaVerifierConfig::default()
    })
}

fn text<'a>(task: &'a Value, name: &str) -> Result<&'a str, String> {
    task[name].as_str().ok_or_else(|| format!("no {name}"))
}

fn pairs(value: &Value) -> BTreeMap<String, String> {
    let members = value.as_object().into_iter().flatten();
    members.filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned()))).collect()
}

/// The body, as far as there is one.
fn body(task: &Value) -> Option<&[u8]> {
    task["body"].as_str().filter(|body| !body.is_empty()).map(str::as_bytes)
}

fn client(task: &Value) -> Result<DIDWbaAuthHeader, String> {
    let mode = AuthMode::from_str(text(task, "mode")?);
    Ok(DIDWbaAuthHeader::new(text(task, "document")?, text(task, "key")?, mode))
}

fn sign(task: &Value) -> Answer {
    let (method, url) = (text(task, "method")?, text(task, "url")?);
    let headers = match text(task, "mode")? {
        version @ ("1.0" | "1.1") => {
            let document: Value = serde_json::from_str(&fs::read_to_string(text(task, "document")?)?)?;
            let key = PrivateKeyMaterial::from_pem(&fs::read_to_string(text(task, "key")?)?)?;
            let value = generate_auth_header(&document, text(task, "audience")?, &key, version)?;
            BTreeMap::from([("Authorization".to_owned(), value)])
        }
        _ => client(task)?.get_auth_header(url, true, method, None, body(task))?,
    };
    Ok(json!({"headers": headers}))
}

fn answer(task: &Value) -> Answer {
    let mut client = client(task)?;
    let challenge = pairs(&task["challenge"]);
    let (method, url) = (text(task, "method")?, text(task, "url")?);
    let headers = client.get_challenge_auth_header(url, &challenge, method, None, body(task))?;
    Ok(json!({"headers": headers, "retry": client.should_retry_after_401(&challenge)}))
}

async fn verify(verifier: &mut DidWbaVerifier, task: &Value) -> Answer {
    let (method, url, headers) = (text(task, "method")?, text(task, "url")?, pairs(&task["headers"]));
    let verdict = verifier.verify_request_with_did_document(method, url, &headers, body(task), None, &task["document"]);
    Ok(match verdict.await {
        Ok(success) => {
            json!({"accepted": true, "did": success.did, "scheme": success.auth_scheme, "headers": success.response_headers})
        }
        Err(error) => {
            json!({"accepted": false, "status": error.status_code, "message": error.message, "headers": error.headers})
        }
    })
}
