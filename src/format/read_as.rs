//! Parsing a text of unknown format: with the largest limits of all requested formats, then with those of the detected
//! format.

use super::FormatUnknown;
use super::{Format, FormatError, detect};
use crate::{
    Document, Limits, ReadLimits,
    json::{Json, Offset, ReadError, position_at},
};

/// The largest limits of these formats.
#[must_use]
pub fn read_limits(formats: &[&Format], limits: &Limits) -> ReadLimits {
    let each = formats.iter().map(|format| format.read_limits(limits));
    each.reduce(ReadLimits::or).unwrap_or_else(|| ReadLimits::from(limits))
}

/// Parses a document of one of these formats, and detects which: see [`detect()`].
///
/// # Errors
/// [`FormatError`]: it is not a JSON object, is of none of the formats, or exceeds the limits of one that it is of.
pub fn read<'f>(
    bytes: &[u8],
    formats: &[&'f Format],
    limits: &Limits,
) -> Result<(Document, Vec<&'f Format>), FormatError> {
    read_by(bytes, formats, limits, |read_limits| read_limits)
}

fn read_by<'f>(
    bytes: &[u8],
    formats: &[&'f Format],
    limits: &Limits,
    adapt: fn(ReadLimits) -> ReadLimits,
) -> Result<(Document, Vec<&'f Format>), FormatError> {
    if let [format] = formats {
        // a text above this format's limit is too large for it
        let document = read_as_by(bytes, format, adapt(format.read_limits(limits)))?;
        let found = detect(document.root(), formats)?;
        return Ok((document, found));
    }
    if let Some(in_yaml) = in_yaml(bytes, formats) {
        let document = Document::parse_yaml(bytes, adapt(read_limits(&in_yaml, limits)))?;
        let found = detect(document.root(), &in_yaml)?;
        return Ok((document, found));
    }
    let possible = possible(bytes, formats);
    let read_by = adapt(read_limits(if possible.is_empty() { formats } else { &possible }, limits));
    let document = match Document::parse(bytes, read_by) {
        Ok(document) => document,
        Err(error) => return Err(unknown_in_yaml(bytes, formats, limits).map_or(error.into(), FormatError::from)),
    };
    let found = detect(document.root(), formats)?;
    for format in &found {
        hold(format, &document, read_by, limits)?;
    }
    Ok((document, found))
}

/// Parses a document as this format, whatever its content.
///
/// # Errors
/// [`FormatError`]: it is not a JSON object (or one in YAML, where the format's documents may be that), or exceeds the format's limits.
pub fn read_as(bytes: &[u8], format: &Format, limits: &Limits) -> Result<Document, FormatError> {
    read_as_by(bytes, format, format.read_limits(limits))
}

fn read_as_by(bytes: &[u8], format: &Format, read_by: ReadLimits) -> Result<Document, FormatError> {
    if format.yaml_member.is_some() && !bytes.trim_ascii_start().starts_with(b"{") {
        return Document::parse_yaml(bytes, read_by).map_err(|error| FormatError::from_read_error(format, error));
    }
    Document::parse(bytes, read_by).map_err(|error| FormatError::from_read_error(format, error))
}

/// Parses a document like [`read()`], to verify it: by the rules for [signed](ReadLimits::signed) texts. A document of no format with a data-integrity proof is
/// [`DATA_INTEGRITY`](super::DATA_INTEGRITY).
///
/// # Errors
/// [`FormatError`]
pub fn read_signed<'f>(
    bytes: &[u8],
    formats: &[&'f Format],
    limits: &Limits,
) -> Result<(Document, Vec<&'f Format>), FormatError> {
    match read_by(bytes, formats, limits, ReadLimits::signed) {
        Err(FormatError::Unknown(unknown)) => match read_as(bytes, super::DATA_INTEGRITY, limits) {
            Ok(document) if super::data_integrity::has_proof(document.root()) => {
                Ok((document, vec![super::DATA_INTEGRITY]))
            }
            _ => Err(FormatError::Unknown(unknown)),
        },
        read => read,
    }
}

/// The formats that a JSON text may have. One that is identified by a member uses its limits only for texts that have
/// this name in quotes, without escapes.
fn possible<'f>(bytes: &[u8], formats: &[&'f Format]) -> Vec<&'f Format> {
    let (mut possible, mut named) = (Vec::with_capacity(formats.len()), Vec::new());
    for format in formats {
        match format.yaml_member {
            Some(member) => named.push((member.as_bytes(), *format)),
            None => possible.push(*format),
        }
    }
    for text in bytes.split(|byte| *byte == b'"').skip(1) {
        if named.iter().any(|(member, _)| *member == text) {
            possible.extend(named.extract_if(.., |(member, _)| *member == text).map(|(_, format)| format));
        }
    }
    possible
}

/// The formats of a YAML text: those whose member starts a line. `None` if the text starts like JSON, so that JSON
/// errors are reported.
fn in_yaml<'f>(bytes: &[u8], formats: &[&'f Format]) -> Option<Vec<&'f Format>> {
    if bytes.trim_ascii_start().starts_with(b"{") {
        return None;
    }
    let names = |line: &[u8], member: &str| {
        let line = line.strip_prefix(b"\"").or_else(|| line.strip_prefix(b"'")).unwrap_or(line);
        let after = line.strip_prefix(member.as_bytes());
        let after = after.map(|after| after.strip_prefix(b"\"").or_else(|| after.strip_prefix(b"'")).unwrap_or(after));
        after.is_some_and(|after| after.trim_ascii_start().starts_with(b":"))
    };
    let mut found: Vec<&Format> = Vec::new();
    for format in formats {
        if let Some(member) = format.yaml_member
            && bytes.split(|&byte| byte == b'\n').any(|line| names(line, member))
        {
            found.push(*format);
        }
    }
    (!found.is_empty()).then_some(found)
}

/// The error for a YAML object of no format, instead of a JSON syntax error.
fn unknown_in_yaml(bytes: &[u8], formats: &[&Format], limits: &Limits) -> Option<FormatUnknown> {
    let in_yaml: Vec<&Format> = formats.iter().filter(|format| format.yaml_member.is_some()).copied().collect();
    if in_yaml.is_empty() || bytes.trim_ascii_start().starts_with(b"{") {
        return None;
    }
    let document = Document::parse_yaml(bytes, limits).ok()?;
    detect(document.root(), &in_yaml).err()
}

/// Checks a document against the limits of a format.
fn hold(format: &Format, document: &Document, read_by: ReadLimits, limits: &Limits) -> Result<(), FormatError> {
    let own = format.read_limits(limits);
    let (source, limit) = (document.source().as_bytes(), own.bytes());
    if source.len() > limit {
        let error = ReadError::Size { position: position_at(source, limit), size: source.len(), limit };
        return Err(FormatError::from_read_error(format, error));
    }
    if !own.allows_any_number() {
        document.check_signable().map_err(|error| FormatError::from_read_error(format, error))?;
    }
    // not more than the parser's limit
    if own.depth() < read_by.depth()
        && let Some(too_deep) = beyond(document.json(), own.depth())
    {
        let position = document.position(too_deep).unwrap_or_else(|| position_at(source, 0));
        return Err(FormatError::from_read_error(format, ReadError::Depth { position, limit: own.depth() }));
    }
    Ok(())
}

/// The first array or object that is nested more deeply than the limit.
fn beyond(json: &Json, levels: usize) -> Option<Offset> {
    let deeper = |value| beyond(value, levels.checked_sub(1)?);
    match (json.as_array(), json.as_object()) {
        (None, None) => None,
        _ if levels == 0 => Some(json.offset()),
        (Some(array), _) => array.iter().find_map(deeper),
        (_, Some(object)) => object.iter().find_map(|member| deeper(member.value())),
    }
}
