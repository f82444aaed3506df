//! Codes and rules.

use adp_json::Code;

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
    assert_eq!(Code::ALL.len(), 151);
    assert_eq!("net-connect".parse(), Ok(Code::NET_CONNECT));
    let unknown = "net-nothing".parse::<Code>().unwrap_err();
    assert_eq!(unknown.to_string(), "found \"net-nothing\", expected an error code of `Code::ALL`");
}
