//! Agents from a folder of cards. The files are untrusted: their number and size are limited, and symbolic links are
//! not followed.

use super::{AgentQuery, Directory, ListedAgent, card::CARD_BYTES, chosen, read_card};
use crate::{MessageError, agent::Peers};
use agent_description::{Code, Timestamp, diagnostic::shortened};
use futures_util::future::{BoxFuture, FutureExt, ready};
use std::{
    fs,
    io::{self, Read},
    path::{Path, PathBuf},
};

/// Maximum number of files.
const MAX_FILES: usize = 10_000;

/// The agents of a folder at the time of reading.
#[derive(Debug)]
#[non_exhaustive]
pub struct FolderDirectory {
    /// All agents.
    pub agents: Vec<ListedAgent>,
    /// The files with refused cards (names shortened) and the reasons.
    pub refused: Vec<(String, MessageError)>,
}

impl FolderDirectory {
    /// Reads the `.json` files of a folder, in name order, without subfolders and symbolic links. `peers` resolves the
    /// DIDs of signed cards.
    ///
    /// # Errors
    ///
    /// [`MessageError`]: the folder cannot be read, or has more than 10,000 files. Refused cards are in
    /// [`refused`](Self::refused).
    pub async fn read(folder: &Path, peers: &dyn Peers, at: Timestamp) -> Result<Self, MessageError> {
        let (mut agents, mut refused) = (Vec::new(), Vec::new());
        for path in files(folder)? {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            let read = match bytes(&path) {
                Ok(bytes) => read_card(&bytes, peers, at).await,
                Err(error) => Err(MessageError::new(Code::IO_READ, format!("the card cannot be read: {error}"))),
            };
            match read {
                Ok(agent) => agents.push(agent),
                Err(refusal) => refused.push((shortened(&name), refusal)),
            }
        }
        Ok(Self { agents, refused })
    }
}

impl Directory for FolderDirectory {
    fn find<'a>(&'a self, wanted: &'a AgentQuery) -> BoxFuture<'a, Result<Vec<ListedAgent>, MessageError>> {
        ready(Ok(chosen(self.agents.iter().cloned(), wanted))).boxed()
    }
}

fn files(folder: &Path) -> Result<Vec<PathBuf>, MessageError> {
    let shown = || shortened(&folder.to_string_lossy());
    let unreadable =
        |error: io::Error| MessageError::new(Code::IO_READ, format!("the folder {} cannot be read: {error}", shown()));
    let mut found = Vec::new();
    for (index, entry) in fs::read_dir(folder).map_err(unreadable)?.enumerate() {
        if index >= MAX_FILES {
            let message = format!("the folder {} has more than {MAX_FILES} files", shown());
            return Err(MessageError::new(Code::TOO_LARGE, message));
        }
        let entry = entry.map_err(unreadable)?;
        // the type of the entry itself, not of a link's target
        let is_file = entry.file_type().map_err(unreadable)?.is_file();
        let path = entry.path();
        if is_file && path.extension().is_some_and(|extension| extension == "json") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Reads at most one byte more than the maximum size, because the file can grow meanwhile.
fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    fs::File::open(path)?.take(CARD_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
