//! The size limit of registries.

use agent_description::{
    Code, Document,
    diagnostic::{Finding, Findings, Rule},
};

/// Maximum size in bytes that registries accept, and the size above which some refuse: the documented limit is 10 KB.
const MAX_BYTES: usize = 10_240;
const WARN_BYTES: usize = 10_000;

/// Checks the size of the source text. `what` names the document, such as `the card`.
pub fn check(found: &mut Findings<'_>, document: &Document, [rule, near]: [&'static Rule; 2], what: &str) {
    let (bytes, offset) = (document.source().len(), document.json().offset());
    found.exercise(rule);
    found.exercise(near);
    let remark =
        |most: usize| Finding::new(Code::TOO_LARGE, format!("{what} has {bytes} bytes, expected at most {most}"));
    if bytes > MAX_BYTES {
        found.add(rule, offset, || remark(MAX_BYTES));
    } else if bytes > WARN_BYTES {
        found.add(near, offset, || remark(WARN_BYTES));
    }
}
