//! The secrets of a run: credentials, and response values that are used as credentials.

mod credentials;
mod needle;

use agent_description::{
    Json,
    json::{Object, Text, Value},
    secret::{MASK, is_credential_name},
};
pub(super) use credentials::Applied;
pub use credentials::{Credentials, DidSigner, SecretProvider};
use needle::{MIN_NEEDLE_BYTES, Needles};
use std::{borrow::Cow, collections::HashSet};

/// Maximum number of secrets, because each is searched for in all output.
const MAX_SECRETS: usize = 1_000;

/// Everything to redact, in any encoding.
#[derive(Clone, Default)]
pub(super) struct Secrets {
    known: HashSet<String>,
    needles: Needles,
    /// URLs of requests in redacted form, which are never secrets.
    urls: HashSet<String>,
    /// Set when there are too many secrets; nothing is shown then.
    too_many: bool,
}

impl Secrets {
    /// Adds a secret; also the part after `Bearer ` or `Basic `.
    pub(super) fn add(&mut self, secret: &str) {
        self.add_one(secret);
        if let Some((scheme, rest)) = secret.split_once(' ')
            && scheme.bytes().all(|byte| byte.is_ascii_alphabetic())
        {
            self.add_one(rest.trim());
        }
    }

    /// Adds the redacted URL of a request, so that the flow cannot turn it into a secret.
    pub(super) fn add_url(&mut self, shown: &str) {
        self.urls.insert(shown.to_owned());
    }

    fn add_one(&mut self, secret: &str) {
        if secret.is_empty() || self.urls.contains(secret) || self.too_many || self.known.contains(secret) {
            return;
        }
        self.known.insert(secret.to_owned());
        self.needles.add(secret);
        self.too_many = self.known.len() > MAX_SECRETS;
    }

    /// Whether there are too many secrets.
    pub(super) fn are_too_many(&self) -> bool {
        self.too_many
    }

    /// Whether a value is a secret.
    pub(super) fn has(&self, json: &Json) -> bool {
        json.as_str().is_some_and(|text| self.known.contains(text))
    }

    /// Adds all strings of members with names of credentials.
    pub(super) fn add_named(&mut self, json: &Json) {
        match json.value() {
            Value::Object(object) => {
                for member in object {
                    if is_credential_name(member.name()) {
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

    /// Adds all strings of a value.
    pub(super) fn add_all(&mut self, json: &Json) {
        match json.value() {
            Value::String(text) => self.add(text),
            Value::Number(number) => self.add(&number.to_string()),
            Value::Wide(number) => self.add(number.literal()),
            Value::Array(items) => items.iter().for_each(|item| self.add_all(item)),
            Value::Object(object) => object.iter().for_each(|member| self.add_all(member.value())),
            Value::Null | Value::Bool(_) => {}
        }
    }

    /// Redacts a text.
    pub(super) fn mask<'t>(&self, text: &'t str) -> Cow<'t, str> {
        // a secret shorter than the search minimum is detected only as a complete text
        if self.too_many || text.len() < MIN_NEEDLE_BYTES && self.known.contains(text) {
            return MASK.to_owned().into();
        }
        let (mut masked, mut copied) = (String::new(), 0);
        for (start, end) in self.needles.find(text) {
            masked.extend([text.get(copied..start).unwrap_or_default(), MASK]);
            copied = end;
        }
        match copied {
            0 => text.into(),
            _ => (masked + text.get(copied..).unwrap_or_default()).into(),
        }
    }

    /// Redacts a message. If it was shortened (`…`), also redacts incomplete secrets at the end.
    pub(super) fn mask_message(&self, mut text: String) -> String {
        let mut until = text.len();
        while let Some(end) = text.get(..until).and_then(|text| text.rfind('…')) {
            until = end;
            if let Some(start) = text.get(..end).and_then(|before| self.needles.begun(before)) {
                text.replace_range(start..end, MASK);
                until = start;
            }
        }
        self.mask(&text).into_owned()
    }

    /// Redacts a URL. The origin is always shown, and the path except for segments with secrets, so that a response
    /// cannot hide where requests went.
    pub(super) fn mask_url(&self, url: &str) -> String {
        let Some(authority) = url.find("://").map(|at| at + 3) else { return self.mask(url).into_owned() };
        let path =
            url.get(authority..).and_then(|rest| rest.find(['/', '?', '#'])).map_or(url.len(), |at| at + authority);
        let (origin, rest) = url.split_at_checked(path).unwrap_or((url, ""));
        let (path, query) = rest.split_once('?').map_or((rest, None), |(path, query)| (path, Some(query)));
        let path: Vec<_> = path.split('/').map(|segment| self.mask(segment)).collect();
        let mut masked = format!("{origin}{}", path.join("/"));
        if let Some(query) = query {
            // the complete query first: a secret may contain its separators
            let query = self.mask(query);
            let pair = |pair: &str| match pair.split_once('=') {
                Some((name, value)) => format!("{}={}", self.mask(name), self.mask(value)),
                None => self.mask(pair).into_owned(),
            };
            masked = format!("{masked}?{}", query.split('&').map(pair).collect::<Vec<_>>().join("&"));
        }
        masked
    }

    /// Whether a value contains a secret.
    pub(super) fn are_in(&self, json: &Json) -> bool {
        let is_in =
            |text: &str| self.needles.are_in(text) || text.len() < MIN_NEEDLE_BYTES && self.known.contains(text);
        self.too_many
            || match json.value() {
                Value::String(text) => is_in(text),
                Value::Number(number) => self.known.contains(&number.to_string()),
                Value::Wide(number) => is_in(number.literal()),
                Value::Array(items) => items.iter().any(|item| self.are_in(item)),
                Value::Object(object) => object.iter().any(|it| is_in(it.name()) || self.are_in(it.value())),
                Value::Null | Value::Bool(_) => false,
            }
    }

    /// Redacts a value. A value without secrets is returned unchanged.
    pub(super) fn mask_json(&self, json: &Json) -> Json {
        if self.too_many && !json.is_null() {
            return MASK.into();
        }
        match json.value() {
            Value::String(text) if self.urls.contains(text.as_str()) => self.mask_url(text).into(),
            Value::String(text) => match self.mask(text) {
                Cow::Borrowed(_) => json.clone(),
                Cow::Owned(masked) => masked.into(),
            },
            Value::Number(number) if self.known.contains(&number.to_string()) => MASK.into(),
            Value::Wide(_) if self.are_in(json) => MASK.into(),
            Value::Array(items) => items.iter().map(|item| self.mask_json(item)).collect::<Vec<_>>().into(),
            Value::Object(object) => object
                .iter()
                .map(|it| (self.mask_name(it.name()), self.mask_json(it.value())))
                .collect::<Object>()
                .into(),
            _ => json.clone(),
        }
    }

    pub(super) fn mask_name(&self, name: &Text) -> Text {
        match self.mask(name) {
            Cow::Borrowed(_) => name.clone(),
            Cow::Owned(masked) => masked.into(),
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
        for (text, expected) in [
            ("x=a b/c+lon…: no", "x=***…: no"),
            ("q=a%20b%2F… and a b/c+…", "q=***… and ***…"),
            ("a b…", "a b…"),
            ("a b/c, uncut", "***, uncut"),
        ] {
            assert_eq!(secrets.mask_message(text.to_owned()), expected);
        }
        // escaped as in RFC 8259, section 7
        secrets.add("ab\"cd\\ef");
        assert_eq!(secrets.mask(r#"{"echo": "ab\"cd\\ef"}"#), r#"{"echo": "***"}"#);
    }

    /// With too many secrets, nothing is shown.
    #[test]
    fn nothing_is_shown_beside_too_many_secrets() {
        let mut secrets = Secrets::default();
        (0..MAX_SECRETS).for_each(|number| secrets.add(&format!("secret{number}")));
        assert_eq!((secrets.are_too_many(), &*secrets.mask("plain")), (false, "plain"));
        secrets.add("one more");
        assert_eq!((secrets.are_too_many(), &*secrets.mask("plain")), (true, MASK));
        assert_eq!(secrets.mask_json(&Json::from(7)).to_compact(), "\"***\"");
    }

    #[test]
    fn a_url_shows_where_it_leads() {
        let mut secrets = Secrets::default();
        secrets.add_url("https://a.example/orders/7?x=1");
        for secret in ["https://a.example/orders/7?x=1", "https://b.example/", "/bot", "b/c?d", "hidden&one", "no"] {
            secrets.add(secret);
        }
        for (url, expected) in [
            ("https://a.example/orders/7?x=1", "https://a.example/orders/7?x=1"),
            ("https://b.example/", "https://b.example/"),
            ("https://b.example/bot/b%2Fc%3Fd/bots", "https://b.example/bot/***/bots"),
            ("https://b.example/no/x?a=no&no&b=yes&c=hidden&one", "https://b.example/***/x?a=***&***&b=yes&c=***"),
            ("https://b.example?a=no", "https://b.example?a=***"),
            ("https://b.example", "https://b.example"),
            ("no", "***"),
        ] {
            assert_eq!(secrets.mask_url(url), expected);
        }
        // an earlier secret stays a secret
        secrets.add_url("hidden&one");
        assert_eq!(secrets.mask("hidden&one"), "***");
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
