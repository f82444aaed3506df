//! What a service says of a request that had a credential: none of it is shown, in whatever form it comes back, and wherever it is cut.

use super::{
    server::{Reply, Server, json},
    shop::{arazzo, code, compiled, credentials, openapi, run, runner},
};
use adp_flows::run::{Report, Runner};
use agent_description::resolve::HttpsGet;

const TOKEN: &str = "S3CRETabcdefghijklmnopqrstuvwxyz0123456789";

fn order(server: &Server, token: &str) -> Report {
    let workflow = r#"{"workflowId": "w", "steps": [{"stepId": "s", "operationId": "getOrder", "parameters": [{"name": "id", "in": "path", "value": "7"}]}]}"#;
    let workflows = compiled(&arazzo(workflow), &[openapi(&server.origin())]);
    let token = agent_description::Json::from(token).to_compact();
    let auth = format!(r#"{{"{}": {{"key": {{"token": {token}}}}}}}"#, server.origin());
    run(&runner(&[server.origin()]).credentials(credentials(&auth)), &workflows, "w", "{}")
}

/// The same text is another one in JSON.
#[test]
fn a_credential_with_quotes_is_masked_as_json_has_it() {
    let token = r#"to"ken\hidden"#;
    let server = Server::start(move |asked, _| {
        let echo = agent_description::Json::from(asked.header("authorization").unwrap()).to_compact();
        json("500 Internal Server Error", &format!(r#"{{"echo": {echo}}}"#))
    });
    let report = order(&server, token);
    assert_eq!(server.asked()[0].header("authorization"), Some(r#"Bearer to"ken\hidden"#));
    assert_eq!(code(&report), "flow-failed");
    let told = report.to_json().to_compact();
    assert!(told.contains("echo") && !told.contains("hidden"), "{told}");
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
