//! Passwords, tokens and cookies: in URLs, in headers, and as values of names that say so.

use super::{key_text, redactor::Marks};

/// Headers whose values give access.
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
/// Schemes of `Authorization`, before a token.
const SCHEMES: [&str; 4] = ["Bearer", "Basic", "DPoP", "DIDWba"];
/// Endings of names of secrets, in lower case, without `-` and `_`.
const NAMES: [&str; 12] = [
    "password",
    "passwd",
    "passphrase",
    "secret",
    "token",
    "apikey",
    "accesskey",
    "privatekey",
    "secretkey",
    "seed",
    "mnemonic",
    "credential",
];
/// Names of parameters of URLs that are secrets too.
const PARAMETERS: [&str; 9] = ["key", "code", "auth", "pass", "pwd", "jwt", "session", "sid", "sig"];
/// The shortest token that is recognized by what stands before it, in characters.
const MIN_TOKEN_CHARS: usize = 4;
/// The longest value of a name, in bytes.
const MAX_VALUE_BYTES: usize = 4096;

fn folded(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

fn is_secret_name(name: &str) -> bool {
    let folded = folded(name);
    NAMES.iter().any(|ending| folded.ends_with(ending))
}

/// Where a URL ends that stands in a text.
fn ends_word(c: char) -> bool {
    c.is_whitespace() || c.is_control() || matches!(c, '"' | '\'' | '`' | '<' | '>' | '|' | '…')
}

/// The word from `begin` on, without the punctuation of the sentence.
fn word(text: &str, begin: usize) -> &str {
    let rest = text.get(begin..).unwrap_or_default();
    let end = rest.find(ends_word).unwrap_or(rest.len());
    rest.get(..end).unwrap_or_default().trim_end_matches(['.', ',', ';', ':', ')', ']', '}', '\\'])
}

/// What may stand in front of a password: where the authority begins, by every `:` with slashes behind it, and by `//` alone.
fn authorities(text: &str) -> impl Iterator<Item = usize> {
    text.match_indices(['/', '\\']).filter_map(|(at, _)| {
        let before = text.get(..at)?.chars().next_back();
        let is_first = !matches!(before, Some('/' | '\\'));
        let rest = text.get(at..)?;
        let slashes = rest.len() - rest.trim_start_matches(['/', '\\']).len();
        (is_first && (slashes > 1 || before == Some(':'))).then_some(at + slashes)
    })
}

/// Passwords in URLs, without the rest of them.
pub(super) fn mark_passwords(text: &str, marks: &mut Marks) {
    for begin in authorities(text) {
        let word = word(text, begin);
        let authority = word.get(..word.find(['/', '\\', '?', '#']).unwrap_or(word.len())).unwrap_or_default();
        if let Some(at) = authority.rfind('@')
            && authority.get(..at).is_some_and(|user| user.contains(':'))
        {
            marks.replace(begin, begin + at, "...");
        }
    }
}

/// Everything of a message that may give access: users, queries and fragments with values of URLs, values of headers, tokens.
pub(super) fn mark_in_message(text: &str, marks: &mut Marks) {
    for begin in authorities(text) {
        let word = word(text, begin);
        let authority = word.get(..word.find(['/', '\\', '?', '#']).unwrap_or(word.len())).unwrap_or_default();
        if let Some(at) = authority.rfind('@') {
            marks.replace(begin, begin + at, "...");
        }
        if let Some(at) = word.find('?').filter(|at| !is_harmless(word.get(at + 1..).unwrap_or_default())) {
            marks.replace(begin + at + 1, begin + word.len(), "...");
        } else if let Some(at) = word.find('#').filter(|at| word.get(*at..).is_some_and(|rest| rest.contains('='))) {
            marks.replace(begin + at + 1, begin + word.len(), "...");
        }
    }
    mark_bare_queries(text, marks);
    mark_user_and_password(text, marks);
    mark_headers(text, marks);
    find_values(text, |begin, value, is_adjacent| {
        let is_token = value.bytes().any(|byte| byte.is_ascii_digit());
        if is_adjacent || is_token && value.len() > MIN_TOKEN_CHARS {
            marks.add(begin, begin + value.len());
        }
    });
}

/// Whether a query gives access to nothing: it is empty, hidden already (`?...}` of a tracing span), or says which page.
fn is_harmless(query: &str) -> bool {
    let is_number = |value: &str| matches!(value.len(), 1..=3) && value.bytes().all(|byte| byte.is_ascii_digit());
    query.is_empty()
        || query.starts_with("...}")
        || query.split('&').all(|pair| pair.split_once('=').is_some_and(|(_, value)| is_number(value)))
}

/// `/path?name=value`, without a host.
fn mark_bare_queries(text: &str, marks: &mut Marks) {
    for (at, _) in text.match_indices('?') {
        let query = word(text, at + 1);
        let name = query.split('=').next().unwrap_or_default();
        let is_name =
            !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.-~%[]$".contains(&byte));
        if is_name && name.len() < query.len() && !is_harmless(query) {
            marks.replace(at + 1, at + 1 + query.len(), "...");
        }
    }
}

/// `user:password@host`, without a scheme.
fn mark_user_and_password(text: &str, marks: &mut Marks) {
    for (at, _) in text.match_indices('@') {
        let before = text.get(..at).unwrap_or_default();
        let begin = before
            .rfind(|c: char| ends_word(c) || matches!(c, '/' | '\\' | '(' | '{' | '['))
            .map_or(0, |at| at + before.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8));
        let user = before.get(begin..).unwrap_or_default();
        if let Some((name, password)) = user.split_once(':')
            && !name.is_empty()
            && !password.is_empty()
            && !matches!(name, "did" | "urn" | "acct" | "mailto" | "xmpp" | "sip")
        {
            marks.add(begin + name.len() + 1, at);
        }
    }
}

fn mark_headers(text: &str, marks: &mut Marks) {
    let lower = text.to_ascii_lowercase();
    for header in HEADERS {
        for (at, _) in lower.match_indices(header) {
            // `humanAuthorization` is no header
            if text.get(..at).is_some_and(|before| before.ends_with(|c: char| c.is_ascii_alphanumeric())) {
                continue;
            }
            let begin = at + header.len();
            let rest = text.get(begin..).unwrap_or_default();
            let value = rest.trim_start_matches(['"', '\'', '`', '\\']).trim_start();
            let Some(value) = value.strip_prefix([':', '=']) else { continue };
            let value = value.trim_start().trim_start_matches(['"', '\'', '`', '\\']);
            let value_begin = text.len() - value.len();
            let end = value.find(['\n', '"', '`', '\'']).unwrap_or(value.len());
            if value.get(..end).is_some_and(|value| value.trim().len() >= MIN_TOKEN_CHARS) {
                marks.add(value_begin, value_begin + end);
            }
        }
    }
    for scheme in SCHEMES {
        for (at, _) in text.match_indices(scheme) {
            let begin = at + scheme.len();
            let Some(rest) = text.get(begin..).and_then(|rest| rest.strip_prefix(' ')) else { continue };
            let token = rest.split(ends_word).next().unwrap_or_default();
            let is_token = token.len() >= MIN_TOKEN_CHARS * 2 && token.bytes().any(|byte| byte.is_ascii_digit());
            if scheme == "DIDWba" && rest.starts_with("did=") {
                let end = rest.find('\n').unwrap_or(rest.len());
                marks.add(begin + 1, begin + 1 + end);
            } else if is_token {
                marks.add(begin + 1, begin + 1 + token.len());
            }
        }
    }
    // a JSON Web Token
    for (at, _) in text.match_indices("eyJ") {
        let rest = text.get(at..).unwrap_or_default();
        let is_of_jwt = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        let token = rest.get(..rest.find(|c| !is_of_jwt(c)).unwrap_or(rest.len())).unwrap_or_default();
        if token.matches('.').count() == 2 && token.len() >= 20 {
            marks.add(at, at + token.len());
        }
    }
}

/// The values of names that say that they are secret: `token=x`, `"token": "x"`. What `each` is given last is whether the value stands
/// directly behind `=`, or in quotes of its own.
fn find_values<'a>(text: &'a str, mut each: impl FnMut(usize, &'a str, bool)) {
    for (at, separator) in text.match_indices([':', '=']) {
        let before = text.get(..at).unwrap_or_default();
        let name = before.trim_end().trim_end_matches(['"', '\'', '\\', '`']);
        let is_of_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        let begin = name
            .rfind(|c| !is_of_name(c))
            .map_or(0, |at| at + name.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8));
        let name = name.get(begin..).unwrap_or_default();
        let is_of_jwk = key_text::JWK_NAMES.contains(&name);
        if name.is_empty() || name.len() > 64 || !is_of_jwk && !is_secret_name(name) {
            continue;
        }
        let rest = text.get(at + 1..).unwrap_or_default();
        let value = rest.trim_start_matches([' ', '\t', '\\']);
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
        // `/apiKey: v1-1.0 has no equal`: a pointer, and what is said of it
        if separator == ":" && quote.is_none() && text.get(..begin).is_some_and(|before| before.ends_with('/')) {
            continue;
        }
        let (value, end) = match quote {
            Some(quote) => {
                let value = value.get(1..).unwrap_or_default();
                (value, value.find([quote, '\n', '\\']).unwrap_or(value.len()))
            }
            None => (
                value,
                value
                    .find(|c: char| ends_word(c) || matches!(c, ',' | ';' | '&' | '}' | ']' | ')'))
                    .unwrap_or(value.len()),
            ),
        };
        let begin = text.len() - value.len();
        let value = value.get(..end).unwrap_or_default();
        let is_secret = value.len() >= MIN_TOKEN_CHARS
            && value.len() <= MAX_VALUE_BYTES
            && !value.contains("://")
            && !value.starts_with(['$', '{', '<', '['])
            && value != super::redactor::MASK
            && (!is_of_jwk || key_text::looks_like_key(value));
        if is_secret {
            each(begin, value, quote.is_some() || separator == "=" && begin == at + 1);
        }
    }
}

/// Values of an input by their names. Words of a schema, such as `"token": "string"`, are none.
pub(super) fn find_named<'a>(text: &'a str, mut each: impl FnMut(&'a str)) {
    find_values(text, |_, value, _| {
        let is_word = value.bytes().all(|byte| byte.is_ascii_lowercase() || matches!(byte, b'_' | b'-'));
        if value.len() >= 8 && !is_word {
            each(value);
        }
    });
}

/// What of an argument gives access: passwords and parameters of URLs, however they are mistyped, values
/// of headers and of names.
pub(super) fn find_in_argument<'a>(argument: &'a str, mut each: impl FnMut(&'a str)) {
    if let Some(at) = argument.rfind('@') {
        let before = argument.get(..at).unwrap_or_default();
        // behind the scheme, and behind the first colon after that
        let is_scheme = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
        let scheme = before.find(|c| !is_scheme(c)).unwrap_or(before.len());
        let rest = before.get(scheme..).unwrap_or_default();
        let behind = rest.trim_start_matches(':').trim_start_matches(['/', '\\']);
        let has_scheme = rest.starts_with([':', '/'])
            && rest.contains(['/', '\\'])
            && rest.trim_start_matches(':').starts_with(['/', '\\']);
        let user = if has_scheme { behind } else { before };
        let is_name = |name: &str| matches!(name, "did" | "urn" | "acct" | "mailto" | "xmpp" | "sip");
        if let Some((_, password)) = user.split_once(':').filter(|(name, _)| !is_name(name)) {
            each(password);
        }
    }
    if let Some((_, query)) = argument.split_once(['?', '#']) {
        for pair in query.split(['&', ';', '?', '#']) {
            let (name, value) = pair.split_once('=').unwrap_or(("", pair));
            let is_named = is_secret_name(name) || PARAMETERS.iter().any(|parameter| folded(name).ends_with(parameter));
            let is_mixed = value.len() >= 6
                && value.bytes().any(|byte| byte.is_ascii_digit())
                && value.bytes().any(|byte| byte.is_ascii_alphabetic());
            if is_named || is_mixed && !name.is_empty() {
                each(value);
            }
        }
    }
    let lower = argument.to_ascii_lowercase();
    if let Some(header) = HEADERS.iter().find(|header| lower.contains(**header)) {
        let value = argument.split_once([':', '=']).map_or("", |(_, value)| value.trim());
        if lower.split([':', '=']).next().is_some_and(|name| name.contains(header)) {
            value.split([' ', ';', ',']).filter(|part| !SCHEMES.contains(part)).for_each(&mut each);
        }
    }
    find_named(argument, each);
}
