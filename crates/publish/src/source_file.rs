//! A file of the publisher's folder, read once: with its content if it may be a document, otherwise with its checksum.

use crate::PublishOptions;
use agent_description::{
    format,
    secret::{FoundSecret, SecretScanner},
};
use sha2::{Digest, Sha256};
use std::io;

/// Number of bytes read to decide whether it may be a document.
pub(crate) const HEAD_BYTES: usize = 512;
/// Size of one read in bytes.
const READ_BUFFER_BYTES: usize = 64 << 10;

/// Size and checksum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checksum {
    /// Number of bytes.
    pub len: u64,
    /// Their SHA-256.
    pub sha256: [u8; 32],
}

impl Checksum {
    /// For bytes in memory.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Self {
        Self { len: bytes.len() as u64, sha256: Sha256::digest(bytes).into() }
    }

    /// For all bytes of a reader; each piece is also passed on.
    ///
    /// # Errors
    /// Errors of the reader or of `each`.
    pub fn from_reader(mut reader: impl io::Read, mut each: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<Self> {
        let (mut hash, mut len) = (Sha256::new(), 0);
        let mut room = vec![0; READ_BUFFER_BYTES];
        loop {
            let read = match reader.read(&mut room) {
                Ok(0) => return Ok(Self { len, sha256: hash.finalize().into() }),
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let piece = room.get(..read).unwrap_or_default();
            hash.update(piece);
            len += read as u64;
            each(piece)?;
        }
    }
}

/// A file of the publisher's folder.
///
/// For a file that cannot be a document, only the checksum stays in memory, because it may be larger than memory.
#[derive(Clone, Debug)]
pub struct SourceFile {
    pub(crate) path: String,
    /// The content of a possible document; a file over the limit is truncated just above it.
    pub(crate) bytes: Vec<u8>,
    pub(crate) checksum: Checksum,
    pub(crate) secret: Option<FoundSecret>,
}

impl SourceFile {
    /// Creates a file in memory from its path in the folder, with segments separated by `/`, and its content.
    #[must_use]
    pub fn new(path: impl Into<String>, bytes: Vec<u8>) -> Self {
        let mut scanner = SecretScanner::default();
        scanner.read(&bytes);
        Self { path: path.into(), checksum: Checksum::from_bytes(&bytes), secret: scanner.finish(), bytes }
    }

    /// Reads a file completely, once.
    ///
    /// # Errors
    /// Errors of the reader.
    pub fn read(path: impl Into<String>, reader: impl io::Read, options: &PublishOptions) -> io::Result<Self> {
        let path = path.into();
        let most = max_bytes(options);
        let (mut scanner, mut bytes) = (SecretScanner::default(), Vec::new());
        let checksum = Checksum::from_reader(reader, |piece| {
            scanner.read(piece);
            let room = most.saturating_sub(bytes.len()).min(piece.len());
            if bytes.len() < HEAD_BYTES || may_be_document(&path, &bytes) {
                bytes.extend_from_slice(piece.get(..room).unwrap_or_default());
            }
            Ok(())
        })?;
        if !may_be_document(&path, &bytes) {
            bytes = Vec::new();
        }
        Ok(Self { path, bytes, checksum, secret: scanner.finish() })
    }

    /// Its path in the folder.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }
}

/// Searches all bytes of a reader for a private key, which would refuse the file; `None` if there is none. For speed,
/// pass a reader of the first bytes.
///
/// # Errors
/// Errors of the reader.
pub fn find_secret(reader: impl io::Read) -> io::Result<Option<&'static str>> {
    let mut scanner = SecretScanner::default();
    Checksum::from_reader(reader, |piece| {
        scanner.read(piece);
        Ok(())
    })?;
    Ok(scanner.finish().map(|secret| secret.what))
}

/// Number of bytes read of a document: the largest limit of all formats plus one.
pub(crate) fn max_bytes(options: &PublishOptions) -> usize {
    let most = format::read_limits(&options.formats, &options.limits).bytes();
    most.max(options.limits.description_bytes).saturating_add(1)
}

/// Whether a file may be a document, by its name or its first byte.
pub(crate) fn may_be_document(path: &str, bytes: &[u8]) -> bool {
    let ends_in = |end: &str| {
        let at = path.len().checked_sub(end.len());
        at.and_then(|at| path.as_bytes().get(at..)).is_some_and(|tail| tail.eq_ignore_ascii_case(end.as_bytes()))
    };
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let head = text.get(..HEAD_BYTES).unwrap_or(text);
    [".json", ".jsonld", ".yaml", ".yml"].into_iter().any(ends_in) || head.trim_ascii_start().starts_with(b"{")
}

/// Whether a file must be JSON, by its name.
pub(crate) fn is_json(path: &str) -> bool {
    path.ends_with(".json") || path.ends_with(".jsonld")
}
