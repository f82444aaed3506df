//! Files below a folder are opened without following links.

use adp_publish::{OpenError, open_below};
use rustix::fs::{FileType, Mode};
use std::{
    fs::{self, File},
    io::Read,
    os::unix::{fs::symlink, net::UnixListener},
    path::Path,
};

/// A folder with one file of each kind in it, and one next to it.
fn folder() -> tempfile::TempDir {
    let base = tempfile::tempdir().unwrap();
    let (root, outside) = (base.path().join("root"), base.path().join("outside"));
    for path in [&root, &outside, &root.join("sub")] {
        fs::create_dir(path).unwrap();
        fs::write(path.join("file"), path.file_name().unwrap().as_encoded_bytes()).unwrap();
    }
    symlink(outside.join("file"), root.join("link")).unwrap();
    symlink(&outside, root.join("way")).unwrap();
    symlink("sub", root.join("inside")).unwrap();
    symlink("nowhere", root.join("dangling")).unwrap();
    symlink("/proc/self/root", root.join("magic")).unwrap();
    fs::hard_link(root.join("file"), root.join("twin")).unwrap();
    // not by the program `mkfifo`: until a child process runs it, the child holds the locks of other tests' folders
    rustix::fs::mknodat(rustix::fs::CWD, root.join("pipe"), FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    drop(UnixListener::bind(root.join("socket")).unwrap());
    base
}

fn word(result: Result<File, OpenError>) -> String {
    match result {
        Ok(mut file) => {
            let mut text = String::new();
            file.read_to_string(&mut text).unwrap();
            text
        }
        Err(OpenError::Io(error)) => format!("io {:?}", error.kind()),
        Err(error) => format!("{error:?}"),
    }
}

#[test]
fn files_are_opened_and_no_links() {
    let base = folder();
    let root = base.path().join("root");
    let long = "x".repeat(300);
    for (path, expected) in [
        ("file", "root"),
        ("sub/file", "sub"),
        ("twin", "root"),
        ("missing", "Missing"),
        ("file/x", "Missing"),
        ("sub/missing/x", "Missing"),
        (long.as_str(), "Missing"),
        ("sub", "NotAFile"),
        ("pipe", "NotAFile"),
        ("socket", "NotAFile"),
        ("link", "Link"),
        ("dangling", "Link"),
        ("inside", "Link"),
        ("inside/file", "Link"),
        ("way/file", "Link"),
        ("magic/etc/passwd", "Link"),
    ] {
        assert_eq!(word(open_below(&root, Path::new(path))), expected, "{path}");
    }
}

#[test]
fn paths_that_are_not_plain_are_not_asked_for() {
    let base = folder();
    let root = base.path().join("root");
    for path in [
        "",
        "/",
        "/etc/passwd",
        "..",
        "../outside/file",
        "sub/../file",
        ".",
        "./file",
        "sub/./file",
        "sub//file",
        "file/",
        "file\0",
    ] {
        assert_eq!(word(open_below(&root, Path::new(path))), "Path", "{path:?}");
    }
}

/// The race after a check: a folder in the path becomes a link in between, thousands of times.
#[test]
fn a_folder_exchanged_for_a_link_leads_nowhere() {
    let base = folder();
    let root = base.path().join("root");
    let stop = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                fs::rename(root.join("sub"), root.join("away")).unwrap();
                symlink("../outside", root.join("sub")).unwrap();
                fs::remove_file(root.join("sub")).unwrap();
                fs::rename(root.join("away"), root.join("sub")).unwrap();
            }
        });
        let path = Path::new("sub/file");
        let (mut found, begin) = (std::collections::BTreeSet::new(), std::time::Instant::now());
        found.extend((0..4_000).map(|_| word(open_below(&root, path))));
        // while other tests use the processors, the folder can be away during all of these
        while !found.contains("sub") && begin.elapsed().as_secs() < 60 {
            found.insert(word(open_below(&root, path)));
        }
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
        // the link may have been replaced again when the reason is looked for
        assert!(found.iter().all(|found| ["sub", "Missing", "Link"].contains(&found.as_str())), "{found:?}");
        assert!(found.contains("sub"), "{found:?}");
    });
}
