//! Checks a seed card.

use super::{members::CARD, rules};
use crate::{
    members::{list, object},
    text::{TextRule, TextRules, look_alikes},
};
use agent_description::{
    Code, Document, Json,
    diagnostic::{CheckReport, Finding, FindingFilter, Findings, members::Conventions, shortened},
    format::Options,
    json::Object,
    web_url::rewritten_authority,
};
use std::collections::HashSet;
use url::Url;

/// One rule for both problems, with different codes.
const TEXTS: TextRules = TextRules {
    hidden: TextRule { rule: &rules::TEXT, code: Code::HIDDEN_TEXT },
    whitespace: TextRule { rule: &rules::TEXT, code: Code::HIDDEN_TEXT },
};

static CONVENTIONS: Conventions = Conventions {
    // also for signatures, which are checked elsewhere
    checks_spelling: false,
    ..Conventions::DEFAULT
};

pub(super) fn check(document: &Document, options: &Options) -> CheckReport {
    let mut found = Findings::new(document, FindingFilter::Everything { strict: options.strict });
    let root = document.root();
    CARD.check(&mut found, document.json(), &CONVENTIONS);
    capabilities(&mut found, list(root, "capabilities"));
    endpoints(&mut found, root);
    CARD.check_spelling(&mut found, root, &rules::SPELLING);
    TEXTS.lint_all(&mut found, document.json());
    found.into_report()
}

fn capabilities(found: &mut Findings<'_>, capabilities: &[Json]) {
    let mut names = HashSet::new();
    for capability in capabilities {
        if let Some((value, name)) = capability.get("name").and_then(|value| Some((value, value.as_str()?)))
            && !names.insert(name)
        {
            found.add(&rules::CAPABILITY, value.offset(), || {
                let message = format!("an earlier capability also has the name {}", shortened(name));
                Finding::new(Code::DUPLICATE, message)
            });
        }
    }
    alike(found, capabilities);
}

/// Reports capabilities with confusable names.
fn alike(found: &mut Findings<'_>, capabilities: &[Json]) {
    found.exercise(&rules::LOOK_ALIKE);
    let names: Vec<&Json> = capabilities.iter().filter_map(|capability| capability.get("name")).collect();
    let texts: Vec<&str> = names.iter().map(|name| name.as_str().unwrap_or_default()).collect();
    for pair in look_alikes(&texts) {
        let (Some(other), Some(first), Some(text)) =
            (names.get(pair.other), texts.get(pair.first), texts.get(pair.other))
        else {
            continue;
        };
        found.add(&rules::LOOK_ALIKE, other.offset(), || {
            let message =
                format!("the capability's name {} looks like the earlier {}", shortened(text), shortened(first));
            Finding::new(Code::LOOK_ALIKE, message)
        });
    }
}

fn endpoints(found: &mut Findings<'_>, root: &Object) {
    let rule = &rules::ENDPOINTS;
    // includes endpoints of unknown names, because clients use them
    for member in object(root, "endpoints").into_iter().flatten() {
        let (name, value) = (member.name(), member.value());
        let Some(text) = value.as_str() else {
            found.add(rule, value.offset(), || {
                let message = format!("{} is {}, expected a string", shortened(name), value.kind());
                Finding::new(Code::WRONG_TYPE, message)
            });
            continue;
        };
        let url = Url::parse(text).ok().filter(Url::has_host);
        found.exercise(&rules::TLS);
        if let Some(read_as) = rewritten_authority(text) {
            found.add(rule, value.offset(), || {
                let message =
                    format!("{} is read as {} by some and not by others", shortened(text), shortened(&read_as));
                Finding::new(Code::INVALID_URL, message)
            });
            continue;
        }
        match url {
            None => found.add(rule, value.offset(), || {
                Finding::new(
                    Code::INVALID_URL,
                    format!("the endpoint is {}, expected an absolute URL", shortened(text)),
                )
            }),
            Some(url) if !matches!(url.scheme(), "https" | "wss") => found.add(&rules::TLS, value.offset(), || {
                let message = format!("{} uses {}, expected https or wss", shortened(text), url.scheme());
                Finding::new(Code::INVALID_URL, message)
            }),
            Some(_) => {}
        }
    }
}
