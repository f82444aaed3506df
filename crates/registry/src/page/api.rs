//! The API page, generated from its OpenAPI document.

use super::texts::{Language, Texts};
use askama::Template;
use serde_json::Value;

#[derive(Debug, Template)]
#[template(path = "api.html")]
pub(crate) struct ApiPage {
    t: &'static Texts,
    place: &'static str,
    operations: Vec<Operation>,
}

#[derive(Debug)]
struct Operation {
    method: String,
    path: String,
    summary: String,
}

impl ApiPage {
    /// Creates the page from an OpenAPI document of this software.
    pub(crate) fn new(language: Language, openapi: &str) -> Self {
        let document: Value = serde_json::from_str(openapi).unwrap_or_default();
        let mut operations = Vec::new();
        for (path, item) in document["paths"].as_object().into_iter().flatten() {
            for (method, operation) in item.as_object().into_iter().flatten() {
                let Some(summary) = operation["summary"].as_str() else { continue };
                operations.push(Operation {
                    method: method.to_uppercase(),
                    path: path.clone(),
                    summary: summary.to_owned(),
                });
            }
        }
        Self { t: language.texts(), place: "api", operations }
    }
}
