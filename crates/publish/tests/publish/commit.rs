//! A site is changed in one step, or not at all.

use adp_publish::{CatalogMode, Changes, FolderError, PublishOptions, SiteFolder, SourceFolder};
use agent_description::{Code, CodedError};
use std::{fs, path::Path};

const RANDOM: [u8; 32] = [7; 32];

/// A publisher's folder with these files, and the changes to a site.
fn changes(root: &Path, files: &[(&str, &str)]) -> (SiteFolder, Changes, SourceFolder, tempfile::TempDir) {
    let mut options = PublishOptions::new("2026-06-01T00:00:00Z".parse().unwrap());
    options.host = Some("agent.example.com".to_owned());
    let source = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = source.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let folder = SourceFolder::read(source.path(), root, &[]).unwrap();
    let tree = SiteFolder::open(root, false).unwrap();
    let draft = folder.draft(options).unwrap();
    let changes = tree.changes((&folder, draft), &[], CatalogMode::None, Some(&RANDOM)).unwrap();
    (tree, changes, folder, source)
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_step_that_fails_undoes_those_before_it() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let (tree, first, source, _kept) = changes(root, &[("a.txt", "old"), ("gone.txt", "old")]);
    tree.commit(&first, &source, &RANDOM).unwrap();
    drop(tree);
    let manifest = fs::read(root.join(".adp-site.json")).unwrap();

    let (tree, second, source, _kept) = changes(root, &[("a.txt", "new"), ("b/c.txt", "new"), ("z/x.txt", "new")]);
    assert_eq!(second.removed.iter().map(|(path, _)| path.as_str()).collect::<Vec<_>>(), ["gone.txt"]);
    // after the comparison, a file is created at the path of a folder
    fs::write(root.join("z"), "theirs").unwrap();
    let failure = tree.commit(&second, &source, &RANDOM).unwrap_err();
    assert!(matches!(&failure, FolderError::Undone { left: None, .. }), "{failure}");
    assert_eq!(names(root), [".adp-site.json", "a.txt", "gone.txt", "z"]);
    assert_eq!(fs::read(root.join("a.txt")).unwrap(), b"old");
    assert_eq!(fs::read(root.join(".adp-site.json")).unwrap(), manifest);
    drop(tree);

    // without the obstacle, the same run succeeds
    fs::remove_file(root.join("z")).unwrap();
    let (tree, third, source, _kept) = changes(root, &[("a.txt", "new"), ("b/c.txt", "new"), ("z/x.txt", "new")]);
    tree.commit(&third, &source, &RANDOM).unwrap();
    assert_eq!(names(root), [".adp-site.json", "a.txt", "b", "z"]);
    assert_eq!(fs::read(root.join("a.txt")).unwrap(), b"new");
}

#[test]
fn a_file_that_changes_on_its_way_is_not_published() {
    let folder = tempfile::tempdir().unwrap();
    let (tree, changes, source, kept) = changes(folder.path(), &[("a.txt", "looked at"), ("b.txt", "x")]);
    fs::write(kept.path().join("a.txt"), "a secret!").unwrap();
    let failure = tree.commit(&changes, &source, &RANDOM).unwrap_err();
    assert!(failure.to_string().ends_with("a.txt was changed while it was being published; run it again"), "{failure}");
    assert_eq!(failure.help(), Some("nothing was changed"));
    assert!(names(folder.path()).is_empty(), "something is left behind");
}

#[cfg(unix)]
#[test]
fn one_run_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let first = SiteFolder::open(folder.path(), false).unwrap();
    assert_eq!(SiteFolder::open(folder.path(), false).unwrap_err().code(), Code::IO_EXISTS);
    assert!(SiteFolder::open(folder.path(), true).is_ok(), "looking is free");
    drop(first);
    assert!(SiteFolder::open(folder.path(), false).is_ok());
}
