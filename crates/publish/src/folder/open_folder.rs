//! An open folder handle: operations apply to this folder, even if its path changes.
//!
//! Every name is a single path segment. A symbolic link with this name is detected, and never followed.

#[cfg(unix)]
use std::fs::File;
use std::{
    io,
    path::{Path, PathBuf},
};

/// The kind of a directory entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// A symbolic link.
    Link,
    /// A pipe, a socket or a device.
    Special,
}

/// A folder.
#[derive(Debug)]
pub(super) struct OpenFolder {
    /// Its path when it was opened.
    path: PathBuf,
    #[cfg(unix)]
    handle: File,
}

impl OpenFolder {
    /// Its path when it was opened.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The folder at a relative path; `None` if it does not exist. With `make`, missing folders are created.
    pub(super) fn below(&self, path: &str, make: bool) -> io::Result<Option<Self>> {
        let mut folder = self.again()?;
        let ends = path.match_indices('/').map(|(at, _)| at).chain([path.len()]);
        let mut begins = 0;
        for end in ends.filter(|_| !path.is_empty()) {
            let name = &path[begins..end];
            begins = end + 1;
            folder = match folder.folder(name) {
                Err(error) if error.kind() == io::ErrorKind::NotFound && make => {
                    folder.make_folder(name)?;
                    folder.folder(name)?
                }
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
                found => found?,
            };
        }
        Ok(Some(folder))
    }
}

/// How an entry is renamed.
#[cfg(unix)]
#[derive(Clone, Copy)]
enum Rename {
    /// To a path that has no entry.
    New,
    /// The two entries change places.
    Exchange,
}

#[cfg(all(unix, test))]
use super::killed::before_change;

/// Tests end a run here.
#[cfg(all(unix, not(test)))]
#[expect(clippy::unnecessary_wraps, reason = "it fails in tests")]
fn before_change() -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
mod system {
    use super::{Kind, OpenFolder, Rename, before_change};
    use rustix::{
        fs::{AtFlags, FileType, Mode, OFlags, mkdirat, open, openat, renameat, statat, unlinkat},
        io::Errno,
    };
    use std::{fs::File, io, path::Path};

    const FOLDER: OFlags = OFlags::RDONLY.union(OFlags::CLOEXEC).union(OFlags::DIRECTORY);
    const NEW_FILE: OFlags =
        OFlags::WRONLY.union(OFlags::CLOEXEC).union(OFlags::CREATE).union(OFlags::EXCL).union(OFlags::NOFOLLOW);
    const FILE: OFlags =
        OFlags::RDONLY.union(OFlags::CLOEXEC).union(OFlags::NOFOLLOW).union(OFlags::NONBLOCK).union(OFlags::NOCTTY);

    impl OpenFolder {
        /// Opens a folder by its path, which may contain symbolic links.
        pub(crate) fn open(path: &Path) -> io::Result<Self> {
            let handle = open(path, FOLDER, Mode::empty())?;
            Ok(Self { path: path.to_owned(), handle: File::from(handle) })
        }

        pub(super) fn again(&self) -> io::Result<Self> {
            Ok(Self { path: self.path.clone(), handle: self.handle.try_clone()? })
        }

        /// Opens a folder in it.
        pub(crate) fn folder(&self, name: impl AsRef<Path>) -> io::Result<Self> {
            let name = name.as_ref();
            let handle = openat(&self.handle, name, FOLDER | OFlags::NOFOLLOW, Mode::empty())?;
            Ok(Self { path: self.path.join(name), handle: File::from(handle) })
        }

        /// Locks the folder while it is open; `false` if another process has locked it. Some network file systems do
        /// not support locks.
        pub(crate) fn lock(&self) -> bool {
            !matches!(self.handle.try_lock(), Err(std::fs::TryLockError::WouldBlock))
        }

        /// The kind of the entry; `None` if it does not exist.
        pub(crate) fn kind(&self, name: impl AsRef<Path>) -> io::Result<Option<Kind>> {
            let found = match statat(&self.handle, name.as_ref(), AtFlags::SYMLINK_NOFOLLOW) {
                // a name that is too long for any file
                Err(Errno::NOENT | Errno::NAMETOOLONG) => return Ok(None),
                found => FileType::from_raw_mode(found?.st_mode),
            };
            Ok(Some(match found {
                FileType::RegularFile => Kind::File,
                FileType::Directory => Kind::Folder,
                FileType::Symlink => Kind::Link,
                _ => Kind::Special,
            }))
        }

        /// Opens a regular file for reading.
        pub(crate) fn file(&self, name: impl AsRef<Path>) -> io::Result<File> {
            let file = File::from(openat(&self.handle, name.as_ref(), FILE, Mode::empty())?);
            if file.metadata()?.is_file() { Ok(file) } else { Err(io::ErrorKind::InvalidInput.into()) }
        }

        pub(crate) fn new_file(&self, name: &str) -> io::Result<File> {
            before_change()?;
            let file = File::from(openat(&self.handle, name, NEW_FILE, Mode::from_raw_mode(0o666))?);
            before_change()?;
            Ok(file)
        }

        pub(crate) fn make_folder(&self, name: &str) -> io::Result<()> {
            before_change()?;
            Ok(mkdirat(&self.handle, name, Mode::from_raw_mode(0o777))?)
        }

        pub(crate) fn rename(&self, name: &str, to: &Self, new: &str) -> io::Result<()> {
            before_change()?;
            Ok(renameat(&self.handle, name, &to.handle, new)?)
        }

        /// Renames an entry to a path that has none.
        pub(crate) fn rename_new(&self, name: &str, to: &Self, new: &str) -> io::Result<()> {
            if self.rename_by(name, to, new, Rename::New)? {
                return Ok(());
            }
            match to.kind(new)? {
                Some(_) => Err(io::ErrorKind::AlreadyExists.into()),
                None => self.rename(name, to, new),
            }
        }

        /// Exchanges two entries in one step; `false` if the file system cannot do that.
        pub(crate) fn exchange(&self, name: &str, to: &Self, new: &str) -> io::Result<bool> {
            self.rename_by(name, to, new, Rename::Exchange)
        }

        #[cfg(any(target_vendor = "apple", target_os = "linux", target_os = "android"))]
        fn rename_by(&self, name: &str, to: &Self, new: &str, how: Rename) -> io::Result<bool> {
            use rustix::fs::{RenameFlags, renameat_with};
            before_change()?;
            let flags = match how {
                Rename::New => RenameFlags::NOREPLACE,
                Rename::Exchange => RenameFlags::EXCHANGE,
            };
            match renameat_with(&self.handle, name, &to.handle, new, flags) {
                Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => Ok(false),
                renamed => Ok(renamed.map(|()| true)?),
            }
        }

        #[cfg(not(any(target_vendor = "apple", target_os = "linux", target_os = "android")))]
        fn rename_by(&self, _: &str, _: &Self, _: &str, _: Rename) -> io::Result<bool> {
            Ok(false)
        }

        pub(crate) fn remove_file(&self, name: &str) -> io::Result<()> {
            before_change()?;
            Ok(unlinkat(&self.handle, name, AtFlags::empty())?)
        }

        pub(crate) fn remove_folder(&self, name: &str) -> io::Result<()> {
            before_change()?;
            Ok(unlinkat(&self.handle, name, AtFlags::REMOVEDIR)?)
        }

        /// Makes renames durable. On file systems without support for this, the rename itself has still succeeded.
        pub(crate) fn sync(&self) {
            let _ = self.handle.sync_all();
        }
    }
}

/// The fallback for systems without folder handles: names are joined to the path and checked before use, which leaves a
/// short race.
#[cfg(not(unix))]
mod system {
    use super::{Kind, OpenFolder};
    use std::{fs, fs::File, io, path::Path};

    impl OpenFolder {
        pub(crate) fn open(path: &Path) -> io::Result<Self> {
            if !fs::metadata(path)?.is_dir() {
                return Err(io::ErrorKind::NotADirectory.into());
            }
            Ok(Self { path: path.to_owned() })
        }

        pub(super) fn again(&self) -> io::Result<Self> {
            Ok(Self { path: self.path.clone() })
        }

        pub(crate) fn folder(&self, name: impl AsRef<Path>) -> io::Result<Self> {
            let name = name.as_ref();
            match self.kind(name)? {
                None => Err(io::ErrorKind::NotFound.into()),
                Some(Kind::Folder) => Ok(Self { path: self.path.join(name) }),
                Some(_) => Err(io::ErrorKind::NotADirectory.into()),
            }
        }

        pub(crate) fn lock(&self) -> bool {
            true
        }

        pub(crate) fn kind(&self, name: impl AsRef<Path>) -> io::Result<Option<Kind>> {
            let found = match fs::symlink_metadata(self.path.join(name)) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
                found => found?.file_type(),
            };
            Ok(Some(match () {
                () if found.is_symlink() => Kind::Link,
                () if found.is_file() => Kind::File,
                () if found.is_dir() => Kind::Folder,
                () => Kind::Special,
            }))
        }

        pub(crate) fn file(&self, name: impl AsRef<Path>) -> io::Result<File> {
            let name = name.as_ref();
            match self.kind(name)? {
                Some(Kind::File) => File::open(self.path.join(name)),
                Some(_) => Err(io::ErrorKind::InvalidInput.into()),
                None => Err(io::ErrorKind::NotFound.into()),
            }
        }

        pub(crate) fn new_file(&self, name: &str) -> io::Result<File> {
            File::create_new(self.path.join(name))
        }

        pub(crate) fn make_folder(&self, name: &str) -> io::Result<()> {
            fs::create_dir(self.path.join(name))
        }

        pub(crate) fn rename(&self, name: &str, to: &Self, new: &str) -> io::Result<()> {
            fs::rename(self.path.join(name), to.path.join(new))
        }

        pub(crate) fn rename_new(&self, name: &str, to: &Self, new: &str) -> io::Result<()> {
            match to.kind(new)? {
                Some(_) => Err(io::ErrorKind::AlreadyExists.into()),
                None => self.rename(name, to, new),
            }
        }

        pub(crate) fn exchange(&self, _: &str, _: &Self, _: &str) -> io::Result<bool> {
            Ok(false)
        }

        pub(crate) fn remove_file(&self, name: &str) -> io::Result<()> {
            fs::remove_file(self.path.join(name))
        }

        pub(crate) fn remove_folder(&self, name: &str) -> io::Result<()> {
            fs::remove_dir(self.path.join(name))
        }

        pub(crate) fn sync(&self) {}
    }
}
