//! Checks a card against the rules of its versions.

use super::{Versions, definition_0, definition_1_0, interfaces, rules, security, skills, spelling};
use crate::{intent, members::list, registry_size, signature::form_fault, text::TextRules};
use agent_description::{
    Code, CodedError, Document,
    diagnostic::{CheckReport, Finding, FindingFilter, Findings, members::Conventions},
    format::Options,
    json::Object,
};

static CONVENTIONS: Conventions = Conventions {
    // for every version, even if it does not define the member
    checks_spelling: false,
    unknown: Some(&rules::UNKNOWN),
    filled: Some(&rules::LIST),
    ..Conventions::DEFAULT
};

const TEXTS: TextRules = TextRules { hidden: &rules::TEXT_HIDDEN, whitespace: &rules::TEXT_WHITESPACE };

/// Checks a card against the rules of each version that it supports.
pub(super) fn check(document: &Document, options: &Options) -> CheckReport {
    let mut found = Findings::new(document, FindingFilter::Everything { strict: options.strict });
    let (root, versions) = (document.root(), Versions::from_root(document.root()));
    if versions.old().is_some() {
        definition_0::AGENT_CARD.check(&mut found, document.json(), &CONVENTIONS);
    }
    if versions.has_current() {
        definition_1_0::AGENT_CARD.check(&mut found, document.json(), &CONVENTIONS);
        // `uri` is not marked REQUIRED, but clients request an extension by it
        let capabilities = root.get("capabilities").and_then(agent_description::Json::as_object);
        for extension in capabilities.map(|it| list(it, "extensions")).unwrap_or_default() {
            definition_1_0::AGENT_EXTENSION.require(&mut found, extension, "uri", &rules::EXTENSION, &CONVENTIONS);
        }
    }
    interfaces::check(&mut found, root, versions);
    security::check(&mut found, root, versions);
    skills::check(&mut found, root);
    signatures(&mut found, root);
    spelling::check(&mut found, root);
    TEXTS.lint_all(&mut found, document.json());
    intent::check(&mut found, root);
    if options.for_registry {
        registry_size::check(&mut found, document, [&rules::SIZE, &rules::SIZE_NEAR], Code::TOO_LARGE, "the card");
    }
    found.into_report()
}

/// Checks that signatures are JSON Web Signatures.
fn signatures(found: &mut Findings<'_>, root: &Object) {
    for entry in list(root, "signatures") {
        let Some(error) = entry.as_object().and_then(form_fault) else { continue };
        let at = entry.get("protected").unwrap_or(entry);
        found.add(&rules::SIGNATURE, at.offset(), || {
            Finding::new(error.code(), error.to_string())
                .with_help("sign the card again; A2A cards have only JWS signatures (RFC 7515)")
        });
    }
}
