//! Callable OpenAPI documents: indexed operations, resolved references and applied overrides.

use super::{
    operation::{Entry, Operation, OperationMethod},
    reference::{At, Documents, reference_of},
};
use crate::{brief, error::CompileError, minor_version};
use agent_description::{
    Code, Document, Json, ReadError, ReadLimits,
    format::Beside,
    json::{Object, Offset, Text, Value},
};
use std::collections::{HashMap, HashSet, VecDeque};

/// The supported versions.
pub(super) const VERSIONS: &[&str] = &["3.0", "3.1", "3.2"];

/// The version of a document, if it is supported.
pub(super) fn version(root: &Object) -> Option<&'static str> {
    minor_version(root.get("openapi")?.as_str()?, VERSIONS)
}

/// Maximum size of an OpenAPI document in bytes, and of its files together.
pub const MAX_BYTES: usize = 16 << 20;

/// Maximum number of referenced files.
const MAX_FILES: usize = 64;

/// Maximum number of names to show for all operations together, because thousands of them can share a list.
pub(super) const MAX_PARTS: usize = 1 << 18;

/// Provides no files, for fetched documents: their references to files are errors when they are needed.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Beside for NoFiles {
    fn read(&self, _: &str, _: usize) -> Result<Vec<u8>, String> {
        Err("no files are available for it".to_owned())
    }
}

/// A callable OpenAPI 3.0, 3.1 or 3.2 document.
#[derive(Debug)]
pub struct OpenApi {
    pub(super) documents: Documents,
    operations: Vec<Entry>,
    by_id: HashMap<Text, usize>,
    by_place: HashMap<(Text, OperationMethod), usize>,
    /// Operations changed by overrides.
    changed: HashMap<usize, Json>,
}

impl OpenApi {
    /// Parses JSON or YAML.
    pub fn parse(bytes: &[u8]) -> Result<Document, ReadError> {
        Document::parse_yaml(bytes, ReadLimits::new(MAX_BYTES).unsigned())
    }

    /// Prepares a document and its referenced files.
    ///
    /// # Errors
    ///
    /// [`CompileError`]. An unresolved reference is an error when it is needed.
    pub fn compile(document: Document, beside: &dyn Beside) -> Result<Self, CompileError> {
        if version(document.root()).is_none() {
            let root = document.root();
            let missing =
                if root.contains("swagger") { "missing (convert Swagger 2.0 to OpenAPI 3)" } else { "missing" };
            let found = root.get("openapi").map_or_else(|| missing.to_owned(), brief);
            let message = format!("`openapi` is {found}, expected a version 3.0, 3.1 or 3.2");
            return Err(CompileError::broken(Code::UNSUPPORTED_VERSION, Offset::NONE, message));
        }
        let mut documents = Documents::new(document);
        // a missing file is an error when it is needed
        read_beside(&mut documents, beside, &mut |_, unread| match unread {
            Unread::Missing(_) => Ok(()),
            Unread::Refused(error) => Err(error),
        })?;
        let operations = entries(&documents);
        let mut by_id = HashMap::with_capacity(operations.len());
        for (at, entry) in operations.iter().enumerate() {
            if let Some(id) = &entry.id {
                by_id.entry(id.clone()).or_insert(at);
            }
        }
        // the first of two with the same place
        let places = operations.iter().enumerate().rev();
        let by_place = places.map(|(at, entry)| ((entry.path.clone(), entry.method), at)).collect();
        // operations are later read one at a time
        documents.allow(u64::MAX);
        Ok(Self { documents, operations, by_id, by_place, changed: HashMap::new() })
    }

    /// The operation with this ID; the first one if it is not unique.
    #[must_use]
    pub fn operation(&self, id: &str) -> Option<Operation<'_>> {
        self.numbered(*self.by_id.get(id)?)
    }

    /// The index of the operation with this ID.
    #[must_use]
    pub fn number(&self, id: &str) -> Option<usize> {
        self.by_id.get(id).copied()
    }

    /// The index of the operation with this path and method.
    #[must_use]
    pub fn number_at(&self, path: &str, method: OperationMethod) -> Option<usize> {
        self.by_place.get(&(path.into(), method)).copied()
    }

    /// Number of operations.
    #[must_use]
    pub fn len(&self) -> usize {
        self.operations.len()
    }

    /// Whether there are no operations.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.operations.is_empty()
    }

    /// All operations, in document order.
    pub fn operations(&self) -> impl Iterator<Item = Operation<'_>> {
        (0..self.operations.len()).filter_map(|at| self.numbered(at))
    }

    /// The IDs of all operations that have one.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.operations.iter().filter_map(|entry| entry.id.as_deref())
    }

    /// The root of the document.
    #[must_use]
    pub fn root(&self) -> Option<&Object> {
        self.whole()?.json.as_object()
    }

    /// Resolves a value: itself, or the target of its references.
    pub fn follow<'a>(&'a self, at: At<'a>) -> Result<At<'a>, CompileError> {
        self.documents.follow(at)
    }

    /// The root as a value.
    pub(super) fn whole(&self) -> Option<At<'_>> {
        self.documents.root(0)
    }

    /// The operation with this index in document order, from 0.
    #[must_use]
    pub fn numbered(&self, at: usize) -> Option<Operation<'_>> {
        let entry = self.operations.get(at)?;
        let paths = self.whole()?.get("paths")?;
        let item = paths.json.as_object()?.iter().as_slice().get(entry.path_at)?;
        let item = self.documents.follow(paths.with(item.value())).ok()?;
        let own = item.get(entry.method.as_str())?;
        let operation = self.changed.get(&at).map_or(own, |changed| own.with(changed));
        Some(Operation { documents: &self.documents, entry, item, operation })
    }

    /// The index of an operation, a copy to change, and its document. Moves the copy of an earlier change, so that
    /// repeated changes of a large operation are cheap.
    pub(super) fn take_to_change(&mut self, id: &str) -> Option<(usize, usize, Json)> {
        let at = *self.by_id.get(id)?;
        let own = self.numbered(at)?.operation;
        let document = own.document;
        let copy = if self.changed.contains_key(&at) { None } else { Some(own.json.clone()) };
        let operation = copy.or_else(|| self.changed.remove(&at))?;
        Some((at, document, operation))
    }

    /// Stores a changed operation.
    pub(super) fn put(&mut self, at: usize, operation: Json) {
        self.changed.insert(at, operation);
    }
}

/// The reason why a referenced file was not read.
pub(super) enum Unread {
    /// Unavailable: an explanation that follows "cannot be read: ".
    Missing(String),
    /// Not JSON or YAML, or too many files.
    Refused(CompileError),
}

/// Reads all files that a document refers to, directly or indirectly. Each unavailable file is reported once; other
/// errors abort. Returns each file's index with the reference in the main document that leads to it.
pub(super) fn read_beside(
    documents: &mut Documents,
    beside: &dyn Beside,
    told: &mut dyn FnMut(&str, Unread) -> Result<(), CompileError>,
) -> Result<HashMap<usize, Offset>, CompileError> {
    let (mut next, mut left) = (0, MAX_BYTES);
    let (mut come_by, mut unread) = (HashMap::new(), HashSet::new());
    while next < documents.len() {
        let mut names = Vec::new();
        if let Some(root) = documents.root(next) {
            each_reference(root.json, &mut |json| {
                if let Some(reference) = reference_of(json)
                    && let Ok(Some(name)) = documents.file_of(next, reference)
                    && !documents.has(&name)
                {
                    let at = json.get("$ref").map_or(json.offset(), Json::offset);
                    names.push((name, come_by.get(&next).copied().unwrap_or(at)));
                }
            });
        }
        for (name, at) in names {
            if documents.has(&name) || unread.contains(&name) {
                continue;
            }
            match read_one(&name, beside, &mut left, documents.len() > MAX_FILES) {
                Ok(document) => {
                    come_by.insert(documents.len(), at);
                    documents.add(name, document);
                }
                Err(why) => {
                    told(&name, why)?;
                    unread.insert(name);
                }
            }
        }
        next += 1;
    }
    Ok(come_by)
}

fn read_one(name: &str, beside: &dyn Beside, left: &mut usize, is_full: bool) -> Result<Document, Unread> {
    let bytes = beside.read(name, *left).map_err(Unread::Missing)?;
    *left = left.checked_sub(bytes.len()).filter(|_| !is_full).ok_or_else(|| {
        let message =
            format!("the document refers to more than {MAX_FILES} files, or to more than {MAX_BYTES} bytes of them");
        Unread::Refused(CompileError::broken(Code::INVALID_REFERENCE, Offset::NONE, message))
    })?;
    let read = Document::parse_yaml(&bytes, ReadLimits::new(MAX_BYTES).unsigned());
    read.map_err(|error| Unread::Refused(CompileError::File { name: name.to_owned(), error }))
}

/// Members whose values are data, not parts of the description.
const DATA: [&str; 5] = ["const", "default", "enum", "example", "examples"];
/// Members whose values have document-defined member names.
const NAMED: [&str; 4] = ["$defs", "definitions", "patternProperties", "properties"];

/// Visits all references breadth-first, so that the stack is no deeper than the nesting.
pub(super) fn each_reference<'a>(root: &'a Json, each: &mut dyn FnMut(&'a Json)) {
    let mut left = VecDeque::from([(root, false)]);
    while let Some((json, is_named)) = left.pop_front() {
        match json.value() {
            Value::Object(object) => {
                if !is_named && object.get("$ref").is_some_and(|reference| reference.as_str().is_some()) {
                    each(json);
                }
                // nor does an extension have references
                let is_data = |name: &str| DATA.contains(&name) || name.starts_with("x-");
                for member in object.iter().filter(|member| is_named || !is_data(member.name())) {
                    if matches!(member.value().value(), Value::Object(_) | Value::Array(_)) {
                        left.push_back((member.value(), !is_named && NAMED.contains(&member.name().as_str())));
                    }
                }
            }
            Value::Array(items) => left.extend(items.iter().map(|item| (item, false))),
            _ => {}
        }
    }
}

fn entries(documents: &Documents) -> Vec<Entry> {
    let mut entries = Vec::new();
    let Some(paths) = documents.root(0).and_then(|root| root.get("paths")) else { return entries };
    for (path_at, path) in paths.json.as_object().into_iter().flatten().enumerate() {
        let Ok(item) = documents.follow(paths.with(path.value())) else { continue };
        let Some(item) = item.json.as_object().filter(|item| documents.charge_work(item.len()).is_ok()) else {
            continue;
        };
        for member in item {
            let Some(method) = OperationMethod::from_name(member.name()) else { continue };
            if member.value().as_object().is_some() {
                let id = member.value().get("operationId").and_then(Json::as_text).cloned();
                entries.push(Entry { path: path.name().clone(), path_at, method, id });
            }
        }
    }
    entries
}
