//! A site is changed file by file, and nothing of others is lost.

use adp_publish::{CatalogMode, PublishOptions, SiteChanges, SiteFolder, SourceFolder};
use agent_description::{Code, CodedError};
use std::{fs, path::Path};

const RANDOM: [u8; 32] = [7; 32];

/// A publisher's folder with these files, and the changes to a site.
fn changes(root: &Path, files: &[(&str, &str)]) -> (SiteFolder, SiteChanges, SourceFolder, tempfile::TempDir) {
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
fn a_step_that_fails_leaves_a_site_that_the_next_run_completes() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    let (tree, first, source, _kept) = changes(root, &[("a.txt", "old"), ("gone.txt", "old")]);
    tree.commit(&first, &source).unwrap();
    drop(tree);

    let (tree, second, source, _kept) = changes(root, &[("a.txt", "new"), ("b/c.txt", "new"), ("z/x.txt", "new")]);
    assert_eq!(second.removed.keys().collect::<Vec<_>>(), ["gone.txt"]);
    // after the comparison, a file is created at the path of a folder
    fs::write(root.join("z"), "theirs").unwrap();
    let failure = tree.commit(&second, &source).unwrap_err();
    assert_eq!(failure.code(), Code::IO_EXISTS, "{failure}");
    assert_eq!(fs::read(root.join("z")).unwrap(), b"theirs");
    drop(tree);

    // without the obstacle, the same run succeeds
    fs::remove_file(root.join("z")).unwrap();
    let (tree, third, source, _kept) = changes(root, &[("a.txt", "new"), ("b/c.txt", "new"), ("z/x.txt", "new")]);
    tree.commit(&third, &source).unwrap();
    assert_eq!(names(root), [".adp-site.json", "a.txt", "b", "z"]);
    assert_eq!(fs::read(root.join("a.txt")).unwrap(), b"new");
}

/// Between the comparison and the replacement, another program creates, changes, removes or deletes a file.
#[test]
fn what_another_program_wrote_meanwhile_is_kept() {
    for (path, before, wanted) in [
        ("created.txt", None, Some("ours")),
        ("changed.txt", Some("old"), Some("ours")),
        ("dropped.txt", Some("old"), None),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let run = |content: Option<&str>, note: &str| {
            let files: Vec<_> = content.map(|text| (path, text)).into_iter().chain([("note.txt", note)]).collect();
            changes(root, &files)
        };
        let (tree, first, source, _kept) = run(before, "1");
        tree.commit(&first, &source).unwrap();
        drop(tree);

        let (tree, second, source, kept) = run(wanted, "2");
        fs::write(root.join(path), "theirs").unwrap();
        let failure = tree.commit(&second, &source).unwrap_err();
        assert_eq!(failure.code(), Code::IO_EXISTS, "{path}: {failure}");
        assert!(failure.to_string().contains(path), "{failure}");
        assert_eq!(fs::read_to_string(root.join(path)).unwrap(), "theirs", "{path}");
        assert_eq!(names(root).len(), 3, "{:?}", names(root));
        drop(tree);

        // a file that no run made is still in the way of the next one
        if before.is_none() {
            let source = SourceFolder::read(kept.path(), root, &[]).unwrap();
            let tree = SiteFolder::open(root, false).unwrap();
            let mut options = PublishOptions::new("2026-06-01T00:00:00Z".parse().unwrap());
            options.host = Some("agent.example.com".to_owned());
            let draft = source.draft(options).unwrap();
            let refused = tree.changes((&source, draft), &[], CatalogMode::None, Some(&RANDOM)).unwrap_err();
            assert_eq!(refused.code(), Code::IO_EXISTS, "{refused}");
        }
    }
}

/// A writer that replaces files at any moment of a run: its files are never lost.
#[cfg(any(target_os = "linux", target_vendor = "apple"))]
#[test]
fn a_racing_writer_loses_nothing() {
    const ROUNDS: u32 = 80;
    let mut refused = 0;
    for round in 0..ROUNDS {
        let folder = tempfile::tempdir().unwrap();
        let (root, theirs) = (folder.path().join("site"), folder.path().join("theirs"));
        let (tree, first, source, _kept) =
            changes(&root, &[("a.txt", "1"), ("dropped.txt", "1"), ("replaced.txt", "1")]);
        let start = std::time::Instant::now();
        tree.commit(&first, &source).unwrap();
        let usual = start.elapsed();
        drop(tree);
        let (tree, second, source, _kept) =
            changes(&root, &[("a.txt", "2"), ("created.txt", "2"), ("replaced.txt", "2")]);
        let paths = ["created.txt", "dropped.txt", "replaced.txt"].map(|name| root.join(name));
        let racer = std::thread::spawn({
            let paths = paths.clone();
            move || {
                std::thread::sleep(usual * 2 * round / ROUNDS);
                for path in paths {
                    fs::write(&theirs, "theirs").unwrap();
                    fs::rename(&theirs, path).unwrap();
                }
            }
        });
        // in the first round the writer is early for sure
        let late = if round == 0 {
            racer.join().unwrap();
            None
        } else {
            Some(racer)
        };
        if let Err(failure) = tree.commit(&second, &source) {
            assert_eq!(failure.code(), Code::IO_EXISTS, "{failure}");
            refused += 1;
        }
        late.into_iter().for_each(|racer| racer.join().unwrap());
        for path in paths {
            assert_eq!(fs::read_to_string(&path).unwrap(), "theirs", "round {round}: {}", path.display());
        }
    }
    assert!(refused > 0);
}

#[test]
fn a_file_that_changes_on_its_way_is_not_published() {
    let folder = tempfile::tempdir().unwrap();
    let (tree, changes, source, kept) = changes(folder.path(), &[("a.txt", "looked at"), ("b.txt", "x")]);
    fs::write(kept.path().join("a.txt"), "a secret!").unwrap();
    let failure = tree.commit(&changes, &source).unwrap_err();
    assert!(failure.to_string().ends_with("a.txt was changed while it was being published"), "{failure}");
    assert_eq!(failure.help(), Some("run it again, which completes the site"));
    assert_eq!(names(folder.path()), [".adp-site.json"]);
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
