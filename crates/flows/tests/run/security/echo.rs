//! What a service says of a request that had a credential: none of it is shown, in whatever form it comes back, and wherever it is cut.

use crate::run::{
    server::{Reply, Server, json},
    shop::{arazzo, code, compiled, credentials, openapi, run, runner},
};
use adp_flows::run::{RunReport, Runner};
use agent_description::resolve::HttpsGet;

const TOKEN: &str = "S3CRETabcdefghijklmnopqrstuvwxyz0123456789";

fn order(server: &Server, token: &str) -> RunReport {
    let workflow = r#"{"workflowId": "w", "steps": [{"stepId": "s", "operationId": "getOrder", "parameters": [{"name": "id", "in": "path", "value": "7"}], "outputs": {"all": "$response.body"}}]}"#;
    let workflows = compiled(&arazzo(workflow), &[openapi(&server.origin())]);
    let token = agent_description::Json::from(token).to_compact();
    let auth = format!(r#"{{"{}": {{"key": {{"token": {token}}}}}}}"#, server.origin());
    run(&runner(&[server.origin()]).credentials(credentials(&auth)), &workflows, "w", "{}")
}

/// The same text is another one in JSON.
#[test]
fn a_credential_with_quotes_is_masked_as_json_has_it() {
    for token in [r#"to"ken\hidden"#, "to\tken-hidden", "&amp;\"hidden99"] {
        let server = Server::start(move |asked, _| {
            let echo = agent_description::Json::from(asked.header("authorization").unwrap()).to_compact();
            json("500 Internal Server Error", &format!(r#"{{"echo": {echo}}}"#))
        });
        let report = order(&server, token);
        assert_eq!(server.asked()[0].header("authorization"), Some(format!("Bearer {token}").as_str()));
        assert_eq!(code(&report), "flow-failed");
        let told = report.to_json().to_compact();
        assert!(told.contains("echo") && !told.contains("hidden"), "{told}");
    }
}

/// As services tell requests back: by hand, and in base64 by Python's `base64`.
#[test]
fn a_credential_that_comes_back_encoded_is_masked() {
    let token = "s3cr+t/of<Kim>&co";
    for echo in [
        "s3cr+t/of<Kim>&co",
        "S3CR+T/OF<KIM>&CO",
        "s3cr%2Bt%2Fof%3CKim%3E%26co",
        "s3cr%2bt/of%3ckim%3e%26co",
        "s3cr+t/of&lt;Kim&gt;&amp;co",
        "s3cr&#43;t&#x2F;of&#60;Kim&#x3e;&#38;co",
        r"s3cr+t/of\u003cKim\u003e\u0026co",
        "czNjcit0L29mPEtpbT4mY28=",
        "czNjcit0L29mPEtpbT4mY28",
        "QmVhcmVyIHMzY3IrdC9vZjxLaW0+JmNv",
        "QmVhcmVyIHMzY3IrdC9vZjxLaW0-JmNv",
    ] {
        let text = agent_description::Json::from(echo).to_compact();
        for answer in [
            json("500 Internal Server Error", &format!(r#"{{"echo": {text}}}"#)),
            json("200 OK", &format!(r#"{{"echo": {text}}}"#)),
            Reply::With("302 Found", vec![("location", format!("https://x.example/?{echo}"))], vec![]),
        ] {
            let server = Server::start(move |_, _| answer.clone());
            let told = order(&server, token).to_json().to_compact();
            let shown = told.replace("Authorization", "").replace("authorization", "");
            for part in ["3cr", "3CR", "im&", "Y3I", "3Iry", "MzY3"] {
                assert!(!shown.contains(part), "{echo}: {told}");
            }
        }
    }
}

/// The encodings are those of RFC 3986, HTML, RFC 8259 and RFC 4648, made by hand and by `base64`.
#[test]
fn a_secret_is_found_in_each_encoding() {
    for (secret, text, expected) in [
        ("To-ken/1", "a To-ken/1 b", "a * b"),
        ("To-ken/1", "TO-KEN/1to-ken/1", "**"),
        ("To-ken/1", "?q=To-ken%2f1&To%2Dken%2F%31", "?q=*&*"),
        ("a&b\"c<d", "a&amp;b&quot;c&lt;d, a&#38;b&#x22;c&#060;d", "*, *"),
        ("a\"b\\c/d", r#"a\"b\\c\/d a\u0022b\u005Cc/d"#, "* *"),
        ("a\tb-c", r"a\tb-c a\u0009b-c", "* *"),
        ("pässword", r"p\u00e4ssword p%C3%A4ssword pässword", "* * *"),
        ("a b+c", "a+b%2Bc a%20b+c", "* *"),
        ("100%25x", "100%25x 100%2525x", "* *"),
        // base64 of the secret, of `x:sk-secret!`, `xy:sk-secret!` and `xxx:sk-secret`
        ("sk-secret", "c2stc2VjcmV0.", "*."),
        ("sk-secret", "eDpzay1zZWNyZXQh", "eD*h"),
        ("sk-secret", "eHk6c2stc2VjcmV0IQ==", "eHk6*IQ=="),
        ("sk-secret", "eHh4OnNrLXNlY3JldA==", "eHh4O*"),
        ("??>>~~", "Pz8-Pn5- Pz8+Pn5+ Pz8%2BPn5%2b", "* * *"),
        ("sk-secret", "C2STC2VJCMV0", "C2STC2VJCMV0"),
        ("secret", "se cret", "se cret"),
        ("abc", "an abc", "an abc"),
    ] {
        let headers = vec![("content-type", "text/plain; charset=utf-8".to_owned())];
        let server = Server::start(move |_, _| Reply::With("200 OK", headers.clone(), text.as_bytes().to_vec()));
        let step = r#"{"stepId": "s", "operationId": "getPicture", "outputs": {"all": "$response.body"}}"#;
        let workflow = format!(r#"{{"workflowId": "w", "steps": [{step}]}}"#);
        let secret = agent_description::Json::from(secret).to_compact();
        let auth = format!(r#"{{"{}": {{"query": {{"value": {secret}}}}}}}"#, server.origin());
        let runner = runner(&[server.origin()]).credentials(credentials(&auth));
        let report = run(&runner, &compiled(&arazzo(&workflow), &[openapi(&server.origin())]), "w", "{}");
        let told = report.steps[0].outputs.get("all").and_then(|all| all.as_str()).unwrap_or_default();
        assert_eq!(told, expected.replace('*', "***"), "{secret} in {text}");
    }
}

/// A part of a secret is none that is known: it is masked before it is cut.
#[test]
fn no_part_of_a_credential_is_left_where_a_text_is_cut() {
    for before in [0, 150, 160, 180, 950, 970, 990] {
        let text = format!("{}{}", "a".repeat(before), TOKEN.repeat(100));
        let answers: [fn(String) -> Reply; 2] = [
            |text| Reply::With("500 Internal Server Error", vec![], text.into_bytes()),
            |text| Reply::With("302 Found", vec![("location", format!("https://x.example/{text}"))], vec![]),
        ];
        for answer in answers {
            let text = text.clone();
            let server = Server::start(move |_, _| answer(text.clone()));
            let report = order(&server, TOKEN);
            assert_eq!(code(&report), "flow-failed");
            let told = report.to_json().to_compact();
            assert!(!told.contains("S3CR"), "{before}: {told}");
        }
    }
}

/// What the network says of a URL is cut before it comes here, in the midst of the key in its query.
#[test]
fn no_part_of_a_credential_is_left_of_a_url_that_is_cut() {
    let origin = "http://127.0.0.1:9";
    for length in [135, 145, 155, 165] {
        let document = openapi(origin).replace("\"/picture\"", &format!("\"/{}\"", "p".repeat(length)));
        let workflow = r#"{"workflowId": "w", "steps": [{"stepId": "p", "operationId": "getPicture"}]}"#;
        let workflows = compiled(&arazzo(workflow), &[document]);
        let auth = format!(r#"{{"{origin}": {{"query": {{"value": "{TOKEN}"}}}}}}"#);
        // plain HTTP to an origin that nobody named
        let runner = Runner::new(HttpsGet::builder().build()).confirmed(true).credentials(credentials(&auth));
        let report = run(&runner, &workflows, "w", "{}");
        assert_eq!(code(&report), "net-scheme");
        let told = report.to_json().to_compact();
        assert!(told.contains('…') && !told.contains("S3CR"), "{told}");
    }
}
