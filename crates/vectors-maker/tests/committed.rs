//! The files of `vectors/` are those that are made.
#![allow(clippy::unwrap_used, missing_docs)]

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// Every file below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

#[test]
fn committed_files_are_the_generated_ones() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors");
    let mut made = BTreeSet::from(["README.md", "CHANGES.md"].map(|name| folder.join(name)));
    for (name, bytes) in adp_vectors_maker::generate().unwrap() {
        let path = folder.join(&name);
        let committed = fs::read(&path).unwrap_or_default();
        assert!(committed == bytes, "{name} differs from what `cargo run -p adp-vectors-maker` writes");
        assert!(made.insert(path), "two vectors are named {name}");
    }
    let strays: Vec<PathBuf> = files(&folder).into_iter().filter(|path| !made.contains(path)).collect();
    assert!(strays.is_empty(), "`cargo run -p adp-vectors-maker` does not write {strays:?}");
}
