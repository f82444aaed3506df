//! Opening files below a folder without following symbolic links.
//!
//! Checking a path before opening it leaves a race: anyone who may write to the folder can replace a part by a link in
//! between. Here each folder is opened by its own name in the one before.

use super::open_folder::{Kind, OpenFolder};
use std::{
    fs::File,
    io,
    path::{Component, Path, PathBuf},
};

/// Why a file below a folder cannot be opened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The path is not a simple relative one: empty, absolute, or with `.`, `..`, doubled or trailing slashes, or NUL.
    #[error("the path may leave the folder; use simple names")]
    Path,
    /// The file does not exist.
    #[error("no such file")]
    Missing,
    /// The file, or a folder in its path, is a symbolic link.
    #[error("found a link, expected a regular file and folders")]
    Link,
    /// It is a folder, a pipe, a socket or a device.
    #[error("found a folder or special file, expected a regular file")]
    NotAFile,
    /// The system denies access, or fails.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Opens the regular file at `relative` below `root` for reading. The path of `root` itself may contain links;
/// `relative` may not.
///
/// Never blocks on a named pipe. Hard links are opened like any other file.
///
/// # Errors
/// [`OpenError`]; with [`OpenError::Io`] it is unknown whether the file exists.
pub fn open_below(root: &Path, relative: &Path) -> Result<File, OpenError> {
    if !is_plain(relative) {
        return Err(OpenError::Path);
    }
    let mut folder = OpenFolder::open(root)?;
    let parents = relative.parent().unwrap_or(Path::new(""));
    for name in parents {
        folder = folder.folder(name).map_err(|error| refusal(&folder, Path::new(name), error, Kind::Folder))?;
    }
    let name = Path::new(relative.file_name().unwrap_or_default());
    folder.file(name).map_err(|error| refusal(&folder, name, error, Kind::File))
}

/// Why the entry of a folder could not be opened as one of this kind.
fn refusal(folder: &OpenFolder, name: &Path, error: io::Error, wanted: Kind) -> OpenError {
    match (folder.kind(name), error.kind()) {
        (Ok(None), _) => OpenError::Missing,
        (Ok(Some(Kind::Link)), _) => OpenError::Link,
        (Ok(Some(Kind::Folder | Kind::Special)), _) if wanted == Kind::File => OpenError::NotAFile,
        // a file instead of a folder: the path does not exist
        (_, io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => OpenError::Missing,
        _ => OpenError::Io(error),
    }
}

/// Whether a path consists only of names, in the canonical spelling.
fn is_plain(path: &Path) -> bool {
    let names = path.components().all(|component| matches!(component, Component::Normal(_)));
    // `components` normalizes `a/./b` and `a/`, which systems treat differently
    let spelling = path.components().collect::<PathBuf>();
    names
        && !path.as_os_str().is_empty()
        && spelling.as_os_str() == path.as_os_str()
        && !path.as_os_str().as_encoded_bytes().contains(&0)
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{OpenError, open_below};
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
            let found: std::collections::BTreeSet<String> = (0..4_000).map(|_| word(open_below(&root, path))).collect();
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
            // the link may have been replaced again when the reason is looked for
            assert!(found.iter().all(|found| ["sub", "Missing", "Link"].contains(&found.as_str())), "{found:?}");
            assert!(found.contains("sub"), "{found:?}");
        });
    }
}
