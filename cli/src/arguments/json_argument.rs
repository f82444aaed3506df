//! The option `--args`: arguments of a call in JSON.

use crate::{
    failure::{Failure, InInput},
    input::file,
    output::terminal::Terminal,
};
use agent_description::{Json, Limits, ReadLimits, json::parse};
use std::path::Path;

/// Reads `--args`: JSON text, `@FILE`, or `-`.
pub fn read(text: &str, terminal: &Terminal) -> Result<Json, Failure> {
    let limits = Limits::default();
    let (name, bytes) = match text.strip_prefix('@') {
        None if text != file::STDIN => ("--args", text.as_bytes().to_vec()),
        path => {
            let path = path.unwrap_or(text);
            (path, file::read(Path::new(path), limits.description_bytes, terminal)?)
        }
    };
    let is_file = !text.starts_with(['@', '{', '[']) && Path::new(text).is_file();
    let help = is_file.then(|| format!("to read the file: --args @{text}"));
    let parsed = parse(&bytes, ReadLimits::from(&limits).unsigned()).in_input(name, &bytes);
    parsed.map_err(|failure| failure.with_help_if(help))
}
