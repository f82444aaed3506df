//! Checks a card against the rules of its versions.

use super::{Versions, definition_0, definition_1_0, interfaces, rules, security, skills, spelling};
use crate::{intent, signature::form_fault};
use adp_tools::{lenient_members::list, registry_size_limit, text::TextRules};
use agent_description::{
    CodedError, Document,
    diagnostic::{Finding, Findings, members::Conventions},
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
pub(super) fn check(found: &mut Findings<'_>, document: &Document, options: &Options) {
    let (root, versions) = (document.root(), Versions::from_root(document.root()));
    if versions.old.is_some() {
        definition_0::AGENT_CARD.check(found, document.json(), &CONVENTIONS);
    }
    if versions.current {
        definition_1_0::AGENT_CARD.check(found, document.json(), &CONVENTIONS);
        // `uri` is not marked REQUIRED, but clients request an extension by it
        let capabilities = root.get("capabilities").and_then(agent_description::Json::as_object);
        for extension in capabilities.map(|it| list(it, "extensions")).unwrap_or_default() {
            definition_1_0::AGENT_EXTENSION.require(found, extension, "uri", &rules::EXTENSION, &CONVENTIONS);
        }
    }
    interfaces::check(found, root, versions);
    security::check(found, root, versions);
    skills::check(found, root);
    signatures(found, root);
    spelling::check(found, root);
    TEXTS.lint_all(found, document.json());
    intent::check(found, root);
    if options.for_registry {
        registry_size_limit::check(found, document, [&rules::SIZE, &rules::SIZE_NEAR], "the card");
    }
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
