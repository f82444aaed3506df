//! The demonstration, as the library that `adp demo` and `adp-demo` run; its output is `tests/cli/demo.md`.

use adp_demo::play;
use agent_description::Code;

#[test]
fn every_step_succeeds_and_every_check_is_explained() {
    let story = play().unwrap();
    let text = story.to_text(false);
    assert!(story.ok(), "{text}");
    let checks = &story.genuine.as_ref().unwrap().checks;
    assert!(checks.len() > 20, "{}", checks.len());
    let lines: Vec<&str> = text.lines().collect();
    for check in checks {
        let head = format!("  {:6}{:18}", check.result.as_str(), check.name);
        let at = lines.iter().position(|line| line.starts_with(&head)).unwrap_or_else(|| panic!("no {head}: {text}"));
        // an explanation is a sentence, further to the right than a check
        assert!(
            lines[at + 1].starts_with("        ") && lines[at + 1].ends_with('.'),
            "{} is not explained",
            check.name
        );
    }
    assert_eq!(story.attacks.len(), 3);
}

#[test]
fn an_attack_that_fails_for_another_reason_has_shown_nothing() {
    let mut attack = play().unwrap().attacks.swap_remove(0);
    assert!(attack.ok());
    attack.expected = Code::NET_OFFLINE;
    assert!(!attack.ok() && attack.found().is_some());
}
