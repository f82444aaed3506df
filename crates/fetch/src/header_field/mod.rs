//! Values of HTTP header fields: tokens, links and media types.

mod link;
mod scanner;

pub use link::LinkValue;
#[doc(hidden)]
pub use scanner::Scanner;

/// A media type without parameters, in lower case: `application/json` for `Application/JSON; charset=utf-8`.
#[must_use]
pub fn essence(media_type: &str) -> String {
    media_type.split(';').next().unwrap_or_default().trim_ascii().to_ascii_lowercase()
}

/// Whether a text is a token (RFC 9110, section 5.6.2), such as a parameter's name.
#[cfg(feature = "resolver")]
pub(crate) fn is_token(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_token_char)
}

fn is_token_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c)
}
