//! Zone files (RFC 1035, section 5): the records of the types that matter here, by name.

use super::{DnsRecord, RecordData, Svcb, SvcbError};

/// The largest zone file that is read, in bytes.
const MAX_ZONE_BYTES: usize = 4 << 20;
/// The time to live of records before any is named (no `$TTL`), in seconds.
const DEFAULT_TTL_SECONDS: u32 = 3600;

/// Why a zone file is not read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ZoneError {
    /// It is too large.
    #[error("the zone file has more than {MAX_ZONE_BYTES} bytes")]
    Size,
    /// A quotation or parenthesis does not end.
    #[error("line {line}: a quotation or parenthesis does not end")]
    Open {
        /// The line in which it begins.
        line: usize,
    },
    /// The first record has no name.
    #[error("line {line}: the record has no name")]
    NoOwner {
        /// The line.
        line: usize,
    },
    /// A service binding cannot be read.
    #[error("line {line}: {error}")]
    Svcb {
        /// The line.
        line: usize,
        /// Why.
        #[source]
        error: SvcbError,
    },
}

/// Reads the SVCB, HTTPS and TXT records of a zone file whose names without a dot at their end are below `origin` (until `$ORIGIN`). Records
/// of other types are left out; `$INCLUDE` is not followed.
///
/// # Errors
/// [`ZoneError`].
pub fn read_zone(text: &str, origin: &str) -> Result<Vec<(usize, DnsRecord)>, ZoneError> {
    if text.len() > MAX_ZONE_BYTES {
        return Err(ZoneError::Size);
    }
    let mut origin = format!("{}.", origin.trim_end_matches('.').to_ascii_lowercase());
    let (mut owner, mut ttl, mut records) = (None::<String>, DEFAULT_TTL_SECONDS, Vec::new());
    for (line, begins_blank, words) in entries(text)? {
        match words.first().map(|word| word.to_ascii_uppercase()).as_deref() {
            Some("$ORIGIN") => {
                origin = absolute(words.get(1).map_or("", String::as_str), &origin);
                continue;
            }
            Some("$TTL") => {
                ttl = words.get(1).and_then(|ttl| ttl.parse().ok()).unwrap_or(ttl);
                continue;
            }
            None => continue,
            Some(word) if word.starts_with('$') => continue,
            Some(_) => {}
        }
        let mut words = words.into_iter().peekable();
        if !begins_blank {
            owner = words.next().map(|name| absolute(&name, &origin));
        }
        let owner = owner.clone().ok_or(ZoneError::NoOwner { line })?;
        let mut own_ttl = ttl;
        // TTL and class come in either order
        while let Some(word) = words.peek() {
            match (word.parse::<u32>(), word.to_ascii_uppercase().as_str()) {
                (Ok(found), _) => own_ttl = found,
                (_, "IN") => {}
                _ => break,
            }
            words.next();
        }
        let kind = words.next().unwrap_or_default().to_ascii_uppercase();
        let rest: Vec<String> = words.collect();
        let data = match kind.as_str() {
            "SVCB" | "HTTPS" => {
                let mut svcb = Svcb::from_words(&rest).map_err(|error| ZoneError::Svcb { line, error })?;
                if svcb.target != "." {
                    svcb.target = absolute(&svcb.target, &origin);
                }
                RecordData::Svcb(svcb)
            }
            "TXT" => RecordData::Txt(rest),
            _ => continue,
        };
        records.push((line, DnsRecord { owner, ttl: own_ttl, data, of: String::new() }));
    }
    Ok(records)
}

/// A name with a dot at its end, in lower case.
fn absolute(name: &str, origin: &str) -> String {
    let name = name.to_ascii_lowercase();
    match name.as_str() {
        "@" => origin.to_owned(),
        name if name.ends_with('.') => name.to_owned(),
        name => format!("{name}.{origin}"),
    }
}

/// The entries of a file: the line of each, whether it begins with a blank, and its words without quotes, comments and parentheses.
fn entries(text: &str) -> Result<Vec<(usize, bool, Vec<String>)>, ZoneError> {
    let (mut entries, mut words, mut word) = (Vec::new(), Vec::new(), None::<String>);
    let (mut line, mut first, mut depth, mut is_quoted, mut begins_blank) = (1_usize, 1_usize, 0_usize, false, false);
    let mut characters = text.chars().peekable();
    let mut is_at_start = true;
    while let Some(character) = characters.next() {
        if is_at_start && depth == 0 && !is_quoted {
            (first, begins_blank, is_at_start) = (line, character == ' ' || character == '\t', false);
        }
        match character {
            '\\' => {
                let escaped = escape(&mut characters);
                word.get_or_insert_default().extend(escaped);
            }
            '"' => {
                is_quoted = !is_quoted;
                word.get_or_insert_default();
            }
            '\n' if is_quoted => return Err(ZoneError::Open { line: first }),
            character if is_quoted => word.get_or_insert_default().push(character),
            ';' => while characters.next_if(|next| *next != '\n').is_some() {},
            '(' | ')' | ' ' | '\t' | '\r' | '\n' => {
                words.extend(word.take());
                match character {
                    '(' => depth += 1,
                    ')' => depth = depth.saturating_sub(1),
                    '\n' => {
                        line += 1;
                        if depth == 0 {
                            entries.push((first, begins_blank, std::mem::take(&mut words)));
                            is_at_start = true;
                        }
                    }
                    _ => {}
                }
            }
            character => word.get_or_insert_default().push(character),
        }
    }
    if is_quoted || depth > 0 {
        return Err(ZoneError::Open { line: first });
    }
    words.extend(word);
    entries.push((first, begins_blank, words));
    Ok(entries)
}

/// The character after a backslash: itself, or that of a number of three digits.
fn escape(characters: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Option<char> {
    let mut number = String::new();
    while number.len() < 3
        && let Some(digit) = characters.next_if(char::is_ascii_digit)
    {
        number.push(digit);
    }
    match number.parse::<u8>() {
        Ok(byte) => Some(char::from(byte)),
        Err(_) => characters.next(),
    }
}
