//! The sources below a folder.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Every file in Rust: its path below the folder, with `/` between names, and its text.
pub fn files_below(folder: &Path) -> Vec<(String, String)> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { walk(&path, found) } else { found.push(path) }
        }
    }
    let mut found = Vec::new();
    walk(folder, &mut found);
    found.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
    found.sort();
    let name = |path: &Path| path.strip_prefix(folder).unwrap().display().to_string().replace('\\', "/");
    found.iter().map(|path| (name(path), fs::read_to_string(path).unwrap())).collect()
}
