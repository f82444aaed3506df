//! The endpoints of a Handle provider (ANP-04, sections 4.3.1 and 4.8).

use super::files::{Files, OpenedFile};
use crate::{output::object, publish::site_path::decoded};
use agent_description::{
    Limits,
    handle::{HandleDocument, HandleStatus, WELL_KNOWN_FOLDER},
    json::{Document, Json, Object},
};
use hyper::StatusCode;
use percent_encoding::percent_decode_str;
use std::{
    fs::File,
    io::{self, Read, Seek},
    sync::{Mutex, PoisonError},
};

/// Maximum number of Handles to read for the confirmation of a DID.
const MAX_HANDLES: usize = 10_000;

/// The reserved local part for confirmations by DID.
const BY_DID: &str = "by-did";

/// Whether a decoded path is that of a Handle's document.
pub fn is_of_handles(path: &str) -> bool {
    path.strip_prefix(WELL_KNOWN_FOLDER.trim_start_matches('/')).is_some_and(|rest| !rest.contains('/'))
}

/// The document of a revoked Handle, for a response with status 410.
///
/// # Errors
///
/// If the file cannot be read.
pub fn tombstone(path: &str, file: &mut File) -> io::Result<Option<Vec<u8>>> {
    if !is_of_handles(path) {
        return Ok(None);
    }
    let bytes = read(file)?;
    file.rewind()?;
    let is_revoked = document(&bytes).is_some_and(|document| document.status == HandleStatus::Revoked);
    Ok(is_revoked.then_some(bytes))
}

/// Answers a request for a Handle without a document, or for the confirmation of a DID: status 200 if an active Handle
/// names it. `None` for other requests.
///
/// # Errors
///
/// If the folder of Handles cannot be read.
pub fn answer_without_file(
    files: &Files,
    path: &str,
    query: Option<&str>,
) -> io::Result<Option<(StatusCode, Vec<u8>)>> {
    let Some(path) = decoded(path).filter(|path| is_of_handles(path)) else { return Ok(None) };
    let name = path.rsplit('/').next().unwrap_or_default();
    let did = query.and_then(did_in).filter(|_| name == BY_DID);
    if let Some(did) = &did
        && is_named(files, did)?
    {
        let confirmed = object! { "did": did, "confirmed": true, "status": HandleStatus::Active.as_str() };
        return Ok(Some((StatusCode::OK, text(confirmed))));
    }
    let missing = object! { "error": "handle_not_found", "message": "this host has no such Handle" };
    Ok(Some((StatusCode::NOT_FOUND, text(missing))))
}

/// The DID of the query parameter `did`.
fn did_in(query: &str) -> Option<String> {
    let value = query.split('&').find_map(|pair| pair.strip_prefix("did="))?;
    Some(percent_decode_str(value).decode_utf8().ok()?.into_owned())
}

/// Whether an active Handle names a DID. Runs one query at a time, because each may read thousands of files.
fn is_named(files: &Files, did: &str) -> io::Result<bool> {
    static TURN: Mutex<()> = Mutex::new(());
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let is_local_part = |name: &String| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    let names = files.names_in(WELL_KNOWN_FOLDER.trim_matches('/'), MAX_HANDLES)?;
    for name in names.into_iter().filter(is_local_part) {
        // the same lookup as for requests, so that no link leaves the site
        let Some(OpenedFile { mut file, .. }) = files.find(&format!("{WELL_KNOWN_FOLDER}{name}"))? else { continue };
        let found = document(&read(&mut file)?);
        if found.is_some_and(|found| found.did.as_str() == did && found.status == HandleStatus::Active) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn read(file: &mut File) -> io::Result<Vec<u8>> {
    let most = Limits::default().did_document_bytes as u64;
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn document(bytes: &[u8]) -> Option<HandleDocument> {
    HandleDocument::read(&Document::parse(bytes, Limits::default().for_did_document()).ok()?).ok()
}

fn text(object: Object) -> Vec<u8> {
    Json::from(object).to_compact().into_bytes()
}
