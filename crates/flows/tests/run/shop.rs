//! A shop: its OpenAPI document, flows over it, and running them.

use adp_flows::{
    FORMATS,
    openapi::{NoFiles, OpenApi},
    run::{Credentials, DidSigner, RunError, RunReport, Runner, SecretProvider},
    workflow::{SuppliedSource, Workflows, compile},
};
use agent_description::{Json, Limits, format, json::parse, resolve::HttpsGet};

/// The document of the shop, at a server.
pub fn openapi(server: &str) -> String {
    format!(
        r#"{{"openapi": "3.1.0", "info": {{"title": "Shop", "version": "1"}}, "servers": [{{"url": "{server}"}}],
  "security": [{{"key": []}}],
  "components": {{"securitySchemes": {{
    "key": {{"type": "http", "scheme": "bearer"}}, "query": {{"type": "apiKey", "in": "query", "name": "api_key"}},
    "name": {{"type": "http", "scheme": "basic"}}, "cookie": {{"type": "apiKey", "in": "cookie", "name": "sid"}}}}}},
  "paths": {{
    "/orders": {{"post": {{"operationId": "placeOrder",
        "requestBody": {{"required": true, "content": {{"application/json": {{"schema": {{"type": "object"}}}}}}}},
        "responses": {{"201": {{"description": "placed", "content": {{"application/json": {{"schema": {{"type": "object",
          "properties": {{"id": {{"type": "string"}}}}}}}}}}}}}}}}}},
    "/orders/{{id}}": {{"get": {{"operationId": "getOrder",
        "parameters": [{{"name": "id", "in": "path", "required": true, "schema": {{"type": "string"}}}},
          {{"name": "X-Note", "in": "header", "schema": {{"type": "string"}}}},
          {{"name": "part", "in": "query", "schema": {{"type": "array", "items": {{"type": "string"}}}}}}],
        "responses": {{"200": {{"description": "it", "content": {{"application/json": {{}}}}}}}}}},
      "delete": {{"operationId": "cancelOrder", "parameters": [{{"name": "id", "in": "path", "required": true, "schema": {{"type": "string"}}}}],
        "responses": {{"204": {{"description": "gone"}}}}}}}},
    "/pictures": {{"post": {{"operationId": "sendPicture", "requestBody": {{"content": {{"multipart/form-data": {{"schema": {{"type": "object"}},
          "encoding": {{"picture": {{"contentType": "image/png"}}}}}}}}}}, "responses": {{"200": {{"description": "it"}}}}}}}},
    "/picture": {{"get": {{"operationId": "getPicture", "security": [{{"query": []}}],
        "responses": {{"200": {{"description": "it", "content": {{"image/png": {{}}}}}}}}}}}},
    "/login": {{"post": {{"operationId": "login", "security": [],
        "requestBody": {{"content": {{"application/x-www-form-urlencoded": {{"schema": {{"type": "object"}}}}}}}},
        "responses": {{"200": {{"description": "it", "content": {{"application/json": {{}}}}}}}}}}}},
    "/me": {{"get": {{"operationId": "me", "security": [{{"name": []}}, {{"cookie": []}}], "responses": {{"200": {{"description": "me"}}}}}}}}
  }}}}"#
    )
}

/// A file of flows or an Arazzo document, compiled with OpenAPI documents for its sources in order.
pub fn compiled(text: &str, documents: &[String]) -> Workflows {
    let (document, _) = format::read(text.as_bytes(), FORMATS, &Limits::default()).unwrap();
    let supplied = documents.iter().map(|text| {
        let document = OpenApi::parse(text.as_bytes()).unwrap();
        SuppliedSource::openapi(document, &NoFiles, None).unwrap()
    });
    compile(&document, supplied.collect()).unwrap().workflows
}

/// An Arazzo document of one source, `shop`, and these workflows.
pub fn arazzo(workflows: &str) -> String {
    format!(
        r#"{{"arazzo": "1.0.1", "info": {{"title": "Shop", "version": "1"}},
  "sourceDescriptions": [{{"name": "shop", "url": "shop.json", "type": "openapi"}}], "workflows": [{workflows}]}}"#
    )
}

pub fn json(text: &str) -> Json {
    parse(text.as_bytes(), &Limits::default()).unwrap()
}

struct Nobody;

impl SecretProvider for Nobody {
    fn variable(&self, name: &str) -> Option<String> {
        (name == "SHOP_TOKEN").then(|| "token-of-the-environment".to_owned())
    }

    fn signer(&self, _: &str, _: &str) -> Result<DidSigner, String> {
        Err("there are no keys".to_owned())
    }
}

pub fn credentials(text: &str) -> Credentials {
    Credentials::read(&json(text), &Nobody).unwrap()
}

pub fn unread(text: &str) -> RunError {
    Credentials::read(&json(text), &Nobody).unwrap_err()
}

/// Runs what is allowed at these origins of this machine, with consent.
pub fn runner(origins: &[String]) -> Runner {
    let runner = Runner::new(HttpsGet::builder().build()).confirmed(true);
    origins.iter().fold(runner, |runner, origin| runner.allow_private(origin.parse().unwrap()))
}

pub fn run(runner: &Runner, workflows: &Workflows, id: &str, arguments: &str) -> RunReport {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(runner.run(workflows, id, &json(arguments)))
}

pub fn dry_run(runner: &Runner, workflows: &Workflows, id: &str, arguments: &str) -> RunReport {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(runner.dry_run(workflows, id, &json(arguments)))
}

/// The code of what went wrong.
pub fn code(report: &RunReport) -> &str {
    report.error.as_ref().map_or("-", |error| error.code.as_str())
}
