//! Codes and rules.

use adp_json::{
    Code, UnknownCode,
    diagnostic::{Rule, Severity},
};

#[test]
fn every_code_says_where_its_rule_is_and_what_to_do() {
    for code in Code::ALL {
        assert!(code.rule().trim().len() > 10, "{code}");
        assert!(code.source().len() > 3, "{code}");
        assert!(code.remedy().ends_with('.') && code.remedy().len() > 15, "{code}");
    }
}

#[test]
fn the_list_holds_each_part_once() {
    let texts: std::collections::BTreeSet<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
    assert_eq!(texts.len(), Code::ALL.len());
    assert_eq!(Code::ALL.len(), 150);
    assert_eq!("net-connect".parse(), Ok(Code::NET_CONNECT));
    assert_eq!("net-nothing".parse::<Code>(), Err(UnknownCode));
}

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
