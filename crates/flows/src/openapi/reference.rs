//! References: `#/components/schemas/Order`, `common.yaml#/Order`. Inside the document, and to files beside it; never to a URL.

use agent_description::{
    Code, CodedError, Document, Json,
    json::{Object, Text, Value},
};
use percent_encoding::percent_decode_str;
use std::{
    collections::HashMap,
    sync::atomic::{AtomicU64, Ordering},
};

/// The most references from one to the next.
const MAX_REFERENCE_HOPS: usize = 32;

/// How many members may be looked at in one pass over a document: references into `components`, nearly all there are, are found by an index, but
/// others, and paths that stand for one large path, could take the square of the document's size.
pub(super) const WORK: u64 = 5_000_000;

/// Why a reference leads nowhere.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReferenceError {
    /// It is a URL, or leads out of the folder of the document.
    #[error(
        "the reference {0:?} is outside the document's folder; expected a reference in the document or to a file in its folder"
    )]
    Outside(String),
    /// The file is not there, or none is read.
    #[error("the file of the reference {0:?} was not read")]
    File(String),
    /// The document has nothing there.
    #[error("the reference {0:?} does not resolve")]
    Nothing(String),
    /// It leads to a reference that leads to a reference, and so on.
    #[error("the reference {0:?} is a chain of more than {MAX_REFERENCE_HOPS} references")]
    Loop(String),
    /// Too many members were looked at.
    #[error("resolving the document's references exceeds the work limit")]
    Work,
}

impl CodedError for ReferenceError {
    fn code(&self) -> Code {
        Code::INVALID_REFERENCE
    }
}

/// A value, and which of the documents it stands in.
#[derive(Clone, Copy, Debug)]
pub struct At<'a> {
    pub(super) document: usize,
    /// The value.
    pub json: &'a Json,
}

impl<'a> At<'a> {
    /// A value of the same document.
    pub(crate) fn with(self, json: &'a Json) -> Self {
        Self { json, ..self }
    }

    /// A member of the value.
    pub(super) fn get(self, name: &str) -> Option<Self> {
        Some(self.with(self.json.get(name)?))
    }
}

/// A document and those beside it that it refers to.
#[derive(Debug)]
pub(super) struct Documents {
    documents: Vec<Indexed>,
    by_name: HashMap<String, usize>,
    work: AtomicU64,
}

#[derive(Debug)]
struct Indexed {
    name: String,
    document: Document,
    /// Where in `components`, a member of a member stands.
    components: HashMap<Text, HashMap<Text, usize>>,
}

impl Documents {
    pub fn new(document: Document) -> Self {
        let mut documents = Self { documents: Vec::new(), by_name: HashMap::new(), work: AtomicU64::new(WORK) };
        documents.add(String::new(), document);
        documents
    }

    pub fn add(&mut self, name: String, document: Document) {
        let section = |value: &Json| {
            let members = value.as_object().into_iter().flatten().enumerate();
            members.map(|(at, member)| (member.name().clone(), at)).collect()
        };
        let components = document.root().get("components").and_then(Json::as_object).into_iter().flatten();
        let components = components.map(|member| (member.name().clone(), section(member.value()))).collect();
        self.by_name.insert(name.clone(), self.documents.len());
        self.documents.push(Indexed { name, document, components });
    }

    pub fn len(&self) -> usize {
        self.documents.len()
    }

    /// The name of a document's file; empty for the first.
    pub fn name(&self, document: usize) -> &str {
        self.documents.get(document).map_or("", |indexed| &indexed.name)
    }

    pub fn has(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    /// The whole of a document; the first is the one that others stand beside.
    pub fn root(&self, document: usize) -> Option<At<'_>> {
        Some(At { document, json: self.documents.get(document)?.document.json() })
    }

    /// The first document.
    pub fn first(&self) -> Option<&Document> {
        self.documents.first().map(|indexed| &indexed.document)
    }

    /// The name of the file that a reference of a document is to: none where it is inside of the document.
    pub fn file_of(&self, document: usize, reference: &str) -> Result<Option<String>, ReferenceError> {
        let path = reference.split('#').next().unwrap_or_default();
        if path.is_empty() {
            return Ok(None);
        }
        below(self.name(document), path).map(Some).ok_or_else(|| ReferenceError::Outside(render(reference)))
    }

    /// What a value stands for: itself, or what its references lead to.
    pub fn follow<'a>(&'a self, mut at: At<'a>) -> Result<At<'a>, ReferenceError> {
        let Some(first) = reference_of(at.json) else { return Ok(at) };
        for _ in 0..MAX_REFERENCE_HOPS {
            let Some(reference) = reference_of(at.json) else { return Ok(at) };
            at = self.target(at.document, reference)?;
            // all of its members are looked at for a reference, by each that leads here
            self.charge_work(at.json.as_object().map_or(0, Object::len))?;
        }
        Err(ReferenceError::Loop(render(first)))
    }

    /// What a reference leads to.
    pub fn target(&self, document: usize, reference: &str) -> Result<At<'_>, ReferenceError> {
        let nothing = || ReferenceError::Nothing(render(reference));
        let document = match self.file_of(document, reference)? {
            None => document,
            Some(name) => *self.by_name.get(&name).ok_or_else(|| ReferenceError::File(render(reference)))?,
        };
        let indexed = self.documents.get(document).ok_or_else(nothing)?;
        let pointer = reference.split_once('#').map_or("", |(_, pointer)| pointer);
        let pointer = percent_decode_str(pointer).decode_utf8().map_err(|_| nothing())?;
        let json = self.lookup(indexed, &pointer)?.ok_or_else(nothing)?;
        Ok(At { document, json })
    }

    fn lookup<'a>(&self, indexed: &'a Indexed, pointer: &str) -> Result<Option<&'a Json>, ReferenceError> {
        let root = indexed.document.json();
        if pointer.is_empty() {
            return Ok(Some(root));
        }
        let Some(rest) = pointer.strip_prefix('/') else { return Ok(None) };
        let tokens: Vec<String> = rest.split('/').map(unescaped).collect();
        let (mut at, mut tokens) = (root, tokens.as_slice());
        if let [components, section, name, rest @ ..] = tokens
            && components == "components"
        {
            let place = indexed.components.get(section.as_str()).and_then(|names| names.get(name.as_str()));
            let holder = root.get("components").and_then(|all| all.get(section)).and_then(Json::as_object);
            let Some((place, holder)) = place.zip(holder) else { return Ok(None) };
            let Some(member) = holder.iter().as_slice().get(*place) else { return Ok(None) };
            (at, tokens) = (member.value(), rest);
        }
        for token in tokens {
            let next = match at.value() {
                Value::Object(object) => {
                    self.charge_work(object.len())?;
                    object.get(token)
                }
                Value::Array(items) => token.parse::<usize>().ok().and_then(|index| items.get(index)),
                _ => None,
            };
            let Some(next) = next else { return Ok(None) };
            at = next;
        }
        Ok(Some(at))
    }

    /// How many members may be looked at from now on.
    pub fn allow(&self, work: u64) {
        self.work.store(work, Ordering::Relaxed);
    }

    /// Pays for looking at so many members.
    pub fn charge_work(&self, members: usize) -> Result<(), ReferenceError> {
        let paid = |left: u64| left.checked_sub(members as u64);
        let left = self.work.fetch_update(Ordering::Relaxed, Ordering::Relaxed, paid);
        left.map(drop).map_err(|_| ReferenceError::Work)
    }
}

/// The reference that an object is.
pub(super) fn reference_of(json: &Json) -> Option<&str> {
    json.get("$ref")?.as_str()
}

/// What is told of a reference.
fn render(reference: &str) -> String {
    reference.chars().take(80).collect()
}

fn unescaped(token: &str) -> String {
    token.replace("~1", "/").replace("~0", "~")
}

/// A relative path, from the file that has it, as one from the folder of the first document. None where it leads out of that, or is none.
fn below(holder: &str, path: &str) -> Option<String> {
    let path = percent_decode_str(path).decode_utf8().ok()?;
    if path.contains(['\\', '\0', ':', '?']) || path.starts_with('/') || path.len() > 1024 {
        return None;
    }
    let mut parts: Vec<&str> = holder.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => _ = parts.pop()?,
            part => parts.push(part),
        }
    }
    Some(parts.join("/")).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::below;

    #[test]
    fn a_file_is_named_from_the_first_document_s_folder() {
        for (holder, path, expected) in [
            ("", "common.yaml", Some("common.yaml")),
            ("", "./schemas/a%20b.yaml", Some("schemas/a b.yaml")),
            ("schemas/order.yaml", "item.yaml", Some("schemas/item.yaml")),
            ("schemas/order.yaml", "../common.yaml", Some("common.yaml")),
            ("schemas/order.yaml", "../../etc/passwd", None),
            ("", "../openapi.yaml", None),
            ("", "%2e%2e/openapi.yaml", None),
            ("", "/etc/passwd", None),
            ("", "//host/share", None),
            ("", "https://a.example/b.yaml", None),
            ("", "file:///etc/passwd", None),
            ("", "C:\\a", None),
            ("", "..\\a", None),
            ("", ".", None),
        ] {
            assert_eq!(below(holder, path).as_deref(), expected, "{holder} {path}");
        }
    }
}
