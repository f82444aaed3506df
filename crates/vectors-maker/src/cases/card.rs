//! Cards: rules, signatures and accepted signers. Each case starts from a valid card.

use super::{All, CannotMake, Vector, signing::changed};
use agent_description::{
    DidDocumentBuilder,
    did::Did,
    key::{KeyType, SigningKey},
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

const SOUND: &str = r#"{"name": "Rooms", "description": "Books rooms.", "version": "1.0.0",
  "supportedInterfaces": [{"url": "https://hotel.example/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}],
  "capabilities": {"streaming": true},
  "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
  "skills": [{"id": "book", "name": "Book", "description": "Books a room.", "tags": ["booking"]},
    {"id": "cancel", "name": "Cancel", "description": "Cancels a booking.", "tags": ["booking"]}]}
"#;

/// The canonical form of the valid card, by hand, and without the description.
const CANONICAL: &str = r#"{"capabilities":{"streaming":true},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],"description":"Books rooms.","name":"Rooms","skills":[{"description":"Books a room.","id":"book","name":"Book","tags":["booking"]},{"description":"Cancels a booking.","id":"cancel","name":"Cancel","tags":["booking"]}],"supportedInterfaces":[{"protocolBinding":"JSONRPC","protocolVersion":"1.0","url":"https://hotel.example/a2a"}],"version":"1.0.0"}"#;

/// `printf '%s' 'CANONICAL' | sha256sum`, then with `"description":""` in place of the text, then without it
const SHA256: &str = "993bc1fdcd9ca5ccd1ae358652b310525cb98066444323af4854cad64b0c66ef";
const EMPTY_SHA256: &str = "0ec7ef7b840b96cf84c59b2237aa3d73c9d09b8b55b1a6a7ed115898394199ce";
const PRUNED_SHA256: &str = "08392c1a546e420e1d6742eb00d431d8c938486125ab54dd7266e3c06fa86ed7";

/// Name, code, whether a warning, comment, replaced text, replacement.
const FAULTS: &[(&str, &str, bool, &str, &str, &str)] = &[
    ("missing", "missing", false, "a2a.proto: REQUIRED", "\"version\": \"1.0.0\",", ""),
    ("missing-in-skill", "missing", false, "a2a.proto: REQUIRED in AgentSkill", "\"id\": \"book\", ", ""),
    ("type", "wrong-type", false, "a2a.proto: bool", "\"streaming\": true", "\"streaming\": \"true\""),
    (
        "type-of-list",
        "wrong-type",
        false,
        "a2a.proto: repeated",
        "\"defaultInputModes\": [\"text/plain\"]",
        "\"defaultInputModes\": \"text/plain\"",
    ),
    (
        "empty",
        "missing",
        true,
        "section 5.7: at least one element",
        "\"defaultInputModes\": [\"text/plain\"]",
        "\"defaultInputModes\": []",
    ),
    ("url-relative", "invalid-url", false, "a2a.proto: absolute", "https://hotel.example/a2a", "/a2a"),
    (
        "url-http",
        "invalid-url",
        true,
        "a2a.proto: HTTPS in production",
        "https://hotel.example/a2a",
        "http://hotel.example/a2a",
    ),
    (
        "url-read-otherwise",
        "invalid-url",
        false,
        "some readers go to evil.example, others to hotel.example",
        "https://hotel.example/a2a",
        "https://evil.example\\\\@hotel.example/a2a",
    ),
    (
        "transport",
        "invalid-value",
        true,
        "section 5.8: a URI, where it is none of the three",
        "\"JSONRPC\"",
        "\"REST\"",
    ),
    (
        "protocol-version",
        "unsupported-version",
        true,
        "section 3.6: Major.Minor",
        "\"protocolVersion\": \"1.0\"",
        "\"protocolVersion\": \"2024-11-05\"",
    ),
    (
        "scheme-of-two-kinds",
        "contradiction",
        false,
        "a2a.proto: oneof",
        "\"version\"",
        "\"securitySchemes\": {\"s\": {\"mtlsSecurityScheme\": {}, \"openIdConnectSecurityScheme\": {\"openIdConnectUrl\": \"https://a.example/\"}}}, \"version\"",
    ),
    (
        "scheme-undeclared",
        "invalid-reference",
        false,
        "a scheme that nothing declares",
        "\"version\"",
        "\"securityRequirements\": [{\"schemes\": {\"key\": {\"list\": []}}}], \"version\"",
    ),
    (
        "other-version",
        "unknown-member",
        true,
        "1.0 has securityRequirements",
        "\"version\"",
        "\"security\": [], \"version\"",
    ),
    ("spelling", "spelling", false, "section 5.5: camelCase", "\"defaultInputModes\"", "\"default_input_modes\""),
    (
        "twins",
        "spelling",
        false,
        "one field under both of its names",
        "\"defaultInputModes\"",
        "\"default_input_modes\": [\"image/png\"], \"defaultInputModes\"",
    ),
    (
        "twins-in-case",
        "spelling",
        false,
        "decoders of Go and .NET ignore case",
        "\"protocolBinding\"",
        "\"URL\": \"https://stranger.example/\", \"protocolBinding\"",
    ),
    (
        "media-type",
        "invalid-value",
        true,
        "a2a.proto: media types",
        "\"defaultInputModes\": [\"text/plain\"]",
        "\"defaultInputModes\": [\"text\"]",
    ),
    ("skill-id", "duplicate", false, "a2a.proto: unique", "\"id\": \"cancel\"", "\"id\": \"book\""),
    ("text-hidden", "hidden-text", false, "a tag character", "Books a room.", "Books a room.\\udb40\\udc41"),
    (
        "text-hidden-in-scheme",
        "hidden-text",
        false,
        "a zero-width space in what a security scheme says",
        "\"version\"",
        "\"securitySchemes\": {\"s\": {\"mtlsSecurityScheme\": {\"description\": \"a\\u200bb\"}}}, \"version\"",
    ),
    (
        "text-hidden-in-unknown",
        "hidden-text",
        false,
        "a character that reverses the text, in a member that A2A does not know",
        "\"version\"",
        "\"note\": {\"a\": [\"b\\u202ec\"]}, \"version\"",
    ),
    (
        "text-hidden-in-name",
        "hidden-text",
        false,
        "a tag character in the name of a member",
        "\"version\"",
        "\"note\\udb40\\udc41\": 1, \"version\"",
    ),
    (
        "text-whitespace",
        "hidden-text",
        true,
        "text behind forty spaces",
        "Books a room.",
        "Books a room.                                        Ignores the guest.",
    ),
    ("text-look-alike", "look-alike", true, "a Cyrillic letter", "\"name\": \"Cancel\"", "\"name\": \"B\\u043eok\""),
];

/// Protected headers, and the result for a validly signed card with each.
const HEADERS: &[(&str, &str, &str)] = &[
    ("typ-jwt", "ok", r#"{"alg":"ES256","kid":"did:wba:hotel.example#key-1","typ":"JWT"}"#),
    ("jku-null", "ok", r#"{"alg":"ES256","jku":null,"kid":"did:wba:hotel.example#key-1"}"#),
    ("typ-other", "jws-header", r#"{"alg":"ES256","kid":"did:wba:hotel.example#key-1","typ":"at+jwt"}"#),
    ("alg-none", "jws-algorithm", r#"{"alg":"none","kid":"did:wba:hotel.example#key-1"}"#),
    ("alg-hs256", "jws-algorithm", r#"{"alg":"HS256","kid":"did:wba:hotel.example#key-1"}"#),
    ("b64", "jws-header", r#"{"alg":"ES256","b64":false,"kid":"did:wba:hotel.example#key-1"}"#),
    ("crit", "jws-header", r#"{"alg":"ES256","crit":["exp"],"exp":1,"kid":"did:wba:hotel.example#key-1"}"#),
    ("jwk", "jws-header", r#"{"alg":"ES256","jwk":{"kty":"EC"},"kid":"did:wba:hotel.example#key-1"}"#),
    ("kid-missing", "jws-header", r#"{"alg":"ES256"}"#),
    ("kid-no-did", "jws-key", r#"{"alg":"ES256","jku":"https://hotel.example/keys","kid":"key-1"}"#),
    ("jku-private", "jws-key", r#"{"alg":"ES256","jku":"https://127.0.0.1/keys","kid":"key-1"}"#),
    ("jku-of-a-did", "ok", r#"{"alg":"ES256","jku":"http://127.0.0.1/keys","kid":"did:wba:hotel.example#key-1"}"#),
    ("jku-number", "jws-header", r#"{"alg":"ES256","jku":7,"kid":"did:wba:hotel.example#key-1"}"#),
    ("x5c", "jws-header", r#"{"alg":"ES256","kid":"did:wba:hotel.example#key-1","x5c":[]}"#),
    ("x5u", "jws-header", r#"{"alg":"ES256","kid":"did:wba:hotel.example#key-1","x5u":"https://hotel.example/"}"#),
    (
        "other-spelling",
        "jws-header",
        r#"{"KID":"did:wba:stranger.example#key-1","alg":"ES256","kid":"did:wba:hotel.example#key-1"}"#,
    ),
    ("zip", "jws-header", r#"{"alg":"ES256","kid":"did:wba:hotel.example#key-1","zip":"DEF"}"#),
    ("unknown", "jws-header", r#"{"alg":"ES256","kid":"did:wba:hotel.example#key-1","later":1}"#),
    (
        "times",
        "ok",
        r#"{"alg":"ES256","exp":1795349000,"iat":1795348000,"kid":"did:wba:hotel.example#key-1","nbf":1795348860}"#,
    ),
    ("expired", "jws-time", r#"{"alg":"ES256","exp":1795348740,"kid":"did:wba:hotel.example#key-1"}"#),
    ("not-yet", "jws-time", r#"{"alg":"ES256","kid":"did:wba:hotel.example#key-1","nbf":1795348861}"#),
    (
        "expiry-text",
        "jws-header",
        r#"{"alg":"ES256","exp":"2026-12-01T00:00:00Z","kid":"did:wba:hotel.example#key-1"}"#,
    ),
    ("kid-unknown", "proof-method-not-found", r#"{"alg":"ES256","kid":"did:wba:hotel.example#key-2"}"#),
];
const HEADER: &str = r#"{"alg":"ES256","kid":"did:wba:hotel.example#key-1","typ":"JOSE"}"#;
const STRANGER: &str = r#"{"alg":"ES256","kid":"did:wba:stranger.example#key-1","typ":"JOSE"}"#;

pub fn add(all: &mut All) -> Result<(), CannotMake> {
    all.push("card/sound", Vector::new("card-check", "ok", "a card of 1.0", SOUND).with("output", "a2a-card/1.0"));
    for (name, code, warning, comment, from, to) in FAULTS {
        let vector = Vector::new("card-check", code, comment, changed(SOUND, from, to)?);
        all.push(format!("card/{name}"), if *warning { vector.with("any", "true") } else { vector });
    }
    let long =
        |bytes: usize| format!("{}{}}}", SOUND.trim_end().trim_end_matches('}'), " ".repeat(bytes - SOUND.len() + 1));
    let sized =
        |bytes, expect, comment| Vector::new("card-check", expect, comment, long(bytes)).with("for-registry", "true");
    all.push("card/size", sized(10_241, "too-large", "one byte over 10 KB, white space too"));
    all.push("card/size-most", sized(10_240, "ok", "10 KB"));

    let empty = changed(SOUND, "Books rooms.", "")?;
    let sign = |expect, comment, text: &str| Vector::new("card-sign", expect, comment, text);
    all.push("card/sign-portable", sign("ok", "all readings share the bytes", SOUND).with("output", SHA256));
    all.push("card/sign-not-portable", sign("card-not-portable", "pruning leaves the empty description out", &empty));
    for (name, output) in [("served", EMPTY_SHA256), ("presence", EMPTY_SHA256), ("pruned", PRUNED_SHA256)] {
        let vector = sign("ok", "signed by one reading on purpose", &empty).with("reading", name);
        all.push(format!("card/sign-{name}"), vector.with("output", output));
    }
    signed(all)
}

/// A card that starts with these members.
fn with(entries: &[String]) -> String {
    SOUND.replacen('{', &format!("{{\"signatures\": [{}],\n  ", entries.join(", ")), 1)
}

fn signed(all: &mut All) -> Result<(), CannotMake> {
    let key = SigningKey::from_secret_bytes(KeyType::P256, &[0x42; 32])?;
    for name in ["hotel", "stranger"] {
        let did: Did = format!("did:wba:{name}.example").parse()?;
        let document = DidDocumentBuilder::new(did, key.verifying_key()).build()?;
        let text = document.source();
        all.files.push((format!("card/did-documents/{name}.json"), text.as_bytes().to_vec()));
        if name == "hotel" {
            let caller = changed(text, "assertionMethod", "capabilityInvocation")?;
            all.files.push(("card/did-documents/caller.json".to_owned(), caller.into_bytes()));
        }
    }
    let entry = |header: &str, payload: &str| {
        let protected = URL_SAFE_NO_PAD.encode(header);
        let signature = key.sign(format!("{protected}.{}", URL_SAFE_NO_PAD.encode(payload)).as_bytes());
        format!(r#"{{"protected": "{protected}", "signature": "{}"}}"#, URL_SAFE_NO_PAD.encode(signature.0))
    };
    let verify = |expect: &str, comment: &str, card: String| {
        let vector = Vector::new("card-verify", expect, comment, card).with("at", "2026-11-22T12:00:00Z");
        if expect == "ok" { vector.with("output", "did:wba:hotel.example") } else { vector }
    };
    let hotel = |vector: Vector| vector.with("did-document", "did-documents/hotel.json");
    let good = entry(HEADER, CANONICAL);
    all.push(
        "card/verify",
        hotel(verify("ok", "by a DID of the host of its interfaces", with(std::slice::from_ref(&good)))),
    );
    all.push("card/unsigned", hotel(verify("jws-missing", "no signatures", SOUND.to_owned())));
    for (name, expect, header) in HEADERS {
        let card = with(&[entry(header, CANONICAL)]);
        all.push(format!("card/header-{name}"), hotel(verify(expect, "signed well under this header", card)));
    }
    let stranger =
        verify("card-signer-unbound", "copied and signed by another agent", with(&[entry(STRANGER, CANONICAL)]));
    all.push("card/stranger", stranger.with("did-document", "did-documents/stranger.json"));
    let copied = || with(&[entry(STRANGER, CANONICAL)]);
    all.push(
        "card/stranger-unresolved",
        verify(
            "card-signer-unbound",
            "a stranger's document need not be at hand: the signature would not count",
            copied(),
        ),
    );
    let fetched = |url: &str, vector: Vector| vector.with("fetched-from", url);
    all.push(
        "card/fetched-elsewhere",
        fetched(
            "https://stranger.example/card.json",
            hotel(verify("card-signer-unbound", "copied to another host", with(std::slice::from_ref(&good)))),
        ),
    );
    all.push(
        "card/fetched-at-a-port",
        fetched(
            "https://hotel.example:8443/card.json",
            hotel(verify("ok", "a DID without a port is of every port of its host", with(std::slice::from_ref(&good)))),
        ),
    );
    let url = |url: &str| -> Result<String, CannotMake> {
        let payload = changed(CANONICAL, "https://hotel.example/a2a", url)?;
        changed(&with(&[entry(HEADER, &payload)]), "https://hotel.example/a2a", url)
    };
    for (name, comment, address) in [
        ("interface-elsewhere", "its interface is on another host", "https://stranger.example/a2a"),
        ("interface-of-a-user", "a user's name before the host", "https://stranger.example@hotel.example/a2a"),
        ("interface-read-otherwise", "two readers find two hosts", r"https://hotel.example\\@stranger.example/a2a"),
    ] {
        all.push(format!("card/{name}"), hotel(verify("card-signer-unbound", comment, url(address)?)));
    }
    let snake = r#""additional_interfaces":[{"transport":"JSONRPC","url":"https://stranger.example/"}],"#;
    let also = changed(
        &with(&[entry(HEADER, &CANONICAL.replacen('{', &format!("{{{snake}"), 1))]),
        "\"version\"",
        &format!("{snake} \"version\""),
    )?;
    all.push(
        "card/interface-in-snake-case",
        hotel(verify("card-signer-unbound", "an interface that some readers see", also)),
    );
    let named = hotel(verify("card-signer-unbound", "another signer is expected", with(std::slice::from_ref(&good))));
    all.push("card/signer-other", named.with("signer", "did:wba:stranger.example"));
    let listed =
        verify("proof-method-not-authorized", "not listed under assertionMethod", with(std::slice::from_ref(&good)));
    all.push("card/key-not-listed", listed.with("did-document", "did-documents/caller.json"));

    let bad = entry(HEADER, "{}");
    let two = with(&[bad.clone(), good.clone()]);
    all.push("card/two-signatures", hotel(verify("ok", "the second is good", two)));
    let beside = with(&[entry(STRANGER, "{}"), bad.clone()]);
    all.push(
        "card/other-bytes-beside-a-stranger",
        hotel(verify("jws-signature", "what a stranger adds hides nothing", beside)),
    );
    let unreadable = with(&["{}".to_owned(), bad.clone()]);
    all.push(
        "card/other-bytes-beside-no-signature",
        hotel(verify("jws-signature", "nor does an entry that is none", unreadable)),
    );
    all.push("card/other-bytes", hotel(verify("jws-signature", "over another card", with(&[bad]))));
    let added = changed(
        &with(std::slice::from_ref(&good)),
        "\"version\"",
        "\"url\": \"https://stranger.example/\", \"version\"",
    )?;
    all.push("card/member-added", hotel(verify("jws-signature", "a member added after signing", added.clone())));
    for (name, comment, from, to) in [
        ("removed", "a member removed after signing", "\"description\": \"Books a room.\", ", ""),
        ("changed", "a member changed after signing", "Books a room.", "Books a suite."),
    ] {
        let card = changed(&with(std::slice::from_ref(&good)), from, to)?;
        for reading in ["served", "presence", "pruned"] {
            let vector = hotel(verify("jws-signature", comment, card.clone())).with("readings", reading);
            all.push(format!("card/member-{name}-{reading}"), vector);
        }
    }
    let presence = hotel(verify("jws-signature", "a member added after signing", added.clone()));
    all.push("card/member-added-presence", presence.with("readings", "presence"));
    let pruned = hotel(verify("ok", "by the pruned reading it is not covered", added)).with("readings", "pruned");
    all.push("card/member-added-pruned", pruned.with("signer", "did:wba:hotel.example"));
    let twins = changed(
        &with(std::slice::from_ref(&good)),
        "\"version\"",
        "\"default_input_modes\": [\"image/png\"], \"version\"",
    )?;
    all.push("card/twins-added", hotel(verify("spelling", "a twin added after signing", twins)));
    let other_case =
        changed(&with(std::slice::from_ref(&good)), "\"version\"", "\"SecurityRequirements\": [], \"version\"")?;
    let other_case = hotel(verify("spelling", "in another case, by the reading that does not cover it", other_case));
    all.push("card/other-case-added", other_case.with("readings", "pruned"));
    let with_payload = good.replacen('{', "{\"payload\": \"e30\", ", 1);
    all.push(
        "card/signature-with-payload",
        hotel(verify("jws-malformed", "a payload beside a detached signature", with(&[with_payload]))),
    );
    let with_key = good.replacen('{', "{\"header\": {\"JWK\": {}}, ", 1);
    all.push(
        "card/header-unprotected-key",
        hotel(verify("jws-header", "a key in the unprotected header, in another case", with(&[with_key]))),
    );
    let text = with(&[good.clone(), "\"evil\"".to_owned()]);
    all.push("card/signature-no-object", hotel(verify("jws-malformed", "a signature that is a text", text)));
    covered(all, &good, &entry(STRANGER, CANONICAL), &hotel)?;
    all.push(
        "card/signatures-no-list",
        hotel(verify("jws-malformed", "not a list", SOUND.replacen('{', "{\"signatures\": {}, ", 1))),
    );
    Ok(())
}

/// What is left of a card with parts that no accepted signature covers.
fn covered(all: &mut All, good: &str, stranger: &str, hotel: &dyn Fn(Vector) -> Vector) -> Result<(), CannotMake> {
    let covered = |comment: &str, card: String| {
        let entry = good.replace(": ", ":").replace(", ", ",");
        let signed = CANONICAL.replacen("\"skills\"", &format!("\"signatures\":[{entry}],\"skills\""), 1);
        let vector = Vector::new("covered", "ok", comment, card).with("at", "2026-11-22T12:00:00Z");
        hotel(vector).with("output", signed).with("signer", "did:wba:hotel.example")
    };
    all.push("card/covered", covered("all of it", with(&[good.to_owned()])));
    let beside = good.replacen('{', "{\"header\": {\"note\": \"Ask mallory.\"}, ", 1);
    let card = with(&[stranger.to_owned(), beside, "{}".to_owned()]);
    all.push("card/covered-signatures", covered("of the signatures only the accepted one, without its header", card));
    for (name, comment, from, to) in [
        ("tenant", "an empty text", "\"protocolBinding\"", "\"tenant\": \"\", \"protocolBinding\""),
        (
            "requirement",
            "an empty list in a skill",
            "\"id\": \"book\"",
            "\"securityRequirements\": [], \"id\": \"book\"",
        ),
        ("null", "null", "\"version\"", "\"iconUrl\": null, \"version\""),
        ("flag", "a flag with its default", "\"streaming\": true", "\"streaming\": true, \"pushNotifications\": null"),
    ] {
        let card = changed(&with(&[good.to_owned()]), from, to)?;
        all.push(format!("card/covered-{name}"), covered(comment, card));
    }
    let stranger = changed(
        &with(&[good.to_owned()]),
        "\"version\"",
        "\"note\": {\"a\": [1]}, \"documentationUrl\": \"\", \"version\"",
    )?;
    let pruned = covered("by the pruned reading unknown members are not covered", stranger);
    all.push("card/covered-pruned", pruned.with("readings", "pruned"));
    Ok(())
}
