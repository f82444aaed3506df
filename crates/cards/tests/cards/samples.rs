//! Files of the third-party material.

use agent_description::{
    Document, Limits,
    format::{self, Format, Options},
};
use std::{fs, path::Path};

/// Every format that these tests tell apart.
pub fn formats() -> Vec<&'static dyn Format> {
    [format::ALL, adp_cards::FORMATS].concat()
}

/// The JSON files of a folder: name and text.
pub fn files(folder: &Path) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read_to_string(&path).unwrap()))
        .collect();
    files.sort();
    files
}

pub fn parse(text: &str) -> Document {
    Document::parse(text.as_bytes(), &Limits::default()).unwrap()
}

pub fn options() -> Options {
    Options::at("2026-11-22T12:00:00Z".parse().unwrap())
}
