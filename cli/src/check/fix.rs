//! `--fix`: apply the suggested fixes of findings to a document.

use crate::{
    failure::Failure,
    input::{file, source::InputSource},
    output::{Force, Output, escape::escape},
};
use agent_description::{
    Document, Json,
    diagnostic::fix::{TextEdit, apply},
    json::{Offset, Value},
    secret,
};
use anstyle::{AnsiColor, Style};
use similar::{Algorithm, ChangeTag, DiffOp, capture_diff_slices, group_diff_ops, udiff::UnifiedHunkHeader};
use std::{
    fmt::Write,
    path::{Path, PathBuf},
};

/// Maximum number of passes over a document: a report has a limited number of fixes, and a fix can reveal another one.
pub const MAX_PASSES: usize = 8;

/// Maximum number of readings of a document, in all passes: more than one for a pass only look for fixes that make the
/// document unreadable.
pub const MAX_READINGS: usize = 100;

/// Number of unchanged lines around a change in a diff.
const CONTEXT: usize = 3;

const SIGNED_HELP: &str = "fix the unsigned document and sign it again; or pass --force, then sign again";

/// The options of `--fix`.
#[derive(Debug, clap::Args)]
pub struct FixArgs {
    /// Apply suggested fixes in place, print a diff, and check again
    #[arg(long, help_heading = "Fixes", conflicts_with_all = ["rules", "explain", "coverage"])]
    fix: bool,

    /// Show what --fix would change, without writing
    #[arg(short = 'n', long, help_heading = "Fixes", requires = "fix")]
    dry_run: bool,

    /// Write the fixed document to this file instead of changing the input
    #[arg(short, long, help_heading = "Fixes", value_name = "FILE", requires = "fix", conflicts_with = "dry_run")]
    output: Option<PathBuf>,

    /// Replace an existing output file; also fix signed documents
    #[arg(long, help_heading = "Fixes", requires = "fix")]
    force: bool,
}

impl FixArgs {
    /// The requested fixes, or an error if an input cannot be fixed.
    pub fn wanted(&self, inputs: &[&str]) -> Result<Option<Fixes<'_>>, Failure> {
        if !self.fix {
            return Ok(None);
        }
        let output = match &self.output {
            Some(_) if inputs.len() > 1 => {
                return Err(Failure::usage("-o takes one input; without it, --fix changes each file"));
            }
            Some(path) => {
                let why = "the report goes to stdout; name a file for the fixed document";
                Some(Output::file(path, Force { force: self.force }, why)?)
            }
            None if self.dry_run => None,
            None => {
                for input in inputs {
                    match InputSource::from_name(input) {
                        InputSource::File(path) if path != Path::new(file::STDIN) => {}
                        _ => return Err(Failure::usage(format!("--fix cannot change {input}; name a file with -o"))),
                    }
                }
                None
            }
        };
        Ok(Some(Fixes { output, is_dry_run: self.dry_run, is_forced: self.force }))
    }
}

/// The destination of fixed documents.
#[derive(Clone, Copy, Debug)]
pub struct Fixes<'a> {
    output: Option<Output<'a>>,
    is_dry_run: bool,
    /// Whether to change signed documents.
    pub is_forced: bool,
}

impl Fixes<'_> {
    /// Leaves a signed document as it is; an error if a fixed one was to be written to another file.
    pub fn leave(&self, input: &str) -> Result<(), Failure> {
        match self.output {
            None => Ok(()),
            Some(_) => Err(Failure::usage(format!("{input} is signed, and a fix would break the signature"))
                .with_help(SIGNED_HELP)),
        }
    }

    /// Writes a fixed document. Returns the name of the written file, if any.
    pub fn write(&self, input: &str, text: &str, fixed: usize) -> Result<Option<String>, Failure> {
        let output = match self.output {
            Some(output) => output,
            None if self.is_dry_run || fixed == 0 => return Ok(None),
            None => Output::update(Path::new(input)),
        };
        output.write(text.as_bytes())?;
        Ok(Some(output.path.display().to_string()))
    }
}

/// The fixes that were applied to a document.
#[derive(Debug, Default)]
pub struct Fixed {
    /// Number of changes.
    pub count: usize,
    /// The written file.
    pub written: Option<String>,
    /// Whether there are fixes, which would break a signature and were therefore left out.
    pub is_signed: bool,
    /// Whether the last pass still changed something, so that more fixes may be left.
    pub is_unfinished: bool,
}

impl Fixed {
    /// A one-line summary.
    pub fn to_text(&self, input: &str) -> String {
        let count = match self.count {
            0 if self.is_signed => return format!("{input}: signed, so nothing was fixed; {SIGNED_HELP}"),
            0 => return format!("{input}: nothing to fix"),
            1 => "1 fix".to_owned(),
            count => format!("{count} fixes"),
        };
        match &self.written {
            Some(file) => format!("{input}: {count} written to {file}"),
            None => format!("{input}: {count} not written (--dry-run)"),
        }
    }
}

/// The text of a document with the values of credential members masked.
pub fn without_credentials(document: &Document) -> String {
    let mut ends: Vec<(usize, bool)> = Vec::new();
    collect(document.json(), false, &mut ends);
    ends.sort_unstable();
    let source = document.source();
    let mut masked: Vec<TextEdit> = Vec::new();
    for (at, (start, is_secret)) in ends.iter().enumerate() {
        let Some(span) = Some(*start).filter(|_| *is_secret).and_then(|start| document.span(Offset::at(start))) else {
            continue;
        };
        let written = source.get(span.bytes.clone()).unwrap_or_default();
        // a YAML block extends to the start of the next name or value
        let end = match written {
            "|" | ">" => ends.get(at + 1).map_or(source.len(), |(next, _)| *next),
            _ => span.bytes.end,
        };
        let lines = source.get(span.bytes.start..end).unwrap_or_default().matches('\n').count();
        let text = format!("{:?}{}", secret::MASK, "\n".repeat(lines));
        masked.push(TextEdit { bytes: span.bytes.start..end, text });
    }
    apply(source, &masked)
}

/// Collects the offsets of names and values, with a flag for values of credential members.
fn collect(json: &Json, is_secret: bool, found: &mut Vec<(usize, bool)>) {
    match json.value() {
        Value::Object(object) => {
            for member in object {
                found.extend(member.name_offset().get().map(|at| (at, false)));
                collect(member.value(), is_secret || secret::is_credential_name(member.name()), found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, is_secret, found)),
        _ => found.extend(json.offset().get().map(|at| (at, is_secret && json.as_str().is_some()))),
    }
}

/// The differences of two lists of lines. Most fixes keep the number of lines. Then lines are compared one by one: the time
/// of a search for the shortest difference grows with the square of their number.
fn differences(old: &[&str], new: &[&str]) -> Vec<DiffOp> {
    if old.len() != new.len() {
        return capture_diff_slices(Algorithm::Myers, old, new);
    }
    let (mut found, mut at) = (Vec::new(), 0);
    let lines: Vec<(&str, &str)> = old.iter().copied().zip(new.iter().copied()).collect();
    for run in lines.chunk_by(|one, other| (one.0 == one.1) == (other.0 == other.1)) {
        let (len, is_equal) = (run.len(), run.iter().all(|(old, new)| old == new));
        found.push(match is_equal {
            true => DiffOp::Equal { old_index: at, new_index: at, len },
            false => DiffOp::Replace { old_index: at, old_len: len, new_index: at, new_len: len },
        });
        at += len;
    }
    found
}

/// A colored unified diff of two texts.
pub fn unified_diff(name: &str, old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.split_inclusive('\n').collect(), new.split_inclusive('\n').collect());
    let mut out = String::new();
    for hunk in group_diff_ops(differences(&old, &new), CONTEXT) {
        if out.is_empty() {
            let name = escape(name);
            let _ = writeln!(out, "--- {name}\n+++ {name}");
        }
        let _ = writeln!(out, "{}", UnifiedHunkHeader::new(&hunk));
        for change in hunk.iter().flat_map(|op| op.iter_changes(old.as_slice(), new.as_slice())) {
            let (mark, style) = match change.tag() {
                ChangeTag::Equal => (' ', Style::new()),
                ChangeTag::Delete => ('-', AnsiColor::Red.on_default()),
                ChangeTag::Insert => ('+', AnsiColor::Green.on_default()),
            };
            let line = change.value().trim_end_matches(['\n', '\r']);
            let text = line.split('\t').map(escape).collect::<Vec<_>>().join("\t");
            let _ = writeln!(out, "{style}{mark}{text}{style:#}");
            if !change.value().ends_with('\n') {
                out.push_str("\\ No newline at end of file\n");
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::unified_diff;

    #[test]
    fn a_diff_is_one_that_patch_takes() {
        let old = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14";
        let new = "1\n2\nthree\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\nfourteen";
        let plain = |old, new| anstream::adapter::strip_str(&unified_diff("a", old, new)).to_string();
        assert_eq!(
            plain(old, new),
            "--- a\n+++ a\n@@ -1,6 +1,6 @@\n 1\n 2\n-3\n+three\n 4\n 5\n 6\n@@ -11,4 +11,4 @@\n 11\n 12\n 13\n-14\n\
             \\ No newline at end of file\n+fourteen\n\\ No newline at end of file\n"
        );
        assert_eq!(plain("a\nb\n  c\nd\n", "a\nB\nd\n"), "--- a\n+++ a\n@@ -1,4 +1,3 @@\n a\n-b\n-  c\n+B\n d\n");
        assert_eq!(plain(old, old), "");
        assert!(!plain("\u{202e}\n", "x\n").contains('\u{202e}'));
    }
}
