//! Compiling: what links and expressions become, and what of a flow does not fit the operations that it calls.

use crate::samples::{SERVICES, options, parse};
use adp_fixtures::third_party;
use adp_flows::{
    AGENTS_JSON,
    openapi::{NoFiles, OpenApi},
    workflow::{self, CompileError, Compiled, SHOP, Supplied, compile, fit, wanted},
};
use agent_description::{Document, Fault, diagnostic::CheckReport};

/// A file of the corpus with those of its OpenAPI documents that are there.
pub fn service(name: &str) -> (Document, Compiled) {
    let document = parse(AGENTS_JSON, &third_party::read(&format!("interop/agents-json/{name}/agents.json")));
    let supplied = wanted(&document).into_iter().map(|wanted| {
        let file = if name == "alpaca" { wanted.url.rsplit('/').next().unwrap() } else { "openapi.yaml" };
        if matches!(name, "googlesheets" | "rootly" | "stripe" | "twitter") {
            return Supplied::missing("is not there");
        }
        let text = third_party::read(&format!("interop/agents-json/{name}/{file}"));
        Supplied::openapi(OpenApi::parse(text.as_bytes()).unwrap(), &NoFiles, None).unwrap()
    });
    let compiled = compile(&document, supplied.collect()).unwrap();
    (document, compiled)
}

/// A document that calls the shop of the rules' examples.
fn of_shop(text: &str) -> (Document, Result<Compiled, CompileError>) {
    let format = if text.contains("\"agentsJson\"") { AGENTS_JSON } else { adp_flows::ARAZZO };
    let document = parse(format, text);
    let supplied = wanted(&document).into_iter().map(|wanted| match wanted.url.as_str() {
        "shop.yaml" => Supplied::openapi(OpenApi::parse(SHOP.as_bytes()).unwrap(), &NoFiles, None).unwrap(),
        _ => Supplied::missing("is not there"),
    });
    let compiled = compile(&document, supplied.collect());
    (document, compiled)
}

fn fitted(text: &str) -> CheckReport {
    match of_shop(text) {
        (document, Ok(compiled)) => fit(&document, &compiled, &options()),
        (document, Err(CompileError::Override { error, at })) => {
            workflow::override_finding(&document, &error, at, &options())
        }
        (_, Err(error)) => panic!("{} {error}", error.code()),
    }
}

#[test]
fn every_rule_finds_its_wrong_example_and_nothing_in_the_right_one() {
    let faults = workflow::rules::CATALOGUE.faults(fitted, &[]);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn x() {
    for name in SERVICES {
        let (document, compiled) = service(name);
        println!("== {name}");
        for (id, flow) in compiled.workflows.all() {
            if let Err(error) = flow {
                println!("  REFUSED {id}: {error}");
            }
        }
        for loss in &compiled.losses {
            if !loss.reason.contains("is not known, as") {
                println!("  {} {} {}", loss.severity, loss.pointer, loss.reason);
            }
        }
        for found in fit(&document, &compiled, &options()).diagnostics {
            println!("  {found} {} {:?}", found.pointer.as_deref().unwrap(), found.help);
        }
        let arazzo = workflow::to_arazzo(&document, &compiled, false, &options());
        match arazzo {
            Err(error) => println!("NOT CONVERTED {error}"),
            Ok(it) => println!("  {} bytes, {} losses", it.document.source().len(), it.losses.len()),
        }
    }
}
