//! Redaction of messages, reports, data and documents.

use adp_fixtures::cpu_time::timed;
use agent_description::secret::Redactor;
use std::time::Duration;

const PEM: &str = "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n-----END PRIVATE KEY-----\n";
const D: &str = "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A";

#[test]
fn keys_are_hidden_where_they_show_themselves() {
    let redactor = Redactor::default();
    for (text, expected) in [
        ("nothing: \"Ed25519VerificationKey2020\" of sha-256 47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU", None),
        (PEM, Some("-----BEGIN PRIVATE KEY-----\n***\n-----END PRIVATE KEY-----\n")),
        (
            "found \"MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\", expected a card",
            Some("found \"***\", expected a card"),
        ),
        (
            r#"{"input":"-----BEGIN PRIVATE KEY-----","verified":false,"error":{"message":"cannot read Ab3dEfGhIjKl"}}"#,
            Some(
                r#"{"input":"-----BEGIN PRIVATE KEY-----","verified":false,"error":{"message":"cannot read Ab3dEfGhIjKl"}}"#,
            ),
        ),
        ("z3u2gYyq1AtXwCN4R6L3KPNvRJLwEB5Zwj3sHxbKfXKVWwpe: no such file", Some("***: no such file")),
        (r#"{"kty":"oct","k":"QUJDREVGRw","alg":"HS256"}"#, Some(r#"{"kty":"oct","k":"***","alg":"HS256"}"#)),
        // JSON in a string: as a value, as a name, after words and over lines
        (r#"{"a":"{\"kty\":\"oct\",\"k\":\"QUJDREVGRw\"}"}"#, Some(r#"{"a":"{\"kty\":\"oct\",\"k\":\"***\"}"}"#)),
        (r#"{"{\"kty\":\"oct\",\"k\":\"QUJDREVGRw\"}":1}"#, Some(r#"{"{\"kty\":\"oct\",\"k\":\"***\"}":1}"#)),
        (
            r#"["found {\n  \"kty\": \"oct\",\n  \"k\": \"QUJDREVGRw\"\n}"]"#,
            Some(r#"["found {\n  \"kty\": \"oct\",\n  \"k\": \"***\"\n}"]"#),
        ),
    ] {
        assert_eq!(redactor.message(text), expected.unwrap_or(text));
        assert_eq!(redactor.data(text), expected.unwrap_or(text));
        assert_eq!(redactor.shows_key(text), expected.is_some(), "{text}");
    }
}

#[test]
fn parts_of_what_an_input_has_are_hidden() {
    for input in [PEM.to_owned(), PEM.replace('\n', "\r\n"), format!("{{\"key\": {PEM:?}}}")] {
        let redactor = Redactor::default();
        let line = "cannot read MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g: No such file";
        redactor.learn(input.as_bytes());
        assert_eq!(redactor.message(line), "cannot read ***: No such file");
        assert_eq!(redactor.message("found \"REScVpezJpGX…\""), "found \"***…\"");
    }
    let redactor = Redactor::default();
    redactor.learn(format!(r#"{{"kty": "EC", "crv": "P-256", "x": "a", "d": "{D}"}}"#).as_bytes());
    assert_eq!(redactor.message(&format!("/d: {D:?}, expected a digest")), "/d: \"***\", expected a digest");
    assert!(redactor.shows_key("48: nWGxne_9WmC6 ") && !redactor.shows_key("\"crv\": \"P-256\""));
    // UTF-16
    let redactor = Redactor::default();
    let wide: Vec<u8> = PEM.encode_utf16().flat_map(u16::to_le_bytes).collect();
    redactor.learn(&wide);
    assert_eq!(redactor.message("MC4CAQAwBQYDK2VwBCIE"), "***");
}

#[test]
fn messages_have_no_credentials() {
    for (text, expected) in [
        ("https://a.example/x?page=2 is needed", "https://a.example/x?page=2 is needed"),
        ("https://a.example/x?page=2&t=abc: no connection", "https://a.example/x?...: no connection"),
        ("found \"https://a:b@c.example/#access_token=x\"", "found \"https://...@c.example/#...\""),
        (
            "did:wba:a.example#key-1 of https://w3id.org/security#proof",
            "did:wba:a.example#key-1 of https://w3id.org/security#proof",
        ),
        ("/a/https:~1~1u:s3cret@b.example~1x: no", "/a/https:~1~1...@b.example~1x: no"),
        ("$.a[?(@.b == 'c=d')]", "$.a[?(@.b == 'c=d')]"),
        ("https://{user}:{password}@a.example/", "https://{user}:{password}@a.example/"),
        // a message is cut before it is masked
        ("found \"https://u:s3cr…\", expected", "found \"https://...…\", expected"),
        ("/a/https:~1~1u:s3cr…", "/a/https:~1~1...…"),
        ("https://a.example:8443… and https://[2001:db8… and https://a.exa…", ""),
        // an excerpt has the escapes of its file
        (r#""https:\u002f\u002fu:s3cret\u0040a.example\/x" \u00e9"#, r#""https://...@a.example/x" \u00e9"#),
        (r#""caf\u00e9 \u0041 \/ \n \"#, ""),
        // what a template has is whole
        ("https://u:${PASSWORD}@a.example, nats://u:$TOKEN@b, https://u:***@c, https://u:%PW%@d", ""),
        (
            "https://u:{s3cret@a.example/ or nats://u:$ecret@b or https://u:*s3cret@c or https://u:$@d",
            "https://...@a.example/ or nats://...@b or https://...@c or https://...@d",
        ),
        ("https://u:[s3cret@a.example/ or nats://u:%2Fs3cret@b", "https://...@a.example/ or nats://...@b"),
        // a password may have quotation marks and tabs, also as messages escape them
        ("found \"https://u:s3'cret@a.example/x\", expected", "found \"https://...@a.example/x\", expected"),
        (r#"found "https://u:s3\tc\u{9}r\'et@a.example", expected"#, r#"found "https://...@a.example", expected"#),
        ("cannot read https://u:s3\tc`r<e>t|@a.example: no file", "cannot read https://...@a.example: no file"),
        ("'https://a.example','b@c' and https://a.example:8443\tb@c and <https://a.example>b@c", ""),
        // nobody named these as secrets
        ("password=abcd, hotel:abcd@a.example", "password=abcd, hotel:abcd@a.example"),
    ] {
        assert_eq!(Redactor::default().message(text), if expected.is_empty() { text } else { expected });
    }
}

#[test]
fn a_short_value_of_letters_is_not_masked_within_a_word() {
    let redactor = Redactor::default();
    for value in ["pass", "a1b2", "longvalue"] {
        redactor.learn_secret(value);
    }
    for (text, expected) in [
        ("it has a user name or password, the passage, compass, bypassed", ""),
        ("pass, \"pass\" 'pass' =pass&1 pass", "***, \"***\" '***' =***&1 ***"),
        (r"x\npass\n and %20pass%20", r"x\n***\n and %20***%20"),
        ("xa1b2x xlongvaluex", "x***x x***x"),
    ] {
        assert_eq!(redactor.message(text), if expected.is_empty() { text } else { expected });
    }
}

#[test]
fn a_report_keeps_what_is_no_secret() {
    let token = format!("glpat{}", "-Zx81kQmP4vT2nRw7LdYs");
    let redactor = Redactor::default();
    for (text, expected) in [
        ("https://a.example/ad.json?v=2&access_token=tok3n.Zr8_Q&x=7#top", ""),
        (
            "see https://tok3n@a.example/x and nats://u:p@b.example",
            "see https://...@a.example/x and nats://...@b.example",
        ),
        ("/interfaces/0/https:~1~1u:s3cret@a.example~1x", "/interfaces/0/https:~1~1...@a.example~1x"),
        ("/ex:a~1b/@set/0/c~1d/~0~1", ""),
        ("/ex:a~1b/https:~1~1u:s3cret@a.example/@set", "/ex:a~1b/https:~1~1...@a.example/@set"),
        (
            "{'url':'http://localhost:8080','mail':'b@c'} of https://u:s3'cret@a.example",
            "{'url':'http://localhost:8080','mail':'b@c'} of https://...@a.example",
        ),
        ("https://{user}:{password}@a.example/ of anna@a.example", ""),
        ("hotel:hunter2x@db.example", ""),
        ("sha256:9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60", ""),
        ("send Authorization: Bearer YOUR_TOKEN or ?token={token}, or Authorization: a header", ""),
        ("https://a.example/?pageToken=Zx81kQmP4vT2&key={key}", ""),
        ("the bearer of 2 tokens; a basic scheme of 2", ""),
        ("docker pull a/b:1@sha256:9d61", ""),
    ] {
        assert_eq!(redactor.report(text), if expected.is_empty() { text } else { expected });
    }
    // a report has what inputs have, and is searched if one of them has something to find
    assert_eq!(redactor.report(&token), token);
    redactor.learn(format!("{{\"name\": \"get_x_{token}\"}}").as_bytes());
    assert_eq!(redactor.report(&format!("get_x_{token}")), "get_x_***");
    assert_eq!(redactor.data(&token), token);
    redactor.learn(PEM.as_bytes());
    assert_eq!(redactor.report(PEM), "-----BEGIN PRIVATE KEY-----\n***\n-----END PRIVATE KEY-----\n");
    redactor.learn_secret("plain words");
    assert_eq!(
        (redactor.report("the plain words"), redactor.document("plain words")),
        ("the ***".into(), "***".into())
    );
}

/// Texts that take long if each part is examined repeatedly.
#[test]
fn the_time_grows_with_the_text_and_not_faster() {
    for part in [
        "//a",
        "?a=",
        "eyJ",
        "token=",
        "cookie:",
        "@",
        "bearer ",
        "[m",
        "%7E",
        "~1",
        "a:b@",
        "://",
        "'\":",
        "://u:p'",
        ":\\tu:p'",
        "didwba did=",
    ] {
        let redactor = Redactor::default();
        let [short, long] = [1 << 12, 1 << 15].map(|len: usize| {
            let text = part.repeat(len / part.len());
            let redact =
                || (redactor.message(&text).len(), redactor.report(&text).len(), redactor.document(&text).len());
            timed(|| std::hint::black_box(redact())).1
        });
        // eight times the text; comparing all pairs of positions would be 64 times the work
        assert!(long < short * 32 + Duration::from_millis(200), "{part}: {short:?}, {long:?}");
    }
}

/// What a document says is shown, also if a name calls it a password: otherwise a document could hide a text of its own.
#[test]
fn an_input_hides_nothing_but_keys() {
    let redactor = Redactor::default();
    redactor.learn(
        br#"{"name": "Acme Rooms 24", "password": "Acme Rooms 24", "seed": "9d61b19deffd5a60ba844af492ec2cc4"}"#,
    );
    for text in ["Acme Rooms 24", "9d61b19deffd5a60ba844af492ec2cc4"] {
        assert_eq!((redactor.message(text), redactor.report(text)), (text.into(), text.into()));
    }
}

#[test]
fn what_an_argument_has_is_hidden_wherever_it_stands() {
    for (argument, text, expected) in [
        ("postgres:/hotel:hunter2@db.example/x", "found hunter2 of db.example", "found *** of db.example"),
        ("--store=postgres://hotel:hunter2@db.example/x", "found hunter2 of db.example", "found *** of db.example"),
        ("https://hunter2@a.example", "hunter2", "***"),
        ("-----BEGIN EC PRIVATE KEY-----", "c29tZSBrZXk", "c29tZSBrZXk"),
        (
            "did:wba:hotel.example:user:alice@x",
            "did:wba:hotel.example:user:alice@x",
            "did:wba:hotel.example:user:alice@x",
        ),
        // quotation marks, which the forms of a text in a message escape differently
        ("https://u:it's-a-\"secret@a.example/", "found \"it's-a-\\\"secret\"", "found \"***\""),
        ("https://a:hunter2x9@a.example/", "found \"hunter2…\"", "found \"***…\""),
        ("https://a.example/@hunter2x9", "hunter2x9", "hunter2x9"),
    ] {
        let redactor = Redactor::default();
        redactor.learn_argument(argument);
        assert_eq!(redactor.message(text), expected, "{argument}");
    }
    // lines of a list, processed one by one
    let redactor = Redactor::default();
    PEM.lines().for_each(|line| redactor.learn_argument(line));
    redactor.learn_argument("hotel-card");
    assert_eq!(redactor.message("MC4CAQAwBQYDK2VwBCIE"), "***");
    assert_eq!(redactor.message("hotel-card"), "hotel-card");
}

/// The quick test before the search misses no form of a key that a text has as a whole.
#[test]
fn keys_of_every_form_are_learned() {
    for sample in adp_fixtures::secrets::keys().iter().filter(|sample| sample.mark == adp_fixtures::secrets::Mark::Form)
    {
        for input in [sample.text.clone(), format!("see {}\n", sample.text)] {
            let redactor = Redactor::default();
            redactor.learn(input.as_bytes());
            assert!(
                redactor.report(&sample.text).contains("***"),
                "{}: {}",
                sample.name,
                redactor.report(&sample.text)
            );
        }
    }
}
