//! The content of a lock file, and comparison with documents.

use super::reading::unread;
use crate::{
    codes,
    diff::{self, Change, ChangeRule, Changes, rules},
};
use adp_tools::MCP_TOOLS;
use agent_description::{
    Code, Document, ReadLimits, SimpleError,
    diagnostic::{
        members::{Items, Meaning, Spelling, Table},
        shortened,
    },
    format::Format,
    hex::hex,
    json::{Json, Object, jcs, object, pointer},
};
use sha2::{Digest, Sha256};
use std::{
    collections::{BTreeMap, HashMap, HashSet, VecDeque},
    fmt,
};

/// Maximum number of parts of a document, as for its typed model.
const MAX_PARTS: usize = Format::MAX_MODEL_PARTS;

/// Maximum length of a path, in bytes.
const MAX_PATH_BYTES: usize = 4096;

/// A lock file: the locked files by path, and the tools of servers.
#[derive(Clone, Debug, PartialEq)]
pub struct LockFile {
    files: BTreeMap<String, LockedFile>,
    servers: Vec<LockedServer>,
}

/// A locked file.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LockedFile {
    /// Path relative to the lock file's folder, with `/` as separator; for a server its name in messages.
    pub path: String,
    /// Name of the format.
    pub format: String,
    /// SHA-256 of the document's canonical form, in lower-case hexadecimal.
    pub sha256: String,
    /// The parts that callers and models use: tools, skills, capabilities, interfaces, keys.
    pub parts: Vec<LockedPart>,
    /// The document, if it is stored. Its changes are then classified like those of `diff`.
    pub document: Option<Json>,
}

/// An MCP server whose tools are locked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ServerAddress {
    /// The URL of its streamable HTTP endpoint.
    Url(String),
    /// The command that it is started by, which speaks over standard input and output.
    Command(Vec<String>),
}

/// The tools of an MCP server, as they were when they were locked. The list is kept.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct LockedServer {
    /// Where the server is.
    pub address: ServerAddress,
    /// The version of MCP that was spoken.
    pub protocol: String,
    /// The list of its tools.
    pub tools: LockedFile,
    /// Its instructions for models: a text, or null without any. `None` in a lock file that does not cover them.
    pub instructions: Option<Json>,
}

/// A part of a locked document.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LockedPart {
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

    /// A lock file of these files, and of the tools of these servers.
    ///
    /// # Errors
    ///
    /// There are no entries, a path is invalid, two paths differ only in case, or a path or server
    /// occurs twice.
    pub fn new(entries: Vec<LockedFile>, servers: Vec<LockedServer>) -> Result<Self, SimpleError> {
        if entries.is_empty() && servers.is_empty() {
            let message = "the lock file has no files, expected at least one".to_owned();
            return Err(SimpleError::new(codes::LOCK_MALFORMED, message));
        }
        let mut addresses = HashSet::new();
        for server in &servers {
            if !addresses.insert(&server.address) {
                return Err(twice(&server.address.to_string()));
            }
        }
        let mut files = BTreeMap::new();
        let mut in_lower_case: HashMap<String, String> = HashMap::new();
        for file in entries {
            check_path(&file.path)?;
            let other = in_lower_case.insert(file.path.to_lowercase(), file.path.clone());
            if let Some(other) = other.filter(|other| *other != file.path) {
                let (path, other) = (shortened(&file.path), shortened(&other));
                let message =
                    format!("{path} and {other} are one file where upper and lower case are one; rename one of them");
                return Err(SimpleError::new(Code::DUPLICATE, message));
            }
            if let Some(earlier) = files.insert(file.path.clone(), file) {
                return Err(twice(&earlier.path));
            }
        }
        Ok(Self { files, servers })
    }

    /// The servers, in their order.
    #[must_use]
    pub fn servers(&self) -> &[LockedServer] {
        &self.servers
    }

    /// The files, by path.
    pub fn files(&self) -> impl Iterator<Item = &LockedFile> {
        self.files.values()
    }

    /// The entry of a file.
    ///
    /// # Errors
    ///
    /// `not-found`
    pub fn file(&self, path: &str) -> Result<&LockedFile, SimpleError> {
        self.files.get(path).ok_or_else(|| Self::missing(path))
    }

    /// The error if the lock file has no entry for a file or server.
    #[must_use]
    pub fn missing(path: &str) -> SimpleError {
        SimpleError::new(Code::NOT_FOUND, format!("the lock file has no entry for {}; lock it first", shortened(path)))
    }

    /// The JSON form: `{version, files:[…], servers?:[{url | command, …}]}`, where a file is
    /// `{path, format, sha256, parts:[{pointer, name, sha256}], document?}`.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let file = |file: &LockedFile| file.to_json(object! { "path": file.path.as_str() });
        let servers = self.servers.iter().map(LockedServer::to_json).collect::<Vec<_>>();
        let file = object! {
            "version": Self::VERSION,
            "files": self.files().map(file).collect::<Vec<_>>(),
            if "servers": Some(servers).filter(|servers| !servers.is_empty()),
        };
        file.into()
    }
}

impl LockedFile {
    /// Locks the current state of a document.
    ///
    /// # Errors
    ///
    /// The path is invalid, or the format has no defined parts.
    pub fn for_document(path: &str, format: &Format, document: &Document) -> Result<Self, SimpleError> {
        check_path(path)?;
        Self::named(path, format, document)
    }

    fn named(path: &str, format: &Format, document: &Document) -> Result<Self, SimpleError> {
        let table = diff::table(format).map_err(|error| SimpleError::from_error(&error))?;
        let mut parts = Vec::new();
        let is_whole = parts_within(table, "", document.root(), &mut parts);
        is_whole.ok_or_else(|| {
            let path = shortened(path);
            let message = format!("{path} has more than {MAX_PARTS} tools, skills and other parts; split it");
            SimpleError::new(Code::TOO_LARGE, message)
        })?;
        let (path, format) = (path.to_owned(), format.name.to_owned());
        Ok(Self { path, format, sha256: digest(document.json()), parts, document: None })
    }

    /// The same with the document itself.
    #[must_use]
    pub fn keeping(self, document: &Document) -> Self {
        Self { document: Some(document.json().clone()), ..self }
    }

    /// The JSON form of what names the document, and of the document.
    fn to_json(&self, mut object: Object) -> Json {
        object.insert("format", self.format.as_str());
        object.insert("sha256", self.sha256.as_str());
        object.insert("parts", self.parts.iter().map(LockedPart::to_json).collect::<Vec<_>>());
        if let Some(document) = &self.document {
            object.insert("document", document.clone());
        }
        object.into()
    }

    /// The changes since the file was locked: by [`diff`](crate::diff::diff) if the document is stored, otherwise by
    /// [`compare`](Self::compare).
    ///
    /// # Errors
    /// `contradiction`: the kept document or the parts are not those of the digest.
    pub fn compare_with(&self, format: &Format, document: &Document) -> Result<Changes, SimpleError> {
        let now = Self::named(&self.path, format, document)?;
        let kept = self
            .document
            .as_ref()
            .and_then(Json::as_object)
            .filter(|_| diff::are_comparable(&self.format, &now.format));
        let Some(kept) = kept else { return self.compare(&now) };
        let limits = ReadLimits::new(LockFile::MAX_LOCK_BYTES);
        let kept = Document::from_object(kept.clone(), limits).map_err(|error| unread(&error))?;
        let as_locked = Self::named(&self.path, format, &kept)?;
        if as_locked.sha256 != self.sha256 || as_locked.parts != self.parts {
            return Err(self.other_parts());
        }
        let mut changes = diff::diff(format, &kept, document).map_err(|error| SimpleError::from_error(&error))?;
        let named = now.parts.iter().filter(|part| !part.name.is_empty());
        changes.name_parts(&named.map(|part| (&*part.pointer, &*part.name)).collect());
        // what has no meaning for anybody is still not what was locked
        if changes.is_empty() { self.compare(&now) } else { Ok(changes) }
    }

    /// The changes since the file was locked.
    ///
    /// # Errors
    ///
    /// `contradiction`: the document matches its digest, but the listed parts are not its parts.
    pub fn compare(&self, now: &Self) -> Result<Changes, SimpleError> {
        let mut changes = Changes::default();
        let mut add = |rule: &'static ChangeRule, pointer: &str, detail: String| {
            changes.add(Change { pointer: pointer.to_owned(), rule, detail });
        };
        if !diff::are_comparable(&self.format, &now.format) {
            let detail = format!("{} was locked, this is {}", shortened(&self.format), shortened(&now.format));
            add(&rules::LOCKED_FORMAT, "", detail);
        } else if self.sha256 == now.sha256 && self.parts == now.parts {
            return Ok(changes);
        } else if self.sha256 == now.sha256 {
            return Err(self.other_parts());
        }
        add(&rules::LOCKED_DOCUMENT, "", format!("{} was locked, this is {}", self.sha256, now.sha256));
        // parts of the same name are matched in order
        let mut before: HashMap<(&str, &str), VecDeque<&LockedPart>> = HashMap::new();
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
        let mut gone: Vec<&LockedPart> = before.into_values().flatten().collect();
        gone.sort_unstable_by(|a, b| a.pointer.cmp(&b.pointer));
        for part in gone {
            add(&rules::LOCKED_PART, &part.pointer, format!("{} is gone", shortened(&part.name)));
        }
        Ok(changes)
    }

    fn other_parts(&self) -> SimpleError {
        let path = shortened(&self.path);
        let message = format!("the parts of {path} in the lock file do not match the locked document; lock it again");
        SimpleError::new(Code::CONTRADICTION, message)
    }

    /// The change for a file that no longer exists or has another format.
    #[must_use]
    pub fn gone(why: impl Into<String>) -> Changes {
        let mut changes = Changes::default();
        changes.add(Change { pointer: String::new(), rule: &rules::LOCKED_FORMAT, detail: why.into() });
        changes
    }
}

impl LockedServer {
    /// The tools and the instructions of a server as they are now.
    ///
    /// # Errors
    /// `too-large`
    pub fn for_tools(
        address: ServerAddress,
        protocol: &str,
        instructions: Option<&str>,
        list: &Document,
    ) -> Result<Self, SimpleError> {
        let tools = LockedFile::named(&address.to_string(), MCP_TOOLS, list)?.keeping(list);
        Ok(Self { address, protocol: protocol.to_owned(), tools, instructions: Some(instructions.into()) })
    }

    /// The changes since the server was locked: to its tools, and to its instructions if the lock file covers them.
    ///
    /// # Errors
    /// Those of [`LockedFile::compare_with`].
    pub fn compare_with(&self, instructions: Option<&str>, list: &Document) -> Result<Changes, SimpleError> {
        let mut changes = self.tools.compare_with(MCP_TOOLS, list)?;
        let now = instructions.map(Json::from);
        if let Some(locked) = self.instructions.as_ref().filter(|locked| locked.as_str() != instructions) {
            let detail = diff::became((Some(locked).filter(|locked| !locked.is_null()), now.as_ref()));
            changes.add(Change { pointer: "/instructions".to_owned(), rule: &rules::TEXT, detail });
        }
        Ok(changes)
    }

    fn to_json(&self) -> Json {
        let address = match &self.address {
            ServerAddress::Url(url) => ("url", Json::from(url.as_str())),
            ServerAddress::Command(command) => {
                ("command", command.iter().map(|word| Json::from(word.as_str())).collect::<Vec<_>>().into())
            }
        };
        let mut object = Object::from_iter([address, ("protocol", self.protocol.as_str().into())]);
        if let Some(instructions) = &self.instructions {
            object.insert("instructions", instructions.clone());
        }
        self.tools.to_json(object)
    }
}

/// The URL, or the command with its words apart.
impl fmt::Display for ServerAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Url(url) => f.write_str(url),
            Self::Command(command) => f.write_str(&command.join(" ")),
        }
    }
}

impl LockedPart {
    /// The list that contains the part, and its name.
    fn key(&self) -> (&str, &str) {
        let list = self.pointer.get(1..).and_then(|rest| rest.split('/').next()).unwrap_or_default();
        (list, &self.name)
    }

    fn to_json(&self) -> Json {
        Object::from_iter([("pointer", &*self.pointer), ("name", &self.name), ("sha256", &self.sha256)]).into()
    }
}

/// The parts in an object, and in the nested objects that its table defines. `None` for too many.
fn parts_within(table: &Table, at: &str, object: &Object, parts: &mut Vec<LockedPart>) -> Option<()> {
    for member in object {
        let mut pointer = at.to_owned();
        pointer::push_name(&mut pointer, member.name());
        let Some(field) = table.field(member.name()) else { continue };
        match (&field.meaning, field.shape.table()) {
            (Some(Meaning::Items(items)), Some(table)) if items.part => {
                parts_of(items, table.spelling, &pointer, member.value(), parts)?;
            }
            (Some(Meaning::Inside), Some(table)) if !table.is_root => {
                if let Some(inner) = member.value().as_object() {
                    parts_within(table, &pointer, inner, parts)?;
                }
            }
            _ => {}
        }
    }
    Some(())
}

/// The items of a list. In JSON-LD a single value can represent a list.
fn parts_of(items: &Items, spelling: Spelling, list: &str, value: &Json, parts: &mut Vec<LockedPart>) -> Option<()> {
    let mut add = |pointer: String, item: &Json| {
        let name = diff::key_of(items, item).unwrap_or_default().to_owned();
        parts.push(LockedPart { pointer, name, sha256: digest(item) });
        (parts.len() <= MAX_PARTS).then_some(())
    };
    match value.as_array() {
        Some(array) => array.iter().enumerate().try_for_each(|(at, item)| add(format!("{list}/{at}"), item)),
        None if spelling == Spelling::Linked => add(list.to_owned(), value),
        None => Some(()),
    }
}

fn digest(json: &Json) -> String {
    hex(&Sha256::digest(jcs::canonicalize(json)))
}

/// Checks that a path consists of plain names joined by `/`. On every system, such a path stays in the folder and has
/// one spelling.
fn check_path(path: &str) -> Result<(), SimpleError> {
    let is_name = |name: &str| !matches!(name, "" | "." | "..") && !name.ends_with(['.', ' ']);
    let has_drive = path.as_bytes().get(1) == Some(&b':');
    let is_plain = path.len() <= MAX_PATH_BYTES
        && path.split('/').all(is_name)
        && !has_drive
        && !path.chars().any(|c| c == '\\' || c.is_control());
    if is_plain {
        return Ok(());
    }
    let path = shortened(path);
    let message =
        format!("the path {path} may leave the lock file's folder, expected names joined by `/`, without `.` or `..`");
    Err(SimpleError::new(Code::INVALID_NAME, message))
}

fn twice(path: &str) -> SimpleError {
    SimpleError::new(Code::DUPLICATE, format!("the lock file has two entries of {}; expected one", shortened(path)))
}
