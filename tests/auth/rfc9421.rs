//! The mechanism of RFC 9421 on the RFC's own examples: signature bases letter by letter, and its signatures of our algorithms; the
//! profile refuses the same messages, because they do not cover what a request must.

use agent_description::{
    Code, CodedError, KeyType, Origin, SigningKey, VerifyingKey,
    auth::{
        AuthPolicy, Receiver, UnverifiedRequest,
        http_signature::{
            Component, DigestAlgorithm, FieldType, Message, SignatureParams, check_content_digest, content_digest,
            sign_with, signature_base, verify_with,
        },
    },
};
use http::{HeaderMap, HeaderName, HeaderValue, Request, Response, request, response};

/// Appendix B.1.3, `test-key-ecc-p256`.
const P256_PEM: &str = "-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEqIVYZVLCrPZHGHjP17CTW0/+D9Lf
w0EkjqF7xB4FivAxzic30tMM4GF+hR6Dxh71Z50VGGdldkkDXZCnTNnoXQ==
-----END PUBLIC KEY-----
";
/// Appendix B.1.4, `test-key-ed25519`.
const ED25519_PUBLIC_PEM: &str = "-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAJrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs=
-----END PUBLIC KEY-----
";
const ED25519_PEM: &str = "-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF
-----END PRIVATE KEY-----
";

fn p256() -> VerifyingKey {
    VerifyingKey::from_public_pem(P256_PEM).unwrap()
}

fn ed25519() -> VerifyingKey {
    VerifyingKey::from_public_pem(ED25519_PUBLIC_PEM).unwrap()
}

fn fields(lines: &[(&str, &str)]) -> HeaderMap {
    let mut fields = HeaderMap::new();
    for (name, value) in lines {
        fields.append(HeaderName::try_from(*name).unwrap(), HeaderValue::from_str(value).unwrap());
    }
    fields
}

fn request(method: &str, target: &str, lines: &[(&str, &str)]) -> request::Parts {
    let mut parts = Request::builder().method(method).uri(target).body(()).unwrap().into_parts().0;
    parts.headers = fields(lines);
    parts
}

fn response(status: u16, lines: &[(&str, &str)]) -> response::Parts {
    let mut parts = Response::builder().status(status).body(()).unwrap().into_parts().0;
    parts.headers = fields(lines);
    parts
}

fn of<'a>(parts: &'a request::Parts, audience: &'a Origin) -> Message<'a> {
    Message::request(&parts.method, &parts.uri, audience, &parts.headers)
}

fn service(authority: &str) -> Origin {
    Origin::new("https", authority).unwrap()
}

/// Verifies the signature and compares the base.
fn verifies(key: &VerifyingKey, message: &Message<'_>, label: &str, base: &[&str]) {
    let params = verify_with(key, message, label).unwrap_or_else(|error| panic!("{label}: {error}"));
    assert_eq!(signature_base(message, &params).unwrap(), base.join("\n"));
}

/// Appendix B.2, `test-request`.
const TEST_REQUEST: &[(&str, &str)] = &[
    ("host", "example.com"),
    ("date", "Tue, 20 Apr 2021 02:07:55 GMT"),
    ("content-type", "application/json"),
    (
        "content-digest",
        "sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:",
    ),
    ("content-length", "18"),
];

/// The profile refuses a message whose signature is somebody's that is no DID, and the same signature as a DID's for what it does not cover.
fn profile_refuses(mut parts: request::Parts, label: &str, audience: &Origin, body: &[u8], missing: &str) {
    let now = "2021-04-20T02:07:56Z".parse().unwrap();
    let read = |parts: &request::Parts| {
        UnverifiedRequest::read(parts, body, Receiver::new(audience, &AuthPolicy::default(), now)).unwrap_err()
    };
    assert_eq!(read(&parts).code(), Code::AUTH_MISSING);
    let input = parts.headers["signature-input"].to_str().unwrap();
    let (before, _) = input.split_once("keyid=").unwrap();
    let of_did = format!("{before}keyid=\"did:wba:agent.example.com#key-1\";nonce=\"n\"");
    assert!(of_did.starts_with(label));
    parts.headers.insert("signature-input", of_did.parse().unwrap());
    let error = read(&parts);
    assert_eq!(error.code(), Code::AUTH_UNCOVERED, "{error}");
    assert!(error.to_string().contains(&format!("but not {missing};")), "{error}");
}

#[test]
fn appendix_b_2_6_a_request_with_ed25519() {
    let mut parts = request("POST", "/foo?param=Value&Pet=dog", TEST_REQUEST);
    let audience = service("example.com");
    let input = "sig-b26=(\"date\" \"@method\" \"@path\" \"@authority\" \"content-type\" \"content-length\");created=1618884473;keyid=\"test-key-ed25519\"";
    let signature =
        "sig-b26=:wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==:";
    parts.headers.insert("signature-input", input.parse().unwrap());
    parts.headers.insert("signature", signature.parse().unwrap());
    verifies(
        &ed25519(),
        &of(&parts, &audience),
        "sig-b26",
        &[
            "\"date\": Tue, 20 Apr 2021 02:07:55 GMT",
            "\"@method\": POST",
            "\"@path\": /foo",
            "\"@authority\": example.com",
            "\"content-type\": application/json",
            "\"content-length\": 18",
            "\"@signature-params\": (\"date\" \"@method\" \"@path\" \"@authority\" \"content-type\" \"content-length\");created=1618884473;keyid=\"test-key-ed25519\"",
        ],
    );
    // Ed25519 is deterministic: we sign the same bytes
    let key = SigningKey::from_pem(ED25519_PEM).unwrap();
    let message = of(&parts, &audience);
    let params = verify_with(&ed25519(), &message, "sig-b26").unwrap();
    let signed = sign_with(&key, &message, "sig-b26", &params).unwrap();
    assert_eq!((signed.signature_input.as_str(), signed.signature.as_str()), (input, signature));
    assert_eq!(verify_with(&p256(), &message, "sig-b26").unwrap_err().code(), Code::AUTH_SIGNATURE);
    profile_refuses(parts, "sig-b26", &audience, br#"{"hello": "world"}"#, "@target-uri content-digest");
}

#[test]
fn appendix_b_2_4_a_response_with_p256() {
    let parts = response(
        200,
        &[
            ("date", "Tue, 20 Apr 2021 02:07:56 GMT"),
            ("content-type", "application/json"),
            (
                "content-digest",
                "sha-512=:mEWXIS7MaLRuGgxOBdODa3xqM1XdEvxoYhvlCFJ41QJgJc4GTsPp29l5oGX69wWdXymyU0rjJuahq4l5aGgfLQ==:",
            ),
            ("content-length", "23"),
            (
                "signature-input",
                "sig-b24=(\"@status\" \"content-type\" \"content-digest\" \"content-length\");created=1618884473;keyid=\"test-key-ecc-p256\"",
            ),
            (
                "signature",
                "sig-b24=:wNmSUAhwb5LxtOtOpNa6W5xj067m5hFrj0XQ4fvpaCLx0NKocgPquLgyahnzDnDAUy5eCdlYUEkLIj+32oiasw==:",
            ),
        ],
    );
    verifies(
        &p256(),
        &Message::response(parts.status, &parts.headers, None),
        "sig-b24",
        &[
            "\"@status\": 200",
            "\"content-type\": application/json",
            "\"content-digest\": sha-512=:mEWXIS7MaLRuGgxOBdODa3xqM1XdEvxoYhvlCFJ41QJgJc4GTsPp29l5oGX69wWdXymyU0rjJuahq4l5aGgfLQ==:",
            "\"content-length\": 23",
            "\"@signature-params\": (\"@status\" \"content-type\" \"content-digest\" \"content-length\");created=1618884473;keyid=\"test-key-ecc-p256\"",
        ],
    );
    check_content_digest(&parts.headers, br#"{"message": "good dog"}"#).unwrap();
    // a request has no status
    let mut parts = request("GET", "/foo", &[]);
    parts.headers = fields(&[
        ("signature-input", "sig=(\"@status\");created=1618884473;keyid=\"test-key-ecc-p256\""),
        ("signature", "sig=:wNmSUAhwb5LxtOtOpNa6W5xj067m5hFrj0XQ4fvpaCLx0NKocgPquLgyahnzDnDAUy5eCdlYUEkLIj+32oiasw==:"),
    ]);
    let error = verify_with(&p256(), &of(&parts, &service("example.com")), "sig").unwrap_err();
    assert_eq!(error.code(), Code::AUTH_MALFORMED);
}

#[test]
fn appendix_b_3_a_proxy_that_ends_tls() {
    let certificate = concat!(
        ":MIIBqDCCAU6gAwIBAgIBBzAKBggqhkjOPQQDAjA6MRswGQYDVQQKDBJMZXQncyBBdXRoZW50aWNhdGUxGzAZBgNVBAMMEkxBIEludGVybWVk",
        "aWF0ZSBDQTAeFw0yMDAxMTQyMjU1MzNaFw0yMTAxMjMyMjU1MzNaMA0xCzAJBgNVBAMMAkJDMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE8Y",
        "nXXfaUgmnMtOXU/IncWalRhebrXmckC8vdgJ1p5Be5F/3YC8OthxM4+k1M6aEAEFcGzkJiNy6J84y7uzo9M6NyMHAwCQYDVR0TBAIwADAfBgNV",
        "HSMEGDAWgBRm3WjLa38lbEYCuiCPct0ZaSED2DAOBgNVHQ8BAf8EBAMCBsAwEwYDVR0lBAwwCgYIKwYBBQUHAwIwHQYDVR0RAQH/BBMwEYEPYm",
        "RjQGV4YW1wbGUuY29tMAoGCCqGSM49BAMCA0gAMEUCIBHda/r1vaL6G3VliL4/Di6YK0Q6bMjeSkC3dFCOOB8TAiEAx/kHSB4urmiZ0NX5r5Xa",
        "rmPk0wmuydBVoU4hBVZ1yhk=:"
    );
    let parts = request(
        "POST",
        "/foo?param=Value&Pet=dog",
        &[
            ("host", "service.internal.example"),
            ("date", "Tue, 20 Apr 2021 02:07:55 GMT"),
            ("content-type", "application/json"),
            ("content-length", "18"),
            ("client-cert", certificate),
            (
                "signature-input",
                "ttrp=(\"@path\" \"@query\" \"@method\" \"@authority\" \"client-cert\");created=1618884473;keyid=\"test-key-ecc-p256\"",
            ),
            (
                "signature",
                "ttrp=:xVMHVpawaAC/0SbHrKRs9i8I3eOs5RtTMGCWXm/9nvZzoHsIg6Mce9315T6xoklyy0yzhD9ah4JHRwMLOgmizw==:",
            ),
        ],
    );
    let audience = service("service.internal.example");
    verifies(
        &p256(),
        &of(&parts, &audience),
        "ttrp",
        &[
            "\"@path\": /foo",
            "\"@query\": ?param=Value&Pet=dog",
            "\"@method\": POST",
            "\"@authority\": service.internal.example",
            &format!("\"client-cert\": {certificate}"),
            "\"@signature-params\": (\"@path\" \"@query\" \"@method\" \"@authority\" \"client-cert\");created=1618884473;keyid=\"test-key-ecc-p256\"",
        ],
    );
    profile_refuses(parts, "ttrp", &audience, br#"{"hello": "world"}"#, "@target-uri content-digest");
}

/// What a proxy may change of a signed message, and what not.
#[test]
fn appendix_b_4_transformations() {
    let signed = [
        (
            "signature-input",
            "transform=(\"@method\" \"@path\" \"@authority\" \"accept\");created=1618884473;keyid=\"test-key-ed25519\"",
        ),
        (
            "signature",
            "transform=:ZT1kooQsEHpZ0I1IjCqtQppOmIqlJPeo7DHR3SoMn0s5JZ1eRGS0A+vyYP9t/LXlh5QMFFQ6cpLt2m0pmj3NDA==:",
        ),
    ];
    let (json, any) = (("accept", "application/json"), ("accept", "*/*"));
    for (verifies, method, target, authority, lines) in [
        (true, "GET", "/demo?name1=Value1&Name2=value2", "example.org", vec![json, any]),
        (
            true,
            "GET",
            "/demo?name1=Value1&Name2=value2&param=added",
            "example.org",
            vec![json, any, ("accept-language", "en-US,en;q=0.5")],
        ),
        (
            true,
            "GET",
            "/demo?name1=Value1&Name2=value2",
            "example.org",
            vec![("referer", "https://developer.example.org/demo"), ("accept", "application/json, */*")],
        ),
        (true, "GET", "/demo?name1=Value1&Name2=value2", "Example.ORG:443", vec![json, any]),
        (false, "POST", "/demo?name1=Value1&Name2=value2", "example.com", vec![json, any]),
        (false, "GET", "/demo?name1=Value1&Name2=value2", "example.org", vec![any, json]),
    ] {
        let lines: Vec<_> = lines.into_iter().chain(signed).collect();
        let (parts, audience) = (request(method, target, &lines), service(authority));
        let result = verify_with(&ed25519(), &of(&parts, &audience), "transform");
        assert_eq!(result.map_err(|error| error.code()).err(), (!verifies).then_some(Code::AUTH_SIGNATURE));
        if verifies {
            profile_refuses(parts, "transform", &audience, b"", "@target-uri");
        }
    }
}

/// Sections 2.4 (both examples) and 4.3: components of the request in a response's signature, and a proxy's own signature.
#[test]
fn sections_2_4_and_4_3_with_p256() {
    let mut asked = request("POST", "/foo?param=Value&Pet=dog", TEST_REQUEST);
    let audience = service("example.com");
    let answer = |covered: &str, signature: &str| {
        response(
            503,
            &[
                ("content-type", "application/json"),
                ("content-length", "62"),
                (
                    "content-digest",
                    "sha-512=:0Y6iCBzGg5rZtoXS95Ijz03mslf6KAMCloESHObfwnHJDbkkWWQz6PhhU9kxsTbARtY2PTBOzq24uJFpHsMuAg==:",
                ),
                ("signature-input", &format!("reqres=({covered});created=1618884479;keyid=\"test-key-ecc-p256\"")),
                ("signature", &format!("reqres=:{signature}:")),
            ],
        )
    };
    for (covered, signature) in [
        (
            "\"@status\" \"content-digest\" \"content-type\" \"@authority\";req \"@method\";req \"@path\";req \"content-digest\";req",
            "dMT/A/76ehrdBTD/2Xx8QuKV6FoyzEP/I9hdzKN8LQJLNgzU4W767HK05rx1i8meNQQgQPgQp8wq2ive3tV5Ag==",
        ),
        (
            "\"@status\" \"content-digest\" \"content-type\" \"@authority\";req \"@method\";req \"@path\";req \"@query\";req \"content-digest\";req \"content-type\";req \"content-length\";req",
            "C73J41GVKc+TYXbSobvZf0CmNcptRiWN+NY1Or0A36ISg6ymdRN6ZgR2QfrtopFNzqAyv+CeWrMsNbcV2Ojsgg==",
        ),
    ] {
        let parts = answer(covered, signature);
        let request = of(&asked, &audience);
        verify_with(&p256(), &Message::response(parts.status, &parts.headers, Some(&request)), "reqres").unwrap();
        // without the request there is nothing to compute them of
        let alone = Message::response(parts.status, &parts.headers, None);
        assert_eq!(verify_with(&p256(), &alone, "reqres").unwrap_err().code(), Code::AUTH_MALFORMED);
    }
    asked.headers.extend(fields(&[
        (
            "signature-input",
            "sig1=(\"@method\" \"@authority\" \"@path\" \"content-digest\" \"content-type\" \"content-length\");created=1618884475;keyid=\"test-key-ecc-p256\"",
        ),
        ("signature", "sig1=:X5spyd6CFnAG5QnDyHfqoSNICd+BUP4LYMz2Q0JXlb//4Ijpzp+kve2w4NIyqeAuM7jTDX+sNalzA8ESSaHD3A==:"),
    ]));
    verify_with(&p256(), &of(&asked, &audience), "sig1").unwrap();
    check_content_digest(&asked.headers, br#"{"hello": "world"}"#).unwrap();
    profile_refuses(asked, "sig1", &audience, br#"{"hello": "world"}"#, "@target-uri");
}

/// The line of one component, of the examples of sections 2.1 and 2.2.
fn line(message: &Message<'_>, component: &str) -> Result<String, Code> {
    let component: Component = component.parse().map_err(|error: agent_description::auth::AuthError| error.code())?;
    let params = SignatureParams::new(vec![component]).unwrap();
    let base = signature_base(message, &params).map_err(|error| error.code())?;
    let (line, rest) = base.split_once('\n').unwrap();
    assert!(rest.starts_with("\"@signature-params\": (\""), "{rest}");
    Ok(line.to_owned())
}

#[test]
fn section_2_1_fields() {
    let parts = request(
        "GET",
        "/",
        &[
            ("x-ows-header", "   Leading and trailing whitespace.   "),
            ("cache-control", "max-age=60"),
            ("cache-control", "   must-revalidate"),
            ("example-dict", "  a=1,    b=2;x=1;y=2,   c=(a   b   c), d"),
            ("x-empty-header", ""),
            ("example-header", "value, with, lots"),
            ("example-header", "of, commas"),
            ("example-list", "  a,  (b   c);x"),
            ("example-item", "  tok;x=?1 "),
            ("signature", "a=:AA==:,   b=:AQ==:"),
        ],
    );
    let audience = service("www.example.com");
    let structured = [
        ("example-dict", FieldType::Dictionary),
        ("example-list", FieldType::List),
        ("example-item", FieldType::Item),
        ("x-empty-header", FieldType::Item),
    ];
    let mut message = of(&parts, &audience);
    message.structured = &structured;
    for (component, expected) in [
        ("x-ows-header", "\"x-ows-header\": Leading and trailing whitespace."),
        ("cache-control", "\"cache-control\": max-age=60, must-revalidate"),
        ("example-dict", "\"example-dict\": a=1,    b=2;x=1;y=2,   c=(a   b   c), d"),
        ("x-empty-header", "\"x-empty-header\": "),
        ("example-dict;sf", "\"example-dict\";sf: a=1, b=2;x=1;y=2, c=(a b c), d"),
        ("example-list;sf", "\"example-list\";sf: a, (b c);x"),
        ("example-item;sf", "\"example-item\";sf: tok;x"),
        ("signature;sf", "\"signature\";sf: a=:AA==:, b=:AQ==:"),
        ("example-dict;key=\"a\"", "\"example-dict\";key=\"a\": 1"),
        ("example-dict;key=\"d\"", "\"example-dict\";key=\"d\": ?1"),
        ("example-dict;key=\"b\"", "\"example-dict\";key=\"b\": 2;x=1;y=2"),
        ("example-dict;key=\"c\"", "\"example-dict\";key=\"c\": (a b c)"),
        ("example-header;bs", "\"example-header\";bs: :dmFsdWUsIHdpdGgsIGxvdHM=:, :b2YsIGNvbW1hcw==:"),
    ] {
        assert_eq!(line(&message, component).unwrap(), expected);
    }
    for component in [
        "not-there",
        "cache-control;sf",
        "x-empty-header;sf",
        "example-dict;key=\"e\"",
        "cache-control;key=\"max-age\";bs",
        "example-dict;sf;bs",
        "example-dict;tr",
        "example-dict;req",
        "example-dict;unknown",
        "example-dict;sf=?0",
        "example-dict;key=1",
        "example-dict;sf;sf",
        "Example-Dict",
        "example dict",
        "example-dict\"",
        "@signature-params",
        "@unknown",
        "@method;sf",
        "@method;key=\"a\"",
        "@method;name=\"a\"",
        "@method;req",
        "@query-param",
        "@status",
        "",
    ] {
        assert_eq!(line(&message, component), Err(Code::AUTH_MALFORMED), "{component}");
    }
    let mut parts = parts;
    parts.headers.insert("x-latin", HeaderValue::from_bytes(b"caf\xe9").unwrap());
    let message = of(&parts, &audience);
    assert_eq!(line(&message, "x-latin"), Err(Code::AUTH_MALFORMED));
    assert_eq!(line(&message, "x-latin;bs").unwrap(), "\"x-latin\";bs: :Y2Fm6Q==:");
}

#[test]
fn section_2_2_derived_components() {
    let audience = service("WWW.Example.com:443");
    let parts = request("POST", "/path?param=value&foo=bar&baz=batman&qux=", &[]);
    let message = of(&parts, &audience);
    for (component, expected) in [
        ("@method", "\"@method\": POST"),
        ("@target-uri", "\"@target-uri\": https://www.example.com/path?param=value&foo=bar&baz=batman&qux="),
        ("@authority", "\"@authority\": www.example.com"),
        ("@scheme", "\"@scheme\": https"),
        ("@request-target", "\"@request-target\": /path?param=value&foo=bar&baz=batman&qux="),
        ("@path", "\"@path\": /path"),
        ("@query", "\"@query\": ?param=value&foo=bar&baz=batman&qux="),
        ("@query-param;name=\"baz\"", "\"@query-param\";name=\"baz\": batman"),
        ("@query-param;name=\"qux\"", "\"@query-param\";name=\"qux\": "),
        ("@query-param;name=\"param\"", "\"@query-param\";name=\"param\": value"),
    ] {
        assert_eq!(line(&message, component).unwrap(), expected);
    }
    let parts = request(
        "GET",
        "/parameters?var=this%20is%20a%20big%0Amultiline%20value&bar=with+plus+whitespace&fa%C3%A7ade%22%3A%20=something&two=1&two=2&bad=%FF",
        &[],
    );
    let message = of(&parts, &audience);
    for (name, expected) in [
        ("var", Some("this%20is%20a%20big%0Amultiline%20value")),
        ("bar", Some("with%20plus%20whitespace")),
        ("fa%C3%A7ade%22%3A%20", Some("something")),
        // there twice; not there; no text
        ("two", None),
        ("three", None),
        ("bad", None),
    ] {
        let line = line(&message, &format!("@query-param;name=\"{name}\""));
        assert_eq!(line.ok(), expected.map(|value| format!("\"@query-param\";name=\"{name}\": {value}")), "{name}");
    }
    for (method, target, component, expected) in [
        ("GET", "/path", "@query", Some("?")),
        ("GET", "/path?", "@query", Some("?")),
        ("GET", "/path?queryString", "@query", Some("?queryString")),
        (
            "GET",
            "https://www.example.com/path?param=value",
            "@request-target",
            Some("https://www.example.com/path?param=value"),
        ),
        ("GET", "https://www.example.com", "@path", Some("/")),
        ("GET", "https://www.example.com?a", "@target-uri", Some("https://www.example.com/?a")),
        ("CONNECT", "www.example.com:80", "@request-target", Some("www.example.com:80")),
        ("CONNECT", "www.example.com:80", "@target-uri", None),
        ("OPTIONS", "*", "@request-target", Some("*")),
        ("OPTIONS", "*", "@path", None),
    ] {
        let parts = request(method, target, &[]);
        let line = line(&of(&parts, &audience), component);
        assert_eq!(line.ok(), expected.map(|value| format!("\"{component}\": {value}")), "{target}");
    }
}

#[test]
fn components_are_covered_once() {
    let parse = |texts: &[&str]| SignatureParams::new(texts.iter().map(|text| text.parse().unwrap()).collect());
    assert!(parse(&["date", "@method", "date;bs"]).is_ok());
    assert!(parse(&["@query-param;name=\"a\"", "@query-param;name=\"b\""]).is_ok());
    assert_eq!(parse(&["date", "@method", "date"]).unwrap_err().code(), Code::AUTH_MALFORMED);
    // the order of parameters makes no other component
    let twice = ["content-digest;key=\"a\";req", "content-digest;req;key=\"a\""];
    assert_eq!(parse(&twice).unwrap_err().code(), Code::AUTH_MALFORMED);
    let many: Vec<String> = (0..65).map(|number| format!("x-{number}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    assert!(parse(&many[..64]).is_ok());
    assert_eq!(parse(&many).unwrap_err().code(), Code::AUTH_MALFORMED);
}

/// Every parameter keeps its place, and every string its characters.
#[test]
fn parameters_are_written_as_they_came() {
    let key = SigningKey::from_pem(ED25519_PEM).unwrap();
    let audience = service("example.com");
    let mut parts = request("GET", "/", &[]);
    let params = SignatureParams::new(vec!["@method".parse().unwrap()])
        .unwrap()
        .with_text("tag", "a;b=\"c\"\\d")
        .unwrap()
        .with_text("keyid", "key, with=comma")
        .unwrap()
        .with_times(None, Some("2021-04-20T02:08:55Z".parse().unwrap()))
        .with_text("alg", "ed25519")
        .unwrap()
        .with_times(Some("2021-04-20T02:07:55Z".parse().unwrap()), None);
    let text =
        r#"("@method");tag="a;b=\"c\"\\d";keyid="key, with=comma";expires=1618884535;alg="ed25519";created=1618884475"#;
    assert_eq!(params.to_string(), text);
    let signed = sign_with(&key, &of(&parts, &audience), "odd.label-*1", &params).unwrap();
    signed.insert_into(&mut parts.headers).unwrap();
    let read = verify_with(key.verifying_key(), &of(&parts, &audience), "odd.label-*1").unwrap();
    assert_eq!(read, params);
    assert_eq!(
        (read.text("tag"), read.text("keyid"), read.text("alg")),
        (Some("a;b=\"c\"\\d"), Some("key, with=comma"), Some("ed25519"))
    );
    assert_eq!(read.created(), Some("2021-04-20T02:07:55Z".parse().unwrap()));

    assert!(params.clone().with_text("nonce", "ü").is_err(), "no ASCII");
    assert!(params.clone().with_text("Nonce", "n").is_err(), "no key");
    assert!(sign_with(&key, &of(&parts, &audience), "Sig", &params).is_err(), "no label");
    let other = SigningKey::from_secret_bytes(KeyType::P256, &[7; 32]).unwrap();
    let refused = sign_with(&other, &of(&parts, &audience), "sig", &params).unwrap_err();
    assert_eq!(refused.code(), Code::AUTH_MALFORMED, "the algorithm is another key's");
}

/// RFC 9530, appendix B and D: the digests of `{"hello": "world"}` with a newline, and its kin.
#[test]
fn content_digests_of_rfc_9530() {
    let content = b"{\"hello\": \"world\"}\n";
    let sha256 = "sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:";
    let sha512 = "sha-512=:YMAam51Jz/jOATT6/zvHrLVgOYTGFy1d6GJiOHTohq4yP+pgk4vf2aCsyRZOtw8MjkM7iw7yZ/WkppmM44T3qg==:";
    assert_eq!(content_digest(content, DigestAlgorithm::Sha256), sha256);
    assert_eq!(content_digest(content, DigestAlgorithm::Sha512), sha512);
    let check = |lines: &[&str], content: &[u8]| {
        let lines: Vec<_> = lines.iter().map(|line| ("content-digest", *line)).collect();
        check_content_digest(&fields(&lines), content).map_err(|error| error.code())
    };
    assert_eq!(check(&[sha256], content), Ok(()));
    assert_eq!(check(&[sha512, "unixsum=:AA==:", sha256], content), Ok(()));
    assert_eq!(check(&[sha256], b"{\"hello\": \"world\"}"), Err(Code::AUTH_DIGEST));
    let wrong = "sha-512=:AAAA:";
    assert_eq!(check(&[sha256, wrong], content), Err(Code::AUTH_DIGEST), "one of two");
    assert_eq!(check(&["md5=:AAAA:", "unixsum=:AA==:"], content), Err(Code::AUTH_MALFORMED), "none that is known");
    assert_eq!(check(&["sha-256=RK"], content), Err(Code::AUTH_MALFORMED), "no bytes");
    assert_eq!(check(&["sha-256=(:RK==:)"], content), Err(Code::AUTH_MALFORMED), "a list");
    assert_eq!(check(&[sha256, sha256], content), Err(Code::AUTH_MALFORMED), "twice");
    assert_eq!(check(&[""], content), Err(Code::AUTH_MALFORMED), "empty");
    assert_eq!(check(&[], content), Err(Code::AUTH_MALFORMED), "not there");
}
