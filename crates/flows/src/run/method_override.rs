//! By what a server takes a request for one of another method than it has: found in the request as it goes out, whatever parameter it came from.

use super::request::Built;
use crate::media_type::{essence, is_json};
use agent_description::{
    Json, ReadLimits,
    json::{Object, parse},
};
use http::header;
use percent_encoding::percent_decode_str;

/// Headers and members of queries and forms, as PHP and CGI spell them: in lower case, `-`, `.` and blanks as `_`. Rails, Laravel, Symfony,
/// Spring and WordPress read `_method`.
const NAMES: [&str; 4] = ["_method", "x_http_method", "x_http_method_override", "x_method_override"];

/// Parts of such names, in letters alone.
const WORDS: [&str; 3] = ["methodoverride", "overridemethod", "verboverride"];

/// Whether a name is one of them, also as `_method[]` and `filter[_method]`.
pub(super) fn is_name(name: &str) -> bool {
    name.split(['[', ']']).any(|part| {
        let part = part.split('\0').next().unwrap_or_default().trim();
        let spelled: String = part.chars().map(|it| if "-. ".contains(it) { '_' } else { it }).collect();
        let letters: String = part.chars().filter(char::is_ascii_alphanumeric).collect();
        let letters = letters.to_ascii_lowercase();
        NAMES.iter().any(|known| known.eq_ignore_ascii_case(&spelled))
            || WORDS.iter().any(|word| letters.contains(word))
            || matches!(&*letters, "httpmethod" | "xhttpmethod" | "httpverb")
    })
}

/// All such names of a request: of its headers, cookies, query and body.
pub(super) fn names(built: &Built) -> Vec<String> {
    let mut found: Vec<String> = built.headers.keys().map(|name| name.as_str().to_owned()).collect();
    for cookie in built.headers.get_all(header::COOKIE) {
        found.extend(pairs(cookie.to_str().unwrap_or_default()));
    }
    found.extend(pairs(built.url.query().unwrap_or_default()));
    if let Some(body) = &built.body {
        found.extend(of_body(&essence(&body.content_type), &body.bytes, built.content.as_ref()));
    }
    found.retain(|name| is_name(name));
    found
}

/// The names of `a=b&c=d`, also where `;` separates them.
fn pairs(text: &str) -> impl Iterator<Item = String> {
    text.split(['&', ';']).map(|pair| {
        let name = pair.split('=').next().unwrap_or_default().replace('+', " ");
        percent_decode_str(&name).decode_utf8_lossy().into_owned()
    })
}

/// The names of a body's members, where servers read its media type as a form or as JSON.
fn of_body(essence: &str, bytes: &[u8], value: Option<&Json>) -> Vec<String> {
    let is_form = essence == "application/x-www-form-urlencoded";
    if !is_form && essence != "multipart/form-data" && !is_json(essence) {
        return Vec::new();
    }
    let of = |object: &Object| object.iter().map(|member| member.name().to_string()).collect::<Vec<_>>();
    let mut names = value.and_then(Json::as_object).map(of).unwrap_or_default();
    let text = String::from_utf8_lossy(bytes);
    if is_form {
        names.extend(pairs(&text));
    } else if is_json(essence) && names.iter().any(|name| name == super::body::BYTES) {
        // bytes as they are, which need not be what the media type says
        match parse(bytes, ReadLimits::new(bytes.len())) {
            Ok(json) => names.extend(json.as_object().map(of).unwrap_or_default()),
            // others may read what this parser does not
            Err(_) if text.contains("ethod") || text.contains("\\u") => names.push("_method".to_owned()),
            Err(_) => {}
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::is_name;

    #[test]
    fn a_name_is_known_however_it_is_spelled() {
        for name in [
            "_method",
            "_METHOD",
            "_method[]",
            "_method[x]",
            "[_method]",
            " _method",
            ".method",
            "-method",
            "filter[_method]",
            "a[b][_Method]",
            "_method\0x",
            "X-HTTP-Method-Override",
            "x_http_method",
            "X-Method-Override",
            "x-httpmethodoverride",
            "Method-Override",
            "x-http-verb-override",
            "X-HTTP-Method--Override",
            "methodOverride",
            "httpMethod",
        ] {
            assert!(is_name(name), "{name:?}");
        }
        for name in ["method", "payment_method", "_methods", "x-http-methods", "", "a[method]"] {
            assert!(!is_name(name), "{name:?}");
        }
    }
}
