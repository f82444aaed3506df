//! What is never shown: credentials, and values that steps return where they are used as credentials.

use agent_description::{
    Json,
    json::{Number, Object, Value},
};
use percent_encoding::utf8_percent_encode;

/// What stands in the place of a secret.
pub(super) const MASK: &str = "***";

/// Shorter texts are masked where they are the whole of a value: inside of others they stand by chance.
const SHORT: usize = 4;

/// Members and parameters whose values are credentials, in lower case: of OAuth 2.0, OpenID Connect and common API keys.
const NAMES: [&str; 24] = [
    "access_token",
    "access-token",
    "accesstoken",
    "api_key",
    "api-key",
    "apikey",
    "x-api-key",
    "assertion",
    "authorization",
    "proxy-authorization",
    "client_assertion",
    "client_secret",
    "clientsecret",
    "code_verifier",
    "cookie",
    "id_token",
    "passphrase",
    "password",
    "refresh_token",
    "refreshtoken",
    "secret",
    "session_token",
    "token",
    "x-auth-token",
];

/// Whether a name is one whose value is a credential.
pub(super) fn is_secret_name(name: &str) -> bool {
    NAMES.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Everything that is not shown, in all the forms that it is sent in.
#[derive(Clone, Default)]
pub(super) struct Secrets(Vec<String>);

impl Secrets {
    /// One more; behind `Bearer ` or `Basic ` the rest is one too.
    pub fn add(&mut self, secret: &str) {
        self.add_one(secret);
        if let Some((scheme, rest)) = secret.split_once(' ')
            && scheme.bytes().all(|byte| byte.is_ascii_alphabetic())
        {
            self.add_one(rest.trim());
        }
    }

    fn add_one(&mut self, secret: &str) {
        let encoded = utf8_percent_encode(secret, super::style::RESERVED).to_string();
        for form in [secret.to_owned(), encoded] {
            if !form.is_empty() && !self.0.contains(&form) {
                self.0.push(form);
            }
        }
        // the longest first: a part of it would leave the rest
        self.0.sort_by_key(|known| std::cmp::Reverse(known.len()));
    }

    /// Every text in a value whose member has the name of a credential.
    pub fn add_named(&mut self, json: &Json) {
        match json.value() {
            Value::Object(object) => {
                for member in object {
                    if is_secret_name(member.name()) {
                        self.add_all(member.value());
                    } else {
                        self.add_named(member.value());
                    }
                }
            }
            Value::Array(items) => items.iter().for_each(|item| self.add_named(item)),
            _ => {}
        }
    }

    /// Every text in a value.
    pub fn add_all(&mut self, json: &Json) {
        match json.value() {
            Value::String(text) => self.add(text),
            Value::Number(number) => self.add(&number.to_string()),
            Value::Array(items) => items.iter().for_each(|item| self.add_all(item)),
            Value::Object(object) => object.iter().for_each(|member| self.add_all(member.value())),
            Value::Null | Value::Bool(_) => {}
        }
    }

    /// A text without them.
    pub fn mask(&self, text: &str) -> String {
        let mut masked = text.to_owned();
        for secret in &self.0 {
            if masked == *secret {
                return MASK.to_owned();
            }
            if secret.len() >= SHORT && masked.contains(secret.as_str()) {
                masked = masked.replace(secret.as_str(), MASK);
            }
        }
        masked
    }

    /// A value without them.
    pub fn mask_json(&self, json: &Json) -> Json {
        let is_secret = |number: &Number| self.0.contains(&number.to_string());
        match json.value() {
            Value::String(text) => self.mask(text).into(),
            Value::Number(number) if is_secret(number) => MASK.into(),
            Value::Array(items) => items.iter().map(|item| self.mask_json(item)).collect::<Vec<_>>().into(),
            Value::Object(object) => {
                let member = |member: &agent_description::json::Member| {
                    (self.mask(member.name()), self.mask_json(member.value()))
                };
                object.iter().map(member).collect::<Object>().into()
            }
            _ => json.clone(),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn no_form_of_a_secret_is_left() {
        let mut secrets = Secrets::default();
        secrets.add("Bearer a b/c+longer");
        secrets.add("a b/c");
        secrets.add("xy");
        for (text, expected) in [
            ("Bearer a b/c+longer", "***"),
            ("q=a%20b%2Fc%2Blonger&x=1", "q=***&x=1"),
            ("a b/c!", "***!"),
            ("xy", "***"),
            ("foxy", "foxy"),
        ] {
            assert_eq!(secrets.mask(text), expected);
        }
    }

    #[test]
    fn members_with_the_names_of_credentials_are_secrets_wherever_they_stand() {
        let parse = |text: &str| {
            agent_description::json::parse(text.as_bytes(), &agent_description::Limits::default()).unwrap()
        };
        let mut secrets = Secrets::default();
        secrets.add_named(&parse(r#"{"a": [{"Client_Secret": "hidden"}], "password": 123456, "name": "shown"}"#));
        let masked = secrets.mask_json(&parse(r#"{"a": "is hidden", "b": 123456, "c": "shown", "hidden": 1}"#));
        assert_eq!(masked.to_compact(), r#"{"a":"is ***","b":"***","c":"shown","***":1}"#);
    }
}
