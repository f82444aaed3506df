//! Facts about a DID document for `did check` and `did resolve`: binding, own proof, warnings.

use crate::{
    failure::Failure,
    output::{object, terminal::Terminal},
};
use agent_description::{
    Document,
    diagnostic::{CheckReport, Diagnostic},
    did::{DidDocument, DocumentProof},
    json::{Lines, Object},
};

/// The binding of a key-bound DID, such as `e1: #key-1, Ed25519`.
pub fn binding_line(document: &DidDocument) -> Option<String> {
    let (binding, method) = document.id().binding().zip(document.binding_method())?;
    Some(format!("{binding}: #{} has the thumbprint in the DID ({})", method.fragment(), binding.key_type()))
}

/// The document's own proof, such as `eddsa-jcs-2022 (W3C form) by #key-1, created 2026-01-31T12:00:00Z: verified`.
pub fn proof_line(document: &DidDocument) -> Option<String> {
    Some(match document.proof()? {
        proof @ DocumentProof::Verified { suite, method, created, expires, .. } => {
            let form = proof.form().map_or_else(String::new, |form| format!(" ({form} form)"));
            let created = created.map_or_else(String::new, |created| format!(", created {created}"));
            let expires = expires.map_or_else(String::new, |expires| format!(", expires {expires}"));
            format!("{suite}{form} by #{}{created}{expires}: verified", method.fragment())
        }
        DocumentProof::UnknownSuite { proof_type, cryptosuite } => {
            format!("{}: not verified", cryptosuite.as_deref().unwrap_or(proof_type))
        }
    })
}

/// The report on a DID document: as many of its findings are listed as of other documents.
pub fn report(diagnostics: impl IntoIterator<Item = Diagnostic>, document: &Document) -> CheckReport {
    let mut report = CheckReport::default();
    for diagnostic in diagnostics {
        report.add(diagnostic);
    }
    report.fill_spans(document);
    report
}

/// The JSON form of warnings.
pub fn warnings(report: &CheckReport) -> Vec<Object> {
    let one = |diagnostic: &Diagnostic| {
        object! {
            "code": diagnostic.code,
            "rule": diagnostic.rule.id,
            "severity": diagnostic.severity.as_str(),
            "message": &diagnostic.message,
            "pointer": diagnostic.pointer.as_deref(),
            "line": diagnostic.line,
            "column": diagnostic.column,
        }
    };
    report.diagnostics.iter().map(one).collect()
}

pub fn warn(report: &CheckReport, name: &str, document: &Document, terminal: &Terminal) {
    let source = document.source().as_bytes();
    let lines = (!report.diagnostics.is_empty()).then(|| Lines::new(source));
    for diagnostic in &report.diagnostics {
        let failure = Failure::new(diagnostic.code, diagnostic.message.as_str());
        let failure = failure.at(diagnostic.pointer.as_deref().unwrap_or_default());
        let failure = failure.at_position(diagnostic.place().position);
        terminal.show(diagnostic.severity, &failure.in_lines(name, source, lines.as_ref()));
    }
    terminal.tell_omitted(report);
}
