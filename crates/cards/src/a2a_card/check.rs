//! Checks a card against the rules of its versions.

use super::{Versions, definition_0, definition_1_0, interfaces, rules, security, skills, spelling};
use crate::{
    intent,
    signature::{EntryFault, entry_fault},
};
use adp_tools::{lenient_members::list, registry_size_limit, text::TextRules};
use agent_description::{
    CodedError, Document, Timestamp,
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
    signatures(found, root, options.at);
    spelling::check(found, root);
    TEXTS.lint_all(found, document.json());
    intent::check(found, root);
    if options.for_registry {
        registry_size_limit::check(found, document, [&rules::SIZE, &rules::SIZE_NEAR], "the card");
    }
}

/// Checks that signatures are JSON Web Signatures, by the rules of verification.
fn signatures(found: &mut Findings<'_>, root: &Object, at: Timestamp) {
    for entry in list(root, "signatures") {
        found.exercise(&rules::SIGNATURE_REFUSED);
        let Some(EntryFault { error, is_malformed }) = entry.as_object().and_then(|it| entry_fault(it, at)) else {
            continue;
        };
        let (rule, help) = if is_malformed {
            (&rules::SIGNATURE, "sign the card again; A2A cards have only JWS signatures (RFC 7515)")
        } else {
            (&rules::SIGNATURE_REFUSED, "sign the card again without it, or remove this signature")
        };
        let offset = entry.get("protected").unwrap_or(entry).offset();
        found.add(rule, offset, || Finding::new(error.code(), error.to_string()).with_help(help));
    }
}
