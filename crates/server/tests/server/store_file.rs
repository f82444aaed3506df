//! The file of a store, and links to it.

use adp_server::store_file::open;
use std::{fs, os::unix::fs::symlink};

#[test]
fn a_link_to_a_file_is_followed_and_one_that_leads_nowhere_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    open(&at("a.redb")).unwrap();
    symlink(at("a.redb"), at("link.redb")).unwrap();
    open(&at("link.redb")).unwrap();
    for (name, target) in [("nowhere.redb", "b.redb"), ("far.redb", "no/folder/b.redb"), ("self.redb", "self.redb")] {
        symlink(target, at(name)).unwrap();
        assert!(open(&at(name)).is_err(), "{name}");
    }
    symlink("nowhere.redb", at("chain.redb")).unwrap();
    let said = open(&at("chain.redb")).unwrap_err().to_string();
    assert!(said.contains("symbolic link to a file that does not exist"), "{said}");
    assert!(!at("b.redb").exists());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 6);
}
