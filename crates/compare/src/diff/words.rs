//! Decides which changes contain no words and may be cosmetic.
//!
//! Models receive the complete document, so every change is a text change by default. The exception is a change of
//! data: the member is known to contain data, and its values are numbers, booleans, or texts of an exact
//! grammar without sentences.

use super::change::Both;
use agent_description::{Json, Timestamp, diagnostic::members::local_name, json::Object};

/// Members that contain data, or links in which numbers change. In lower case, without `_`.
const FIGURES: &[&str] = &[
    "$id $schema $vocabulary correlationid created createdat date datecreated datemodified documentation",
    "documentationurl expires expiresat externaldocs healthcheck homepage icon icons iconurl id jsonrpc lastmodified",
    "lastupdated license licenseurl logo logourl messageid modified nextcursor openrpc performance priority",
    "repository schemaversion specversion termsofservice timestamp ttl updated updatedat url validfrom validuntil",
    "version websiteurl",
];

/// Texts that formats and registries define, which cannot form sentences.
const DEFINED: &[&str] = &[
    // types of JSON Schema
    "null boolean object array string number integer",
    // formats of JSON Schema and OpenAPI
    "binary byte date date-time double duration email float hostname idn-email idn-hostname int32 int64 ipv4 ipv6 \
     iri iri-reference json-pointer regex relative-json-pointer time uri uri-reference uri-template uuid base64 \
     base64url",
    // dialects
    "http://json-schema.org/draft-07/schema# https://json-schema.org/draft/2019-09/schema \
     https://json-schema.org/draft/2020-12/schema",
    // media types
    "application/json application/octet-stream application/pdf application/xml audio/mpeg audio/ogg audio/wav \
     image/gif image/jpeg image/png image/svg+xml image/webp text/csv text/html text/markdown text/plain video/mp4 \
     video/webm",
    // message priorities
    "low normal high critical",
];

/// Maximum number of values in an array of data, because more could spell something.
pub(super) const MAX_FIGURES: usize = 8;
/// Maximum length of a text in which only digits change, in bytes.
const MAX_LINK_BYTES: usize = 256;
/// Maximum number of consecutive digits.
const MAX_DIGITS: usize = 9;
/// Minimum length of a text that can be recognized as random, in bytes. Signatures have 64 bytes, encoded in base64url
/// or base58.
const MIN_RANDOM_BYTES: usize = 80;

/// Whether a text is one of the words in these rows.
pub(super) fn has_word(rows: &[&str], text: &str) -> bool {
    rows.iter().flat_map(|row| row.split(' ')).any(|word| word == text)
}

/// Whether an unknown member contains data. The author chooses a prefix, so it must be unchanged.
pub(super) fn holds_figures(name: &str, both: Both<'_>) -> bool {
    let local = local_name(name);
    let folded: String = local.chars().filter(|c| *c != '_').map(|c| c.to_ascii_lowercase()).collect();
    let stays = both.0.is_some() && both.1.is_some();
    has_word(FIGURES, &folded) && (stays || local.len() == name.len())
}

/// Whether neither the old nor the new value contains words.
pub(super) fn is_wordless(both: Both<'_>) -> bool {
    is_of(both, &are_figures)
}

/// Whether a change affects only signatures and data.
pub(super) fn is_signature(both: Both<'_>) -> bool {
    is_of(both, &|old, new| {
        let is_random_in_both = old.is_some_and(is_random) && new.is_some_and(is_random);
        is_random_in_both || are_figures(old, new) || old.zip(new).is_some_and(|(old, new)| is_compact_jws(old, new))
    })
}

/// Whether all texts that differ are `quiet`, and no name differs.
fn is_of((old, new): Both<'_>, quiet: &dyn Fn(Option<&str>, Option<&str>) -> bool) -> bool {
    if old == new {
        return true;
    }
    let alone = |value: &Json| is_of((None, Some(value)), quiet);
    match (old, new) {
        (Some(old), Some(new)) => match (old.as_str().zip(new.as_str()), old.as_array().zip(new.as_array())) {
            (Some((old, new)), _) => quiet(Some(old), Some(new)),
            (_, Some((old, new))) => {
                let most = old.len().max(new.len());
                most <= MAX_FIGURES && (0..most).all(|index| is_of((old.get(index), new.get(index)), quiet))
            }
            _ => match old.as_object().zip(new.as_object()) {
                Some((old, new)) => are_of(old, new, quiet),
                None => alone(old) && alone(new),
            },
        },
        (Some(value), None) | (None, Some(value)) => {
            let is_flat = || value.as_array().is_none() && value.as_object().is_none_or(Object::is_empty);
            match (value.as_str(), value.as_array()) {
                (Some(text), _) => quiet(None, Some(text)),
                (_, Some(items)) => items.len() <= MAX_FIGURES && items.iter().all(alone),
                _ => is_flat(),
            }
        }
        (None, None) => true,
    }
}

fn are_of(old: &Object, new: &Object, quiet: &dyn Fn(Option<&str>, Option<&str>) -> bool) -> bool {
    old.len() == new.len()
        && new.iter().all(|member| {
            let before = old.get(member.name());
            before.is_some() && is_of((before, Some(member.value())), quiet)
        })
}

fn are_figures(old: Option<&str>, new: Option<&str>) -> bool {
    [old, new].into_iter().flatten().all(is_figure) || old.zip(new).is_some_and(|(old, new)| differ_in_digits(old, new))
}

/// Whether a text follows an exact grammar without sentences.
fn is_figure(text: &str) -> bool {
    text.is_empty()
        || text.len() == 1 && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
        || has_word(DEFINED, text)
        || is_version(text)
        || is_date(text)
        || is_uuid(text)
        || is_digest(text)
        || text.bytes().all(|byte| byte.is_ascii_digit()) && text.len() <= 20
}

fn is_digits(text: &str) -> bool {
    (1..=MAX_DIGITS).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A version such as `1`, `v1.2` or `1.2.3-beta.4`, in which only stages are words.
fn is_version(text: &str) -> bool {
    let text = text.strip_prefix('v').unwrap_or(text);
    let (release, stage) = text.split_once('-').map_or((text, None), |(release, stage)| (release, Some(stage)));
    let is_stage = |stage: &str| {
        let number = ["alpha", "beta", "rc", "dev"].iter().find_map(|name| stage.strip_prefix(name));
        number.is_some_and(|number| number.is_empty() || is_digits(number.strip_prefix('.').unwrap_or(number)))
    };
    release.split('.').count() <= 4 && release.split('.').all(is_digits) && stage.is_none_or(is_stage)
}

/// A date, or a date-time of RFC 3339.
fn is_date(text: &str) -> bool {
    let has_form = |form: &str| {
        let fits = |(byte, form): (u8, u8)| if form == b'0' { byte.is_ascii_digit() } else { byte == form };
        text.len() == form.len() && text.bytes().zip(form.bytes()).all(fits)
    };
    has_form("0000-00-00") || text.len() <= 35 && text.parse::<Timestamp>().is_ok()
}

fn is_uuid(text: &str) -> bool {
    let text = text.strip_prefix("urn:uuid:").unwrap_or(text);
    text.len() == 36
        && text.bytes().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

/// A digest in hexadecimal, with or without algorithm.
fn is_digest(text: &str) -> bool {
    let prefixes = ["sha256:", "sha384:", "sha512:"];
    let hex = prefixes.iter().find_map(|prefix| text.strip_prefix(prefix)).unwrap_or(text);
    [32, 40, 64, 96, 128].contains(&hex.len()) && hex.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Whether two links, IDs or file names differ only in numbers; URLs must have the same host. Percent-encodings are not
/// numbers.
fn differ_in_digits(old: &str, new: &str) -> bool {
    let is_plain = |text: &str| {
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/:?#=,@+".contains(&byte);
        let is_link = !text.contains("://") || text.starts_with("https://");
        text.len() <= MAX_LINK_BYTES && text.bytes().all(allowed) && is_link && !text.starts_with("data:")
    };
    let has_short_rows = |text: &str| text.split(|c: char| !c.is_ascii_digit()).all(|row| row.len() <= MAX_DIGITS);
    [old, new].into_iter().all(|text| is_plain(text) && has_short_rows(text))
        && host(old) == host(new)
        && without_numbers(old) == without_numbers(new)
}

fn host(url: &str) -> Option<&str> {
    url.split_once("://").and_then(|(_, rest)| rest.split(['/', '?', '#']).next())
}

/// Replaces each sequence of digits by one `0`.
fn without_numbers(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    for c in text.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }) {
        if c != '0' || !kept.ends_with('0') {
            kept.push(c);
        }
    }
    kept
}

/// Whether two compact signatures have the same header and payload.
fn is_compact_jws(old: &str, new: &str) -> bool {
    old.rsplit_once('.')
        .zip(new.rsplit_once('.'))
        .is_some_and(|((was, old), (is, new))| was == is && was.contains('.') && is_random(old) && is_random(new))
}

/// Whether a text in base64url or base58 looks random, like a signature: letters and digits alternate as often
/// as by chance, and vowels are rarer than in words.
fn is_random(text: &str) -> bool {
    if !(MIN_RANDOM_BYTES..=1024).contains(&text.len()) {
        return false;
    }
    let kind = |byte: u8| match byte {
        b'A'..=b'Z' => Some(0),
        b'a'..=b'z' => Some(1),
        b'0'..=b'9' => Some(2),
        b'-' | b'_' => Some(3),
        _ => None,
    };
    let Some(kinds) = text.bytes().map(kind).collect::<Option<Vec<u8>>>() else { return false };
    let changes = kinds.windows(2).filter(|pair| matches!(pair, [one, other] if one != other)).count();
    let letters = kinds.iter().filter(|kind| **kind < 2).count();
    let vowels = text.bytes().filter(|byte| b"aeiouAEIOU".contains(byte)).count();
    let share = changes * 100 / text.len();
    (45..=82).contains(&share) && vowels * 3 <= letters
}
