//! Resolves references such as `#/components/schemas/Order` and `common.yaml#/Order`: within the document and to files
//! in its folder, never to URLs; a schema's `$id` and `$anchor` are names in the document.

use super::source::version;
use crate::{cut, error::CompileError};
use adp_tools::component_index::ComponentIndex;
use agent_description::{
    Document, Json,
    json::{Object, Value},
};
use percent_encoding::percent_decode_str;
use std::{
    collections::{BTreeSet, HashMap, HashSet},
    sync::{
        OnceLock,
        atomic::{AtomicU64, Ordering},
    },
};
use url::Url;

/// The work of joining two URLs.
const JOIN_WORK: usize = 100;

/// Maximum number of consecutive references.
const MAX_REFERENCE_HOPS: usize = 32;

/// Maximum number of members to visit in one pass over a document. References into `components` use an index; other
/// references, and many paths that share a large path item, could take quadratic time.
pub(crate) const WORK: u64 = 5_000_000;

/// The error for references that exceed [`WORK`].
pub(crate) fn too_much_work() -> CompileError {
    CompileError::Endless("resolving the document's references exceeds the work limit".to_owned())
}

/// A value, and the document that contains it.
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

/// A document and the files that it refers to.
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
    components: ComponentIndex,
    /// Read when a reference needs them.
    resources: OnceLock<Resources>,
}

/// The parts of a document that have names of their own (JSON Schema 2020-12, core, section 8.2; `$self` of OpenAPI
/// 3.2), as pointers.
#[derive(Debug, Default)]
struct Resources {
    by_uri: Vec<(String, String)>,
    /// The folders of the URIs, to which other URIs may be relative.
    bases: BTreeSet<Url>,
    anchors: HashMap<String, String>,
}

impl Resources {
    /// Maximum number of names, and of bytes of their pointers.
    const MAX: usize = 1_000;
    const MAX_BYTES: usize = 1 << 20;

    fn from_root(root: &Json) -> Self {
        let (mut resources, mut bytes) = (Self::default(), 0);
        resources.add(root, &mut Vec::new(), &mut bytes);
        let folder = |(uri, _): &(String, String)| Url::parse(uri).ok()?.join(".").ok();
        resources.bases = resources.by_uri.iter().filter_map(folder).collect();
        resources
    }

    fn add<'a>(&mut self, json: &'a Json, way: &mut Vec<&'a str>, bytes: &mut usize) {
        // elements of lists, such as those of `allOf`, have no names here
        let Some(object) = json.as_object() else { return };
        for member in object {
            let is_anchor = matches!(member.name().as_str(), "$anchor" | "$dynamicAnchor");
            let is_uri = member.name() == "$id" || way.is_empty() && member.name() == "$self";
            if let Some(name) = member.value().as_str().filter(|_| is_anchor || is_uri) {
                let pointer: String = way.iter().map(|token| format!("/{}", escaped(token))).collect();
                *bytes += pointer.len();
                if *bytes > Self::MAX_BYTES || self.by_uri.len() + self.anchors.len() >= Self::MAX {
                    return;
                }
                if is_anchor {
                    self.anchors.entry(name.to_owned()).or_insert(pointer);
                } else {
                    self.by_uri.push((name.trim_end_matches('#').to_owned(), pointer));
                }
            }
            way.push(member.name());
            self.add(member.value(), way, bytes);
            way.pop();
        }
    }

    /// The pointers of the resources of this URI, which may be relative to that of another one; of all for no URI.
    fn named<'a>(&'a self, uri: &str) -> impl Iterator<Item = &'a str> {
        let is_all = uri.is_empty();
        let joined = |base: &Url| Some(base.join(uri).ok()?.to_string());
        let mut uris: HashSet<String> = self.bases.iter().filter(|_| !is_all).filter_map(joined).collect();
        uris.insert(uri.to_owned());
        self.by_uri.iter().filter(move |(uri, _)| is_all || uris.contains(uri)).map(|(_, pointer)| pointer.as_str())
    }
}

impl Documents {
    pub(super) fn new(document: Document) -> Self {
        let mut documents = Self { documents: Vec::new(), by_name: HashMap::new(), work: AtomicU64::new(WORK) };
        documents.add(String::new(), document);
        documents
    }

    pub(super) fn add(&mut self, name: String, document: Document) {
        let components = ComponentIndex::from_root(document.root());
        self.by_name.insert(name.clone(), self.documents.len());
        self.documents.push(Indexed { name, document, components, resources: OnceLock::new() });
    }

    /// Whether the main document is of OpenAPI 3.2.
    pub(super) fn is_3_2(&self) -> bool {
        self.documents.first().is_some_and(|main| version(main.document.root()) == Some("3.2"))
    }

    pub(super) fn len(&self) -> usize {
        self.documents.len()
    }

    /// The file name of a document; empty for the first.
    pub(super) fn name(&self, document: usize) -> &str {
        self.documents.get(document).map_or("", |indexed| &indexed.name)
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    /// The root of a document; the first one is the main document.
    pub(super) fn root(&self, document: usize) -> Option<At<'_>> {
        Some(At { document, json: self.documents.get(document)?.document.json() })
    }

    /// The file that a reference refers to; `None` for a reference within the document.
    pub(super) fn file_of(&self, document: usize, reference: &str) -> Result<Option<String>, CompileError> {
        let path = reference.split('#').next().unwrap_or_default();
        if path.is_empty() {
            return Ok(None);
        }
        below(self.name(document), path).map(Some).ok_or_else(|| CompileError::Outside(cut(reference)))
    }

    /// Resolves a value: itself, or the target of its references.
    pub(super) fn follow<'a>(&'a self, mut at: At<'a>) -> Result<At<'a>, CompileError> {
        let Some(first) = reference_of(at.json) else { return Ok(at) };
        for _ in 0..MAX_REFERENCE_HOPS {
            let Some(reference) = reference_of(at.json) else { return Ok(at) };
            at = self.target(at.document, reference)?;
            // each resolution searches the members for a reference
            self.charge_work(at.json.as_object().map_or(0, Object::len))?;
        }
        Err(CompileError::Endless(format!(
            "the reference {:?} is a chain of more than {MAX_REFERENCE_HOPS} references",
            cut(first)
        )))
    }

    /// Resolves a reference: by its place, or else by the names of a schema.
    pub(super) fn target(&self, document: usize, reference: &str) -> Result<At<'_>, CompileError> {
        match self.at_place(document, reference) {
            Err(error @ CompileError::Endless(_)) => Err(error),
            Err(error) => {
                let file = self.file_of(document, reference).ok().flatten();
                let file = file.and_then(|name| self.by_name.get(&name).copied());
                let fragment = reference.find('#').and_then(|at| reference.get(at..));
                let (document, reference) = file.zip(fragment).unwrap_or((document, reference));
                self.in_resource(document, reference)?.ok_or(error)
            }
            Ok(at) => Ok(at),
        }
    }

    fn in_resource(&self, document: usize, reference: &str) -> Result<Option<At<'_>>, CompileError> {
        let Some(indexed) = self.documents.get(document) else { return Ok(None) };
        let root = indexed.document.json();
        let resources = indexed.resources.get_or_init(|| Resources::from_root(root));
        self.charge_work(resources.by_uri.len() + resources.bases.len() * JOIN_WORK)?;
        let (uri, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let Ok(fragment) = percent_decode_str(fragment).decode_utf8() else { return Ok(None) };
        let anchor = resources.anchors.get(&*fragment);
        for resource in resources.named(uri) {
            let json = match anchor.filter(|anchor| is_within(anchor, resource)) {
                Some(anchor) => self.lookup(indexed, anchor)?,
                None if fragment.is_empty() || fragment.starts_with('/') => {
                    self.lookup(indexed, &format!("{resource}{fragment}"))?
                }
                None => None,
            };
            if let Some(json) = json {
                return Ok(Some(At { document, json }));
            }
        }
        let json = match anchor.filter(|_| uri.is_empty()) {
            Some(anchor) => self.lookup(indexed, anchor)?,
            None => None,
        };
        Ok(json.map(|json| At { document, json }))
    }

    fn at_place(&self, document: usize, reference: &str) -> Result<At<'_>, CompileError> {
        let nothing = || CompileError::Unresolved(format!("the reference {:?} does not resolve", cut(reference)));
        let document = match self.file_of(document, reference)? {
            None => document,
            Some(name) => *self.by_name.get(&name).ok_or_else(|| CompileError::UnreadFile(cut(reference)))?,
        };
        let indexed = self.documents.get(document).ok_or_else(nothing)?;
        let pointer = reference.split_once('#').map_or("", |(_, pointer)| pointer);
        let pointer = percent_decode_str(pointer).decode_utf8().map_err(|_| nothing())?;
        let json = self.lookup(indexed, &pointer)?.ok_or_else(nothing)?;
        Ok(At { document, json })
    }

    fn lookup<'a>(&self, indexed: &'a Indexed, pointer: &str) -> Result<Option<&'a Json>, CompileError> {
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
            let found = indexed.components.get(indexed.document.root(), section, name);
            let Some(found) = found else { return Ok(None) };
            (at, tokens) = (found, rest);
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

    /// Sets the remaining number of members to visit.
    pub(super) fn allow(&self, work: u64) {
        self.work.store(work, Ordering::Relaxed);
    }

    /// Charges a number of visited members.
    pub(super) fn charge_work(&self, members: usize) -> Result<(), CompileError> {
        let paid = |left: u64| left.checked_sub(members as u64);
        let left = self.work.fetch_update(Ordering::Relaxed, Ordering::Relaxed, paid);
        left.map(drop).map_err(|_| too_much_work())
    }
}

/// The reference, if an object is one.
pub(super) fn reference_of(json: &Json) -> Option<&str> {
    json.get("$ref")?.as_str()
}

/// Whether a pointer is that of a value, or of a part of it.
fn is_within(pointer: &str, value: &str) -> bool {
    pointer.strip_prefix(value).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn escaped(token: &str) -> String {
    token.replace('~', "~0").replace('/', "~1")
}

fn unescaped(token: &str) -> String {
    token.replace("~1", "/").replace("~0", "~")
}

/// Converts a path that is relative to its file to one relative to the main document. `None` for paths outside the
/// folder and invalid ones.
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
