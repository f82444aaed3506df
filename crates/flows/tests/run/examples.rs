//! The examples of the Arazzo specification that come with their OpenAPI document, run: what each workflow sends, by hand, from both documents.

use super::{
    server::{Server, json},
    shop::{code, compiled, dry_run, run, runner},
};
use adp_fixtures::third_party;
use serde_json::{Value, json as value};

/// A method with its target, and the body; empty where there is none.
type Sent = (&'static str, &'static str);

/// A workflow and what comes of it.
struct Example {
    file: &'static str,
    workflow: &'static str,
    arguments: &'static str,
    requests: &'static [Sent],
    code: &'static str,
    outputs: &'static str,
}

const CLIENT: &str =
    r#"{"client_id": "kim", "client_secret": "hidden", "redirect_uri": "https://kim.example/back?a=1"}"#;
const AUTHORIZE: Sent = (
    "GET /authorize?client_id=kim&redirect_uri=https%3A%2F%2Fkim.example%2Fback%3Fa%3D1&response_type=code&scope=read&state=12345",
    "",
);
const TOKEN: Sent = (
    "POST /oauth/token",
    "grant_type=authorization_code&code=c%2F1&redirect_uri=https%3A%2F%2Fkim.example%2Fback%3Fa%3D1&client_id=kim&client_secret=hidden",
);

const EXAMPLES: &[Example] = &[
    Example {
        file: "pet-coupons",
        workflow: "buy-available-pet",
        arguments: r#"{"store_id": "pets.example"}"#,
        requests: &[
            ("GET /pet/findByStatus?status=available&page=1&pageSize=10", ""),
            // the quantity and the coupon are not given
            ("POST /store/order", r#"{"petId":7,"status":"placed","complete":false}"#),
        ],
        code: "-",
        outputs: r#"{"buy_pet_order_id":12}"#,
    },
    Example {
        file: "pet-coupons",
        workflow: "place-order",
        arguments: r#"{"pet_id": 3, "quantity": 2, "coupon_code": "SUMMER"}"#,
        requests: &[(
            "POST /store/order",
            r#"{"petId":3,"quantity":2,"couponCode":"SUMMER","status":"placed","complete":false}"#,
        )],
        code: "-",
        outputs: r#"{"workflow_order_id":12}"#,
    },
    // the workflow says `pet_id`, the path of the operation `{petId}`; `pet_tags`, which the operation calls `tags`, is sent as it is written
    Example {
        file: "pet-coupons",
        workflow: "apply-coupon",
        arguments: r#"{"my_pet_tags": ["puppy", "a&b"]}"#,
        requests: &[("GET /pet/findByTags?pet_tags=puppy&pet_tags=a%26b", "")],
        code: "invalid-arguments",
        outputs: "null",
    },
    Example {
        file: "oauth",
        workflow: "authorization-code-flow",
        arguments: CLIENT,
        requests: &[AUTHORIZE, TOKEN],
        code: "-",
        outputs: r#"{"access_token":"t1","refresh_token":"r1","expires_in":60}"#,
    },
    Example {
        file: "oauth",
        workflow: "refresh-token-flow",
        arguments: r#"{"my_client_id": "kim", "my_client_secret": "hidden", "my_redirect_uri": "https://kim.example/back?a=1"}"#,
        requests: &[AUTHORIZE, TOKEN, ("POST /oauth/token", "grant_type=refresh_token&refresh_token=r1")],
        code: "-",
        outputs: r#"{"access_token":"t1","refresh_token":"r1","expires_in":60}"#,
    },
    Example {
        file: "oauth",
        workflow: "client-credentials-flow",
        arguments: CLIENT,
        requests: &[("POST /oauth/token", "client_id=kim&client_secret=hidden&grant_type=client_credentials")],
        code: "-",
        outputs: r#"{"access_token":"t1"}"#,
    },
    // of these two no request is made: `PAR` is `Par` in the OpenAPI document, and an expression lacks `.outputs`
    Example {
        file: "FAPI-PAR",
        workflow: "OIDC-PAR-AuthzCode",
        arguments: "{}",
        requests: &[],
        code: "invalid-reference",
        outputs: "null",
    },
    Example {
        file: "bnpl",
        workflow: "ApplyForLoanAtCheckout",
        arguments: "{}",
        requests: &[],
        code: "invalid-value",
        outputs: "null",
    },
];

/// `nested` is there for the criterion `$[?@.access_token != null]`, which asks the members of the answer (RFC 9535, section 2.3.5).
fn answer(target: &str) -> &'static str {
    match target.split('?').next().unwrap_or_default() {
        "/pet/findByStatus" => r#"[{"id": 7, "name": "Rex"}, {"id": 8}]"#,
        "/pet/findByTags" => r#"[{"id": 9}]"#,
        "/store/order" => r#"{"id": 12}"#,
        "/authorize" => r#"{"access_token": "t0", "code": "c/1"}"#,
        "/oauth/token" => {
            r#"{"access_token": "t1", "refresh_token": "r1", "expires_in": 60, "nested": {"access_token": "t1"}}"#
        }
        _ => "null",
    }
}

/// A document of the specification, and its OpenAPI document at a server: its own servers are elsewhere, or not named.
fn documents(file: &str, server: &Server) -> (String, String) {
    let separator = if file == "bnpl" { '-' } else { '.' };
    let read = |what: &str| third_party::read(&format!("arazzo/examples/1.0.0/{file}{separator}{what}.yaml"));
    let openapi = read("openapi").replacen("\nservers:", "\nx-servers:", 1);
    let here = format!("\nservers: [{{url: '{}'}}]\npaths:", server.origin());
    (read("arazzo"), openapi.replacen("\npaths:", &here, 1))
}

/// What a server was asked: lines and bodies, those in JSON as values.
fn sent(server: &Server) -> Vec<(String, Value)> {
    server.asked().iter().map(|it| (format!("{} {}", it.method, it.target), body(&it.text()))).collect()
}

fn body(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| Value::from(text))
}

fn by_hand(requests: &[Sent]) -> Vec<(String, Value)> {
    requests.iter().map(|(line, text)| ((*line).to_owned(), body(text))).collect()
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn the_specification_s_examples_send_what_they_say() {
    for example in EXAMPLES {
        let Example { file, workflow, .. } = *example;
        let server = Server::start(|asked, _| json("200 OK", answer(&asked.target)));
        let (arazzo, openapi) = documents(file, &server);
        let (workflows, runner) = (compiled(&arazzo, &[openapi]), runner(&[server.origin()]));
        let planned = dry_run(&runner, &workflows, workflow, example.arguments);
        assert_eq!(code(&planned), example.code, "{file} {workflow}: {:?}", planned.error);
        assert!(server.lines().is_empty());
        let report = run(&runner, &workflows, workflow, example.arguments);
        let expected = by_hand(example.requests);
        assert_eq!(sent(&server), expected, "{file} {workflow}: {:?}", report.error);
        assert_eq!(code(&report), example.code, "{file} {workflow}: {:?}", report.error);
        assert_eq!(report.outputs.to_json().to_compact(), example.outputs, "{file} {workflow}");
    }
    third_party::ran("arazzo-examples-run", EXAMPLES.len());
}

/// Where `arazzo-runner` 0.9.6 sends something else: the workflow, what it sends, and the sentence of the specification that it breaks.
const THEIRS: &[(&str, &[Sent], &str)] = &[
    (
        "buy-available-pet",
        &[
            ("GET /pet/findByStatus?status=available", ""),
            (
                "POST /store/order",
                r#"{"petId": 7, "quantity": null, "couponCode": null, "status": "placed", "complete": false}"#,
            ),
        ],
        "4.6.10: a reference to a component stands for the parameter, with the value beside it; it is left out. What is absent becomes null",
    ),
    (
        "apply-coupon",
        &[
            ("GET /pet/findByTags?pet_tags=puppy&pet_tags=a%26b", ""),
            ("GET /pet/%7BpetId%7D/coupons", ""),
            (
                "POST /store/order",
                r#"{"petId": 9, "quantity": null, "couponCode": null, "status": "placed", "complete": false}"#,
            ),
        ],
        "OpenAPI 3.0.4, 4.7.12.1: a parameter of the path is required; the name in braces is sent in its place",
    ),
    (
        "refresh-token-flow",
        &[AUTHORIZE, TOKEN, ("POST /oauth/token", "grant_type=refresh_token")],
        "4.7: `$outputs` of a step that calls a workflow is what that gives; the refresh token is not there",
    ),
];

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS and INTEROP_PYTHON"]
fn another_runner_sends_the_same_or_breaks_a_sentence() {
    let runnable: Vec<&Example> = EXAMPLES.iter().filter(|example| !example.requests.is_empty()).collect();
    let servers: Vec<Server> =
        runnable.iter().map(|_| Server::start(|asked, _| json("200 OK", answer(&asked.target)))).collect();
    let task = |(example, server): (&&Example, &Server)| {
        let (arazzo, openapi) = documents(example.file, server);
        value!({"arazzo": arazzo, "openapi": openapi, "workflow": example.workflow, "inputs": body(example.arguments)})
    };
    let tasks: Vec<Value> = runnable.iter().zip(&servers).map(task).collect();
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/interop/arazzo_run.py");
    let answers = third_party::answers_of_python(program, &tasks);
    let mut same = 0;
    for ((example, server), answer) in runnable.iter().zip(&servers).zip(&answers) {
        let workflow = example.workflow;
        match THEIRS.iter().find(|(id, ..)| *id == workflow) {
            Some((_, requests, sentence)) => assert_eq!(sent(server), by_hand(requests), "{workflow}: {sentence}"),
            None => {
                assert_eq!(sent(server), by_hand(example.requests), "{workflow}: {answer}");
                assert_eq!(answer["outputs"], body(example.outputs), "{workflow}: {answer}");
                same += 1;
            }
        }
    }
    assert_eq!((same, THEIRS.len()), (3, runnable.len() - 3));
    third_party::ran("arazzo-examples-beside-another-runner", runnable.len());
}
