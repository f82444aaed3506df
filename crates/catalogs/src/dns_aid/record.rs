//! SVCB and TXT records in the presentation format of zone files (RFC 9460, section 2.1; RFC 1035, section 5.1).

use std::{collections::BTreeMap, fmt};

/// `mandatory` (RFC 9460, section 8).
pub(super) const MANDATORY: u16 = 0;
/// `alpn` (RFC 9460, section 7.1).
pub(super) const ALPN: u16 = 1;
/// `port` (RFC 9460, section 7.2).
pub(super) const PORT: u16 = 3;
/// Where the capability descriptor is. This and the following have no registered numbers yet: these are the ones that
/// the draft's reference implementation uses, of the range for private use.
pub(super) const CAP: u16 = 65400;
/// SHA-256 of the descriptor.
pub(super) const CAP_SHA256: u16 = 65401;
/// The protocol of the agent.
pub(super) const BAP: u16 = 65402;
/// The descriptor's path below `/.well-known/` of the target.
pub(super) const WELL_KNOWN: u16 = 65409;

/// The names of keys: those of RFC 9460, section 14.3.2, and of the draft.
const NAMES: [(u16, &str); 12] = [
    (MANDATORY, "mandatory"),
    (ALPN, "alpn"),
    (2, "no-default-alpn"),
    (PORT, "port"),
    (4, "ipv4hint"),
    (5, "ech"),
    (6, "ipv6hint"),
    (CAP, "cap"),
    (CAP_SHA256, "cap-sha256"),
    (BAP, "bap"),
    (65403, "policy"),
    (WELL_KNOWN, "well-known"),
];

/// The first key without a registered name: from here on they are written by number.
const FIRST_PRIVATE: u16 = 65280;

/// A record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DnsRecord {
    /// The name that has it, with a dot at its end.
    pub owner: String,
    /// How long it may be kept, in seconds.
    pub ttl: u32,
    /// What it says.
    pub data: RecordData,
    /// The URL that it leads to; empty for a record of a zone file.
    pub of: String,
}

/// What a record says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordData {
    /// A service (`SVCB`, or `HTTPS`, which says the same of an HTTPS service).
    Svcb(Svcb),
    /// Texts.
    Txt(Vec<String>),
    /// A record by which other names or servers answer for this name.
    Redirect {
        /// `CNAME`, `DNAME` or `NS`.
        kind: &'static str,
        /// The other name, with a dot at its end.
        target: String,
    },
    /// A record that cannot be read.
    Unreadable {
        /// What follows the name, TTL and class.
        text: String,
        /// Why it cannot be read.
        problem: String,
    },
}

/// A service binding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Svcb {
    /// 0 for an alias, else the order of services.
    pub priority: u16,
    /// Where the service is, with a dot at its end; `.` for the owner's name.
    pub target: String,
    params: BTreeMap<u16, String>,
}

impl Svcb {
    pub(super) fn new(priority: u16, target: &str) -> Self {
        Self { priority, target: target.to_owned(), params: BTreeMap::new() }
    }

    /// Reads the words after the record's type. The error is a message.
    pub(super) fn from_words(words: &[String]) -> Result<Self, String> {
        let priority = words.first().map_or("", String::as_str);
        let priority =
            priority.parse().map_err(|_| format!("the priority is {priority:?}, expected a number from 0 to 65535"))?;
        let target = words.get(1).ok_or("the record has no target")?.to_ascii_lowercase();
        let mut svcb = Self::new(priority, &target);
        for word in words.iter().skip(2) {
            let word = plain(word);
            let (name, value) = word.split_once('=').unwrap_or((&word, ""));
            let key = key_of(name).ok_or_else(|| format!("the key {name:?} is unknown; write it as keyNNNNN"))?;
            if svcb.params.insert(key, value.to_owned()).is_some() {
                return Err(format!("the key {name:?} is there twice"));
            }
        }
        Ok(svcb)
    }

    /// Reads RDATA (RFC 9460, section 2.2); `None` if it is malformed.
    pub(super) fn from_rdata(rdata: &[u8]) -> Option<Self> {
        let (priority, mut rest) = rdata.split_first_chunk()?;
        let mut target = String::new();
        loop {
            let label = take_string(&mut rest)?;
            match label {
                [] => break,
                label if label.len() > 63 => return None,
                label => {
                    let label =
                        String::from_utf8_lossy(label).to_ascii_lowercase().replace('\\', "\\\\").replace('.', "\\.");
                    target.push_str(&format!("{label}."));
                }
            }
        }
        let mut svcb = Self::new(u16::from_be_bytes(*priority), if target.is_empty() { "." } else { &target });
        while !rest.is_empty() {
            let (key, after_key) = rest.split_first_chunk()?;
            let (length, after_length) = after_key.split_first_chunk()?;
            let (value, after_value) = after_length.split_at_checked(usize::from(u16::from_be_bytes(*length)))?;
            let key = u16::from_be_bytes(*key);
            // keys are in ascending order
            if svcb.keys().next_back().is_some_and(|last| last >= key) {
                return None;
            }
            svcb.set(key, &value_from_rdata(key, value)?);
            rest = after_value;
        }
        Some(svcb)
    }

    /// The value of a key.
    #[must_use]
    pub fn param(&self, key: u16) -> Option<&str> {
        self.params.get(&key).map(String::as_str)
    }

    /// The value of a key that has a name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<&str> {
        self.param(key_of(name)?)
    }

    pub(super) fn set(&mut self, key: u16, value: &str) {
        self.params.insert(key, value.to_owned());
    }

    pub(super) fn keys(&self) -> impl DoubleEndedIterator<Item = u16> {
        self.params.keys().copied()
    }
}

/// The presentation form of a value in RDATA.
fn value_from_rdata(key: u16, value: &[u8]) -> Option<String> {
    match key {
        MANDATORY => {
            let (keys, rest) = value.as_chunks();
            let names: Vec<String> = keys.iter().map(|key| name_of(u16::from_be_bytes(*key))).collect();
            rest.is_empty().then(|| names.join(","))
        }
        ALPN => Some(strings_from_rdata(value)?.join(",")),
        PORT => Some(u16::from_be_bytes(value.try_into().ok()?).to_string()),
        _ => Some(String::from_utf8_lossy(value).into_owned()),
    }
}

/// The character strings in RDATA; `None` if the last one is incomplete.
pub(super) fn strings_from_rdata(mut rdata: &[u8]) -> Option<Vec<String>> {
    let mut strings = Vec::new();
    while !rdata.is_empty() {
        strings.push(String::from_utf8_lossy(take_string(&mut rdata)?).into_owned());
    }
    Some(strings)
}

/// Removes the backslashes before escaped dots and backslashes in a word of a zone file.
pub(super) fn plain(word: &str) -> String {
    let mut characters = word.chars();
    let next = || characters.next().map(|c| if c == '\\' { characters.next().unwrap_or(c) } else { c });
    std::iter::from_fn(next).collect()
}

/// Takes one string with its length before it.
fn take_string<'a>(rdata: &mut &'a [u8]) -> Option<&'a [u8]> {
    let (length, rest) = rdata.split_first()?;
    let (string, rest) = rest.split_at_checked(usize::from(*length))?;
    *rdata = rest;
    Some(string)
}

/// The number of a key.
pub(super) fn key_of(name: &str) -> Option<u16> {
    let named = NAMES.iter().find(|(_, known)| *known == name).map(|(key, _)| *key);
    // digits alone, without leading zeros
    let number = |name: &str| name.strip_prefix("key")?.parse().ok().filter(|number| format!("key{number}") == name);
    named.or_else(|| number(name))
}

/// The name of a key, for people.
pub(super) fn name_of(key: u16) -> String {
    NAMES.iter().find(|(known, _)| *known == key).map_or_else(|| format!("key{key}"), |(_, name)| (*name).to_owned())
}

impl fmt::Display for Svcb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.priority, self.target)?;
        for (key, value) in &self.params {
            match (*key, value.as_str()) {
                (MANDATORY | PORT, value) => write!(f, " {}={value}", name_of(*key))?,
                (key, value) if key >= FIRST_PRIVATE => write!(f, " key{key}={}", quoted(value))?,
                (key, "") => write!(f, " {}", name_of(key))?,
                (key, value) => write!(f, " {}={}", name_of(key), quoted(value))?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for RecordData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Svcb(svcb) => write!(f, "SVCB {svcb}"),
            Self::Txt(texts) => {
                write!(f, "TXT {}", texts.iter().map(|text| quoted(text)).collect::<Vec<_>>().join(" "))
            }
            Self::Redirect { kind, target } => write!(f, "{kind} {target}"),
            Self::Unreadable { text, .. } => f.write_str(text),
        }
    }
}

/// `NAME TTL IN TYPE DATA`.
impl fmt::Display for DnsRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} IN {}", self.owner, self.ttl, self.data)
    }
}

/// A character string (RFC 1035, section 5.1): quotes and backslashes escaped, and what is not printable ASCII by its
/// number.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' => {
                out.push('\\');
                out.push(char::from(byte));
            }
            b' '..=b'~' => out.push(char::from(byte)),
            other => out.push_str(&format!("\\{other:03}")),
        }
    }
    out.push('"');
    out
}
