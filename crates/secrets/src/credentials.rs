//! Passwords, tokens and cookies: in URLs, in headers, and as values of names that indicate a secret.

use super::{
    key_text,
    marks::Marks,
    name::{Name, is_secret_name},
    placeholder::is_placeholder,
    token,
};

/// Headers with credentials.
const HEADERS: [&str; 8] = [
    "proxy-authorization",
    "authorization",
    "set-cookie",
    "cookie",
    "x-api-key",
    "api-key",
    "x-auth-token",
    "x-csrf-token",
];
/// Schemes of `Authorization` before a token, in lower case.
const SCHEMES: [&str; 4] = ["bearer", "basic", "dpop", "didwba"];
/// URI schemes that may have an `@` without a password.
const SCHEMES_WITH_AT: [&str; 6] = ["did", "urn", "acct", "mailto", "xmpp", "sip"];
/// Last words of URL parameter names that are secrets too.
const PARAMETERS: [&str; 9] = ["key", "code", "auth", "pass", "pwd", "jwt", "session", "sid", "sig"];
/// Minimum length of a token that is recognized by the text before it, in characters.
const MIN_TOKEN_CHARS: usize = 4;
/// Minimum length of a value that may look random, in characters.
const MIN_RANDOM_CHARS: usize = 6;
/// Maximum length of user name and password before an `@` without a scheme, in bytes.
const MAX_USER_BYTES: usize = 512;
/// Maximum length of a name, in bytes.
const MAX_NAME_BYTES: usize = 64;
/// Maximum length of a named value, in bytes.
const MAX_VALUE_BYTES: usize = 4096;

/// The end of a URL inside a text.
fn ends_word(c: char) -> bool {
    c.is_whitespace() || c.is_control() || matches!(c, '"' | '\'' | '`' | '<' | '>' | '|' | '…')
}

/// The word from `begin` on, without the punctuation of the sentence.
fn word(text: &str, begin: usize) -> &str {
    let rest = text.get(begin..).unwrap_or_default();
    let end = rest.find(ends_word).unwrap_or(rest.len());
    rest.get(..end).unwrap_or_default().trim_end_matches(['.', ',', ';', ':', ')', ']', '}', '\\'])
}

/// Possible starts of an authority with a password: after every `:` with slashes, and after `//` alone.
fn authorities(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_slash = |c: char| matches!(c, '/' | '\\');
    text.match_indices(is_slash).filter_map(move |(at, _)| {
        let before = text.get(..at)?.chars().next_back();
        if before.is_some_and(is_slash) {
            return None;
        }
        let rest = text.get(at..)?;
        let authority = rest.trim_start_matches(is_slash);
        let slashes = rest.len() - authority.len();
        if slashes < 2 && before != Some(':') {
            return None;
        }
        let end = authority.find(|c| ends_word(c) || is_slash(c) || matches!(c, '?' | '#')).unwrap_or(authority.len());
        Some((at + slashes, authority.get(..end)?))
    })
}

/// The passwords in URLs of a text: start of the user name, and length of user name and password.
fn passwords(text: &str) -> impl Iterator<Item = (usize, usize, &str)> {
    authorities(text).filter_map(|(begin, authority)| {
        let user = authority.get(..authority.rfind('@')?)?;
        let (_, password) = user.split_once(':').filter(|(_, password)| !is_placeholder(password))?;
        Some((begin, user.len(), password))
    })
}

/// Passwords in URLs, without the rest of the URL.
pub(super) fn mark_passwords(text: &str, marks: &mut Marks) {
    passwords(text).for_each(|(begin, len, _)| marks.replace(begin, begin + len, "..."));
}

/// User names and passwords in URLs, except placeholders, without the rest of the URL.
pub(super) fn mark_users(text: &str, marks: &mut Marks) {
    if !text.contains('@') {
        return;
    }
    for (begin, authority) in authorities(text) {
        let user = authority.rfind('@').and_then(|at| authority.get(..at));
        if let Some(user) = user.filter(|user| !is_placeholder(user.rsplit(':').next().unwrap_or_default())) {
            marks.replace(begin, begin + user.len(), "...");
        }
    }
}

/// Tokens of known services.
pub(super) fn mark_tokens(text: &str, marks: &mut Marks) {
    token::find(text, false, |begin, end| marks.add(begin, end));
}

/// Tokens in an input or an argument.
pub(super) fn find_tokens<'a>(text: &'a str, mut each: impl FnMut(&'a str)) {
    token::find(text, false, |begin, end| text.get(begin..end).into_iter().for_each(&mut each));
}

/// Tokens in a text of a report, also truncated ones.
pub(super) fn mark_tokens_in_report(text: &str, marks: &mut Marks) {
    token::find(text, true, |begin, end| marks.add(begin, end));
}

/// Whether the query or fragment of a URL may contain credentials: it is not empty, a page number, or a placeholder.
pub(super) fn may_have_credentials(query: &str) -> bool {
    let values = query.split('&').map(|pair| pair.split_once('=').map_or(pair, |(_, value)| value));
    !is_harmless(query) && values.filter(|value| !value.is_empty()).any(|value| !is_placeholder(value))
}

/// Everything in a message that may be a credential: users, queries and fragments of URLs, header values, tokens.
pub(super) fn mark_in_message(text: &str, marks: &mut Marks) {
    let mut end = 0;
    for (begin, authority) in authorities(text) {
        if let Some(at) = authority.rfind('@') {
            marks.replace(begin, begin + at, "...");
        }
        if begin < end {
            continue;
        }
        let word = word(text, begin);
        end = begin + word.len();
        if let Some(at) = word.find('?').filter(|at| !is_harmless(word.get(at + 1..).unwrap_or_default())) {
            marks.replace(begin + at + 1, end, "...");
        } else if let Some(at) = word.find('#').filter(|at| word.get(*at..).is_some_and(|rest| rest.contains('='))) {
            marks.replace(begin + at + 1, end, "...");
        }
    }
    mark_bare_queries(text, marks);
    find_jwts(text, |begin, token| marks.add(begin, begin + token.len()));
    token::find(text, true, |begin, end| marks.add(begin, end));
    mark_user_and_password(text, |password| !is_placeholder(password), marks);
    mark_headers(text, |value| value.trim().len() >= MIN_TOKEN_CHARS && !is_placeholder(value), marks);
    find_values(text, |begin, value, is_adjacent| {
        let is_token = value.bytes().any(|byte| byte.is_ascii_digit());
        if is_adjacent || is_token && value.len() > MIN_TOKEN_CHARS {
            marks.add(begin, begin + value.len());
        }
    });
}

/// Whether a value, or one of its words, is not natural language: it has letters and digits.
pub(super) fn looks_random(value: &str) -> bool {
    value.split([' ', ';', ',']).any(|word| {
        word.len() >= MIN_RANDOM_CHARS
            && word.bytes().any(|byte| byte.is_ascii_digit())
            && word.bytes().any(|byte| byte.is_ascii_alphabetic())
            && !is_placeholder(word)
    })
}

/// Whether a query contains no credentials: it is empty, already hidden (`?...}` of a tracing span), or a page number.
fn is_harmless(query: &str) -> bool {
    let is_number = |value: &str| matches!(value.len(), 1..=3) && value.bytes().all(|byte| byte.is_ascii_digit());
    query.is_empty()
        || query.starts_with("...}")
        || query.split('&').all(|pair| pair.split_once('=').is_some_and(|(_, value)| is_number(value)))
}

/// A path `/path?name=value`, without a host.
fn mark_bare_queries(text: &str, marks: &mut Marks) {
    let mut end = 0;
    for (at, _) in text.match_indices('?') {
        if at < end {
            continue;
        }
        let query = word(text, at + 1);
        end = at + 1 + query.len();
        let name = query.split('=').next().unwrap_or_default();
        let is_name =
            !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.-~%[]$".contains(&byte));
        if is_name && name.len() < query.len() && !is_harmless(query) {
            marks.replace(at + 1, end, "...");
        }
    }
}

/// Text `user:password@host`, without a scheme.
fn mark_user_and_password(text: &str, is_secret: impl Fn(&str) -> bool, marks: &mut Marks) {
    for (at, _) in text.match_indices('@') {
        let before = (at.saturating_sub(MAX_USER_BYTES)..at).find_map(|begin| text.get(begin..at)).unwrap_or_default();
        let user = before.rsplit(|c: char| ends_word(c) || matches!(c, '/' | '\\' | '(' | '{' | '[')).next();
        let user = user.unwrap_or_default();
        if let Some((name, password)) = user.split_once(':')
            && !name.is_empty()
            && !password.is_empty()
            && !SCHEMES_WITH_AT.contains(&name)
            && is_secret(password)
        {
            marks.add(at - password.len(), at);
        }
    }
}

/// Header values that `is_secret` selects, and credentials after a scheme of `Authorization`.
fn mark_headers(text: &str, is_secret: impl Fn(&str) -> bool, marks: &mut Marks) {
    let lower = text.to_ascii_lowercase();
    for header in HEADERS {
        let mut done = 0;
        for (at, _) in lower.match_indices(header).filter(|(at, _)| begins_word(text, *at)) {
            if at < done {
                continue;
            }
            let begin = at + header.len();
            let rest = text.get(begin..).unwrap_or_default();
            let value = rest.trim_start_matches(['"', '\'', '`', '\\']).trim_start();
            let Some(value) = value.strip_prefix([':', '=']) else { continue };
            let value = value.trim_start().trim_start_matches(['"', '\'', '`', '\\']);
            let value_begin = text.len() - value.len();
            let end = value.find(['\n', '"', '`', '\'']).unwrap_or(value.len());
            done = value_begin + end;
            if value.get(..end).is_some_and(|value| is_secret(without_scheme(value))) {
                marks.add(value_begin, done);
            }
        }
    }
    find_after_schemes(text, |begin, token| marks.add(begin, begin + token.len()));
}

/// Credentials after a scheme of `Authorization`, with their start.
fn find_after_schemes<'a>(text: &'a str, mut each: impl FnMut(usize, &'a str)) {
    let lower = text.to_ascii_lowercase();
    for scheme in SCHEMES {
        for (at, _) in lower.match_indices(scheme).filter(|(at, _)| begins_word(text, *at)) {
            let begin = at + scheme.len() + 1;
            let Some(rest) = text.get(begin - 1..).and_then(|rest| rest.strip_prefix(' ')) else { continue };
            let token = rest.split(ends_word).next().unwrap_or_default();
            let is_token = token.len() >= MIN_TOKEN_CHARS * 2 && token.bytes().any(|byte| byte.is_ascii_digit());
            if scheme == "didwba" && rest.starts_with("did=") {
                each(begin, rest.split('\n').next().unwrap_or_default());
            } else if is_token && !is_placeholder(token) {
                each(begin, token);
            }
        }
    }
}

/// Whether this is a word boundary: `humanAuthorization` is not a header, and `forbearer` is not a scheme.
fn begins_word(text: &str, at: usize) -> bool {
    !text.get(..at).is_some_and(|before| before.ends_with(|c: char| c.is_ascii_alphanumeric()))
}

/// JSON Web Tokens; a document's signature looks the same.
pub(super) fn find_jwts<'a>(text: &'a str, mut each: impl FnMut(usize, &'a str)) {
    let mut end = 0;
    for (at, _) in text.match_indices("eyJ") {
        if at < end {
            continue;
        }
        let rest = text.get(at..).unwrap_or_default();
        let is_of_jwt = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        let token = rest.get(..rest.find(|c| !is_of_jwt(c)).unwrap_or(rest.len())).unwrap_or_default();
        end = at + token.len();
        if token.matches('.').count() == 2 && token.len() >= 20 {
            each(at, token);
        }
    }
}

/// The value of a header after `Bearer ` and similar schemes.
fn without_scheme(value: &str) -> &str {
    match value.split_once(' ') {
        Some((scheme, rest)) if SCHEMES.contains(&scheme.to_ascii_lowercase().as_str()) => rest,
        _ => value,
    }
}

/// The values of names that indicate a secret: `token=x`, `"token": "x"`. The last argument of `each` tells whether the
/// value directly follows `=`, or is quoted.
fn find_values<'a>(text: &'a str, mut each: impl FnMut(usize, &'a str, bool)) {
    for (at, separator) in text.match_indices([':', '=']) {
        let before = text.get(..at).unwrap_or_default();
        let name = before.trim_end().trim_end_matches(['"', '\'', '\\', '`']);
        let is_of_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        let begin = name
            .rfind(|c| !is_of_name(c))
            .map_or(0, |at| at + name.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8));
        let name = name.get(begin..).unwrap_or_default();
        let is_of_jwk = Name::from_text(name.as_bytes()).is_some_and(Name::may_have_key);
        let is_parameter = separator == "="
            && text.get(..begin).is_some_and(|before| before.ends_with(['?', '&', '#']))
            && is_secret_parameter(name);
        if name.is_empty() || name.len() > MAX_NAME_BYTES || !is_of_jwk && !is_parameter && !is_secret_name(name) {
            continue;
        }
        let rest = text.get(at + 1..).unwrap_or_default();
        let value = rest.trim_start_matches([' ', '\t', '\\']);
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
        // `/apiKey: v1-1.0 has no equal`: a pointer and a message about it
        if separator == ":" && quote.is_none() && text.get(..begin).is_some_and(|before| before.ends_with('/')) {
            continue;
        }
        let value = if quote.is_some() { value.get(1..).unwrap_or_default() } else { value };
        let ends = |c: char| match quote {
            Some(quote) => c == quote || matches!(c, '\n' | '\\'),
            None => ends_word(c) || matches!(c, ',' | ';' | '&' | '}' | ']' | ')'),
        };
        let begin = text.len() - value.len();
        let mut chars = value.char_indices().take_while(|(at, _)| *at <= MAX_VALUE_BYTES);
        let end = chars.find(|(_, c)| ends(*c)).map_or(value.len(), |(at, _)| at);
        let value = value.get(..end).unwrap_or_default();
        let is_secret = value.len() >= MIN_TOKEN_CHARS
            && value.len() <= MAX_VALUE_BYTES
            && !value.contains("://")
            && !value.starts_with(['{', '<', '['])
            && !is_placeholder(value)
            && (!is_of_jwk || key_text::looks_like_key(value));
        if is_secret {
            each(begin, value, quote.is_some() || separator == "=" && begin == at + 1);
        }
    }
}

/// Values of an input by their names, except schema words, such as `"token": "string"`.
pub(super) fn find_named<'a>(text: &'a str, mut each: impl FnMut(&'a str)) {
    find_values(text, |_, value, _| {
        let is_word = value.bytes().all(|byte| byte.is_ascii_lowercase() || matches!(byte, b'_' | b'-'));
        if value.len() >= 8 && !is_word {
            each(value);
        }
    });
}

/// Whether a URL parameter is a secret by its name.
fn is_secret_parameter(name: &str) -> bool {
    let last = name.rsplit(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
    is_secret_name(name) || PARAMETERS.iter().any(|parameter| last.eq_ignore_ascii_case(parameter))
}

/// The credentials in an argument: passwords and parameters of URLs, even misspelled ones, header values and named
/// values. The last argument of `each` tells whether it is certain or only likely.
pub(super) fn find_in_argument<'a>(argument: &'a str, mut each: impl FnMut(&'a str, bool)) {
    let mut found = |value: &'a str, is_certain: bool| {
        if !is_placeholder(value) {
            each(value, is_certain);
        }
    };
    if let Some(at) = argument.rfind('@') {
        let before = argument.get(..at).unwrap_or_default();
        // after the scheme, and after the first colon that follows
        let is_scheme = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
        let scheme = before.find(|c| !is_scheme(c)).unwrap_or(before.len());
        let rest = before.get(scheme..).unwrap_or_default();
        let behind = rest.trim_start_matches(':').trim_start_matches(['/', '\\']);
        let has_scheme = rest.starts_with([':', '/'])
            && rest.contains(['/', '\\'])
            && rest.trim_start_matches(':').starts_with(['/', '\\']);
        let user = if has_scheme { behind } else { before };
        if let Some((_, password)) = user.split_once(':').filter(|(name, _)| !SCHEMES_WITH_AT.contains(name)) {
            found(password, has_scheme || looks_random(password));
        }
    }
    if let Some((_, query)) = argument.split_once(['?', '#']) {
        for pair in query.split(['&', ';', '?', '#']) {
            let (name, value) = pair.split_once('=').unwrap_or(("", pair));
            if is_secret_parameter(name) {
                found(value, looks_random(value));
            } else if !name.is_empty() && looks_random(value) {
                found(value, false);
            }
        }
    }
    let lower = argument.to_ascii_lowercase();
    if let Some(header) = HEADERS.iter().find(|header| lower.contains(**header)) {
        let value = argument.split_once([':', '=']).map_or("", |(_, value)| value.trim());
        if lower.split([':', '=']).next().is_some_and(|name| name.contains(header)) {
            let words = without_scheme(value).split([' ', ';', ',']);
            words.for_each(|word| found(word, looks_random(word)));
        }
    }
    find_after_schemes(argument, |_, token| found(token, looks_random(token)));
    find_named(argument, |value| found(value, looks_random(value)));
}
