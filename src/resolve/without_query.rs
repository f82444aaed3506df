//! A URL as logs may have it.

use std::fmt;

/// A URL without its query, which may be what gives access to the document.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WithoutQuery<'a>(pub(crate) &'a str);

impl fmt::Display for WithoutQuery<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.split_once('?') {
            Some((url, _)) => write!(f, "{url}?..."),
            None => f.write_str(self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::WithoutQuery;

    #[test]
    fn the_query_is_left_out_and_its_place_seen() {
        for (url, shown) in [
            ("https://a.example/ad.json", "https://a.example/ad.json"),
            ("https://a.example/ad.json?token=s3cret", "https://a.example/ad.json?..."),
            ("https://a.example/?a=1?b=2", "https://a.example/?..."),
        ] {
            assert_eq!(WithoutQuery(url).to_string(), shown);
        }
    }
}
