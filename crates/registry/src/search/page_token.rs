//! Page tokens, which stay valid after entries were added or removed.
//!
//! A token contains the rank and identifier of the page's last entry, and the statistics used for ranking. The next
//! page uses the same statistics, so that unchanged entries keep their rank and appear once. The token contains a
//! digest of its search. Clients gain nothing by changing it, so it is validated but not signed.

use super::QueryError;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Version of the token's content and of ranking.
const VERSION: u8 = 3;
/// Maximum length of a token, in characters.
const MAX_CHARS: usize = 8 * 1024;
const DIGEST: usize = 8;

/// The end of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    /// Creates the token for a search: the version, a digest of the search, the end of the page in JSON, and a digest
    /// of all of it.
    pub(super) fn write(&self, search: &str) -> String {
        let mut bytes = vec![VERSION];
        bytes.extend(digest(search.as_bytes()));
        // serialization cannot fail; a token without content would be treated as damaged
        bytes.extend(serde_json::to_vec(self).unwrap_or_default());
        bytes.extend(digest(&bytes));
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
        if digest(body) != *check {
            return Err(refused(BROKEN));
        }
        let (version, body) = body.split_first().ok_or_else(|| refused(BROKEN))?;
        if *version != VERSION {
            return Err(refused("it was created by another version of this software"));
        }
        let (of, body) = body.split_first_chunk::<DIGEST>().ok_or_else(|| refused(BROKEN))?;
        if digest(search.as_bytes()) != *of {
            return Err(refused("it belongs to another search, filter or order"));
        }
        serde_json::from_slice(body).map_err(|_| refused(BROKEN))
    }
}

fn digest(bytes: &[u8]) -> [u8; DIGEST] {
    let mut short = [0; DIGEST];
    short.iter_mut().zip(Sha256::digest(bytes)).for_each(|(to, from)| *to = from);
    short
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
