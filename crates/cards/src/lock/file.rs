//! The content of a lock file, and comparison with documents.

use super::{LockError, path::plain};
use crate::diff::{self, Change, ChangeRule, Changes, rules};
use agent_description::{
    Document,
    diagnostic::{
        members::{Items, Meaning, Spelling, Table},
        shortened,
    },
    format::Format,
    hex::hex,
    json::{Json, Object, jcs, pointer},
};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, HashMap, VecDeque};

/// A lock file: the locked files by path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LockFile {
    files: BTreeMap<String, LockedFile>,
}

/// A locked file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LockedFile {
    /// Path relative to the lock file's folder, with `/` as separator.
    pub path: String,
    /// Name of the format.
    pub format: String,
    /// SHA-256 of the document's canonical form, in lower-case hexadecimal.
    pub sha256: String,
    /// The parts that callers and models use: tools, skills, capabilities, interfaces, keys.
    pub parts: Vec<Part>,
}

/// A part of a locked document.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Part {
    /// JSON Pointer of the part.
    pub pointer: String,
    /// Name or ID of the part; empty if it has none.
    pub name: String,
    /// SHA-256 of the canonical form.
    pub sha256: String,
}

impl LockFile {
    /// The supported version of lock files.
    pub const VERSION: u32 = 1;

    /// Creates a lock file.
    ///
    /// # Errors
    ///
    /// [`LockError`]: there are no entries, a path is invalid or occurs twice, or two paths differ only in case.
    pub fn new(entries: Vec<LockedFile>) -> Result<Self, LockError> {
        if entries.is_empty() {
            return Err(LockError::Empty);
        }
        let mut files = BTreeMap::new();
        let mut in_lower_case: HashMap<String, String> = HashMap::new();
        for file in entries {
            plain(&file.path)?;
            let twin = in_lower_case.insert(file.path.to_lowercase(), file.path.clone());
            if let Some(twin) = twin.filter(|twin| *twin != file.path) {
                return Err(LockError::Case { path: file.path, twin });
            }
            if let Some(earlier) = files.insert(file.path.clone(), file) {
                return Err(LockError::Twice { path: earlier.path });
            }
        }
        Ok(Self { files })
    }

    /// The files, by path.
    pub fn files(&self) -> impl Iterator<Item = &LockedFile> {
        self.files.values()
    }

    /// The entry of a file.
    ///
    /// # Errors
    ///
    /// [`LockError::Missing`]
    pub fn file(&self, path: &str) -> Result<&LockedFile, LockError> {
        self.files.get(path).ok_or_else(|| LockError::Missing { path: path.to_owned() })
    }

    /// The JSON form: `{version, files:[{path, format, sha256, parts:[{pointer, name, sha256}]}]}`.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let mut object = Object::with_capacity(2);
        object.insert("version", Self::VERSION);
        object.insert("files", self.files().map(LockedFile::to_json).collect::<Vec<_>>());
        object.into()
    }
}

impl LockedFile {
    /// Locks the current state of a document.
    ///
    /// # Errors
    ///
    /// [`LockError`]: the path is invalid, or the format has no defined parts.
    pub fn for_document(path: &str, format: &dyn Format, document: &Document) -> Result<Self, LockError> {
        plain(path)?;
        let table = diff::table(format)?;
        let mut parts = Vec::new();
        parts_within(table, "", document.root(), &mut parts);
        Ok(Self { path: path.to_owned(), format: format.name().to_owned(), sha256: digest(document.json()), parts })
    }

    fn to_json(&self) -> Json {
        let mut object = Object::with_capacity(4);
        object.insert("path", self.path.as_str());
        object.insert("format", self.format.as_str());
        object.insert("sha256", self.sha256.as_str());
        object.insert("parts", self.parts.iter().map(Part::to_json).collect::<Vec<_>>());
        object.into()
    }

    /// The changes since the file was locked.
    ///
    /// # Errors
    ///
    /// [`LockError::Parts`]: the document matches its digest, but the listed parts are not its parts.
    pub fn compare(&self, now: &Self) -> Result<Changes, LockError> {
        let mut changes = Changes::default();
        let mut add = |rule: &'static ChangeRule, pointer: &str, detail: String| {
            changes.add(Change { pointer: pointer.to_owned(), rule, detail });
        };
        if self.format != now.format {
            let detail = format!("{} was locked, this is {}", shortened(&self.format), shortened(&now.format));
            add(&rules::LOCKED_FORMAT, "", detail);
        } else if self.sha256 == now.sha256 {
            return if self.parts == now.parts {
                Ok(changes)
            } else {
                Err(LockError::Parts { path: self.path.clone() })
            };
        }
        add(&rules::LOCKED_DOCUMENT, "", format!("{} was locked, this is {}", self.sha256, now.sha256));
        // parts of the same name are matched in order
        let mut before: HashMap<(&str, &str), VecDeque<&Part>> = HashMap::new();
        for part in &self.parts {
            before.entry(part.key()).or_default().push_back(part);
        }
        for part in &now.parts {
            match before.get_mut(&part.key()).and_then(VecDeque::pop_front) {
                Some(earlier) if earlier.sha256 == part.sha256 => {}
                Some(_) => add(&rules::LOCKED_PART, &part.pointer, format!("{} changed", shortened(&part.name))),
                None => add(&rules::LOCKED_PART, &part.pointer, format!("{} is new", shortened(&part.name))),
            }
        }
        let mut gone: Vec<&Part> = before.into_values().flatten().collect();
        gone.sort_unstable_by(|a, b| a.pointer.cmp(&b.pointer));
        for part in gone {
            add(&rules::LOCKED_PART, &part.pointer, format!("{} is gone", shortened(&part.name)));
        }
        Ok(changes)
    }

    /// The change for a file that no longer exists or has another format.
    #[must_use]
    pub fn gone(why: impl Into<String>) -> Changes {
        let mut changes = Changes::default();
        changes.add(Change { pointer: String::new(), rule: &rules::LOCKED_FORMAT, detail: why.into() });
        changes
    }
}

impl Part {
    /// The list that contains the part, and its name.
    fn key(&self) -> (&str, &str) {
        let list = self.pointer.get(1..).and_then(|rest| rest.split('/').next()).unwrap_or_default();
        (list, &self.name)
    }

    fn to_json(&self) -> Json {
        let mut object = Object::with_capacity(3);
        object.insert("pointer", self.pointer.as_str());
        object.insert("name", self.name.as_str());
        object.insert("sha256", self.sha256.as_str());
        object.into()
    }
}

/// The parts in an object, and in the nested objects that its table defines.
fn parts_within(table: &Table, at: &str, object: &Object, parts: &mut Vec<Part>) {
    for member in object {
        let mut pointer = at.to_owned();
        pointer::push_name(&mut pointer, member.name());
        let Some(field) = table.field(member.name()) else { continue };
        match (&field.meaning, field.shape.table()) {
            (Some(Meaning::Items(items)), Some(table)) if items.part => {
                parts.extend(parts_of(items, table.spelling, &pointer, member.value()));
            }
            (Some(Meaning::Inside), Some(table)) if !table.is_root => {
                if let Some(inner) = member.value().as_object() {
                    parts_within(table, &pointer, inner, parts);
                }
            }
            _ => {}
        }
    }
}

/// The items of a list. In JSON-LD a single value can represent a list.
fn parts_of(items: &Items, spelling: Spelling, list: &str, value: &Json) -> Vec<Part> {
    let part = |pointer: String, item: &Json| {
        let name = diff::key_of(items, item).unwrap_or_default().to_owned();
        Part { pointer, name, sha256: digest(item) }
    };
    match value.as_array() {
        Some(array) => array.iter().enumerate().map(|(at, item)| part(format!("{list}/{at}"), item)).collect(),
        None if spelling == Spelling::Linked => vec![part(list.to_owned(), value)],
        None => Vec::new(),
    }
}

fn digest(json: &Json) -> String {
    hex(&Sha256::digest(jcs::canonicalize(json)))
}
