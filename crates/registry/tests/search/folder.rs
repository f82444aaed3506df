//! The folder of an index: opened again, damaged, of another version, somebody else's.

use crate::search::records::{at, found, named, put, query};
use adp_registry::search::{Index, IndexChange, IndexError, Record, SearchLimits};
use std::{fs, path::Path};

/// The index, and whether it was complete.
fn open(folder: &Path) -> (Index, bool) {
    let opened = Index::open(folder, SearchLimits::default()).unwrap();
    (opened.index, opened.is_complete)
}

fn tea() -> Record {
    named("tea.example", "tea", "Tea", "Sells tea.")
}

/// An index of two entries, with changes up to number 7.
fn made(folder: &Path) {
    let (index, opened) = open(folder);
    assert!(!opened);
    index.apply([put(&tea()), put(&named("a.example", "a", "A", "Sells nothing."))], at(6)).unwrap();
    index.apply([put(&named("b.example", "b", "B", "Sells tea, too."))], at(7)).unwrap();
}

#[test]
fn is_opened_as_it_was_left() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("a/b");
    made(&folder);
    let (index, opened) = open(&folder);
    assert_eq!((opened, index.revision(), index.len()), (true, at(7), 3));
    assert_eq!(found(&index.search(&query("sells tea")).unwrap()), ["b", "tea"]);
    index.apply([IndexChange::Remove(tea().id)], at(8)).unwrap();
    drop(index);
    let (index, opened) = open(&folder);
    assert_eq!((opened, index.revision()), (true, at(8)));
    assert_eq!(found(&index.search(&query("tea")).unwrap()), ["b"]);
}

#[test]
fn every_damage_is_seen_and_nothing_of_it_is_served() {
    let pristine = tempfile::tempdir().unwrap();
    made(pristine.path());
    let files: Vec<_> = fs::read_dir(pristine.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    let data = |name: &str| !name.ends_with(".lock") && !name.starts_with('.') && name != "adp-registry-index";
    let mut damaged = 0;
    for name in files.iter().filter(|name| data(name.to_str().unwrap())) {
        for damage in 0..3 {
            let folder = tempfile::tempdir().unwrap();
            for file in &files {
                fs::copy(pristine.path().join(file), folder.path().join(file)).unwrap();
            }
            let path = folder.path().join(name);
            let mut bytes = fs::read(&path).unwrap();
            match damage {
                0 => bytes.truncate(bytes.len() / 2),
                1 => {
                    let middle = bytes.len() / 2;
                    bytes[middle] ^= 0x20;
                }
                _ => bytes.clear(),
            }
            fs::write(&path, bytes).unwrap();
            let (index, opened) = open(folder.path());
            let answer = found(&index.search(&query("")).unwrap()).join(" ");
            if opened {
                let revision = index.revision();
                // one letter of the engine's own notes, which no answer is made from
                assert_eq!((revision, answer.as_str(), damage), (at(7), "a b tea", 1), "{name:?}");
                assert!(name == "meta.json", "{name:?}");
            } else {
                assert_eq!((index.revision(), answer.as_str()), (at(0), ""), "{name:?}");
                damaged += 1;
                index.rebuild([Ok::<_, IndexError>(tea())], at(9)).unwrap();
                assert_eq!(found(&index.search(&query("tea")).unwrap()), ["tea"]);
            }
        }
    }
    assert!(damaged > 20, "{damaged}");
}

#[test]
fn another_version_is_made_anew() {
    let folder = tempfile::tempdir().unwrap();
    made(folder.path());
    let meta = folder.path().join("meta.json");
    let text = fs::read_to_string(&meta).unwrap();
    assert!(text.contains(r#"{\"version\":4,"#), "{text}");
    fs::write(&meta, text.replace(r#"{\"version\":4,"#, r#"{\"version\":999,"#)).unwrap();
    let (index, opened) = open(folder.path());
    assert_eq!((opened, index.len()), (false, 0));
}

#[test]
fn folders_of_others_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("letters.txt"), "dear").unwrap();
    let error = Index::open(folder.path(), SearchLimits::default()).unwrap_err();
    assert!(matches!(error, IndexError::Folder { .. }), "{error}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// Whoever may change a link would choose what is written and emptied.
#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    use std::os::unix::fs::symlink;
    let place = tempfile::tempdir().unwrap();
    let (real, link) = (place.path().join("real"), place.path().join("link"));
    fs::create_dir(&real).unwrap();
    made(&real);
    let before = fs::read_dir(&real).unwrap().count();
    let refused = |folder: &Path| match Index::open(folder, SearchLimits::default()) {
        Err(IndexError::Link { path }) => path.file_name().unwrap().to_str().unwrap().to_owned(),
        other => panic!("{other:?}"),
    };
    // the folder itself, empty, an index or not there
    symlink(&real, &link).unwrap();
    assert_eq!(refused(&link), "link");
    assert_eq!(fs::read_dir(&real).unwrap().count(), before);
    let dangling = place.path().join("dangling");
    symlink(place.path().join("nowhere"), &dangling).unwrap();
    assert_eq!(refused(&dangling), "dangling");
    assert!(!place.path().join("nowhere").exists());
    // on the way to it, the link is resolved
    fs::create_dir(real.join("deep")).unwrap();
    assert!(!open(&link.join("deep")).1);
    fs::remove_dir_all(real.join("deep")).unwrap();
    // one of its files; nothing is written where it leads
    let outside = place.path().join("outside");
    fs::write(&outside, "dear").unwrap();
    let (fresh, marker) = (place.path().join("fresh"), "adp-registry-index");
    fs::create_dir(&fresh).unwrap();
    symlink(&outside, fresh.join(marker)).unwrap();
    assert_eq!(refused(&fresh), marker);
    fs::rename(real.join("meta.json"), place.path().join("meta")).unwrap();
    symlink(place.path().join("meta"), real.join("meta.json")).unwrap();
    assert_eq!(refused(&real), "meta.json");
    assert_eq!(fs::read_to_string(&outside).unwrap(), "dear");
}

#[test]
fn one_process_writes() {
    let folder = tempfile::tempdir().unwrap();
    let (_index, _) = open(folder.path());
    let error = Index::open(folder.path(), SearchLimits::default()).unwrap_err();
    assert!(matches!(error, IndexError::InUse { .. }), "{error}");
}

#[test]
fn a_write_that_fails_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    made(folder.path());
    let (index, _) = open(folder.path());
    let failing = [Ok(named("c.example", "c", "C", "Sells cake.")), Err(IndexError::Folder { folder: "x".into() })];
    assert!(matches!(index.rebuild(failing, at(50)), Err(IndexError::Folder { .. })));
    let panics = std::thread::scope(|scope| {
        scope
            .spawn(|| {
                let changes = [0, 1].map(|number| move || if number == 0 { tea() } else { panic!("as wanted") });
                index.apply(changes.into_iter().map(|change| put(&named("d.example", "d", "D", &change().id))), at(60))
            })
            .join()
    });
    assert!(panics.is_err());
    assert_eq!((index.revision(), index.len()), (at(7), 3));
    index.apply([put(&named("e.example", "e", "E", "Sells eggs."))], at(8)).unwrap();
    assert_eq!(found(&index.search(&query("")).unwrap()), ["a", "b", "e", "tea"]);
    drop(index);
    let (index, opened) = open(folder.path());
    assert_eq!((opened, index.revision(), index.len()), (true, at(8), 4));
}

/// A process that is killed before its commit leaves the files of it. The next one counts on from the commit before, so it makes files of the same
/// names.
#[test]
fn a_write_that_was_killed_before_its_commit_is_made_again() {
    let (place, committed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    made(place.path());
    let copy = |from: &Path, to: &Path| {
        for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
            if entry.file_name() != ".managed.json" && !entry.file_name().to_str().unwrap().ends_with(".lock") {
                fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
            }
        }
    };
    copy(place.path(), committed.path());
    // an entry in the place of one that is there: the engine notes in a file which one is deleted
    let change = || [put(&named("tea.example", "tea", "Tea", "Sells cake."))];
    let (index, _) = open(place.path());
    index.apply(change(), at(8)).unwrap();
    drop(index);
    copy(committed.path(), place.path());
    fs::write(place.path().join(".tmpAb3xYz"), "[").unwrap();

    let (index, opened) = open(place.path());
    assert_eq!((opened, index.revision(), index.len()), (true, at(7), 3));
    assert!(!place.path().join(".tmpAb3xYz").exists());
    index.apply(change(), at(8)).unwrap();
    assert_eq!(found(&index.search(&query("cake")).unwrap()), ["tea"]);
    drop(index);
    let (index, opened) = open(place.path());
    assert_eq!((opened, index.revision()), (true, at(8)));
}

#[test]
fn an_index_is_thrown_away_where_its_owner_says_so() {
    let folder = tempfile::tempdir().unwrap();
    made(folder.path());
    let index = Index::open_empty(folder.path(), SearchLimits::default()).unwrap();
    assert_eq!((index.len(), index.revision()), (0, at(0)));
    index.rebuild([Ok::<_, IndexError>(tea())], at(9)).unwrap();
    drop(index);
    let (index, opened) = open(folder.path());
    assert_eq!((opened, index.revision()), (true, at(9)));
}
