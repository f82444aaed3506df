//! A JSON tree that references large parts, so that they are written without copying.

use agent_description::{Json, json::Object};
use std::io;

/// A value, or a composition of values.
pub(crate) enum Tree<'a> {
    Value(Json),
    Shared(&'a Json),
    Object(Vec<(&'a str, Tree<'a>)>),
    Array(Vec<Tree<'a>>),
}

impl<T: Into<Json>> From<T> for Tree<'_> {
    fn from(value: T) -> Self {
        Self::Value(value.into())
    }
}

impl Tree<'_> {
    pub(super) fn into_json(self) -> Json {
        match self {
            Self::Value(json) => json,
            Self::Shared(json) => json.clone(),
            Self::Object(members) => {
                members.into_iter().map(|(name, value)| (name, value.into_json())).collect::<Object>().into()
            }
            Self::Array(items) => items.into_iter().map(Self::into_json).collect::<Vec<_>>().into(),
        }
    }

    /// Writes the tree in the form of [`Json::to_pretty`].
    pub(super) fn write(&self, out: &mut dyn io::Write, indent: usize) -> io::Result<()> {
        let mut parts = |brackets: [&str; 2], parts: &mut dyn Iterator<Item = (Option<&str>, &Tree<'_>)>| {
            let mut before = brackets[0];
            for (name, value) in parts {
                write!(out, "{before}\n{:1$}", "", indent + 2)?;
                if let Some(name) = name {
                    write!(out, "{}: ", Json::from(name).to_compact())?;
                }
                value.write(out, indent + 2)?;
                before = ",";
            }
            match before {
                "," => write!(out, "\n{:2$}{}", "", brackets[1], indent),
                _ => write!(out, "{before}{}", brackets[1]),
            }
        };
        match self {
            Self::Value(json) => json.write_pretty(indent, out),
            Self::Shared(json) => json.write_pretty(indent, out),
            Self::Object(members) => parts(["{", "}"], &mut members.iter().map(|(name, value)| (Some(*name), value))),
            Self::Array(items) => parts(["[", "]"], &mut items.iter().map(|value| (None, value))),
        }
    }
}
