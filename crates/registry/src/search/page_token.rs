//! Page tokens, which stay valid after entries were added or removed.
//!
//! A token contains the rank and identifier of the page's last entry, and the statistics used for ranking. The next
//! page uses the same statistics, so that unchanged entries keep their rank and appear once. The token contains a
//! digest of its search. Clients gain nothing by changing it, so it is validated but not signed.

use super::QueryError;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};

/// Version of the token's content and of ranking.
const VERSION: u8 = 2;
/// Maximum length of a token, in characters.
const MAX_CHARS: usize = 8 * 1024;
const DIGEST: usize = 8;

/// The end of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PageToken {
    /// Rank of the last entry.
    pub rank: u64,
    /// Its identifier.
    pub id: String,
    /// Rank of the first entry of all pages.
    pub best: u64,
    /// The statistics used for ranking.
    pub figures: Vec<u64>,
}

impl PageToken {
    /// Creates the token for a search.
    pub(super) fn write(&self, search: &str) -> String {
        let mut bytes = vec![VERSION];
        bytes.extend(digest(&[search.as_bytes()]));
        let count = u64::try_from(self.figures.len()).unwrap_or(u64::MAX);
        for number in [self.rank, self.best, count].iter().chain(&self.figures) {
            write_number(&mut bytes, *number);
        }
        bytes.extend(self.id.as_bytes());
        bytes.extend(digest(&[&bytes]));
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// Parses a token for a search.
    pub(super) fn read(text: &str, search: &str) -> Result<Self, QueryError> {
        let refused = QueryError::page_token;
        const BROKEN: &str = "it is damaged";
        if text.len() > MAX_CHARS {
            return Err(refused("it is too long"));
        }
        let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| refused(BROKEN))?;
        let (body, check) = bytes.split_last_chunk::<DIGEST>().ok_or_else(|| refused(BROKEN))?;
        if digest(&[body]) != *check {
            return Err(refused(BROKEN));
        }
        let (version, body) = body.split_first().ok_or_else(|| refused(BROKEN))?;
        if *version != VERSION {
            return Err(refused("it was created by another version of this software"));
        }
        let (of, mut body) = body.split_first_chunk::<DIGEST>().ok_or_else(|| refused(BROKEN))?;
        if digest(&[search.as_bytes()]) != *of {
            return Err(refused("it belongs to another search, filter or order"));
        }
        let mut number = || read_number(&mut body).ok_or_else(|| refused(BROKEN));
        let (rank, best, count) = (number()?, number()?, number()?);
        // each number has at least one byte, so the text limits the allocation
        let figures = (0..count.min(MAX_CHARS as u64)).map(|_| number()).collect::<Result<Vec<_>, _>>()?;
        let id = String::from_utf8(body.to_vec()).map_err(|_| refused(BROKEN))?;
        Ok(Self { rank, id, best, figures })
    }
}

fn digest(parts: &[&[u8]]) -> [u8; DIGEST] {
    let mut hash = Sha256::new();
    parts.iter().for_each(|part| hash.update(part));
    let mut short = [0; DIGEST];
    short.iter_mut().zip(hash.finalize()).for_each(|(to, from)| *to = from);
    short
}

/// Writes 7 bits per byte, low bits first; the high bit means that more follow.
fn write_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn read_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0u64;
    for shift in (0..64).step_by(7) {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f).checked_shl(shift)?;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{PageToken, QueryError};

    fn token() -> PageToken {
        let figures = vec![0, 127, 128, u64::MAX];
        PageToken { rank: u64::MAX, id: "urn:air:a.example:b:ü".to_owned(), best: 300, figures }
    }

    #[test]
    fn is_read_as_it_was_written() {
        assert_eq!(PageToken::read(&token().write("hotel"), "hotel").unwrap(), token());
    }

    #[test]
    fn of_another_search_or_changed_it_is_refused() {
        let written = token().write("hotel");
        let why = |text: &str, search: &str| PageToken::read(text, search).unwrap_err().message;
        let said = |why: &str| QueryError::page_token(why).message;
        assert_eq!(why(&written, "hotels"), said("it belongs to another search, filter or order"));
        for at in 0..written.len() {
            let mut changed = written.clone().into_bytes();
            changed[at] = if changed[at] == b'A' { b'B' } else { b'A' };
            assert_eq!(why(&String::from_utf8(changed).unwrap(), "hotel"), said("it is damaged"), "{at}");
            assert_eq!(why(&written[..at], "hotel"), said("it is damaged"), "{at}");
        }
        assert_eq!(why(&"A".repeat(9000), "hotel"), said("it is too long"));
        assert_eq!(why("%", "hotel"), said("it is damaged"));
    }
}
