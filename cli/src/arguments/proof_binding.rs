//! Parses the binding of a proof or of a request. An empty value is rejected, because it is usually an unset shell variable.

use agent_description::did::{Did, DidError};

/// Parses the host or host:port of `--domain`.
pub fn domain(text: &str) -> Result<String, String> {
    if text.trim().is_empty() {
        return Err("it is empty; pass a host such as agent.example.com".to_owned());
    }
    if text.contains(|c: char| c.is_whitespace() || c.is_control() || matches!(c, '/' | '?' | '#' | '@' | '\\')) {
        return Err(
            "expected a host or host:port without scheme, user or path, for example agent.example.com".to_owned()
        );
    }
    Ok(text.to_owned())
}

/// Parses the DID of `--signer`.
pub fn did(text: &str) -> Result<Did, String> {
    self::text(text)?.parse().map_err(|error: DidError| error.to_string())
}

/// Parses the non-empty text of `--challenge` or `--nonce`.
pub fn text(text: &str) -> Result<String, String> {
    if text.trim().is_empty() { Err("it is empty".to_owned()) } else { Ok(text.to_owned()) }
}
