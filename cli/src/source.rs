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
    pub fn from_name(name: &'a str) -> Self {
        if name.contains("://") { Self::Url(name) } else { Self::File(Path::new(name)) }
    }

    /// How the input is named in messages.
    pub fn display_name(self) -> String {
        match self {
            Self::Url(url) => url.to_owned(),
            Self::File(path) => file::display_name(path),
        }
    }

    /// Reads the file, up to `limit` bytes and one more, or fetches up to `limit` bytes of the URL, by the rules for agent
    /// descriptions.
    pub fn read(self, network: &Network, limit: usize, terminal: &Terminal) -> Result<Input, Failure> {
        match self {
            Self::File(path) => {
                let bytes = file::read(path, limit, terminal).map_err(|failure| {
                    let name = path.display();
                    let help = || {
                        format!(
                            "pass files, for example {name}/*.json; to check the folder of a site: adp doctor {name}"
                        )
                    };
                    if path.is_dir() { failure.with_help(help()) } else { failure }
                })?;
                Ok(Input { bytes, url: None })
            }
            Self::Url(url) => {
                let fetched = network.fetch_document(url, limit)?;
                Ok(Input { bytes: fetched.body, url: Some(fetched.url) })
            }
        }
    }
}

/// What was read.
#[derive(Debug)]
pub struct Input {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The URL they were fetched from, as a URL parser writes it.
    pub url: Option<String>,
}
