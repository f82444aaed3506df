//! Checks a seed card.

use super::{members::CARD, rules};
use crate::{
    members::{list, object},
    text::{Names, TextRules},
};
use agent_description::{
    Code, Document,
    diagnostic::{CheckReport, Finding, FindingFilter, Findings, members::Conventions, shortened},
    format::Options,
    json::Object,
    rewritten_authority,
};
use url::Url;

static CONVENTIONS: Conventions = Conventions {
    // also for signatures, which are checked elsewhere
    checks_spelling: false,
    ..Conventions::DEFAULT
};

pub(super) fn check(document: &Document, options: &Options) -> CheckReport {
    let mut found = Findings::new(document, FindingFilter::Everything { strict: options.strict });
    let root = document.root();
    CARD.check(&mut found, document.json(), &CONVENTIONS);
    let names = Names::new(list(root, "capabilities"), "capability", "name");
    names.unique(&mut found, &rules::CAPABILITY);
    names.look_alikes(&mut found, &rules::LOOK_ALIKE);
    endpoints(&mut found, root);
    CARD.check_spelling(&mut found, root, &rules::SPELLING);
    TextRules::both(&rules::TEXT).lint_all(&mut found, document.json());
    found.into_report()
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
