//! Severities of rules.

use adp_report::{Rule, Severity};

#[test]
fn strict_checking_hardens_warnings_that_say_so() {
    const RULE: Rule = Rule { missing: Severity::Warning, ..Rule::new("r", Severity::Error, "") };
    const HARDENING: Rule = Rule { strict: Severity::Error, ..RULE };
    for (rule, missing, strict, severity) in [
        (RULE, true, true, Severity::Warning),
        (RULE, false, false, Severity::Error),
        (HARDENING, true, false, Severity::Warning),
        (HARDENING, true, true, Severity::Error),
        (Rule { strict: Severity::Error, ..Rule::new("n", Severity::Note, "") }, true, true, Severity::Note),
    ] {
        assert_eq!(rule.severity(missing, strict), severity, "{rule:?}");
    }
}
