//! Secrets in what is typed and in what is read: no output shows one.

use adp_fixtures::secrets::{Mark, assert_none_is_shown, keys};
use std::{fs, path::Path, process::Command};

fn adp() -> Command {
    Command::new(env!("CARGO_BIN_EXE_adp"))
}

/// What a run prints, and its exit code.
fn run(arguments: &[&str], folder: &Path) -> (String, Option<i32>) {
    let output = adp().args(arguments).current_dir(folder).output().unwrap();
    let said = [output.stdout, output.stderr].map(|stream| String::from_utf8(stream).unwrap()).concat();
    (said, output.status.code())
}

#[test]
fn no_position_of_any_verb_shows_a_secret() {
    let folder = tempfile::tempdir().unwrap();
    assert_none_is_shown(
        Path::new(env!("CARGO_BIN_EXE_adp")),
        &[&[], &["--json"], &["-vv"], &["--json", "-v"]],
        folder.path(),
    );
}

/// Texts that documents may have: digests, keys that are public, placeholders, templates, and words about secrets.
const HARMLESS: [&str; 48] = [
    "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
    "the digest 9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60 of release 2",
    "sha256:9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
    "sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:",
    "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
    "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU",
    "da39a3ee5e6b4b0d3255bfef95601890afd80709",
    "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e",
    "0x52908400098527886E0F7030069857D2E4169EE7",
    "f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
    "https://agent.example/sessions?id=f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
    "z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw",
    "did:key:z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw",
    "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----",
    r#"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#,
    "Send Authorization: Bearer YOUR_TOKEN with each request",
    "Authorization: Bearer <token>",
    "Authorization: Bearer {token}",
    "Authorization: Bearer {{ token }}",
    "Authorization: Bearer ${ACCESS_TOKEN}",
    "Authorization: Bearer $ACCESS_TOKEN",
    "Authorization: Bearer xxx",
    "Authorization: Bearer xxxxxxxxxxxxxxxxxxxx",
    "Authorization: Bearer ***",
    "Authorization: Bearer ...",
    "Authorization: Bearer your-token-here",
    "Authorization: Basic <credentials>",
    "Authorization: a header with a token",
    "Cookie: session=<id>",
    "x-api-key: API_KEY",
    "x-api-key: example",
    "https://api.example.com/rooms?token={token}",
    "https://api.example.com/rooms?api_key=YOUR_API_KEY&page=2",
    "https://api.example.com/rooms?key=xxx",
    "https://api.example.com/rooms?token=%TOKEN%",
    "https://{user}:{password}@api.example.com/",
    "https://user:***@api.example.com/",
    "postgres://user:<password>@db.example.com/rooms",
    "password: changeme",
    "token=$inputs.token",
    "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "sk-ant-YOUR-KEY-HERE",
    "AKIAIOSFODNN7EXAMPLE",
    "The first line of a key is -----BEGIN PRIVATE KEY-----",
    "Authorization: Bearer tok3n.Zr8_QpLm",
    "password=hunter2-Xq9",
    "Tokens, passwords and seeds are kept secret; a risk-free, task-based approach of 2026",
    "https://api.example.com/rooms?pageToken=CAUQAA2b7f1c&sync_token=9f8e7d6c5b4a3210",
];

/// Texts that are certainly secret: keys in all their forms, tokens of services, and passwords in URLs. Prefixes are put before the rest here, so that no scanner of the repository takes them for real ones.
fn secrets() -> Vec<String> {
    let keys = keys().into_iter().filter(|sample| sample.mark == Mark::Form).map(|sample| sample.text);
    let tokens = [
        ("gho_", "8Kd2mQx7LpZr4VtY9sNb3WcF6hJg1TaR5eUo"),
        ("ghs_", "Qm7dT2xWv9LkR4sJ8nHb3Zp6Yc1Gf5EaX0uI"),
        ("github_pat_", "11ABCDEFG0aBcDeFgHiJkL_mN1oP2qR3sT4uV5wX6yZ7aB8cD9eF0gH1iJ2kL3mN4oP5qR6sT7uV8w"),
        ("glpat-", "Zx81kQmP4vT2nRw7LdYs"),
        ("xoxp-", "17653672481-19874698323-pdFZKVeTuE8sk7oOHcBrzygy"),
        ("sk-", "Vb7nM2kLq9XzT4wRc8YpJ3fHg6Ds1AaE5uIoZxCvBnM0lKjH"),
        ("sk-proj-", "Vb7nM2kLq9XzT4wRc8YpJ3fHg6Ds1AaE5uIo"),
        ("sk-ant-", "api03-Qm7dT2xWv9LkR4sJ8nHb3Zp6Yc1Gf5Ea"),
        ("sk_live_", "4eC39HqLyjWDarjtT1zdp7dc"),
        ("AIza", "SyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY"),
        ("ASIA", "Z7Q4N2XW5KJ3M6TB"),
        ("npm_", "8Kd2mQx7LpZr4VtY9sNb3WcF6hJg1TaR5eUo"),
        ("hf_", "QmdTxWvLkRsJnHbZpYcGfEaXuIoBvNmKlJ7"),
        ("SG.", "ngeVfQFYQlKU0ufo8x5d1A.TwL2iGABf9DHoTf-09kqeF8tAmbihYzrnopKc-1s5cr"),
        ("dop_v1_", "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"),
        ("SU", "AKFP2VJJXMMDJQ7KAXQZJ4ZRWSDZXKPH7TTQZ6VE5DXQVNA3BNHUZCLQ"),
    ];
    let tokens = tokens.map(|(prefix, rest)| format!("Use {prefix}{rest}, please"));
    let credentials = [
        "https://hotel:hunter2@api.example.com/",
        "postgres://hotel:s3cret-Xq9@db.example.com/rooms",
        "redis://:correcthorse@cache.example.com/0",
        "see https://a.example/ and nats://hotel:hunter2@b.example:4222",
    ];
    keys.chain(tokens).chain(credentials.map(str::to_owned)).collect()
}

/// What looks like a secret and may be none is written; what is certainly one is not.
#[test]
fn a_document_is_refused_for_a_secret_and_for_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    for text in HARMLESS {
        let (said, code) = run(&["init", &format!("--description={text}")], folder.path());
        assert!(code == Some(0) && said.contains(&serde_json::to_string(text).unwrap()), "{text}: {said}");
    }
    let secrets = secrets();
    assert!(secrets.len() >= 37, "{}", secrets.len());
    for text in secrets {
        let (said, code) = run(&["init", &format!("--description={text}")], folder.path());
        assert!(
            code == Some(3) && said.contains("error[key-malformed]: the result contains a secret"),
            "{text}: {said}"
        );
        assert!(!said.contains(&text), "{text}: {said}");
    }
}

/// A document cannot hide its name from a report by giving it as a password too.
#[test]
fn a_document_hides_no_text_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let text = r#"{"protocolVersion": "0.3.0", "name": "Acme Rooms 24", "description": "Books.", "version": "1",
        "url": "https://a.example/", "capabilities": {}, "defaultInputModes": ["text/plain"],
        "defaultOutputModes": ["text/plain"], "skills": [], "password": "Acme Rooms 24"}"#;
    fs::write(folder.path().join("card.json"), text).unwrap();
    for arguments in [&["show", "card.json"][..], &["show", "card.json", "--json"]] {
        let (shown, _) = run(arguments, folder.path());
        assert!(shown.contains("Acme Rooms 24") && !shown.contains("***"), "{shown}");
    }
}

/// Arguments that carry a secret are never shown, whatever they look like and whether they can be used or not.
#[test]
fn an_argument_for_a_secret_is_not_repeated() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("card.json"), "{}").unwrap();
    let key = ["--key", "k.pem", "--key-id", "did:wba:a.example#key-1"];
    let signed = |header: &'static str| {
        [&["auth", "sign", "--url", "https://a.example/", "--header", header][..], &key].concat()
    };
    let cases = [
        (signed("X-Api-Key plain words"), "plain words"),
        (signed("token:\nplain words"), "plain words"),
        (signed("plainwords"), "plainwords"),
        (signed("sp ace: plain words"), "plain words"),
        (vec!["call", "https://127.0.0.1:1/", "--header", "plain words", "--yes"], "plain words"),
        (vec!["mcp", "tools", "https://127.0.0.1:1/", "--token-env", "plain-words"], "plain-words"),
        (vec!["mcp", "tools", "https://127.0.0.1:1/", "--token-env", "A=plain words"], "plain words"),
        (vec!["flow", "run", "card.json", "x", "--auth", "{\"plain words\": 1}"], "plain words"),
        (vec!["verify", "https://plainwords@127.0.0.1:1/ad.json"], "plainwords"),
        (vec!["verify", "https://127.0.0.1:1/ad.json?sid=82641937"], "82641937"),
        (vec!["verify", "https://127.0.0.1:1/ad.json?plain%20words"], "plain"),
        (vec!["doctor", "https://plainwords@127.0.0.1:1/"], "plainwords"),
        (vec!["doctor", "https://127.0.0.1:1/ad.json?sid=82641937"], "82641937"),
        (vec!["verify", "https://hotel:it's\"plainwords@127.0.0.1:1/ad.json"], "plainwords"),
        (vec!["verify", "card.json", "--https-proxy", "ftp://hotel:it's\"plainwords@127.0.0.1:1"], "plainwords"),
    ];
    for (arguments, secret) in cases {
        for mode in [&[][..], &["--json"], &["-vv"]] {
            let (said, code) = run(&[&arguments[..], mode].concat(), folder.path());
            assert!(!said.contains(secret), "{arguments:?} {mode:?}: {said}");
            assert!(!matches!(code, None | Some(0)), "{arguments:?} {mode:?}: {said}");
        }
    }
}

/// A fragment with `=` is a query for the program that opens the URL; any other is a name, as in a DID document.
#[test]
fn a_report_shows_the_fragment_of_an_argument_only_if_it_is_a_name() {
    let folder = tempfile::tempdir().unwrap();
    for (written, shown) in [
        ("?plain%20words#key-1", "?...#key-1"),
        ("?plain%20words#/a?b=c", "?...#..."),
        ("#state=plain%20words", "#..."),
        ("#key-1", "#key-1"),
        ("?page=2#key-1", "?page=2#key-1"),
    ] {
        let (said, _) = run(&["verify", &format!("https://127.0.0.1:1/ad.json{written}"), "--json"], folder.path());
        let input = format!("\"input\": \"https://127.0.0.1:1/ad.json{shown}\"");
        assert!(said.contains(&input) && !said.contains("plain"), "{written}: {said}");
    }
}

/// The cases that were reported, one by one.
#[test]
fn messages_name_the_fault_without_the_secret() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write(
        "agent.pem",
        "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n-----END PRIVATE KEY-----\n",
    );
    write("key.txt", "MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n");
    write(
        "priv.jwk",
        r#"{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"}"#,
    );
    write("card.json", "{}");
    write("repeats.json", r#"{"found t0ken-of-a-query": 1, "found t0ken-of-a-query": 2}"#);
    for (arguments, secret, kept) in [
        (&["verify", "--batch", "agent.pem"][..], "MC4CAQAw", "***"),
        (&["verify", "--batch", "agent.pem", "--json"], "MC4CAQAw", "***"),
        (&["diff", "--lock", "priv.jwk"], "nWGxne", ""),
        (&["canon", "priv.jwk"], "nWGxne", "error[key-malformed]: the result contains a secret from the input"),
        (&["check", "key.txt"], "MC4CAQAw", "key.txt:1:1"),
        (&["verify", "https://hotel:s3cret@127.0.0.1:1/ad.json?token=t0ken"], "s3cret", "https://...@127.0.0.1"),
        (&["verify", "https://127.0.0.1:1/ad.json?token=t0ken"], "t0ken", "net-address"),
        (&["verify", "https://hotel:pass@a.example/ad.json"], "hotel:pass", "it has a user name or password"),
        // as a server does in its answer
        (
            &["verify", "repeats.json", "https://127.0.0.1:1/ad.json?access_token=t0ken-of-a-query"],
            "t0ken-of-a-query",
            "json-duplicate-key",
        ),
        (&["verify", "card.json", "--https-proxy", "ftp://hotel:s3cret@127.0.0.1:1"], "s3cret", "--https-proxy"),
        (&["verify", "card.json", "--https-proxy", "http://hotel:s3cret"], "s3cret", "\"the URL\" is not a proxy"),
        (
            &["verify", "card.json", "--https-proxy", "1:s3cret@127.0.0.1:3128"],
            "s3cret",
            "\"127.0.0.1:3128\" is not a proxy: it has no scheme; expected `http://HOST:PORT`",
        ),
    ] {
        let (said, _) = run(arguments, folder.path());
        assert!(!said.contains(secret), "{arguments:?}: {said}");
        assert!(said.contains(kept), "{arguments:?}: {said}");
    }
}

#[test]
fn a_long_url_does_not_flood_a_message() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("list"), format!("https://127.0.0.1:1/{}\n", "a".repeat(60_000))).unwrap();
    let long = format!("https://127.0.0.1:1/{}", "a".repeat(100_000));
    for arguments in
        [&["verify", &long][..], &["check", &long], &["did", "resolve", &long], &["verify", "--batch", "list"]]
    {
        let output = adp().args(arguments).current_dir(folder.path()).output().unwrap();
        assert!(output.stderr.len() < 4000, "{:?}: {} bytes", arguments[0], output.stderr.len());
    }
}

#[test]
fn documents_on_stdout_give_a_terminal_no_orders() {
    let folder = tempfile::tempdir().unwrap();
    let card = "{\"name\":\"Hotel \u{202e}\u{200b}\u{7f}\",\"description\":\"d\",\"version\":\"1.0.0\",\"url\":\"https://a.example/\",\"protocolVersion\":\"0.3.0\",\"capabilities\":{},\"defaultInputModes\":[\"text/plain\"],\"defaultOutputModes\":[\"text/plain\"],\"skills\":[{\"id\":\"s\",\"name\":\"s\",\"description\":\"d\",\"tags\":[\"t\"]}]}";
    let openapi = "{\"openapi\":\"3.1.0\",\"info\":{\"title\":\"t\",\"version\":\"1\"},\"paths\":{\"/a\":{\"get\":{\"operationId\":\"x\",\"summary\":\"Hotel \u{202e}\u{200b}\u{7f}\",\"responses\":{\"200\":{\"description\":\"d\"}}}}}}";
    fs::write(folder.path().join("card.json"), card).unwrap();
    fs::write(folder.path().join("openapi.json"), openapi).unwrap();
    let data = "{\"@context\":{\"@vocab\":\"https://a.example/\"},\"name\":\"Hotel \u{202e}\u{200b}\u{7f}\"}";
    fs::write(folder.path().join("data.json"), data).unwrap();
    for more in [&[][..], &["--json"]] {
        let (said, _) = run(&[&["expand", "data.json"], more].concat(), folder.path());
        assert!(said.contains("Hotel \\u202e\\u200b\\u007f"), "{more:?}: {said}");
        assert!(!said.contains(['\u{202e}', '\u{200b}', '\u{7f}']), "{more:?}: {said}");
    }
    for (input, target) in [("card.json", "a2a-0.3"), ("openapi.json", "mcp-tools")] {
        let (said, status) = run(&["convert", "--to", target, input], folder.path());
        assert_eq!(status, Some(1), "{input}: {said}");
        assert!(said.contains("hidden-text") && !said.contains(['\u{202e}', '\u{200b}', '\u{7f}']), "{input}: {said}");
    }
    for arguments in [["show", "card.json"], ["check", "card.json"], ["check", "openapi.json"]] {
        let (said, _) = run(&arguments, folder.path());
        assert!(!said.contains(['\u{202e}', '\u{200b}', '\u{7f}']), "{arguments:?}: {said}");
    }
}

/// Any reader of the document can sign as its subject, so this is an error.
#[test]
fn a_did_document_with_a_private_key_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let text = r##"{"id":"did:wba:hotel.example","verificationMethod":[{"id":"#key-1","type":"JsonWebKey","controller":"did:wba:hotel.example","publicKeyJwk":{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"}}],"assertionMethod":["#key-1"]}"##;
    fs::create_dir_all(folder.path().join("site/.well-known")).unwrap();
    fs::write(folder.path().join("did.json"), text).unwrap();
    fs::write(folder.path().join("site/.well-known/did.json"), text).unwrap();
    for arguments in [
        &["check", "did.json"][..],
        &["did", "check", "did.json"],
        &["check", "did.json", "--json"],
        &["doctor", "site"],
        &["publish", "site", "-o", "out"],
    ] {
        let (said, code) = run(arguments, folder.path());
        assert_eq!(code, Some(1), "{arguments:?}: {said}");
        assert!(said.contains("key") && !said.contains("nWGxne"), "{arguments:?}: {said}");
    }
    let (said, _) = run(&["check", "did.json"], folder.path());
    assert!(
        said.contains("found a JWK with the member `d`, expected only public keys") && said.contains("did-private-key"),
        "{said}"
    );
}
