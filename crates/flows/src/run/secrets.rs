//! What is never shown: credentials, and values that steps return where they are used as credentials.

use super::needle::{MIN_NEEDLE_BYTES, Needles};
use agent_description::{
    Json,
    json::{Object, Text, Value},
    secret::{MASK, is_credential_name},
};
use std::{borrow::Cow, collections::HashSet};

/// The most texts that are kept as secrets: each is looked for in all that is shown.
const MAX_SECRETS: usize = 1_000;

/// Everything that is not shown, however it is encoded.
#[derive(Clone, Default)]
pub(super) struct Secrets {
    known: HashSet<String>,
    needles: Needles,
    /// Where requests went, as it is shown: no secret, whatever a flow sends it as.
    urls: HashSet<String>,
    /// There were more than are kept: nothing is shown any more.
    too_many: bool,
}

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

    /// The URL of a request as it is shown: what of it is a credential is masked, and nothing that a flow does with it makes it one.
    pub fn add_url(&mut self, shown: &str) {
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

    /// Whether there were more than are kept.
    pub fn are_too_many(&self) -> bool {
        self.too_many
    }

    /// Whether a value is one of them.
    pub fn has(&self, json: &Json) -> bool {
        json.as_str().is_some_and(|text| self.known.contains(text))
    }

    /// Every text in a value whose member has the name of a credential.
    pub fn add_named(&mut self, json: &Json) {
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
    pub fn mask<'t>(&self, text: &'t str) -> Cow<'t, str> {
        // what is shorter than what is looked for is one where it is all of a text
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

    /// A message without them, and without their beginnings where it was shortened before it came here, which `…` says.
    pub fn mask_message(&self, mut text: String) -> String {
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

    /// The URL of a request without them. Its origin is shown whatever they are, and its path but for the segments that have them: nothing that a
    /// service answers hides where requests went.
    pub fn mask_url(&self, url: &str) -> String {
        let Some(authority) = url.find("://").map(|at| at + 3) else { return self.mask(url).into_owned() };
        let path =
            url.get(authority..).and_then(|rest| rest.find(['/', '?', '#'])).map_or(url.len(), |at| at + authority);
        let (origin, rest) = url.split_at_checked(path).unwrap_or((url, ""));
        let (path, query) = rest.split_once('?').map_or((rest, None), |(path, query)| (path, Some(query)));
        let path: Vec<_> = path.split('/').map(|segment| self.mask(segment)).collect();
        let mut masked = format!("{origin}{}", path.join("/"));
        if let Some(query) = query {
            // the whole of a query first: a secret may have its separators
            let query = self.mask(query);
            let pair = |pair: &str| match pair.split_once('=') {
                Some((name, value)) => format!("{}={}", self.mask(name), self.mask(value)),
                None => self.mask(pair).into_owned(),
            };
            masked = format!("{masked}?{}", query.split('&').map(pair).collect::<Vec<_>>().join("&"));
        }
        masked
    }

    /// Whether a value has one of them in it.
    pub fn are_in(&self, json: &Json) -> bool {
        let is_in =
            |text: &str| self.needles.are_in(text) || text.len() < MIN_NEEDLE_BYTES && self.known.contains(text);
        self.too_many
            || match json.value() {
                Value::String(text) => is_in(text),
                Value::Number(number) => self.known.contains(&number.to_string()),
                Value::Array(items) => items.iter().any(|item| self.are_in(item)),
                Value::Object(object) => object.iter().any(|it| is_in(it.name()) || self.are_in(it.value())),
                Value::Null | Value::Bool(_) => false,
            }
    }

    /// A value without them: the same one where it has none.
    pub fn mask_json(&self, json: &Json) -> Json {
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
            Value::Array(items) => items.iter().map(|item| self.mask_json(item)).collect::<Vec<_>>().into(),
            Value::Object(object) => object
                .iter()
                .map(|it| (self.mask_name(it.name()), self.mask_json(it.value())))
                .collect::<Object>()
                .into(),
            _ => json.clone(),
        }
    }

    pub fn mask_name(&self, name: &Text) -> Text {
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
        // by RFC 8259, section 7
        secrets.add("ab\"cd\\ef");
        assert_eq!(secrets.mask(r#"{"echo": "ab\"cd\\ef"}"#), r#"{"echo": "***"}"#);
    }

    /// What cannot be looked for is not shown.
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
        // what has been a secret before stays one
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
