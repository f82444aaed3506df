//! Secret keys in text that was escaped for JSON, URLs or HTML, up to three times, each way around any other.

use super::secrets::{D, PEM, draft};
use adp_publish::PublishFault;
use std::fmt::Write;

type Escape = (&'static str, fn(&str) -> String);

fn each(text: &str, escape: impl Fn(char, &mut String)) -> String {
    text.chars().fold(String::new(), |mut all, character| {
        escape(character, &mut all);
        all
    })
}

/// A string of JSON (RFC 8259, section 7), with as few escapes as it may have.
fn json(text: &str) -> String {
    let inner = each(text, |character, all| match character {
        '"' => all.push_str("\\\""),
        '\\' => all.push_str("\\\\"),
        '\n' => all.push_str("\\n"),
        _ => all.push(character),
    });
    format!("\"{inner}\"")
}

fn json_each(text: &str) -> String {
    each(text, |character, all| write!(all, "\\u{:04x}", u32::from(character)).unwrap())
}

/// As JavaScript's `encodeURIComponent` does.
fn url(text: &str) -> String {
    each(text, |character, all| match character {
        'A'..='Z' | 'a'..='z' | '0'..='9' | '-' | '_' | '.' | '!' | '~' | '*' | '\'' | '(' | ')' => all.push(character),
        _ => write!(all, "%{:02X}", u32::from(character)).unwrap(),
    })
}

fn url_each(text: &str) -> String {
    each(text, |character, all| write!(all, "%{:02x}", u32::from(character)).unwrap())
}

/// As `application/x-www-form-urlencoded` has it.
fn form(text: &str) -> String {
    url(text).replace("%20", "+")
}

fn html(text: &str) -> String {
    each(text, |character, all| match character {
        '&' => all.push_str("&amp;"),
        '<' => all.push_str("&lt;"),
        '>' => all.push_str("&gt;"),
        '"' => all.push_str("&quot;"),
        '\'' => all.push_str("&apos;"),
        _ => all.push(character),
    })
}

fn html_decimal(text: &str) -> String {
    each(text, |character, all| write!(all, "&#{};", u32::from(character)).unwrap())
}

fn html_hexadecimal(text: &str) -> String {
    each(text, |character, all| write!(all, "&#x{:X};", u32::from(character)).unwrap())
}

const ESCAPES: [Escape; 8] = [
    ("JSON", json),
    ("URL", url),
    ("URL, every byte", url_each),
    ("HTML", html),
    ("HTML, decimal", html_decimal),
    ("HTML, hexadecimal", html_hexadecimal),
    // only in sequences of two
    ("JSON, every character", json_each),
    ("form", form),
];

/// The text, escaped in each sequence of one to three ways.
fn sequences(text: &str) -> Vec<(String, String)> {
    let mut all = vec![(String::new(), text.to_owned())];
    let mut last = 0;
    for (round, escapes) in [&ESCAPES[..], &ESCAPES[..], &ESCAPES[..6]].into_iter().enumerate() {
        let known = all.len();
        for at in last..known {
            for (name, escape) in escapes {
                let (before, text) = &all[at];
                if round == 2 && ESCAPES[6..].iter().any(|(other, _)| before.contains(&format!("{other};"))) {
                    continue;
                }
                all.push((format!("{before}{name}; "), escape(text)));
            }
        }
        last = known;
    }
    all
}

/// The fault with a secret, if there is one, in an attribute or, where its quotes would count, in a paragraph.
fn found(text: &str, is_in_attribute: bool) -> Option<&'static str> {
    let (before, after) = if is_in_attribute { ("<p title=\"", "\">") } else { ("<p>", "</p>") };
    let errors = draft("page.html", format!("{before}{text}{after} a & b, 100 %\n").as_bytes(), &[]).err()?;
    errors.iter().find_map(|error| match error.fault {
        PublishFault::Secret { what, .. } => Some(what),
        _ => None,
    })
}

#[test]
fn secrets_are_found_under_any_three_escapes() {
    let mut lost = Vec::new();
    for (kind, what, text) in [
        ("JWK", "a secret key in a JWK", format!(r#"{{"kty":"EC","d":"{D}"}}"#)),
        ("a short JWK", "a secret key in a JWK", r#"{"k": "c2VjcmV0", "kty": "oct"}"#.to_owned()),
        ("YAML", "a secret key in a JWK", format!("kty: EC\nd: {D}\n")),
        ("a symmetric JWK", "a secret key in a JWK", format!("{{\"k\": \"{}\", \"kty\": \"oct\"}}", &D[..22])),
        ("member", "a secret key", format!("{{\"privateKeyHex\":\"{}\"}}", "0123456789abcdef".repeat(4))),
        ("Multikey", "a secret key in multibase", "z42twTcNeSYcnqg1FLuSFs2bsGH3ZqbRHFmvS9XMsYhjxvHN".to_owned()),
        ("PEM", "a secret key in PEM", PEM.to_owned()),
        ("DER", "a secret key in DER", "MC4CAQAwBQYDK2VwBCIEIN\nTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CX".to_owned()),
        ("DER in hexadecimal", "a secret key in DER", "302e020100300506032b6570\n04220420d4ee72dbf9".to_owned()),
    ] {
        let all = sequences(&text);
        // what is too short to be told without its object, and so not behind a quote too many
        let is_long = !text.contains("c2VjcmV0");
        assert_eq!(all.len(), 1 + 8 + 64 + 216);
        for (ways, text) in all.iter().filter(|(ways, _)| is_long || !ways.contains("JSON;")) {
            if found(text, is_long) != Some(what) {
                lost.push(format!("{kind}: {ways}"));
            }
        }
    }
    assert!(lost.is_empty(), "{}: {lost:#?}", lost.len());
}

#[test]
fn public_keys_are_published_under_any_three_escapes() {
    for text in [
        format!(r#"{{"kty":"EC","x":"{D}"}}"#),
        r#"[{"kty": "oct"}, {"k": "c2VjcmV0"}]"#.to_owned(),
        format!("kty: EC\nx: {D}\n"),
        r#"{"publicKeyMultibase":"zDna"}"#.to_owned(),
        "zDnaerDaTF5BXEavCrfRZEk316dpbLsfPDZ3WJ5hRTPFU2169".to_owned(),
        PEM.replace("PRIVATE", "PUBLIC"),
        // SubjectPublicKeyInfo
        "MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=".to_owned(),
    ] {
        for (ways, escaped) in sequences(&text) {
            assert_eq!(found(&escaped, true), None, "{ways}{text}");
        }
    }
}

/// What attributes, scripts and forms have had.
#[test]
fn secrets_are_found_in_escapes_of_other_forms() {
    let multikey = "z42twTcNeSYcnqg1FLuSFs2bsGH3ZqbRHFmvS9XMsYhjxvHN";
    for text in [
        // every name that HTML has for what stands in JSON
        format!("&lbrace;&QUOT;kty&quot;&colon;&quot;EC&quot;&comma;&quot;d&quot;&colon;&quot;{D}&quot;&rcub;"),
        // zeros in front; a backslash in front of what needs none
        format!("&#00034;kty&#x0022;: &#034;EC&#34; &#034;d&#034;: &#034;{D}&#034;"),
        format!(r"\{{\'kty\'\:\'EC\'\,\'d\'\:\'{D}\'\}}"),
        // of JavaScript, and bytes of C and Python
        format!(r"\x22kty\x22:\x22EC\x22,\x22d\x22:\x22{D}\x22"),
        r"\x30\x2e\x02\x01\x00\x30\x05\x06\x03\x2b\x65\x70\x04\x22\x04\x20\xd4\xee\x72\xdb".to_owned(),
        // the same bytes by numbers of HTML
        "&#48;&#46;&#2;&#1;&#0;&#48;&#5;&#6;&#3;&#43;&#101;&#112;&#4;&#34;&#4;&#32;".to_owned(),
        // strings of JSON, any number, count once
        html(&json(&json(&json(&json(&json(&format!(r#"{{"kty":"EC","d":"{D}"}}"#))))))),
        // the type before anything is escaped
        format!("kty: EC\nd: %6A{}", &D[1..]),
        // what is escaped at the end of a text
        url_each(&url_each(multikey)),
        format!("key=the+key+is%3A+{multikey}&x=1"),
        format!("yaml=kty:+EC%0Ad:+{D}"),
        "age-secret-key-1gfpyysjzgfpyysjzgfpyysjzgfpyysjzgfpyysjzgfpyysjzgfpq4egaex".to_owned(),
    ] {
        assert!(found(&text, true).is_some(), "{text}");
    }
}
