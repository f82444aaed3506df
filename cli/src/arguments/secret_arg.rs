//! Arguments that carry a secret.

use crate::failure::Failure;
use agent_description::secret::{Redactor, is_credential_name};
use http::{HeaderMap, HeaderName, HeaderValue};
use std::{convert::Infallible, fmt, iter, str::FromStr};

/// Header fields whose values messages show.
const HARMLESS_FIELDS: [&str; 5] = ["accept", "accept-language", "content-type", "origin", "user-agent"];

/// The value of an argument that carries a secret, or that may carry one by mistake. No message shows it: it has no
/// `Display`, its `Debug` hides it, and reading it as an argument never fails.
#[derive(Clone)]
pub struct SecretArg(String);

impl SecretArg {
    /// The value, which must not get into a message.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl FromStr for SecretArg {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self(text.to_owned()))
    }
}

impl fmt::Debug for SecretArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretArg(***)")
    }
}

/// The header fields of `--header`, each `Name: value`, as curl writes them.
pub fn header_fields(arguments: &[SecretArg]) -> Result<HeaderMap, Failure> {
    let mut fields = HeaderMap::new();
    for (number, argument) in arguments.iter().enumerate() {
        let field = argument.expose().split_once(':').and_then(|(name, value)| {
            let value = HeaderValue::from_str(value.trim_matches([' ', '\t'])).ok()?;
            Some((HeaderName::from_bytes(name.as_bytes()).ok()?, value))
        });
        argument.expose().split_once(':').into_iter().for_each(|(name, value)| learn_field(name, value.trim()));
        let (name, value) = field.ok_or_else(|| {
            let which = if arguments.len() > 1 { format!(" number {}", number + 1) } else { String::new() };
            Failure::usage(format!(
                "--header{which}: expected `Name: value`, such as `Content-Type: application/json`; \
                 the argument is not shown, because it may be a secret"
            ))
        })?;
        fields.append(name, value);
    }
    Ok(fields)
}

/// Learns the value of a header field, the token after its scheme, and the values of cookies. Reports and answers show
/// those that do not have the name of a credential.
fn learn_field(name: &str, value: &str) {
    if HARMLESS_FIELDS.iter().any(|harmless| name.eq_ignore_ascii_case(harmless)) {
        return;
    }
    let token = value.split_once(' ').map(|(_, token)| token.trim());
    let of_pairs = value.split([';', ',']).filter_map(|pair| pair.split_once('=')).map(|(_, value)| value.trim());
    let (is_credential, redactor) = (is_credential_name(name), Redactor::for_process());
    for secret in iter::once(value).chain(token).chain(of_pairs) {
        if is_credential { redactor.learn_secret(secret) } else { redactor.learn_sent(secret) }
    }
}

/// `Bearer TOKEN`, with the token of an environment variable.
pub fn bearer_token(variable: &SecretArg) -> Result<HeaderValue, Failure> {
    // the name is not shown: it may be the token itself
    let name = variable.expose();
    let is_name = !name.is_empty() && !name.contains(['=', '\0']);
    let token = if is_name { std::env::var(name).ok().filter(|token| !token.is_empty()) } else { None };
    let token = token.ok_or_else(|| {
        Failure::usage("--token-env: no environment variable has this name")
            .with_help("pass the name of the variable that holds the token, such as --token-env AGENT_TOKEN")
    })?;
    Redactor::for_process().learn_secret(&token);
    let value = HeaderValue::from_str(&format!("Bearer {token}"));
    let mut value = value
        .map_err(|_| Failure::usage("--token-env: found a token with other characters, expected visible ASCII"))?;
    value.set_sensitive(true);
    Ok(value)
}
