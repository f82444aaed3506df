//! Parses lock files strictly.

use super::{LockFile, LockedFile, LockedPart, LockedServer, ServerAddress};
use crate::codes;
use agent_description::{
    Code, Document, ReadError, ReadLimits, SimpleError,
    diagnostic::shortened,
    hex::is_sha256,
    json::{Json, Object, Place},
};
use std::collections::HashSet;

const FILE: [&str; 5] = ["path", "format", "sha256", "parts", "document"];
const SERVER: [&str; 8] = ["url", "command", "protocol", "instructions", "format", "sha256", "parts", "document"];
const PART: [&str; 3] = ["pointer", "name", "sha256"];

impl LockFile {
    /// Maximum size of a lock file, in bytes.
    pub const MAX_LOCK_BYTES: usize = 16 << 20;

    /// Parses a lock file. Rejects it completely for any unexpected entry, duplicate path, path outside the folder or
    /// empty list.
    ///
    /// # Errors
    ///
    /// `lock-malformed`, or the text is not strict JSON. A refused lock file is not used partially.
    pub fn parse(bytes: &[u8]) -> Result<Self, SimpleError> {
        let document = Document::parse(bytes, ReadLimits::new(Self::MAX_LOCK_BYTES)).map_err(|error| unread(&error))?;
        let reader = Reader { document: &document };
        let root = reader.object(document.json(), &["version", "files", "servers"])?;
        let version = reader.member(document.json(), "version")?;
        if version.as_number().and_then(|number| number.as_integer()) != Some(Self::VERSION.into()) {
            return Err(reader.malformed(version, "version 1"));
        }
        let listed = reader.member(document.json(), "files")?;
        let files = reader.array(listed)?;
        let servers = root.get("servers").map(|servers| reader.array(servers)).transpose()?.unwrap_or_default();
        // every comparison would succeed
        if files.is_empty() && servers.is_empty() {
            let place = Place::from_offset(&document, listed.offset());
            return Err(malformed(place, "no files", "at least one"));
        }
        let servers = servers.iter().map(|server| reader.server(server)).collect::<Result<_, _>>()?;
        Self::new(files.iter().map(|file| reader.file(file)).collect::<Result<_, _>>()?, servers)
    }
}

/// The structure is not that of a lock file.
fn malformed(place: Place, found: &str, expected: &str) -> SimpleError {
    SimpleError::new(codes::LOCK_MALFORMED, format!("{place}: found {found}, expected {expected}")).at(place)
}

pub(super) fn unread(error: &ReadError) -> SimpleError {
    let mut refused = SimpleError::from_error(error);
    // JSON, but not an object
    if refused.code == Code::DOCUMENT_SHAPE {
        refused.code = codes::LOCK_MALFORMED;
    }
    refused
}

struct Reader<'a> {
    document: &'a Document,
}

impl<'a> Reader<'a> {
    fn malformed(&self, at: &Json, expected: &str) -> SimpleError {
        let found = at.as_str().map_or_else(|| at.kind().to_owned(), shortened);
        malformed(Place::from_offset(self.document, at.offset()), &found, expected)
    }

    /// Parses an object that has only these members.
    fn object(&self, json: &'a Json, names: &[&str]) -> Result<&'a Object, SimpleError> {
        let object = json.as_object().ok_or_else(|| self.malformed(json, "an object"))?;
        match object.iter().find(|member| !names.contains(&member.name().as_str())) {
            None => Ok(object),
            Some(member) => {
                let place = Place::from_offset(self.document, member.name_offset());
                let found = format!("a member {}", shortened(member.name()));
                Err(malformed(place, &found, "only the members of version 1"))
            }
        }
    }

    fn member(&self, json: &'a Json, name: &'static str) -> Result<&'a Json, SimpleError> {
        json.get(name).ok_or_else(|| {
            let place = Place::from_offset(self.document, json.offset());
            malformed(place, &format!("no member `{name}`"), "every member of version 1")
        })
    }

    fn array(&self, json: &'a Json) -> Result<&'a [Json], SimpleError> {
        json.as_array().ok_or_else(|| self.malformed(json, "an array"))
    }

    fn text(&self, json: &'a Json, name: &'static str) -> Result<String, SimpleError> {
        let text = self.member(json, name)?;
        text.as_str().map(str::to_owned).ok_or_else(|| self.malformed(text, "a string"))
    }

    fn digest(&self, json: &'a Json) -> Result<String, SimpleError> {
        let text = self.text(json, "sha256")?;
        let malformed = || Err(self.malformed(self.member(json, "sha256")?, "64 lower-case hexadecimal digits"));
        if is_sha256(&text) { Ok(text) } else { malformed() }
    }

    fn file(&self, json: &'a Json) -> Result<LockedFile, SimpleError> {
        self.object(json, &FILE)?;
        self.document(json, self.text(json, "path")?)
    }

    fn server(&self, json: &'a Json) -> Result<LockedServer, SimpleError> {
        let object = self.object(json, &SERVER)?;
        let address = match (object.get("url"), object.get("command")) {
            (Some(_), None) => ServerAddress::Url(self.text(json, "url")?),
            (None, Some(command)) => {
                let text =
                    |word: &Json| word.as_str().map(str::to_owned).ok_or_else(|| self.malformed(word, "a string"));
                let words: Vec<String> = self.array(command)?.iter().map(text).collect::<Result<_, _>>()?;
                if words.is_empty() {
                    return Err(self.malformed(command, "a program and its arguments"));
                }
                ServerAddress::Command(words)
            }
            _ => return Err(self.malformed(json, "either `url` or `command`")),
        };
        let tools = self.document(json, address.to_string())?;
        let instructions = object.get("instructions");
        if let Some(instructions) = instructions.filter(|it| !it.is_null() && it.as_str().is_none()) {
            return Err(self.malformed(instructions, "a string or null"));
        }
        let protocol = self.text(json, "protocol")?;
        Ok(LockedServer { address, protocol, tools, instructions: instructions.cloned() })
    }

    fn document(&self, json: &'a Json, path: String) -> Result<LockedFile, SimpleError> {
        let (mut pointers, mut parts) = (HashSet::new(), Vec::new());
        for part in self.array(self.member(json, "parts")?)? {
            self.object(part, &PART)?;
            let pointer = self.text(part, "pointer")?;
            if !pointer.starts_with('/') || !pointers.insert(pointer.clone()) {
                return Err(self.malformed(self.member(part, "pointer")?, "a JSON Pointer, each once"));
            }
            parts.push(LockedPart { pointer, name: self.text(part, "name")?, sha256: self.digest(part)? });
        }
        let document = json.get("document");
        if let Some(document) = document.filter(|document| document.as_object().is_none()) {
            return Err(self.malformed(document, "an object"));
        }
        let (format, sha256) = (self.text(json, "format")?, self.digest(json)?);
        Ok(LockedFile { path, format, sha256, parts, document: document.cloned() })
    }
}
