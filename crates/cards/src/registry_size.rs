//! How large a document may be that is registered.

use agent_description::{
    Code, Document,
    diagnostic::{Findings, Remark, Rule},
};

/// The most bytes that a registry takes, and from how many on some of them do not: its documentation says 10 KB.
const MOST: usize = 10_240;
const NEAR: usize = 10_000;

/// Checks the size of the text that was given; `what` is what it is: `the card`.
pub(crate) fn check(
    found: &mut Findings<'_, Remark>,
    document: &Document,
    [rule, near]: [&'static Rule; 2],
    code: Code,
    what: &str,
) {
    let (bytes, offset) = (document.source().len(), document.json().offset());
    found.exercise(rule);
    found.exercise(near);
    let remark = |most: usize| Remark::new(code, format!("{what} has {bytes} bytes, expected at most {most}"));
    if bytes > MOST {
        found.add(rule, offset, || remark(MOST));
    } else if bytes > NEAR {
        found.add(near, offset, || remark(NEAR));
    }
}
