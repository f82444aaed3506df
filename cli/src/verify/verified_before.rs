//! Reuses the output of an earlier run: inputs that it verified are skipped while the verification is still valid.
//!
//! The file is trusted like a cache: anyone who can edit it decides what is skipped.

use super::{expectations::ExpectationArgs, report::VERIFIED};
use crate::{failure::Failure, input::file};
use agent_description::{
    CodedError, Document, Limits, ReadLimits, Timestamp,
    hex::hex,
    json::{Json, Object},
};
use sha2::{Digest, Sha256};
use std::{
    collections::HashMap,
    fs::File,
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom},
    path::Path,
    sync::{Mutex, PoisonError},
    time::Duration,
};

/// Maximum length of a line. With `--json`, a line contains the document and its model.
const MAX_LINE_BYTES: usize = 64 << 20;

/// Limits for parsing a line: a document in it is nested deeper than on its own.
fn line_limits() -> ReadLimits {
    ReadLimits::new(MAX_LINE_BYTES).with_depth(Limits::MAX_DEPTH)
}

/// The last verified line of each input, by name. Only offsets are in memory: 48 bytes per input.
#[derive(Debug)]
pub struct VerifiedBefore {
    file: Mutex<File>,
    lines: HashMap<[u8; 32], Line>,
    /// Maximum age of a verification, because its DID document is not resolved again.
    max_age: Duration,
}

#[derive(Clone, Copy, Debug)]
struct Line {
    start: u64,
    length: u32,
}

impl VerifiedBefore {
    /// Reads the output of an earlier run. Ignores an incomplete last line.
    pub fn read(path: &Path, max_age: Duration) -> Result<Self, Failure> {
        let failed = |error: io::Error| Failure::io("read", path, &error);
        let file = file::open_regular(path)?;
        let mut reader = BufReader::with_capacity(64 << 10, file);
        let (mut lines, mut start, mut number) = (HashMap::new(), 0_u64, 0_usize);
        let mut line = Vec::new();
        loop {
            line.clear();
            // a longer line does not parse
            let limit = MAX_LINE_BYTES as u64 + 1;
            let length = (&mut reader).take(limit).read_until(b'\n', &mut line).map_err(failed)?;
            let whole = line.last() == Some(&b'\n');
            if !whole && (length as u64) < limit {
                break;
            }
            number += 1;
            let report = Document::parse(&line, line_limits()).map_err(|error| {
                let problem = format!("line {number} of {} is not a line from `adp verify`: {error}", path.display());
                Failure::new(error.code(), problem)
                    .with_help("pass the output of an earlier batch, or omit --skip-verified")
            })?;
            if let Some(input) = report.root().get("input").and_then(Json::as_str) {
                match key_of(report.root()) {
                    Some(_) => {
                        let line = Line { start, length: u32::try_from(length).unwrap_or(u32::MAX) };
                        lines.insert(name_key(input), line)
                    }
                    // an input whose last line is not verified is not skipped
                    None => lines.remove(&name_key(input)),
                };
            }
            start += length as u64;
        }
        Ok(Self { file: Mutex::new(reader.into_inner()), lines, max_age })
    }

    /// The earlier report of this input, marked as skipped; `None` if the input must be verified again.
    pub fn find(
        &self,
        input: &str,
        raw_sha256: &str,
        expected: &ExpectationArgs,
        expectations: &Json,
    ) -> Option<Object> {
        let line = *self.lines.get(&name_key(input))?;
        let bytes = self.line(line).ok()?;
        let mut report = Document::parse(&bytes, line_limits()).ok()?.root().clone();
        // the file may have changed meanwhile
        if key_of(&report) != Some(key(input, raw_sha256)) || report.get("expectations") != Some(expectations) {
            return None;
        }
        let verified_at = time(&report, "verifiedAt").ok()??;
        let (created, expires) = (time(&report, "created").ok()?, time(&report, "expires").ok()?);
        let recent = verified_at <= expected.at && verified_at > expected.at.saturating_sub(self.max_age);
        if !recent || !expected.holds_for(created, expires) {
            return None;
        }
        mark(&mut report, verified_at, expected.at)?;
        Some(report)
    }

    fn line(&self, line: Line) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; line.length as usize];
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(line.start))?;
        file.read_exact(&mut bytes)?;
        Ok(bytes)
    }
}

/// Marks a report as earlier, and lists the checks that were not repeated.
fn mark(report: &mut Object, verified_at: Timestamp, now: Timestamp) -> Option<()> {
    report.insert("skipped", true);
    report.insert("status", VERIFIED);
    // other formats than those with one proof and a resolved signer have too little information in the report
    let has_resolved = |check: &Json| check.get("name").and_then(Json::as_str) == Some("resolve");
    report.get("checks")?.as_array()?.iter().find(|check| has_resolved(check))?;
    for check in report.get_mut("checks")?.as_array_mut()? {
        let check = check.as_object_mut()?;
        match check.get("name")?.as_str()? {
            "resolve" => {
                check.insert("result", "unchecked");
                check
                    .insert("detail", format!("skipped; the DID document and its keys were checked for {verified_at}"));
            }
            "time" => {
                check.insert("detail", format!("verified for {verified_at}, still valid at {now}"));
            }
            _ => {}
        }
    }
    Some(())
}

/// The key of a report whose input was verified.
fn key_of(report: &Object) -> Option<[u8; 32]> {
    let verified = report.get("verified")?.as_bool()?;
    verified.then_some(())?;
    Some(key(report.get("input")?.as_str()?, report.get("rawSha256")?.as_str()?))
}

fn name_key(input: &str) -> [u8; 32] {
    Sha256::digest(input).into()
}

fn key(input: &str, raw_sha256: &str) -> [u8; 32] {
    let mut hasher = Sha256::new();
    hasher.update(raw_sha256);
    hasher.update([0]);
    hasher.update(input);
    hasher.finalize().into()
}

/// Parses a time of the report; `null` is `None`.
fn time(report: &Object, name: &str) -> Result<Option<Timestamp>, ()> {
    match report.get(name) {
        Some(json) if json.is_null() => Ok(None),
        Some(json) => json.as_str().and_then(|text| text.parse().ok()).map(Some).ok_or(()),
        None => Err(()),
    }
}

/// The hash of an input's bytes, as in reports.
pub fn raw_sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}
