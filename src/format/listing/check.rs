//! Checks of a listing page.

use super::{
    Options,
    expanded::{self, handle_of, offset_of, reference, shown_types, text_of, types, values},
    rules,
};
use crate::{
    Code, CodedError,
    description::{
        misspelled,
        vocabulary::{self as term, Term},
    },
    diagnostic::{
        Finding, Findings, Rule,
        members::{Misspelled, is_same_name},
        shortened,
    },
    handle::Handle,
    iri,
    json::{Document, Json, Object, Offset},
    web_url::is_web_url,
};

const PAGE: &str = "the listing";
const ITEM: &str = "the item";

pub(super) fn check(findings: &mut Findings<'_>, document: &Document, options: &Options) {
    let mut checking = Checking { findings, offset: document.json().offset() };
    checking.context(document);
    match expanded::root(document, options) {
        Ok(root) => checking.page(document, &root),
        Err(error) => {
            let remark = Finding::new(error.code(), error.to_string());
            checking.findings.add(&rules::CONTEXT, error.offset(), || remark);
        }
    }
}

/// A check in progress.
struct Checking<'a, 'd> {
    findings: &'a mut Findings<'d>,
    /// Position of the root.
    offset: Offset,
}

impl Checking<'_, '_> {
    fn missing(&mut self, rule: &'static Rule, offset: Offset, (what, name): (&'static str, &'static str), add: &str) {
        let remark = || Finding::missing(Code::AD_MISSING_TERM, what, name).with_help(format!("add {add}"));
        self.findings.add_missing(rule, offset, remark);
    }

    fn context(&mut self, document: &Document) {
        self.findings.exercise(&rules::CONTEXT);
        if !document.root().contains("@context") {
            let add =
                r#""@context": {"@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#"}"#;
            self.missing(&rules::CONTEXT, self.offset, (PAGE, "@context"), add);
        }
    }

    fn page(&mut self, document: &Document, root: &Object) {
        for rule in [&rules::TYPE, &rules::URL, &rules::ITEMS] {
            self.findings.exercise(rule);
        }
        if types(root).next().is_none() {
            self.missing(&rules::TYPE, self.offset, (PAGE, "@type"), r#""@type": "CollectionPage""#);
        } else if !types(root).any(|iri| term::COLLECTION_PAGE.accepts(iri)) {
            let types = shown_types(root);
            let at = document.root().get("@type").map_or(self.offset, Json::offset);
            let message = format!("the listing's type is {types}, expected <{}>", term::COLLECTION_PAGE.iri());
            self.findings.add(&rules::TYPE, at, || {
                Finding::new(Code::AD_WRONG_TYPE, message)
                    .with_help(r#"write "CollectionPage", under a context that has `@vocab`: https://schema.org/"#)
            });
        }
        self.url(root, (PAGE, term::URL), Some(&rules::URL), r#""url": the URL of this page"#);
        self.url(root, (PAGE, term::NEXT), None, "");
        self.misspelled(document.root(), PAGE, &["url", "items", "next"]);
        if !root.iter().any(|member| term::ITEMS.accepts(member.name())) {
            self.missing(&rules::ITEMS, self.offset, (PAGE, "items"), r#""items": an array of descriptions"#);
        }
        for item in values(root, term::ITEMS) {
            self.item(item);
        }
        for item in document.root().get("items").and_then(Json::as_array).unwrap_or_default() {
            if let Some(item) = item.as_object() {
                self.misspelled(item, ITEM, &["name", "url", "handle"]);
            }
        }
    }

    fn item(&mut self, item: &Json) {
        for rule in [&rules::ITEM_TYPE, &rules::ITEM_ID, &rules::ITEM_NAME] {
            self.findings.exercise(rule);
        }
        let offset = offset_of(item);
        let Some(object) = item.as_object().filter(|object| !object.contains("@value")) else {
            let message = format!("an item is {}, expected an object", item.get("@value").unwrap_or(item).kind());
            let help = r#"write {"@type": "ad:AgentDescription", "name": "...", "@id": "https://..."}"#;
            let remark = || Finding::new(Code::AD_WRONG_TYPE, message).with_help(help);
            return self.findings.add(&rules::ITEM_ID, offset, remark);
        };
        if types(object).next().is_none() {
            self.missing(&rules::ITEM_TYPE, offset, (ITEM, "@type"), r#""@type": "ad:AgentDescription""#);
        } else if !types(object).any(|iri| term::AGENT_DESCRIPTION.accepts(iri)) {
            let types = shown_types(object);
            let expected = term::AGENT_DESCRIPTION.iri();
            let message = format!("the item's type is {types}, expected <{expected}>: readers skip the item");
            let remark = || Finding::new(Code::AD_WRONG_TYPE, message).with_help(r#"write "ad:AgentDescription""#);
            self.findings.add(&rules::ITEM_TYPE, offset, remark);
        }
        match object.get("@id").and_then(Json::as_str).filter(|id| !id.starts_with("_:")) {
            Some(id) if iri::is_absolute(id) && !is_web_url(id, "https") => {
                self.not_https(&rules::ITEM_ID, (ITEM, "@id"), id, offset);
            }
            Some(_) => {}
            None => self.missing(&rules::ITEM_ID, offset, (ITEM, "@id"), r#""@id": the URL of the description"#),
        }
        if let Some(handle) = handle_of(object) {
            self.findings.exercise(&rules::ITEM_HANDLE);
            let text = text_of(handle).map(|text| text.as_str()).unwrap_or_default();
            if text.parse::<Handle>().is_err() {
                let message = format!("`handle` of {ITEM} is {}, expected a Handle", shortened(text));
                let help = "write a name such as alice.example.com";
                let remark = || Finding::new(Code::INVALID_NAME, message).with_help(help);
                self.findings.add(&rules::ITEM_HANDLE, offset_of(handle), remark);
            }
        }
        if !values(object, term::NAME).any(|name| text_of(name).is_some()) {
            self.missing(&rules::ITEM_NAME, offset, (ITEM, "name"), r#""name": the agent's name"#);
        }
    }

    /// A member that must be one URL; reports a missing `required` one.
    fn url(&mut self, node: &Object, (what, term): (&'static str, Term), required: Option<&'static Rule>, add: &str) {
        let rule = required.unwrap_or(&rules::NEXT);
        let mut found = values(node, term);
        match (found.next(), found.next()) {
            (None, _) => {
                if required.is_some() {
                    self.missing(rule, self.offset, (what, term.name()), add);
                }
            }
            (_, Some(second)) => {
                self.findings.exercise(rule);
                let message = format!("`{term}` of {what} has several values, expected one");
                let remark = || Finding::new(Code::AD_STRUCTURE, message).with_help("keep one value");
                self.findings.add(rule, offset_of(second), remark);
            }
            (Some(value), None) => {
                self.findings.exercise(rule);
                let Some(url) = reference(value) else {
                    let found = value.get("@value").unwrap_or(value).kind();
                    let message = format!("`{term}` of {what} is {found}, expected a URL");
                    return self.findings.add(rule, offset_of(value), || Finding::new(Code::AD_WRONG_TYPE, message));
                };
                if iri::is_absolute(url) && !is_web_url(url, "https") {
                    self.not_https(rule, (what, term.name()), url, offset_of(value));
                }
            }
        }
    }

    fn not_https(&mut self, rule: &'static Rule, (what, name): (&'static str, &str), url: &str, offset: Offset) {
        let message = format!("`{name}` of {what} is {}, expected a URL of the scheme https", shortened(url));
        let remark = || Finding::new(Code::AD_URL_SCHEME, message).with_help("serve it over HTTPS and write that URL");
        self.findings.add(rule, offset, remark);
    }

    /// Members whose names resemble those of missing ones.
    fn misspelled(&mut self, object: &Object, what: &'static str, known: &[&'static str]) {
        self.findings.exercise(&rules::MISSPELLED);
        let absent = || known.iter().copied().filter(|name| !object.contains(name));
        for member in object {
            let name = member.name().as_str();
            if known.contains(&name) {
                continue;
            }
            let double = known.iter().copied().find(|known| is_same_name(name, known) && object.contains(known));
            if let Some(known) = double {
                let misspelled = Misspelled { member, known, is_double: true, is_read: false };
                self.findings.add(&rules::MISSPELLED, member.name_offset(), || misspelled.remark());
            } else if let Some(near) = misspelled(name, absent()) {
                let message = format!("{what} has no `{near}`, but a member {}", shortened(name));
                let remark = || Finding::new(Code::AD_STRUCTURE, message).meant_name(name, near);
                self.findings.add(&rules::MISSPELLED, member.name_offset(), remark);
            }
        }
    }
}
