//! Credentials in the URLs of a text: user names, passwords, queries.

use super::marks::Marks;

/// The end of a URL inside a text.
fn ends_word(c: char) -> bool {
    c.is_whitespace() || c.is_control() || matches!(c, '"' | '\'' | '`' | '<' | '>' | '|' | '…')
}

/// The length of the authority at the beginning of a text. A password that has begun may have quotation marks and tabs,
/// also as messages escape them.
fn authority_length(text: &str) -> usize {
    let (mut chars, mut before, mut is_password) = (text.char_indices().peekable(), None, false);
    while let Some((at, c)) = chars.next() {
        let is_escape = matches!(chars.peek(), Some((_, 't' | 'u' | '\'')));
        // after a colon, the next authority may begin, so that each character is read once
        let may_be_password = match c {
            '\\' => is_escape && before != Some(':'),
            '\t' | '\'' | '`' | '<' | '>' | '|' => true,
            _ => false,
        };
        let ends = ends_word(c) || matches!(c, '/' | '\\' | '?' | '#');
        is_password = is_password || may_be_password && cut_user(text.get(..at).unwrap_or_default()).is_some();
        if ends && !(may_be_password && is_password) {
            return at;
        }
        if c == '\\' {
            chars.next();
        }
        before = Some(c);
    }
    text.len()
}

/// The authorities of a text, also of misspelled URLs: after every `:` with slashes, and after `//` alone.
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
        Some((at + slashes, authority.get(..authority_length(authority))?))
    })
}

/// User names and passwords with their positions, without those of templates such as `{user}:{password}`.
fn users(text: &str) -> impl Iterator<Item = (usize, &str)> {
    // in most documents each `@` begins a keyword of JSON-LD
    let follows_user =
        |(at, _)| text.get(..at).is_some_and(|before: &str| !before.is_empty() && !before.ends_with('"'));
    let is_searched = text.match_indices('@').any(follows_user) || text.contains('…');
    let all = is_searched.then(|| authorities(text)).into_iter().flatten();
    all.filter_map(|(begin, authority)| {
        let user = match authority.rfind('@') {
            Some(at) => authority.get(..at)?,
            None if text.get(begin + authority.len()..)?.starts_with('…') => cut_user(authority)?,
            None => return None,
        };
        (!is_template(secret_of(user))).then_some((begin, user))
    })
}

/// The user name and the beginning of the password of a URL that a message shows without its end.
fn cut_user(authority: &str) -> Option<&str> {
    let (_, after) = authority.split_once(':')?;
    let is_port = after.len() <= 5 && after.bytes().all(|byte| byte.is_ascii_digit());
    // `[` begins an IPv6 address
    (!is_port && !authority.starts_with('[')).then_some(authority)
}

/// The password, or the user name if there is none.
fn secret_of(user: &str) -> &str {
    user.split_once(':').map_or(user, |(_, password)| password)
}

/// Whether it is to be replaced by a password, or replaces one.
fn is_template(secret: &str) -> bool {
    let is_variable =
        |name: &str| !name.is_empty() && name.bytes().all(|byte| matches!(byte, b'A'..=b'Z' | b'0'..=b'9' | b'_'));
    let is_within = |begin: &str, end: char| secret.len() > 2 && secret.starts_with(begin) && secret.ends_with(end);
    [("{", '}'), ("${", '}'), ("<", '>'), ("[", ']'), ("%", '%')].into_iter().any(|(begin, end)| is_within(begin, end))
        || secret.strip_prefix('$').is_some_and(is_variable)
        || !secret.is_empty() && secret.bytes().all(|byte| byte == b'*')
        || secret == "..."
}

/// The password, or the user name without one, of an argument that is a URL, or of an option that has one.
pub(crate) fn user_of_argument(argument: &str) -> Option<&str> {
    let is_slash = |c: char| matches!(c, '/' | '\\');
    let (_, rest) = argument.split_once(':').filter(|(_, rest)| rest.starts_with(is_slash))?;
    let rest = rest.trim_start_matches(is_slash);
    let authority = rest.split(|c| is_slash(c) || matches!(c, '?' | '#')).next()?;
    Some(secret_of(authority.get(..authority.rfind('@')?)?)).filter(|secret| !is_template(secret))
}

/// Marks user names and passwords; without `also_names` only if there is a password.
pub(crate) fn mark_users(text: &str, also_names: bool, marks: &mut Marks) {
    for (begin, user) in users(text).filter(|(_, user)| also_names || user.contains(':')) {
        marks.replace(begin, begin + user.len(), "...");
    }
}

/// Marks queries, and fragments with `=`, which are queries for the program that opens the URL.
pub(crate) fn mark_queries(text: &str, marks: &mut Marks) {
    let mut end = 0;
    for (begin, _) in authorities(text) {
        if begin < end {
            continue;
        }
        let rest = text.get(begin..).unwrap_or_default();
        let word = rest.get(..rest.find(ends_word).unwrap_or(rest.len())).unwrap_or_default();
        let word = word.trim_end_matches(['.', ',', ';', ':', ')', ']', '}', '\\']);
        end = begin + word.len();
        let query = word.find('?').filter(|at| word.get(at + 1..).is_some_and(|query| !is_harmless(query)));
        let fragment = || word.find('#').filter(|at| word.get(*at..).is_some_and(|rest| rest.contains('=')));
        if let Some(at) = query.or_else(fragment) {
            marks.replace(begin + at + 1, end, "...");
        }
    }
}

/// Whether a query is empty, already hidden (`?...}` of a tracing span), or has only short numbers, such as `page=2`.
pub(crate) fn is_harmless(query: &str) -> bool {
    let is_number = |value: &str| matches!(value.len(), 1..=3) && value.bytes().all(|byte| byte.is_ascii_digit());
    query.is_empty()
        || query.starts_with("...}")
        || query.split('&').all(|pair| pair.split_once('=').is_some_and(|(_, value)| is_number(value)))
}
