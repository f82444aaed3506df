//! Zone files (RFC 1035, section 5): the records of the types that matter here, by name.

use super::{
    DnsRecord, MAX_LABEL_BYTES, RecordData, Svcb,
    record::{plain, strings_from_rdata},
};
use agent_description::{TextError, diagnostic::shortened};
use std::net::{Ipv4Addr, Ipv6Addr};

/// The largest zone file that is read, in bytes.
const MAX_ZONE_BYTES: usize = 4 << 20;
/// The time to live of records before any is named (no `$TTL`), in seconds.
const DEFAULT_TTL_SECONDS: u32 = 3600;

/// The longest name with a dot at its end, in bytes (RFC 1035, section 2.3.4).
const MAX_NAME_BYTES: usize = 254;

/// The types of records that say nothing about agents, even at the same name.
const OTHER_TYPES: &str = "AFSDB CAA CDNSKEY CDS CERT CSYNC DHCID DNSKEY DS EUI48 EUI64 HINFO HIP IPSECKEY LOC MX NAPTR \
    NSEC NSEC3 NSEC3PARAM OPENPGPKEY PTR RP RRSIG SMIMEA SOA SRV SSHFP TLSA";

fn error_in(line: usize, problem: impl Into<String>) -> TextError {
    TextError::new(format!("line {line}: {}", problem.into()))
}

/// Reads the SVCB, HTTPS and TXT records of a zone file, those that redirect names, and those that cannot be read.
///
/// Names without a dot at their end are below `origin` (until `$ORIGIN`). Other types are left out.
///
/// # Errors
/// [`TextError`].
pub fn read_zone(text: &str, origin: &str) -> Result<Vec<(usize, DnsRecord)>, TextError> {
    if text.len() > MAX_ZONE_BYTES {
        return Err(TextError::new(format!("the zone file has more than {MAX_ZONE_BYTES} bytes")));
    }
    let mut origin = format!("{}.", origin.trim_end_matches('.').to_ascii_lowercase());
    let (mut owner, mut ttl, mut records) = (None::<String>, DEFAULT_TTL_SECONDS, Vec::new());
    for (line, begins_blank, words) in entries(text)? {
        match words.first().map(|word| word.to_ascii_uppercase()).as_deref() {
            Some("$ORIGIN") => {
                let name = words.get(1).map_or("", String::as_str);
                origin = absolute(name, &origin).map_err(|problem| error_in(line, problem))?;
                continue;
            }
            Some("$TTL") => {
                ttl = words.get(1).and_then(|ttl| seconds_from(ttl)).unwrap_or(ttl);
                continue;
            }
            None => continue,
            // it can add records that are not in the file
            Some(word) if word.starts_with('$') => {
                let name = shortened(word);
                let problem = format!(
                    "the directive {name} is not read; pass the complete zone, such as `named-compilezone` writes it"
                );
                return Err(error_in(line, problem));
            }
            Some(_) => {}
        }
        let mut words = words.into_iter().peekable();
        if !begins_blank {
            let name = words.next().unwrap_or_default();
            owner = Some(absolute(&name, &origin).map_err(|problem| error_in(line, problem))?);
        }
        let owner = owner.clone().ok_or_else(|| error_in(line, "the record has no name"))?;
        let mut own_ttl = ttl;
        // TTL and class come in either order
        while let Some(word) = words.peek() {
            match (seconds_from(word), word.to_ascii_uppercase().as_str()) {
                (Some(found), _) => own_ttl = found,
                (_, "IN") => {}
                _ => break,
            }
            words.next();
        }
        let kind = words.next().unwrap_or_default().to_ascii_uppercase();
        let rest: Vec<String> = words.collect();
        let data = data_from_words(&kind, &rest, &origin).map_err(|problem| error_in(line, problem))?;
        let Some(data) = data else { continue };
        records.push((line, DnsRecord { owner, ttl: own_ttl, data, of: String::new() }));
    }
    Ok(records)
}

/// What a record says; `None` if its type does not matter here.
fn data_from_words(kind: &str, words: &[String], origin: &str) -> Result<Option<RecordData>, String> {
    let unreadable = |problem: &str| {
        let text = format!("{kind} {}", words.join(" "));
        Some(RecordData::Unreadable { text: text.trim_end().to_owned(), problem: problem.to_owned() })
    };
    let redirect = |kind| match words {
        [target] => match absolute(target, origin) {
            Ok(target) => Some(RecordData::Redirect { kind, target }),
            Err(problem) => unreadable(&problem),
        },
        // the target is in hexadecimal digits: any target is a redirect
        [mark, ..] if mark == "#" => Some(RecordData::Redirect { kind, target: words.join(" ") }),
        _ => unreadable("expected one name"),
    };
    // types may be numbers, and data hexadecimal (RFC 3597, section 5)
    let kind = match kind {
        "TYPE2" => "NS",
        "TYPE5" => "CNAME",
        "TYPE16" => "TXT",
        "TYPE39" => "DNAME",
        "TYPE64" => "SVCB",
        "TYPE65" => "HTTPS",
        kind => kind,
    };
    let rdata = words.first().filter(|word| *word == "#").map(|_| rdata_from_words(&words[1..]));
    let is_service = matches!(kind, "SVCB" | "HTTPS");
    Ok(match (kind, rdata) {
        ("SVCB" | "HTTPS" | "TXT", Some(None)) => unreadable("the length or the hexadecimal digits are wrong"),
        ("SVCB" | "HTTPS" | "TXT", Some(Some(rdata))) => {
            let data = if is_service {
                Svcb::from_rdata(&rdata).map(RecordData::Svcb)
            } else {
                strings_from_rdata(&rdata).map(RecordData::Txt)
            };
            data.or_else(|| unreadable("the data are malformed"))
        }
        ("SVCB" | "HTTPS", None) => {
            let mut svcb = Svcb::from_words(words)?;
            if svcb.target != "." {
                svcb.target = absolute(&svcb.target, origin)?;
            }
            Some(RecordData::Svcb(svcb))
        }
        ("TXT", None) => Some(RecordData::Txt(words.iter().map(|word| plain(word)).collect())),
        ("CNAME", _) => redirect("CNAME"),
        ("DNAME", _) => redirect("DNAME"),
        ("NS", _) => redirect("NS"),
        ("A" | "AAAA", Some(rdata)) => {
            let length = if kind == "A" { 4 } else { 16 };
            let is_address = rdata.is_some_and(|rdata| rdata.len() == length);
            if is_address { None } else { unreadable("the data are no address") }
        }
        ("A" | "AAAA", None) => {
            let is_address = match words {
                [word] if kind == "A" => word.parse::<Ipv4Addr>().is_ok(),
                [word] => word.parse::<Ipv6Addr>().is_ok(),
                _ => false,
            };
            if is_address { None } else { unreadable("expected one IP address") }
        }
        (kind, _) if OTHER_TYPES.split_ascii_whitespace().any(|other| other == kind) => None,
        (kind, _) if kind.strip_prefix("TYPE").is_some_and(|number| number.parse::<u16>().is_ok()) => None,
        ("CH" | "HS" | "CS", _) => unreadable("expected the class IN"),
        (kind, _) => unreadable(&format!("expected a TTL, a class or a type of record, found {kind:?}")),
    })
}

/// The bytes of data that are written as a length and hexadecimal digits.
fn rdata_from_words(words: &[String]) -> Option<Vec<u8>> {
    let (length, digits) = words.split_first()?;
    let digits = digits.concat();
    if digits.len() % 2 != 0 || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let byte = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).ok();
    let bytes: Vec<u8> = (0..digits.len()).step_by(2).map(byte).collect::<Option<_>>()?;
    (length.parse() == Ok(bytes.len())).then_some(bytes)
}

/// A time to live: seconds, or numbers with units as in `1h30m`.
fn seconds_from(text: &str) -> Option<u32> {
    let (mut total, mut number) = (0_u32, None::<u32>);
    for character in text.chars() {
        if let Some(digit) = character.to_digit(10) {
            number = Some(number.unwrap_or(0).checked_mul(10)?.checked_add(digit)?);
            continue;
        }
        let unit = match character.to_ascii_lowercase() {
            's' => 1,
            'm' => 60,
            'h' => 3600,
            'd' => 86_400,
            'w' => 604_800,
            _ => return None,
        };
        total = total.checked_add(number.take()?.checked_mul(unit)?)?;
    }
    if text.is_empty() { None } else { total.checked_add(number.unwrap_or(0)) }
}

/// A name with a dot at its end, in lower case. The error is a message.
fn absolute(name: &str, origin: &str) -> Result<String, String> {
    let name = name.to_ascii_lowercase();
    let absolute = match name.as_str() {
        "@" | "." => return Ok(if name == "@" { origin.to_owned() } else { name }),
        name if name.ends_with('.') => name.to_owned(),
        name => format!("{name}.{origin}"),
    };
    let is_label = |label: &str| (1..=MAX_LABEL_BYTES).contains(&label.len());
    let is_name = absolute.len() <= MAX_NAME_BYTES && absolute.trim_end_matches('.').split('.').all(is_label);
    if is_name && !absolute.ends_with("..") {
        return Ok(absolute);
    }
    let shown = shortened(&absolute);
    Err(format!("{shown} is no name: expected labels of 1 to {MAX_LABEL_BYTES} bytes, {MAX_NAME_BYTES} in all"))
}

const OPEN: &str = "a quotation or parenthesis does not end";

/// The entries of a file: the line of each, whether it begins with a blank, and its words without quotes, comments and
/// parentheses. A backslash stays before an escaped dot or backslash; [`plain`] removes it.
fn entries(text: &str) -> Result<Vec<(usize, bool, Vec<String>)>, TextError> {
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
                let escaped = escape(&mut characters).map_err(|problem| error_in(line, problem))?;
                let word = word.get_or_insert_default();
                // not the dot between two labels, and not the backslash that tells them apart
                word.extend(matches!(escaped, '.' | '\\').then_some('\\'));
                word.push(escaped);
            }
            '"' => {
                is_quoted = !is_quoted;
                word.get_or_insert_default();
            }
            '\n' if is_quoted => return Err(error_in(first, OPEN)),
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
            character if character.is_control() => {
                return Err(error_in(line, format!("the control character {character:?} cannot be read; remove it")));
            }
            character => word.get_or_insert_default().push(character),
        }
    }
    if is_quoted || depth > 0 {
        return Err(error_in(first, OPEN));
    }
    words.extend(word);
    entries.push((first, begins_blank, words));
    Ok(entries)
}

/// The character after a backslash: itself, or that of a number of three digits. The error is a message.
fn escape(characters: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Result<char, String> {
    let mut number = String::new();
    while number.len() < 3
        && let Some(digit) = characters.next_if(char::is_ascii_digit)
    {
        number.push(digit);
    }
    let escaped = match number.as_str() {
        "" => characters.next().filter(|character| !character.is_control()),
        digits if digits.len() == 3 => digits.parse::<u8>().ok().map(char::from),
        _ => None,
    };
    escaped.ok_or_else(|| {
        format!("the escape \\{number} cannot be read: expected a character or a number from 000 to 255")
    })
}
