//! Writes output files. A file is written atomically. An existing file is replaced only with `--force`, and a file with
//! a private key never.

use super::terminal::Terminal;
use crate::{
    failure::Failure,
    input::file::{STDIN, folder_of, no_regular_file, open_regular},
};
use adp_publish::find_secret;
use adp_server::atomic_file::{Access, AtomicFile};
use agent_description::Code;
use std::{
    fs::{self, File, OpenOptions},
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

/// Help for an output that exists and contains a key.
const MOVE_THE_KEY: &str = "pass another file, or move the existing file away first";

/// How long to wait for a FIFO's reader.
#[cfg(unix)]
const READER_TIMEOUT: std::time::Duration = std::time::Duration::from_secs(5);

/// Number of bytes of an existing file that are scanned for private keys.
const MAX_SCANNED_BYTES: u64 = 64 << 20;

/// The option `--force`.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Force {
    /// Replace an existing output file, unless it contains a private key
    #[arg(long)]
    pub force: bool,
}

/// The output options of verbs that write to stdout by default.
#[derive(Debug, clap::Args)]
pub struct OutputArgs {
    /// Output file; `-` is stdout (default: stdout)
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    force: Force,
}

impl OutputArgs {
    /// The file to write; `None` is stdout.
    pub fn output(&self) -> Result<Option<Output<'_>>, Failure> {
        Output::optional(self.output.as_deref(), self.force, &[])
    }
}

/// The output options of verbs that change a document.
#[derive(Debug, clap::Args)]
pub struct EditArgs {
    /// Output file; `-` is stdout
    #[arg(short, long, value_name = "FILE", conflicts_with = "in_place")]
    output: Option<PathBuf>,

    /// Overwrite the input file
    #[arg(long)]
    pub in_place: bool,

    #[command(flatten)]
    pub force: Force,
}

impl EditArgs {
    /// The file to write; `None` is stdout. See [`Output::named`].
    pub fn output<'a>(&'a self, input: &'a Path, keys: &[(&str, &Path)]) -> Result<Option<Output<'a>>, Failure> {
        if self.in_place {
            if input == Path::new(STDIN) {
                return Err(Failure::usage("stdin cannot be overwritten; pass a file with -o"));
            }
            return Ok(Some(Output { path: input, existing: Existing::Edit }));
        }
        Output::optional(self.output.as_deref(), self.force, keys).map_err(|failure| {
            let real = |path: &Path| fs::canonicalize(path).ok();
            let is_input = self.output.as_deref().and_then(real).is_some_and(|path| real(input) == Some(path));
            if failure.code() == Code::IO_EXISTS.as_str() && is_input {
                failure.with_help("pass --in-place to change the input file; --force replaces another file")
            } else {
                failure
            }
        })
    }
}

/// The treatment of an existing file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Existing {
    Refuse,
    /// Replace it, unless it contains a private key.
    Replace,
    /// Replace it, even if it contains a key: it is the input, or can be generated again.
    Edit,
}

/// An output file.
#[derive(Clone, Copy, Debug)]
pub struct Output<'a> {
    pub path: &'a Path,
    existing: Existing,
}

impl<'a> Output<'a> {
    /// The output file for a path; `None` for `-`. Fails early, before the verb does any work. Rejects key files that
    /// the same command reads.
    ///
    /// # Errors
    ///
    /// `io-exists` for an existing file without `--force`, and for a file with a private key. `io-read` for a folder, a
    /// missing parent folder and system errors. A usage error for a key file of this command.
    pub fn named(path: &'a Path, force: Force, keys: &[(&str, &Path)]) -> Result<Option<Self>, Failure> {
        if path == Path::new(STDIN) {
            return Ok(None);
        }
        refuse_same(path, keys)?;
        let output = Self { path, existing: if force.force { Existing::Replace } else { Existing::Refuse } };
        output.place()?;
        Ok(Some(output))
    }

    /// Like [`Self::named`], for an output that is stdout by default.
    pub fn optional(path: Option<&'a Path>, force: Force, keys: &[(&str, &Path)]) -> Result<Option<Self>, Failure> {
        path.map_or(Ok(None), |path| Self::named(path, force, keys))
    }

    /// Like [`Self::named`], for verbs that need a file. `why` is the error for `-`.
    pub fn file(path: &'a Path, force: Force, why: &str) -> Result<Self, Failure> {
        Self::named(path, force, &[])?.ok_or_else(|| Failure::usage(why))
    }

    /// A new file; an existing one is never replaced.
    pub fn new_file(path: &'a Path) -> Self {
        Self { path, existing: Existing::Refuse }
    }

    /// A file that the verb wrote before and updates.
    pub fn update(path: &'a Path) -> Self {
        Self { path, existing: Existing::Edit }
    }

    /// Writes the file. A regular file is written to a temporary file, flushed to the disk and renamed. FIFOs, devices
    /// and this process's own stdout are written directly.
    ///
    /// # Errors
    ///
    /// As [`Output::named`].
    pub fn write(&self, bytes: &[u8]) -> Result<(), Failure> {
        let failed = |error: io::Error| Failure::io("write", self.path, &error);
        match self.place()? {
            Place::File(target) => self.put(&target, bytes, Access::Usual),
            Place::OwnStream(mut stream) => {
                // flush earlier output first
                io::stdout().flush().and_then(|()| stream.write_all(bytes)).map_err(failed)
            }
            Place::Special => open_special(self.path).map_err(failed)?.write_all(bytes).map_err(failed),
        }
    }

    /// Writes a secret to a regular file with mode 0600.
    ///
    /// # Errors
    ///
    /// As [`Output::named`].
    pub fn write_secret(&self, bytes: &[u8]) -> Result<(), Failure> {
        match self.place()? {
            Place::File(target) => self.put(&target, bytes, Access::Owner),
            Place::OwnStream(_) | Place::Special => Err(no_regular_file("write", self.path)),
        }
    }

    fn put(&self, target: &Path, bytes: &[u8], access: Access) -> Result<(), Failure> {
        let mut file = AtomicFile::create(target, access).map_err(|error| Failure::io("write", self.path, &error))?;
        let written = file.write_all(bytes).and_then(|()| match self.existing {
            // fails if the file exists, so that no other process's file is lost
            Existing::Refuse => file.place_new(),
            Existing::Replace | Existing::Edit => file.replace(),
        });
        written.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => exists(self.path),
            _ => Failure::io("write", self.path, &error),
        })
    }

    /// The destination, unless it must not be overwritten.
    fn place(&self) -> Result<Place, Failure> {
        let place = Place::for_path(self.path)?;
        let Place::File(target) = &place else {
            return match self.existing {
                Existing::Edit => Err(no_regular_file("write", self.path)),
                Existing::Refuse | Existing::Replace => Ok(place),
            };
        };
        if self.existing == Existing::Edit {
            return Ok(place);
        }
        // a dangling link also exists
        if fs::symlink_metadata(target).is_err() {
            fs::metadata(folder_of(target)).map_err(|error| Failure::io("write", self.path, &error))?;
            return Ok(place);
        }
        match (secret_in(target), self.existing) {
            (Ok(Some(what)), _) => {
                let message = format!("{} holds {what}, and keys are never overwritten", self.path.display());
                Err(Failure::new(Code::IO_EXISTS, message).with_help(MOVE_THE_KEY))
            }
            (_, Existing::Refuse) => Err(exists(self.path)),
            (Err(error), _) => Err(Failure::io("read", self.path, &error)),
            (Ok(None), _) => Ok(place),
        }
    }
}

/// Opens a FIFO, device or socket. Opening a FIFO blocks until it has a reader, so this waits for a limited time.
#[cfg(unix)]
fn open_special(path: &Path) -> io::Result<File> {
    use rustix::{fs::OFlags, io::Errno};
    use std::{
        os::unix::fs::OpenOptionsExt,
        thread,
        time::{Duration, Instant},
    };
    let nonblocking = i32::try_from(OFlags::NONBLOCK.bits()).unwrap_or_default();
    let start = Instant::now();
    loop {
        match OpenOptions::new().write(true).custom_flags(nonblocking).open(path) {
            Err(error) if error.raw_os_error() == Some(Errno::NXIO.raw_os_error()) => {
                if start.elapsed() > READER_TIMEOUT {
                    return Err(io::Error::other("no process reads from it; start the reader first"));
                }
                thread::sleep(Duration::from_millis(20));
            }
            file => {
                let file = file?;
                // a slow reader may block the writer
                rustix::fs::fcntl_setfl(&file, OFlags::empty())?;
                return Ok(file);
            }
        }
    }
}

#[cfg(not(unix))]
fn open_special(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).open(path)
}

/// Writes to a file or to stdout.
pub fn write_or_print(output: Option<&Output<'_>>, bytes: &[u8], terminal: &Terminal) -> Result<(), Failure> {
    match output {
        Some(output) => output.write(bytes),
        None => terminal.document(&String::from_utf8_lossy(bytes)),
    }
}

fn exists(path: &Path) -> Failure {
    let what = if path.exists() { "already exists" } else { "is a symbolic link to a file that does not exist" };
    Failure::new(Code::IO_EXISTS, format!("{} {what}", path.display()))
        .with_help("pass --force to replace it, or pass another file")
}

/// The kind of secret in an existing file, if any. A dangling link has none.
fn secret_in(target: &Path) -> io::Result<Option<&'static str>> {
    if !target.exists() {
        return Ok(None);
    }
    let file = open_regular(target).map_err(|failure| io::Error::other(failure.message().to_owned()))?;
    find_secret(file.take(MAX_SCANNED_BYTES))
}

/// Rejects an output that is a key file of the same command.
fn refuse_same(output: &Path, keys: &[(&str, &Path)]) -> Result<(), Failure> {
    let regular = |path: &Path| fs::canonicalize(path).ok().filter(|path| path.is_file());
    let Some(target) = regular(output) else { return Ok(()) };
    match keys.iter().find(|(_, key)| regular(key).as_ref() == Some(&target)) {
        Some((flag, key)) => {
            Err(Failure::usage(format!("the output {} is the file of {flag} {}", output.display(), key.display())))
        }
        None => Ok(()),
    }
}

/// The target of an output path, after following links.
enum Place {
    /// A regular file or a new one.
    File(PathBuf),
    /// The file that stdout or stderr of this process is redirected to. A second handle would overwrite their output.
    OwnStream(File),
    /// A FIFO, device or socket.
    Special,
}

impl Place {
    fn for_path(path: &Path) -> Result<Self, Failure> {
        let metadata = match fs::metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::File(path.to_owned())),
            metadata => metadata.map_err(|error| Failure::io("write", path, &error))?,
        };
        if metadata.is_dir() {
            return Err(Failure::new(Code::IO_READ, format!("cannot write {}: it is a folder", path.display()))
                .with_help("pass a file"));
        }
        if let Some(stream) = own_stream(&metadata) {
            return Ok(Self::OwnStream(stream));
        }
        if !metadata.is_file() {
            return Ok(Self::Special);
        }
        // replace the target of a link, not the link
        fs::canonicalize(path).map(Self::File).map_err(|error| Failure::io("write", path, &error))
    }
}

/// This process's stdout or stderr, if it is redirected to this file.
#[cfg(unix)]
fn own_stream(metadata: &fs::Metadata) -> Option<File> {
    use std::os::{fd::AsFd, unix::fs::MetadataExt};
    let same =
        |stream: &File| stream.metadata().is_ok_and(|of| (of.dev(), of.ino()) == (metadata.dev(), metadata.ino()));
    let streams = [io::stdout().as_fd().try_clone_to_owned(), io::stderr().as_fd().try_clone_to_owned()];
    streams.into_iter().flatten().map(File::from).find(same)
}

#[cfg(not(unix))]
fn own_stream(_: &fs::Metadata) -> Option<File> {
    None
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{Force, Output};
    use std::{fs, sync::Barrier, thread};

    #[test]
    fn of_many_that_write_a_file_at_once_one_does() {
        let folder = tempfile::tempdir().unwrap();
        for round in 0..20 {
            let path = folder.path().join(format!("{round}.json"));
            let barrier = Barrier::new(8);
            // each checks before any writes, so only the system can detect the conflict
            let output = Output::named(&path, Force { force: false }, &[]).unwrap().unwrap();
            let write = |text: String| {
                barrier.wait();
                output.write(text.as_bytes()).map(|()| text)
            };
            let write = &write;
            let written: Vec<_> = thread::scope(|scope| {
                let threads: Vec<_> =
                    (0..8).map(|number| scope.spawn(move || write(format!("text {number}")))).collect();
                threads.into_iter().map(|thread| thread.join().unwrap()).collect()
            });
            let (done, refused): (Vec<_>, Vec<_>) = written.into_iter().partition(Result::is_ok);
            let done: Vec<String> = done.into_iter().map(Result::unwrap).collect();
            assert_eq!((done.len(), refused.len()), (1, 7));
            assert!(refused.into_iter().all(|refused| refused.unwrap_err().code() == "io-exists"));
            assert_eq!(fs::read_to_string(&path).unwrap(), done[0]);
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 20);
    }
}
