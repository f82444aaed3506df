//! Opening files below a folder without following symbolic links.
//!
//! Checking a path before opening it leaves a race: anyone who may write to the folder can replace a part by a link in
//! between. Here the kernel resolves the path once and refuses links (`openat2`, Linux 5.6), or each folder is opened
//! by its own name.

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
    let file = system::open(root, relative)?;
    // asks the open file, which can no longer be replaced
    if file.metadata()?.is_file() { Ok(file) } else { Err(OpenError::NotAFile) }
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

#[cfg(unix)]
mod system {
    use super::OpenError;
    use rustix::{
        fd::{AsFd, OwnedFd},
        fs::{AtFlags, FileType, Mode, OFlags, open as open_path, openat, statat},
        io::Errno,
    };
    use std::{ffi::OsStr, fs::File, path::Path};

    /// Does not block on a pipe, and does not acquire a controlling terminal.
    const FILE: OFlags =
        OFlags::RDONLY.union(OFlags::CLOEXEC).union(OFlags::NONBLOCK).union(OFlags::NOCTTY).union(OFlags::NOFOLLOW);
    const FOLDER: OFlags = OFlags::RDONLY.union(OFlags::CLOEXEC).union(OFlags::DIRECTORY);

    pub fn open(root: &Path, relative: &Path) -> Result<File, OpenError> {
        let root = open_path(root, FOLDER, Mode::empty()).map_err(std::io::Error::from)?;
        #[cfg(target_os = "linux")]
        match at_once(&root, relative) {
            // an old kernel, or a sandbox that does not allow the call
            Err(Errno::NOSYS | Errno::PERM) => {}
            opened => return opened.map_err(refusal),
        }
        name_by_name(root, relative)
    }

    #[cfg(target_os = "linux")]
    pub fn at_once(root: &OwnedFd, relative: &Path) -> Result<File, Errno> {
        use rustix::fs::{ResolveFlags, openat2};
        let flags = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
        openat2(root, relative, FILE, Mode::empty(), flags).map(File::from)
    }

    pub fn name_by_name(root: OwnedFd, relative: &Path) -> Result<File, OpenError> {
        let mut folder = root;
        let mut names = relative.iter().peekable();
        while let Some(name) = names.next() {
            if names.peek().is_none() {
                return openat(&folder, name, FILE, Mode::empty()).map(File::from).map_err(refusal);
            }
            let next = openat(&folder, name, FOLDER | OFlags::NOFOLLOW, Mode::empty());
            folder = next.map_err(|error| if is_link(&folder, name) { OpenError::Link } else { refusal(error) })?;
        }
        Err(OpenError::Path)
    }

    /// With `O_DIRECTORY`, a link fails like a file; this distinguishes the two without opening anything.
    fn is_link(folder: impl AsFd, name: &OsStr) -> bool {
        statat(folder, name, AtFlags::SYMLINK_NOFOLLOW)
            .is_ok_and(|found| FileType::from_raw_mode(found.st_mode).is_symlink())
    }

    fn refusal(error: Errno) -> OpenError {
        match error {
            // a file instead of a folder, or a name that is too long: the path does not exist
            Errno::NOENT | Errno::NOTDIR | Errno::NAMETOOLONG => OpenError::Missing,
            // EMLINK and EFTYPE are the errors of the BSDs
            Errno::LOOP | Errno::MLINK => OpenError::Link,
            // outside of the folder: only a link leads there, because names are simple
            Errno::XDEV => OpenError::Link,
            // a socket; a device without a driver
            Errno::NXIO | Errno::NODEV | Errno::ISDIR => OpenError::NotAFile,
            error => OpenError::Io(error.into()),
        }
    }
}

/// The fallback for other systems: each name is checked and then opened, which leaves a short race.
#[cfg(not(unix))]
mod system {
    use super::OpenError;
    use std::{fs, fs::File, io, path::Path};

    pub fn open(root: &Path, relative: &Path) -> Result<File, OpenError> {
        let missing = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => OpenError::Missing,
            _ => OpenError::Io(error),
        };
        let mut path = root.to_owned();
        for name in relative {
            path.push(name);
            if fs::symlink_metadata(&path).map_err(missing)?.file_type().is_symlink() {
                return Err(OpenError::Link);
            }
        }
        if !fs::metadata(&path).map_err(missing)?.is_file() {
            return Err(OpenError::NotAFile);
        }
        File::open(&path).map_err(missing)
    }
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{OpenError, open_below, system};
    use rustix::fs::{FileType, Mode, OFlags};
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
    fn both_ways_open_files_and_no_links() {
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
            let opened = rustix::fs::open(&root, OFlags::RDONLY | OFlags::DIRECTORY, Mode::empty()).unwrap();
            let named = system::name_by_name(opened, Path::new(path));
            let named =
                named.and_then(|file| if file.metadata()?.is_file() { Ok(file) } else { Err(OpenError::NotAFile) });
            assert_eq!(word(named), expected, "{path}, name by name");
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
            let found: std::collections::BTreeSet<String> = (0..4_000)
                .map(|count| match count % 2 {
                    0 => word(open_below(&root, path)),
                    _ => {
                        let opened =
                            rustix::fs::open(&root, OFlags::RDONLY | OFlags::DIRECTORY, Mode::empty()).unwrap();
                        word(system::name_by_name(opened, path))
                    }
                })
                .collect();
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
            // in the fallback the link may have been replaced again
            assert!(found.iter().all(|found| ["sub", "Missing", "Link"].contains(&found.as_str())), "{found:?}");
            assert!(found.contains("sub"), "{found:?}");
        });
    }
}
