//! Applies the suggested fixes of findings to the text of a document.

use super::{CheckReport, Diagnostic};
use adp_json::{Document, ReadLimits, parse};
use std::{cell::Cell, ops::Range};

/// Maximum size of a replacement, in bytes.
const MAX_REPLACEMENT_BYTES: usize = 64 << 10;

/// A replacement of a range of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextEdit {
    /// The replaced bytes.
    pub bytes: Range<usize>,
    /// Their replacement.
    pub text: String,
}

/// Applies the fixes of a report. Returns what `read` makes of the new text, and the number of changes.
///
/// Omits conflicting fixes, and fixes after which `read` rejects the text, such as a second member of the same name. Each
/// reading takes one of `readings`; without any left, no more fixes are tried.
#[must_use]
pub fn fix<T>(
    document: &Document,
    report: &CheckReport,
    readings: &Cell<usize>,
    read: impl Fn(&str) -> Option<T>,
) -> Option<(T, usize)> {
    let source = document.source();
    let mut edits: Vec<TextEdit> =
        report.diagnostics.iter().chain(&report.unlisted_fixes).filter_map(|found| edit(source, found)).collect();
    edits.sort_by_key(|edit| (edit.bytes.start, edit.bytes.end));
    edits.dedup();
    let edits = without_overlaps(&edits);
    let (mut kept, mut result) = (Vec::with_capacity(edits.len()), None);
    keep_readable(&mut kept, &mut result, &edits, readings, &|edits| read(&apply(source, edits)));
    Some((result?, kept.len()))
}

/// The sorted edits that overlap no other one.
fn without_overlaps(edits: &[TextEdit]) -> Vec<TextEdit> {
    let mut reached = 0;
    let is_apart = |(at, edit): (usize, &TextEdit)| {
        let is_behind_others = edit.bytes.start >= reached;
        reached = reached.max(edit.bytes.end);
        is_behind_others && edits.get(at + 1).is_none_or(|next| edit.bytes.end <= next.bytes.start)
    };
    let is_apart: Vec<bool> = edits.iter().enumerate().map(is_apart).collect();
    edits.iter().zip(is_apart).filter(|(_, is_apart)| *is_apart).map(|(edit, _)| edit.clone()).collect()
}

/// Adds edits to `kept`, except those that make the text unreadable. If all together do, each half is tried: a few such
/// edits among thousands cost a few readings. `result` is the last text that could be read, with the edits of `kept`.
fn keep_readable<T>(
    kept: &mut Vec<TextEdit>,
    result: &mut Option<T>,
    edits: &[TextEdit],
    readings: &Cell<usize>,
    read: &impl Fn(&[TextEdit]) -> Option<T>,
) {
    let Some(left) = readings.get().checked_sub(1).filter(|_| !edits.is_empty()) else { return };
    readings.set(left);
    let before = kept.len();
    kept.extend_from_slice(edits);
    if let Some(readable) = read(kept) {
        *result = Some(readable);
        return;
    }
    kept.truncate(before);
    if edits.len() > 1 {
        let (first, second) = edits.split_at(edits.len() / 2);
        keep_readable(kept, result, first, readings, read);
        keep_readable(kept, result, second, readings, read);
    }
}

/// The change that a finding suggests: of a string, or of a plain scalar of YAML.
fn edit(source: &str, found: &Diagnostic) -> Option<TextEdit> {
    let (meant, span) = (found.replacement.as_deref()?, found.span.as_ref()?);
    let parsed = parse(meant.as_bytes(), ReadLimits::new(MAX_REPLACEMENT_BYTES)).ok()?;
    let written = source.get(span.bytes.clone())?;
    let is_plain = |text: &str| {
        text.starts_with(|c: char| c.is_ascii_alphabetic())
            && text.chars().all(|c| c.is_ascii_alphanumeric() || "-_/.".contains(c))
            && !["true", "false", "null", "yes", "no", "on", "off"].contains(&text.to_ascii_lowercase().as_str())
    };
    let text = match (written.chars().next()?, parsed.as_str()?) {
        ('"' | '\'', _) => meant,
        ('{' | '[' | '*' | '&' | '!' | '|' | '>', _) => return None,
        (_, text) if is_plain(text) => text,
        _ => meant,
    };
    (written != text).then(|| TextEdit { bytes: span.bytes.clone(), text: text.to_owned() })
}

/// Applies sorted, non-overlapping edits.
#[must_use]
pub fn apply(source: &str, edits: &[TextEdit]) -> String {
    let (mut out, mut at) = (String::with_capacity(source.len() + 64), 0);
    for edit in edits {
        out.push_str(source.get(at..edit.bytes.start).unwrap_or_default());
        out.push_str(&edit.text);
        at = edit.bytes.end;
    }
    out.push_str(source.get(at..).unwrap_or_default());
    out
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{TextEdit, apply, keep_readable, without_overlaps};
    use std::cell::Cell;

    fn edit(start: usize, end: usize, text: &str) -> TextEdit {
        TextEdit { bytes: start..end, text: text.to_owned() }
    }

    #[test]
    fn a_text_keeps_everything_beside_its_fixes() {
        assert_eq!(apply("{ \"é\" : 1,\r\n}", &[edit(2, 6, "\"e\"")]), "{ \"e\" : 1,\r\n}");
        assert_eq!(apply("abcd", &[edit(0, 1, "x"), edit(3, 4, "yz")]), "xbcyz");
    }

    #[test]
    fn edits_of_the_same_text_are_left_out() {
        let edits = [(0, 2), (3, 9), (4, 5), (8, 12), (12, 13), (13, 14), (13, 15)].map(|(a, b)| edit(a, b, ""));
        assert_eq!(without_overlaps(&edits), [edit(0, 2, ""), edit(12, 13, "")]);
    }

    /// Three bad edits of a thousand were once a thousand readings of the document.
    #[test]
    fn a_few_bad_edits_cost_a_few_readings() {
        let edits: Vec<TextEdit> = (0..1000).map(|at| edit(at, at + 1, "")).collect();
        let (bad, readings) = ([5, 500, 999], Cell::new(70));
        let read =
            |edits: &[TextEdit]| edits.iter().all(|edit| !bad.contains(&edit.bytes.start)).then_some(edits.len());
        let (mut kept, mut result) = (Vec::new(), None);
        keep_readable(&mut kept, &mut result, &edits, &readings, &read);
        assert_eq!((kept.len(), result), (997, Some(997)));
    }

    #[test]
    fn many_bad_edits_cost_no_more_readings_than_there_are() {
        let edits: Vec<TextEdit> = (0..1000).map(|at| edit(at, at + 1, "")).collect();
        let (done, readings) = (Cell::new(0), Cell::new(50));
        // every other edit is bad: each would take about two readings
        let read = |edits: &[TextEdit]| {
            done.set(done.get() + 1);
            edits.iter().all(|edit| edit.bytes.start % 2 == 0).then_some(edits.len())
        };
        let (mut kept, mut result) = (Vec::new(), None);
        keep_readable(&mut kept, &mut result, &edits, &readings, &read);
        assert_eq!((done.get(), readings.get()), (50, 0));
        // what was kept is what was read
        assert_eq!(result, Some(kept.len()));
        assert!(kept.len() > 10);
    }
}
