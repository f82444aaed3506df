//! Checks a seed card.

use super::{members::CARD, rules};
use adp_tools::{
    lenient_members::{list, object},
    text::{ItemNames, TextRules},
};
use agent_description::{
    Code, Document,
    diagnostic::{Findings, members::Conventions, shortened},
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

pub(super) fn check(found: &mut Findings<'_>, document: &Document, _: &Options) {
    let root = document.root();
    CARD.check(found, document.json(), &CONVENTIONS);
    let names = ItemNames::new(list(root, "capabilities"), "capability", "name");
    names.unique(found, &rules::CAPABILITY);
    names.look_alikes(found, &rules::LOOK_ALIKE);
    endpoints(found, root);
    CARD.check_spelling(found, root, &rules::SPELLING);
    TextRules::both(&rules::TEXT).lint_all(found, document.json());
}

fn endpoints(found: &mut Findings<'_>, root: &Object) {
    let rule = &rules::ENDPOINTS;
    // includes endpoints of unknown names, because clients use them
    for member in object(root, "endpoints").into_iter().flatten() {
        let value = member.value();
        let Some(text) = value.as_str() else {
            found.report(rule, value.offset(), Code::WRONG_TYPE, || {
                format!("{} is {}, expected a string", shortened(member.name()), value.kind())
            });
            continue;
        };
        found.exercise(&rules::TLS);
        match (rewritten_authority(text), Url::parse(text).ok().filter(Url::has_host)) {
            (Some(read_as), _) => found.report(rule, value.offset(), Code::INVALID_URL, || {
                format!("{} is read as {} by some and not by others", shortened(text), shortened(&read_as))
            }),
            (None, None) => found.report(rule, value.offset(), Code::INVALID_URL, || {
                format!("the endpoint is {}, expected an absolute URL", shortened(text))
            }),
            (None, Some(url)) if !matches!(url.scheme(), "https" | "wss") => {
                found.report(&rules::TLS, value.offset(), Code::INVALID_URL, || {
                    format!("{} uses {}, expected https or wss", shortened(text), url.scheme())
                });
            }
            _ => {}
        }
    }
}
