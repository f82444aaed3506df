//! Stored access tokens, one for each origin that issued one.

use crate::AuthenticationInfo;
use adp_crypto::{Origin, Timestamp};
use http::HeaderValue;
use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

/// Maximum number of origins with stored tokens; requests to other origins are always signed.
const MAX_TOKENS: usize = 1024;

/// A token in the form in which it is sent.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Token {
    header: HeaderValue,
    expires: Timestamp,
}

impl Token {
    pub(super) fn header(&self) -> HeaderValue {
        self.header.clone()
    }
}

/// The tokens of one DID, by origin: scheme, host and port.
#[derive(Default)]
pub(super) struct Tokens(Mutex<HashMap<Origin, Token>>);

impl Tokens {
    /// The token of this origin, if it is valid at `now`.
    pub(super) fn get(&self, origin: &Origin, now: Timestamp) -> Option<Token> {
        let tokens = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        tokens.get(origin).filter(|token| now < token.expires).cloned()
    }

    /// Stores a token that an origin issued for a request sent at `asked`. A token without an expiry time is not
    /// stored.
    pub(super) fn keep(&self, origin: Origin, info: AuthenticationInfo, asked: Timestamp) {
        let (Some(header), Some(seconds)) = (info.to_authorization(), info.expires_in) else { return };
        let expires = asked.saturating_add(Duration::from_secs(seconds));
        let mut tokens = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if tokens.len() >= MAX_TOKENS && !tokens.contains_key(&origin) {
            tokens.retain(|_, token| asked < token.expires);
        }
        if tokens.len() < MAX_TOKENS || tokens.contains_key(&origin) {
            tokens.insert(origin, Token { header, expires });
        }
    }

    /// Removes all tokens, because their DID is superseded.
    pub(super) fn clear(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Removes a refused token, unless another one has replaced it.
    pub(super) fn forget(&self, origin: &Origin, refused: &Token) {
        let mut tokens = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if tokens.get(origin) == Some(refused) {
            tokens.remove(origin);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_unix_seconds(seconds).unwrap()
    }

    #[test]
    fn a_token_is_its_origins_and_ends() {
        let (tokens, origin) = (Tokens::default(), |text: &str| text.parse::<Origin>().unwrap());
        let hotel = origin("https://hotel.example");
        tokens.keep(hotel.clone(), AuthenticationInfo::new("abc", 60), at(1000));
        assert_eq!(tokens.get(&hotel, at(1059)).unwrap().header(), "Bearer abc");
        assert!(tokens.get(&hotel, at(1060)).is_none());
        for other in ["https://hotel.example:8443", "http://hotel.example", "https://www.hotel.example"] {
            assert!(tokens.get(&origin(other), at(1000)).is_none(), "{other}");
        }
        // with two concurrent requests, the second may already have obtained a new token
        let refused = tokens.get(&hotel, at(1000)).unwrap();
        tokens.keep(hotel.clone(), AuthenticationInfo::new("new", 60), at(1000));
        tokens.forget(&hotel, &refused);
        assert_eq!(tokens.get(&hotel, at(1000)).unwrap().header(), "Bearer new");
        tokens.forget(&hotel, &tokens.get(&hotel, at(1000)).unwrap());
        assert!(tokens.get(&hotel, at(1000)).is_none());

        let mut endless = AuthenticationInfo::new("abc", 60);
        endless.expires_in = None;
        tokens.keep(hotel.clone(), endless, at(1000));
        assert!(tokens.get(&hotel, at(1000)).is_none());
        tokens.keep(hotel.clone(), AuthenticationInfo::new("abc", u64::MAX), at(1000));
        assert!(tokens.get(&hotel, at(1000)).is_some());
    }

    #[test]
    fn so_many_and_no_more() {
        let (tokens, origin) = (Tokens::default(), |n: usize| format!("https://h{n}.example").parse::<Origin>());
        for n in 0..MAX_TOKENS {
            tokens.keep(origin(n).unwrap(), AuthenticationInfo::new("abc", if n == 0 { 1 } else { 60 }), at(0));
        }
        tokens.keep(origin(MAX_TOKENS).unwrap(), AuthenticationInfo::new("abc", 60), at(0));
        assert!(tokens.get(&origin(MAX_TOKENS).unwrap(), at(0)).is_none());
        // one of them has expired at that time
        tokens.keep(origin(MAX_TOKENS).unwrap(), AuthenticationInfo::new("abc", 60), at(2));
        assert!(tokens.get(&origin(MAX_TOKENS).unwrap(), at(2)).is_some());
        assert_eq!(tokens.0.lock().unwrap().len(), MAX_TOKENS);
        tokens.keep(origin(5).unwrap(), AuthenticationInfo::new("new", 60), at(2));
        assert_eq!(tokens.get(&origin(5).unwrap(), at(2)).unwrap().header(), "Bearer new");
    }
}
