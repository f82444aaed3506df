//! `adp-registry add | remove | get | export`: manage entries as the operator.

use super::{Failure, Outcome, input, network::NetworkArgs, note, open::StoreArgs, print, print_json};
use crate::{Added, Entry, Identifier, Registry, Status, Writer, http::evidence_of};
use adp_server::atomic_file::{Access, AtomicFile};
use agent_description::{Code, Timestamp, secret::Redactor};
use bytes::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::{
    collections::HashMap,
    fs::File,
    io::{BufRead, BufReader, IsTerminal, Read, Write},
    path::{Path, PathBuf},
};

/// Number of documents to verify and store together.
const BATCH_SIZE: usize = 200;
/// Maximum length of a line of an export: a JSON string with every character escaped.
const LINE: u64 = 16 << 20;

/// Add a document, or all documents of an export
#[derive(Debug, clap::Args)]
pub(super) struct AddArgs {
    /// Document; `-` is stdin
    #[arg(value_name = "FILE", required_unless_present = "from", requires = "id")]
    file: Option<PathBuf>,

    /// Identifier of the entry: urn:air:HOST:NAMESPACE:NAME
    #[arg(long, value_name = "URN")]
    id: Option<Identifier>,

    /// Add all documents of an export; each is checked and verified again
    #[arg(long, value_name = "FILE", conflicts_with_all = ["file", "id"])]
    from: Option<PathBuf>,

    #[command(flatten)]
    store: StoreArgs,

    #[command(flatten)]
    network: NetworkArgs,
}

/// Remove an entry
#[derive(Debug, clap::Args)]
pub(super) struct RemoveArgs {
    /// Identifier of the entry
    #[arg(value_name = "URN")]
    id: Identifier,

    #[command(flatten)]
    store: StoreArgs,
}

/// Print the exact bytes of an entry's document
#[derive(Debug, clap::Args)]
pub(super) struct GetArgs {
    /// Identifier of the entry
    #[arg(value_name = "URN")]
    id: Identifier,

    /// Print the evidence instead: signer, verification status and findings
    #[arg(long)]
    evidence: bool,

    #[command(flatten)]
    store: StoreArgs,
}

/// Export all documents as NDJSON, for `add --from`
#[derive(Debug, clap::Args)]
pub(super) struct ExportArgs {
    /// Output file, which must not exist unless --force is given
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// Replace an existing output file, once the export is complete
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    store: StoreArgs,
}

/// A line of an export.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Exported {
    identifier: Identifier,
    /// The text of the document. Its UTF-8 encoding equals the original bytes.
    document: String,
    #[serde(default)]
    written_by: String,
    /// When the entry was first added; missing in older exports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    added: Option<String>,
}

pub(super) async fn add(args: AddArgs, json: bool) -> Result<Outcome, Failure> {
    let registry = args.store.operated(&args.network).await?;
    if let Some(path) = &args.from {
        return add_all(&registry, path, json).await;
    }
    let (Some(path), Some(id)) = (&args.file, &args.id) else {
        return Err(Failure::usage("add needs FILE and --id, or --from"));
    };
    let document = input::read(path, registry.settings().document_bytes as u64)?;
    let added = registry.put(&Writer::Operator, id, Bytes::from(document)).await?;
    let Added { entry, is_new } = added;
    let state = match (entry.evidence.identity_at(registry.now()), &entry.evidence.refusal) {
        (Some(did), _) => format!("verified as {did}"),
        (None, Some(refusal)) => format!("not verified: {} ({})", refusal.message, refusal.code),
        (None, None) => "not verified".to_owned(),
    };
    let done = if is_new { "added" } else { "replaced" };
    print(json, &evidence_of(&entry, registry.now()), &format!("{id}: {done} {}, {state}", entry.profile));
    Ok(Outcome::Done)
}

async fn add_all(registry: &Registry, path: &Path, json: bool) -> Result<Outcome, Failure> {
    let failed = |error: std::io::Error| Failure::io("read", path, &error);
    let mut lines = BufReader::new(File::open(path).map_err(failed)?);
    let (mut added, mut refused, mut number, mut batch) = (0_usize, Vec::new(), 0_usize, Vec::new());
    let (mut verified, mut undecided, mut times) = (0_usize, 0_usize, HashMap::new());
    loop {
        let mut line = Vec::new();
        let read = lines.by_ref().take(LINE + 1).read_until(b'\n', &mut line).map_err(failed)?;
        number += 1;
        if read as u64 > LINE {
            return Err(Failure::new(
                Code::JSON_SIZE,
                format!("line {number} of {} is longer than {LINE} bytes", path.display()),
            ));
        }
        if !line.trim_ascii().is_empty() {
            let of_line = |error: serde_json::Error| {
                Redactor::for_process().learn(&line);
                Failure::new(
                    Code::JSON_SYNTAX,
                    format!("line {number} of {} is not a line of an export: {error}", path.display()),
                )
            };
            let exported: Exported = serde_json::from_slice(&line).map_err(of_line)?;
            if let Some(added) = &exported.added {
                let added: Timestamp = added.parse().map_err(|error| {
                    Failure::new(
                        Code::JSON_SYNTAX,
                        format!("line {number} of {}: `added` is no time: {error}", path.display()),
                    )
                })?;
                times.insert(exported.identifier.clone(), added);
            }
            batch.push((exported.identifier, Bytes::from(exported.document)));
        }
        if batch.len() >= BATCH_SIZE || read == 0 {
            let identifiers: Vec<Identifier> = batch.iter().map(|(identifier, _)| identifier.clone()).collect();
            let written = registry.restore_all(&Writer::Operator, std::mem::take(&mut batch), &times).await;
            times.clear();
            for (identifier, outcome) in identifiers.iter().zip(written) {
                match outcome {
                    Ok(Added { entry, .. }) => {
                        added += 1;
                        match entry.evidence.status_at(registry.now()) {
                            Status::Verified(_) | Status::EntriesVerified(_) => verified += 1,
                            Status::Undecided(_) => undecided += 1,
                            _ => {}
                        }
                    }
                    Err(error) => refused.push((identifier.to_string(), error.to_string())),
                }
            }
        }
        if read == 0 {
            break;
        }
    }
    if !json {
        refused.iter().for_each(|(identifier, message)| note(&format!("{identifier}: {message}")));
    }
    let told: Vec<_> = refused.iter().map(|(id, message)| json!({"identifier": id, "message": message})).collect();
    let mut line = format!("{added} added ({verified} verified, {undecided} undecided), {} refused", refused.len());
    if undecided > 0 {
        line.push_str("; the server verifies undecided entries again while it runs");
    }
    let told = json!({"added": added, "verified": verified, "undecided": undecided, "refused": told});
    print(json, &told, &line);
    Ok(if refused.is_empty() { Outcome::Done } else { Outcome::Refused })
}

pub(super) async fn remove(args: RemoveArgs, json: bool) -> Result<Outcome, Failure> {
    let registry = args.store.must_exist()?.operated(&NetworkArgs::default()).await?;
    registry.remove(&Writer::Operator, &args.id).await?;
    print(json, &json!({"removed": args.id}), &format!("{}: removed", args.id));
    Ok(Outcome::Done)
}

pub(super) async fn get(args: GetArgs, json: bool) -> Result<Outcome, Failure> {
    let registry = args.store.must_exist()?.operated(&NetworkArgs::default()).await?;
    let entry = registry.get(&args.id).await?;
    if json || args.evidence {
        print_json(&evidence_of(&entry, registry.now()));
    } else {
        print_document(&entry);
    }
    Ok(Outcome::Done)
}

/// Prints the exact bytes; a terminal gets them with control characters escaped.
fn print_document(entry: &Entry) {
    let mut stdout = std::io::stdout().lock();
    let _ = match std::io::stdout().is_terminal() {
        true => stdout.write_all(
            adp_tools::text::escape_json(&Redactor::for_process().data(&String::from_utf8_lossy(&entry.document)))
                .as_bytes(),
        ),
        false => stdout.write_all(&entry.document),
    };
}

pub(super) async fn export(args: ExportArgs, json: bool) -> Result<Outcome, Failure> {
    let registry = args.store.must_exist()?.operated(&NetworkArgs::default()).await?;
    let failed = |error: std::io::Error| Failure::io("write", &args.output, &error);
    // atomically, and over an existing file only with --force
    let mut file = AtomicFile::create(&args.output, Access::Owner).map_err(failed)?;
    let (mut after, mut number) = (None, 0_usize);
    loop {
        let page = registry.list(after.as_ref(), BATCH_SIZE).await?;
        let Some(last) = page.last() else { break };
        after = Some(last.identifier.clone());
        for entry in &page {
            let document = String::from_utf8(entry.document.to_vec()).map_err(|_| {
                Failure::new(Code::IO_READ, format!("{} is no UTF-8; the store is damaged", entry.identifier))
            })?;
            let line = Exported {
                identifier: entry.identifier.clone(),
                document,
                written_by: entry.written_by.clone(),
                added: Some(entry.added.to_string()),
            };
            let text = serde_json::to_string(&line).map_err(|error| failed(error.into()))?;
            writeln!(file, "{text}").map_err(failed)?;
            number += 1;
        }
    }
    if args.force { file.replace() } else { file.place_new() }.map_err(failed)?;
    let file = args.output.display().to_string();
    print(json, &json!({"entries": number, "file": file}), &format!("{file}: {number} entries"));
    Ok(Outcome::Done)
}
