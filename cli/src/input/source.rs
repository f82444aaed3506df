//! Inputs that are files or URLs.

use crate::{failure::Failure, input::file, network::Network, output::terminal::Terminal};
use std::path::Path;

/// The location of an input.
#[derive(Clone, Copy, Debug)]
pub enum InputSource<'a> {
    /// A file, or `-` for stdin.
    File(&'a Path),
    /// A URL: everything that contains `://`, so that unsupported schemes get a clear error.
    Url(&'a str),
}

impl<'a> InputSource<'a> {
    /// Parses a command-line name.
    pub fn from_name(name: &'a str) -> Self {
        if name.contains("://") { Self::Url(name) } else { Self::File(Path::new(name)) }
    }

    /// The name of the input in messages.
    pub fn display_name(self) -> String {
        match self {
            Self::Url(url) => url.to_owned(),
            Self::File(path) => file::display_name(path),
        }
    }

    /// Reads a file, or fetches a URL by the rules for agent descriptions. A file is read up to one byte more than
    /// `limit`.
    pub fn read(self, network: &Network, limit: usize, terminal: &Terminal) -> Result<Input, Failure> {
        match self {
            Self::File(path) => {
                let name = path.display();
                let help =
                    format!("pass files, for example {name}/*.json; to check the folder of a site: adp doctor {name}");
                let bytes = file::read(path, limit, terminal);
                let bytes = bytes.map_err(|failure| failure.with_help_if(path.is_dir().then_some(help)))?;
                Ok(Input { bytes, url: None })
            }
            Self::Url(url) => {
                let fetched = network.fetch_document(url, limit)?;
                Ok(Input { bytes: fetched.body, url: Some(fetched.url) })
            }
        }
    }
}

/// The content of an input.
#[derive(Debug)]
pub struct Input {
    pub bytes: Vec<u8>,
    /// The normalized URL, if the input was fetched.
    pub url: Option<String>,
}
