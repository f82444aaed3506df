//! Serializes parameter values (OpenAPI 3.1.1, section 4.8.12.2 and appendix C).

use crate::{cut, openapi::Location, plan::step::RESERVED};
use agent_description::{
    Json,
    json::{Object, Value},
    words,
};
use percent_encoding::{AsciiSet, utf8_percent_encode};

/// For `allowReserved`: excludes characters that would end a value in a query.
const ALLOWED: &AsciiSet = &RESERVED
    .remove(b':')
    .remove(b'/')
    .remove(b'?')
    .remove(b'@')
    .remove(b'!')
    .remove(b'$')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')')
    .remove(b'*')
    .remove(b',')
    .remove(b';');

words! {
    /// The style of a parameter.
    enum Kind {
        Simple = "simple",
        Label = "label",
        Matrix = "matrix",
        Form = "form",
        SpaceDelimited = "spaceDelimited",
        PipeDelimited = "pipeDelimited",
        DeepObject = "deepObject",
    }
}

/// How a value is serialized.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    kind: Kind,
    explode: bool,
    /// The characters to percent-encode; `None` for headers.
    encoded: Option<&'static AsciiSet>,
    /// Whether existing percent-encodings are kept, as in reserved expansion (OpenAPI 3.0.4, section 4.7.12; RFC 6570,
    /// section 3.2.3).
    keeps_triplets: bool,
}

impl Style {
    /// The style of a parameter or form property.
    pub(super) fn from_object(object: Option<&Object>, location: Location) -> Result<Self, String> {
        let style = object.and_then(|object| object.get("style")?.as_str());
        let style = style.or(location.styles().first().copied()).unwrap_or_default();
        let kind = Kind::from_name(style).filter(|kind| location.styles().contains(&kind.as_str()));
        let kind = kind
            .ok_or_else(|| format!("its style is {:?}, which a {} does not support", cut(style), location.as_str()))?;
        let told = |name: &str| object.and_then(|object| object.get(name)?.as_bool());
        let explode = told("explode").unwrap_or(kind == Kind::Form);
        let keeps_triplets = location == Location::Query && told("allowReserved") == Some(true);
        let encoded = match location {
            Location::Header => None,
            Location::Query if keeps_triplets => Some(ALLOWED),
            Location::Path | Location::Query | Location::Cookie => Some(RESERVED),
        };
        Ok(Self { kind, explode, encoded, keeps_triplets })
    }

    fn write(self, text: &str) -> String {
        let Some(set) = self.encoded else { return text.to_owned() };
        if !self.keeps_triplets {
            return utf8_percent_encode(text, set).to_string();
        }
        let mut parts = text.split('%');
        let mut written = utf8_percent_encode(parts.next().unwrap_or_default(), set).to_string();
        for part in parts {
            let is_triplet = part.bytes().take(2).filter(u8::is_ascii_hexdigit).count() == 2;
            written.push_str(if is_triplet { "%" } else { "%25" });
            written.extend(utf8_percent_encode(part, set));
        }
        written
    }

    /// The text of a value in a path or header.
    pub(super) fn whole(self, name: &str, value: &Json) -> Result<String, String> {
        let name = self.write(name);
        let assigned = |name: &str, value: &str| {
            if value.is_empty() { format!(";{name}") } else { format!(";{name}={value}") }
        };
        Ok(match Parts::from_json(value, self)? {
            Parts::One(text) => match self.kind {
                Kind::Label => format!(".{text}"),
                Kind::Matrix => assigned(&name, &text),
                _ => text,
            },
            Parts::Many(items) => match (self.kind, self.explode) {
                (Kind::Label, true) => items.iter().map(|item| format!(".{item}")).collect(),
                (Kind::Label, false) => format!(".{}", items.join(",")),
                (Kind::Matrix, true) => items.iter().map(|item| assigned(&name, item)).collect(),
                (Kind::Matrix, false) => assigned(&name, &items.join(",")),
                _ => items.join(","),
            },
            Parts::Named(members) => {
                let pairs = |between: &str| {
                    members.iter().map(|(name, value)| format!("{name}{between}{value}")).collect::<Vec<_>>()
                };
                match (self.kind, self.explode) {
                    (Kind::Label, true) => pairs("=").iter().map(|pair| format!(".{pair}")).collect(),
                    (Kind::Label, false) => format!(".{}", pairs(",").join(",")),
                    (Kind::Matrix, true) => members.iter().map(|(name, value)| assigned(name, value)).collect(),
                    (Kind::Matrix, false) => assigned(&name, &pairs(",").join(",")),
                    (_, true) => pairs("=").join(","),
                    (_, false) => pairs(",").join(","),
                }
            }
        })
    }

    /// The pairs of a value in a query, form or cookie.
    pub(super) fn pairs(self, name: &str, value: &Json) -> Result<Vec<(String, String)>, String> {
        let written = self.write(name);
        if self.kind == Kind::DeepObject {
            let mut pairs = Vec::new();
            self.deep(&written, value, &mut pairs)?;
            return Ok(pairs);
        }
        let between = match self.kind {
            Kind::SpaceDelimited => "%20",
            Kind::PipeDelimited => "%7C",
            _ => ",",
        };
        Ok(match Parts::from_json(value, self)? {
            Parts::One(text) => vec![(written, text)],
            Parts::Many(items) if self.explode => items.into_iter().map(|item| (written.clone(), item)).collect(),
            // an empty list is undefined (RFC 6570, section 2.3)
            Parts::Many(items) if items.is_empty() => Vec::new(),
            Parts::Many(items) => vec![(written, items.join(between))],
            Parts::Named(members) if self.explode && self.kind == Kind::Form => members,
            Parts::Named(members) if members.is_empty() => Vec::new(),
            Parts::Named(members) => {
                let all: Vec<String> = members.into_iter().flat_map(|(name, value)| [name, value]).collect();
                vec![(written, all.join(between))]
            }
        })
    }

    /// Serializes `deepObject`: `name[member]=value`; lists repeat the name. OpenAPI does not define nesting; this is
    /// the common form.
    fn deep(self, name: &str, value: &Json, pairs: &mut Vec<(String, String)>) -> Result<(), String> {
        match value.value() {
            Value::Object(members) => {
                members.iter().filter(|member| !member.value().is_null()).try_for_each(|member| {
                    let inner = format!("{name}%5B{}%5D", self.write(member.name()));
                    self.deep(&inner, member.value(), pairs)
                })
            }
            Value::Array(items) => items.iter().try_for_each(|item| {
                pairs
                    .push((name.to_owned(), self.write(&plain(item).ok_or("a list in it contains lists or objects")?)));
                Ok(())
            }),
            _ => {
                pairs.push((name.to_owned(), self.write(&plain(value).unwrap_or_default())));
                Ok(())
            }
        }
    }
}

/// The serialized parts of a value.
enum Parts {
    One(String),
    Many(Vec<String>),
    Named(Vec<(String, String)>),
}

impl Parts {
    fn from_json(value: &Json, style: Style) -> Result<Self, String> {
        let nested = || "it contains nested lists or objects, which its style cannot represent".to_owned();
        let part = |value: &Json| plain(value).map(|text| style.write(&text)).ok_or_else(nested);
        Ok(match value.value() {
            Value::Array(items) => Self::Many(items.iter().map(part).collect::<Result<_, _>>()?),
            Value::Object(members) => {
                let members = members.iter().filter(|member| !member.value().is_null());
                let member = |it: &agent_description::json::Member| Ok((style.write(it.name()), part(it.value())?));
                Self::Named(members.map(member).collect::<Result<_, String>>()?)
            }
            _ => Self::One(part(value)?),
        })
    }
}

/// The text of a scalar, or compact JSON.
pub(crate) fn text_of(value: &Json) -> String {
    plain(value).unwrap_or_else(|| value.to_compact())
}

/// The text of a scalar; null is empty.
pub(crate) fn plain(value: &Json) -> Option<String> {
    match value.value() {
        Value::String(text) => Some(text.to_string()),
        Value::Number(number) => Some(number.to_string()),
        Value::Wide(number) => Some(number.to_string()),
        Value::Bool(value) => Some(value.to_string()),
        Value::Null => Some(String::new()),
        Value::Array(_) | Value::Object(_) => None,
    }
}
