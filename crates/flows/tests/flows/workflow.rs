//! Compiling: what links and expressions become.

use crate::samples::SERVICES;
use adp_fixtures::third_party;
use adp_flows::{
    AGENTS_JSON,
    openapi::{NoFiles, OpenApi},
    workflow::{Compiled, Supplied, compile, wanted},
};
use agent_description::Document;

/// A file of the corpus with those of its OpenAPI documents that are there.
fn service(name: &str) -> (Document, Compiled) {
    let document = crate::samples::parse(AGENTS_JSON, &third_party::read(&format!("interop/agents-json/{name}/agents.json")));
    let supplied = wanted(&document).into_iter().map(|wanted| {
        let file = if name == "alpaca" { wanted.url.rsplit('/').next().unwrap() } else { "openapi.yaml" };
        let path = std::path::PathBuf::from(std::env::var_os("THIRD_PARTY_VECTORS").unwrap()).join(format!("interop/agents-json/{name}/{file}"));
        match std::fs::read(path) {
            Ok(bytes) => Supplied::openapi(OpenApi::parse(&bytes).unwrap(), &NoFiles, None).unwrap(),
            Err(_) => Supplied::missing("is not there"),
        }
    });
    let compiled = compile(&document, supplied.collect()).unwrap();
    (document, compiled)
}

#[test]
fn x() {
    for name in SERVICES {
        let (_, compiled) = service(name);
        println!("== {name}");
        for (id, flow) in compiled.workflows.all() {
            if let Err(error) = flow { println!("  REFUSED {id}: {error}"); }
        }
        for loss in &compiled.losses { println!("  {} {} {}", loss.severity, loss.pointer, loss.reason); }
    }
}
