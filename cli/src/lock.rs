//! `adp lock`: write digests of documents, and the tools of MCP servers, to a lock file for `adp diff --lock`.

use crate::{
    failure::{Failure, InInput},
    input::{file, format},
    mcp::{self, ConnectArgs, ServerArgs, SessionSettings},
    network::NetworkArgs,
    output::{
        Force, Output,
        escape::escape_json,
        terminal::{Terminal, counted},
    },
};
use adp_compare::{
    diff::Changes,
    lock::{LockFile, LockedFile, LockedServer, ServerAddress},
};
use adp_publish::OpenError;
use agent_description::{
    Code, CodedError, Document, Json, Limits, SimpleError,
    diagnostic::shortened,
    format::{Format, FormatError, read},
    secret::Redactor,
};
use std::{
    fs,
    path::{Component, Path, PathBuf},
};

const EXAMPLES: &str = "\
Examples:
  adp lock agent-card.json tools.json -o adp.lock.json
  adp diff --lock adp.lock.json   # in CI: exits with 1 if anything changed
  adp lock agent-card.json tools.json -o adp.lock.json --update
  # the tools of a live MCP server
  adp lock https://mcp.example.com/mcp -o mcp.lock.json
  adp lock -o mcp.lock.json --stdio -- COMMAND

A URL names an MCP server: its list of tools and its instructions are stored in
the lock file. No tool is called. Paths are relative to the folder of the lock
file. Files outside this folder and symbolic links are refused. To change an
existing lock file, pass --update; to replace a file that is not a lock file,
pass --force.";

/// Write a lock file with digests of documents, tools and skills
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Documents in the folder of the lock file or below it, and URLs of MCP servers
    #[arg(value_name = "FILE|URL", required_unless_present = "stdio")]
    inputs: Vec<String>,

    /// Lock file to write
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// Replace a lock file with different content
    #[arg(long)]
    update: bool,

    /// Also keep the documents, so that `adp diff --lock` shows what changed in them
    #[arg(long)]
    with_texts: bool,

    #[command(flatten)]
    force: Force,

    #[command(flatten)]
    server: ServerArgs,

    #[command(flatten)]
    connect: ConnectArgs,

    #[command(flatten)]
    network: NetworkArgs,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<(), Failure> {
    if args.output == Path::new(file::STDIN) {
        return Err(Failure::usage("the paths in a lock file are relative to its folder; pass a file with -o"));
    }
    let root = Root::for_file(&args.output)?;
    let (mut entries, mut addresses) = (Vec::new(), Vec::new());
    for name in &args.inputs {
        if name.contains("://") {
            addresses.push(ServerAddress::Url(name.clone()));
            continue;
        }
        let path = root.relative(Path::new(name))?;
        let read = root.read(&path, None)?;
        let (format, document) = read.map_err(|why| Failure::new(Code::FORMAT_UNKNOWN, format!("{path}: {why}")))?;
        let now = LockedFile::for_document(&path, format, &document).in_document(&path, &document)?;
        entries.push(if args.with_texts { now.keeping(&document) } else { now });
    }
    addresses.extend(args.server.address());
    let mut servers = Vec::new();
    if !addresses.is_empty() {
        let settings = SessionSettings::new(&args.connect, &args.network, terminal)?;
        for address in addresses {
            let now = mcp::tools_of(&address, &settings)?;
            now.warn_of_faults(terminal);
            servers.push(LockedServer::for_tools(address, &now.protocol, now.instructions.as_deref(), &now.list)?);
        }
    }
    let lock = LockFile::new(entries, servers)?;
    let mut text = lock.to_json().to_pretty();
    text.push('\n');
    let text = escape_json(&text);
    if text.len() > LockFile::MAX_LOCK_BYTES {
        let (found, most) = (text.len(), LockFile::MAX_LOCK_BYTES);
        let message = format!("the lock file would have {found} bytes, and is read up to {most}");
        let help = "lock fewer documents in one file, or leave out --with-texts";
        return Err(Failure::new(Code::TOO_LARGE, message).with_help(help));
    }
    if let Some(output) = args.to_write(&lock, terminal)? {
        output.write(text.as_bytes())?;
        if !terminal.wants_json() {
            terminal.warn_of_secret_in(&with_masked_addresses(&lock).to_pretty(), "the lock file contains a secret");
        }
    }
    if terminal.wants_json() {
        terminal.print_unmasked_of(with_masked_addresses(&lock), text.len())
    } else {
        let tools = lock.servers().iter().map(|server| &server.tools);
        let parts: usize = lock.files().chain(tools).map(|file| file.parts.len()).sum();
        let inputs = [(lock.files().count(), "file"), (lock.servers().len(), "server")];
        let mut counts: Vec<String> =
            inputs.into_iter().filter(|(n, _)| *n > 0).map(|(n, what)| counted(n, what)).collect();
        counts.push(counted(parts, "part"));
        terminal.print(format_args!("{}: {}\n", args.output.display(), counts.join(", ")))
    }
}

/// The lock file for stdout: without the secrets in addresses and commands, which only the file needs.
fn with_masked_addresses(lock: &LockFile) -> Json {
    let mask = |text: &mut Json| {
        *text = Json::from(text.as_str().map(|text| Redactor::for_process().report(text).into_owned()));
    };
    let mut json = lock.to_json();
    let servers = json.as_object_mut().and_then(|root| root.get_mut("servers")).and_then(Json::as_array_mut);
    for server in servers.into_iter().flatten().filter_map(Json::as_object_mut) {
        server.get_mut("url").into_iter().for_each(mask);
        server.get_mut("command").and_then(Json::as_array_mut).into_iter().flatten().for_each(mask);
    }
    json
}

impl Args {
    /// The content to write, or `None` if the existing lock file has the same digests.
    fn to_write(&self, lock: &LockFile, terminal: &Terminal) -> Result<Option<Output<'_>>, Failure> {
        let is_there = fs::symlink_metadata(&self.output).is_ok();
        if is_there && !self.force.force {
            match read_lock(&self.output, terminal) {
                Ok(before) if before == *lock => return Ok(None),
                Ok(_) if self.update => return Ok(Some(Output::update(&self.output))),
                Ok(_) => {
                    let message = format!("{} already exists, and locks something else", self.output.display());
                    let help =
                        "`adp diff --lock FILE` shows the changes; the same command with `--update` accepts them.";
                    return Err(Failure::new(Code::IO_EXISTS, message).with_help(help));
                }
                // a file that is not a lock file is not replaced
                Err(failure) if self.update => return Err(failure),
                Err(_) => {}
            }
        }
        Output::named(&self.output, self.force, &[])
    }
}

/// Compares files and servers with a lock file: the given ones, or all locked ones. Returns the changes by path or
/// address. Commands in the lock file are run only if that is allowed.
pub fn compare(
    lock: &Path,
    inputs: &[String],
    allows_commands: bool,
    (connect, network): (&ConnectArgs, &NetworkArgs),
    terminal: &Terminal,
) -> Result<Vec<(String, Changes)>, Failure> {
    let root = Root::for_file(lock)?;
    let locked = read_lock(lock, terminal)?;
    let failed = |error: SimpleError| lock_failure(&error, lock, &[]);
    let (urls, files): (Vec<&String>, Vec<&String>) = inputs.iter().partition(|name| name.contains("://"));
    let mut named = Vec::new();
    for file in files {
        named.push(root.relative(Path::new(file))?);
    }
    let mut servers = Vec::new();
    for url in urls {
        let is_named = |server: &&LockedServer| server.address == ServerAddress::Url(url.clone());
        let server = locked.servers().iter().find(is_named);
        servers.push(server.ok_or_else(|| failed(LockFile::missing(url)))?);
    }
    if inputs.is_empty() {
        named.extend(locked.files().map(|file| file.path.clone()));
        servers.extend(locked.servers());
    }
    let mut compared = Vec::new();
    for path in named {
        let entry = locked.file(&path).map_err(failed)?;
        let changes = match root.read(&path, Some(&entry.format))? {
            Ok((format, document)) => entry.compare_with(format, &document).map_err(failed)?,
            Err(why) => LockedFile::gone(why),
        };
        compared.push((path, changes));
    }
    // before anything is started or asked
    if let Some(server) = servers.iter().find(|server| matches!(server.address, ServerAddress::Command(_)))
        && !allows_commands
    {
        let command = shortened(&server.address.to_string());
        return Err(Failure::usage(format!("the lock file has a server that is started by the command {command}"))
            .with_help("a lock file can name any command: read it, then pass --allow-commands to run it"));
    }
    if connect.token_env.is_some() && inputs.is_empty() {
        return Err(Failure::usage("--token-env: the lock file names the servers, and could name any")
            .with_help("name the URL of the server that the token is for, after --lock FILE"));
    }
    if !servers.is_empty() {
        let settings = SessionSettings::new(connect, network, terminal)?;
        for server in servers {
            let now = mcp::tools_of(&server.address, &settings)?;
            let changes = server.compare_with(now.instructions.as_deref(), &now.list).map_err(failed)?;
            compared.push((server.address.to_string(), changes));
        }
    }
    Ok(compared)
}

fn read_lock(path: &Path, terminal: &Terminal) -> Result<LockFile, Failure> {
    let bytes = file::read_listed(path, LockFile::MAX_LOCK_BYTES, terminal)?;
    Redactor::for_process().learn(&bytes);
    let lock = LockFile::parse(&bytes).map_err(|error| lock_failure(&error, path, &bytes))?;
    for server in lock.servers() {
        if let ServerAddress::Command(command) = &server.address {
            mcp::learn_secrets(command);
        }
    }
    Ok(lock)
}

fn lock_failure(error: &SimpleError, path: &Path, bytes: &[u8]) -> Failure {
    let failure = Failure::from_error(error).in_input(&file::display_name(path), bytes);
    match error.code() {
        Code::INVALID_NAME => {
            failure.with_help("`adp lock -o FILE` writes a lock file; documents must be in its folder or below.")
        }
        Code::DUPLICATE | Code::NOT_FOUND | Code::CONTRADICTION => {
            failure.with_help("`adp lock --update` writes the lock file again.")
        }
        _ => failure,
    }
}

/// The folder of a lock file.
struct Root {
    folder: PathBuf,
}

impl Root {
    fn for_file(lock: &Path) -> Result<Self, Failure> {
        if lock == Path::new(file::STDIN) {
            return Err(Failure::usage("the lock file cannot be `-`; pass a file"));
        }
        let folder = file::folder_of(lock);
        let folder = fs::canonicalize(folder).map_err(|error| Failure::io("read", folder, &error))?;
        Ok(Self { folder })
    }

    /// A file's path relative to the folder.
    fn relative(&self, name: &Path) -> Result<String, Failure> {
        let outside = || {
            let shown = shortened(&name.to_string_lossy());
            Failure::new(Code::INVALID_NAME, format!("{shown} is outside the lock file's folder"))
                .with_help("write the lock file to a parent folder of all documents")
        };
        // resolve links in the path to the lock file's folder, but not below it
        let mut above: Vec<&Path> = name.ancestors().skip(1).collect();
        above.reverse();
        let is_root = |above: &Path| {
            let above = if above == Path::new("") { Path::new(".") } else { above };
            fs::canonicalize(above).is_ok_and(|found| found == self.folder)
        };
        let root = above.into_iter().find(|above| is_root(above)).ok_or_else(outside)?;
        let below = name.strip_prefix(root).map_err(|_| outside())?;
        if below.components().any(|part| part == Component::ParentDir) {
            let message =
                format!("{} goes up by `..` on its way, expected its plain path", shortened(&name.to_string_lossy()));
            return Err(Failure::new(Code::INVALID_NAME, message).with_help("pass a path without `..`"));
        }
        let plain = |part: Component<'_>| match part {
            Component::Normal(name) => name.to_str().map(str::to_owned),
            _ => None,
        };
        // skip a leading `.`
        let parts = below.components().filter(|part| *part != Component::CurDir);
        let names: Option<Vec<String>> = parts.map(plain).collect();
        Ok(names.ok_or_else(outside)?.join("/"))
    }

    /// Reads a file with the format in the lock file. The error explains why the file cannot be compared.
    fn read(
        &self,
        path: &str,
        locked_as: Option<&str>,
    ) -> Result<Result<(&'static Format, Document), String>, Failure> {
        let limits = Limits::default();
        let formats = format::all();
        let most = agent_description::format::read_limits(&formats, &limits).bytes();
        let bytes = match file::read_below(&self.folder, Path::new(path), most) {
            Ok(bytes) => bytes,
            Err(OpenError::Missing) if locked_as.is_some() => return Ok(Err("the file no longer exists".to_owned())),
            Err(OpenError::Path | OpenError::Link) => {
                let message = format!("{} is a link, or behind one, and could lead out of the folder", shortened(path));
                return Err(Failure::new(Code::INVALID_NAME, message));
            }
            Err(error) => return Err(Failure::new(Code::IO_READ, format!("cannot read {}: {error}", shortened(path)))),
        };
        let (document, found) = match read(&bytes, &formats, &limits) {
            Err(FormatError::Unknown(unknown)) => return Ok(Err(unknown.to_string())),
            read => read.in_input(path, &bytes)?,
        };
        let as_locked = found.iter().find(|format| Some(format.name) == locked_as);
        let Some(format) = as_locked.or(found.first()) else {
            return Ok(Err("the format is not recognized".to_owned()));
        };
        Ok(Ok((*format, document)))
    }
}
