//! The errors of the site generator, with the option or command that helps.

use crate::{failure::Failure, input::format};
use adp_publish::{CatalogStep, FolderError, MANIFEST_NAME, PublishError, PublishFault, SourceFolder};
use agent_description::{Code, Document, Limits, format::read_limits, json::Lines};
use std::{io::Read, path::Path};

/// The failures for source files, with their lines. A file with a thousand of them is read once.
#[derive(Debug)]
pub struct FileFailures<'a> {
    source: &'a SourceFolder,
    /// The file of the last failure.
    last: Option<FileText>,
}

#[derive(Debug)]
struct FileText {
    path: String,
    bytes: Vec<u8>,
    lines: Lines,
    document: Option<Document>,
}

impl FileText {
    fn read(source: &SourceFolder, path: &str) -> Self {
        let limits = Limits::default();
        let mut bytes = Vec::new();
        let most = read_limits(&format::all(), &limits).bytes() as u64;
        let _ = source.open(path).map(|file| file.take(most).read_to_end(&mut bytes));
        let document = Document::parse(&bytes, &limits).ok();
        Self { path: path.to_owned(), lines: Lines::new(&bytes), bytes, document }
    }
}

impl<'a> FileFailures<'a> {
    pub fn new(source: &'a SourceFolder) -> Self {
        Self { source, last: None }
    }

    /// The failure for a source file, with its line.
    pub fn failure(&mut self, error: &PublishError) -> Failure {
        let failure = described(error);
        if !self.source.has(&error.file) {
            return failure.in_input(&error.file, &[]);
        }
        let name = self.source.place(&error.file).display().to_string();
        // never show a line with a secret: CI logs are often public
        if matches!(error.fault, PublishFault::Secret { .. }) || self.source.quotes_secret(&error.file) {
            return failure.in_lines(&name, &[], None);
        }
        let last = self.last.take().filter(|last| last.path == error.file);
        let text = self.last.insert(last.unwrap_or_else(|| FileText::read(self.source, &error.file)));
        let failure = match &text.document {
            Some(document) => failure.placed_in(document),
            None => failure,
        };
        failure.in_lines(&name, &text.bytes, Some(&text.lines))
    }
}

/// The failure without its place.
fn described(error: &PublishError) -> Failure {
    let failure = match &error.fault {
        PublishFault::Check(finding) => Failure::from_finding(finding),
        fault => Failure::from_error(fault),
    };
    let allow_secret = format!(
        "move the key out of the folder, or rename it to *.pem to sign with it; for an example key that protects nothing: --allow-secret {}",
        error.file
    );
    failure.with_help_if(error.help().or(match &error.fault {
        PublishFault::Failed(error) if error.code() == Code::DID_SUPERSEDED => {
            Some("write the successor into `did` of this file, and sign with its key; the superseded document stays published")
        }
        PublishFault::HandleDid { dids: 0 } => {
            Some("put the description or the did.json of the agent into the folder; or name its DID: --handle NAME=DID")
        }
        PublishFault::HandleDid { .. } => Some("name the DID: --handle NAME=DID"),
        PublishFault::NoKey { keys: 1.., .. } => Some(
            "`adp key show FILE` prints the thumbprint of a key; pass the key that the DID document lists, or replace it (docs/guides/rotation.md)",
        ),
        PublishFault::NoHost => Some(
            "put the agent's did.json or description into the folder; or name the host that will serve the site: --host agent.example.com",
        ),
        PublishFault::NoKey { .. } => Some("pass the key file with --key or ADP_KEY_FILE, or put it into the folder"),
        PublishFault::Secret { may_be_allowed: false, .. } => {
            Some("remove the key from the file, or move the file out of the folder")
        }
        PublishFault::Secret { .. } => Some(&allow_secret),
        _ => None,
    }))
}

/// The failure for the source folder or the site folder.
pub fn folder_failure(error: FolderError, site: &Path) -> Failure {
    let help = error.help();
    let failure = match error {
        FolderError::Overlap(how) => {
            return Failure::usage(format!("{how}; DIR and SITE must be separate folders: pass another SITE with -o"));
        }
        FolderError::HandleInUse { ref handle, .. } => {
            let help = format!("`--handle {}` publishes it again", handle.local_part());
            return Failure::from_error(&error).with_help(help);
        }
        error @ (FolderError::ManifestJson(_) | FolderError::Manifest(_)) => {
            Failure::from_error(&error).in_input(&site.join(MANIFEST_NAME).display().to_string(), &[])
        }
        error => catalog_failure(&error),
    };
    failure.with_help_if(help)
}

fn catalog_failure(error: &FolderError) -> Failure {
    match error {
        FolderError::CatalogPort(_) => Failure::usage(error.to_string()),
        FolderError::CatalogSigner { .. } => Failure::usage(format!("--catalog-key-id: {error}")),
        FolderError::CatalogUnsigned(_) => {
            let help = "pass --catalog-key and --catalog-key-id to sign it; or run once with --no-catalog to remove it";
            Failure::usage(error.to_string()).with_help(help)
        }
        FolderError::CatalogKeyId(did) => {
            let help = format!("pass --catalog-key-id {did}#key-1, or put a did.json of {did} into DIR");
            Failure::usage(format!("{error}; {help}"))
        }
        FolderError::CatalogDidPlace { did, .. } => {
            let host = did.host().unwrap_or_default();
            let help = format!(
                "give the agent's DID a path, such as did:wba:{host}:agent, in its description and DID document"
            );
            Failure::from_error(error).with_help(help)
        }
        FolderError::Catalog { step: CatalogStep::Write, error } => {
            Failure::from_error(error.as_ref()).in_input("the catalog", &[])
        }
        FolderError::Catalog { step: CatalogStep::Sign, error } if error.code() == Code::JWS_KEY => {
            Failure::from_error(error.as_ref())
                .with_help("--catalog-key needs a P-256 key; `adp key generate` creates one")
        }
        FolderError::Catalog { step: CatalogStep::Verify, error } => Failure::from_error(error.as_ref()).with_help(
            "the DID document must list the key of --catalog-key under `assertionMethod`, as --catalog-key-id",
        ),
        error => Failure::from_error(error),
    }
}
