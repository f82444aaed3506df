//! The rules of each format, each by its own examples.

use agent_description::{
    Document, Limits,
    diagnostic::example_faults,
    format::{ALL, Options},
};

#[test]
fn each_rule_has_an_example_that_breaks_it_alone_and_one_that_breaks_none() {
    let options = Options::at("2026-02-15T00:00:00Z".parse().unwrap());
    for format in ALL {
        let check = |text: &str| format.check(&Document::parse(text.as_bytes(), &Limits::default()).unwrap(), &options);
        let faults = example_faults(format.rules, check, &[]);
        assert!(faults.is_empty(), "{}: {faults:#?}", format.name);
    }
}
