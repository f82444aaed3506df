//! Inputs that are a file or a URL.

use crate::{failure::Failure, file, network::Network, terminal::Terminal};
use std::path::Path;

/// An input as the user named it.
#[derive(Clone, Copy, Debug)]
pub enum Source<'a> {
    /// A file, or `-` for standard input.
    File(&'a Path),
    /// A URL: anything with `://` in it, so that one that cannot be fetched is refused as such.
    Url(&'a str),
}

impl<'a> Source<'a> {
    /// What a name means.
    pub fn of(name: &'a str) -> Self {
        if name.contains("://") { Self::Url(name) } else { Self::File(Path::new(name)) }
    }

    /// The URL, if it is one.
    pub fn url(self) -> Option<&'a str> {
        match self {
            Self::Url(url) => Some(url),
            Self::File(_) => None,
        }
    }

    /// How the input is named in messages.
    pub fn display_name(self) -> String {
        match self {
            Self::Url(url) => url.to_owned(),
            Self::File(path) => file::display_name(path),
        }
    }

    /// Its bytes: a file's up to `limit` and one more, a URL's by the rules for agent descriptions.
    pub fn read(self, network: &Network, limit: usize, terminal: &Terminal) -> Result<Vec<u8>, Failure> {
        match self {
            Self::File(path) => file::read(path, limit, terminal),
            Self::Url(url) => network.fetch_description(url),
        }
    }
}
