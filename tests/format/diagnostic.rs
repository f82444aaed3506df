//! Another crate's format in the room of diagnostics: rules and codes of its own, findings listed, limited and taught alike.

use agent_description::{
    Document, Json, Limits,
    diagnostic::{
        CheckReport, Diagnostic, Edit, Finding, FindingFilter, Findings, Place, Rule, RuleExample, RuleOutcome,
        Severity, example_faults,
    },
};

mod codes {
    agent_description::codes! {
        /// A menu has no title.
        MENU_TITLE = "menu-title" / Refused,
            "The menu format, section 1",
            "Write the menu's title.";
        /// A dish has no price, or none that is a number.
        MENU_PRICE = "menu-price" / Refused,
            "The menu format, section 2",
            "Write the price as a number.";
    }
}

const MENU: &str = r#"{
  "title": "Supper",
  "dishes": [
    {
      "name": "Soup"
    }
  ]
}
"#;

agent_description::rules! {
    /// The rules of menus.
    RULES;

    TITLE = "menu-1-title" / Error {
        summary: "A menu has a `title`.",
        source: "The menu format, section 1",
        quote: "title: required.",
        rationale: "Guests ask for a menu by its title.",
        fix: "Write the title.",
        wrong: MENU => [Edit::Swap("  \"title\": \"Supper\",\n", "")],
    }
    PRICE = "menu-2-price" / Error, missing Warning, strict Error {
        summary: "A dish has a `price`, a number.",
        source: "The menu format, section 2",
        quote: "price: recommended, a number.",
        rationale: "Guests count their money first.",
        fix: "Write the price.",
        wrong: MENU => [Edit::Within("\"price\": \"12\"")],
        right: [Edit::Within("\"price\": 12")],
    }
}

fn check(document: &Document, wanted: FindingFilter) -> Findings<'_> {
    let mut findings = Findings::new(document, wanted);
    findings.exercise(&TITLE);
    let root = document.root();
    match root.member("titel") {
        Some(member) if !root.contains("title") => findings.add(&TITLE, member.name_offset(), || {
            Finding::new(codes::MENU_TITLE, "the menu has no `title`, but a member \"titel\"")
                .meant_name("titel", "title")
        }),
        _ if root.contains("title") => {}
        _ => findings
            .add_missing(&TITLE, document.json().offset(), || Finding::missing(codes::MENU_TITLE, "the menu", "title")),
    }
    for dish in root.get("dishes").and_then(Json::as_array).unwrap_or_default() {
        findings.exercise(&PRICE);
        match dish.get("price") {
            Some(price) if price.as_number().is_none() => findings.add(&PRICE, price.offset(), || {
                Finding::new(codes::MENU_PRICE, format!("`price` is {}, expected a number", price.kind()))
            }),
            Some(_) => {}
            None => {
                findings.add_missing(&PRICE, dish.offset(), || Finding::missing(codes::MENU_PRICE, "the dish", "price"))
            }
        }
    }
    findings
}

fn parse(text: &str) -> Document {
    Document::parse(text.as_bytes(), &Limits::default()).unwrap()
}

fn report(text: &str, strict: bool) -> CheckReport {
    check(&parse(text), FindingFilter::Everything { strict }).into_report()
}

#[test]
fn findings_stand_in_the_order_of_the_source_with_their_places() {
    let text = "{\"dishes\": [{\"price\": \"12\"},\n  {}], \"titel\": \"Supper\"}";
    let report = report(text, false);
    let told: Vec<String> = report.diagnostics.iter().map(Diagnostic::to_string).collect();
    assert_eq!(
        told,
        [
            "1:23: error[menu-price]: `price` is a string, expected a number",
            "2:3: warning[menu-price]: the dish has no `price`",
            "2:8: error[menu-title]: the menu has no `title`, but a member \"titel\"",
        ]
    );
    let pointers: Vec<&str> = report.diagnostics.iter().map(|found| found.pointer.as_deref().unwrap()).collect();
    assert_eq!(pointers, ["/dishes/0/price", "/dishes/1", "/titel"]);
    assert_eq!(report.diagnostics[1].help.as_deref(), Some("add `price`"));
    assert_eq!(report.diagnostics[2].help.as_deref(), Some("did you mean \"title\"?"));
    assert_eq!(report.diagnostics[2].replacement.as_deref(), Some("\"title\""));
    assert_eq!((report.number_of(Severity::Error), report.number_of(Severity::Warning)), (2, 1));
    assert_eq!(report.coverage.outcome(&TITLE), RuleOutcome::Broken);
}

#[test]
fn strict_checking_hardens_what_the_rule_lets_it() {
    let text = r#"{"title": "Supper", "dishes": [{}]}"#;
    assert!(report(text, false).is_valid());
    assert!(!report(text, true).is_valid());
    assert_eq!(report(text, true).coverage.outcome(&TITLE), RuleOutcome::Met);
    assert_eq!(report(r#"{"title": "Supper"}"#, true).coverage.outcome(&PRICE), RuleOutcome::NotExercised);
}

#[test]
fn a_thousand_are_listed_errors_have_room_and_the_rest_is_counted() {
    // 1500 warnings stand before 600 errors
    let dishes = [vec!["{}"; 1500], vec![r#"{"price": "12"}"#; 600]].concat().join(",");
    let report = report(&format!("{{\"dishes\": [{dishes}], \"title\": \"Supper\"}}"), false);
    assert_eq!(report.diagnostics.len(), CheckReport::MAX_DIAGNOSTICS);
    assert_eq!(report.diagnostics.iter().filter(|found| found.severity == Severity::Error).count(), 600);
    assert_eq!((report.omitted.errors, report.omitted.warnings, report.omitted.total()), (0, 1100, 1100));
    assert_eq!((report.number_of(Severity::Error), report.number_of(Severity::Warning)), (600, 1500));
}

#[test]
fn a_flood_of_findings_is_counted_and_not_created() {
    const MANY: usize = 50_000;
    let document = parse(&format!("{{\"dishes\": [{}]}}", vec!["0"; MANY].join(",")));
    let dishes = document.root().get("dishes").and_then(Json::as_array).unwrap();
    let mut made = 0;
    let mut findings = Findings::new(&document, FindingFilter::Everything { strict: false });
    for dish in dishes {
        findings.add(&PRICE, dish.offset(), || {
            made += 1;
            Finding::new(codes::MENU_PRICE, "a number").meant("0", "1")
        });
    }
    // what comes after the flood is of another severity, and is listed
    let mut others = Findings::new(&document, FindingFilter::Everything { strict: false });
    for dish in dishes {
        others.add_missing(&PRICE, dish.offset(), || {
            made += 1;
            Finding::missing(codes::MENU_PRICE, "the dish", "price")
        });
    }
    assert_eq!(made, 20_000);
    findings.append(others, |_| true);
    let report = findings.into_report();
    assert_eq!((report.number_of(Severity::Error), report.number_of(Severity::Warning)), (MANY, MANY));
    assert_eq!(report.diagnostics.len(), CheckReport::MAX_DIAGNOSTICS);
    assert!(report.diagnostics.iter().all(|found| found.severity == Severity::Error));
    assert!(report.unlisted_fixes.len() < 10_000, "{}", report.unlisted_fixes.len());
    assert_eq!(report.coverage.outcome(&PRICE), RuleOutcome::Broken);
}

#[test]
fn a_value_has_one_finding_of_each_code() {
    let document = parse(r#"{"title": 7}"#);
    let mut findings = Findings::new(&document, FindingFilter::Everything { strict: false });
    let title = document.root().member("title").unwrap();
    let remark = |words: &str| Finding::new(codes::MENU_TITLE, words);
    findings.add(&TITLE, title.value().offset(), || remark("first"));
    // by the member's name it is the same value
    findings.add(&PRICE, title.name_offset(), || remark("second"));
    // what is missing from it is another thing each
    for term in ["a", "b", "a"] {
        findings.add_missing(&TITLE, title.value().offset(), || Finding::missing(codes::MENU_TITLE, "the title", term));
    }
    assert!(findings.has(&TITLE, codes::MENU_TITLE, title.name_offset()));
    let words: Vec<String> = findings.into_report().diagnostics.into_iter().map(|found| found.message).collect();
    assert_eq!(words, ["first", "the title has no `a`", "the title has no `b`"]);
}

#[test]
fn who_wants_the_first_error_pays_for_no_more() {
    let document = parse(r#"{"dishes": [{}, {"price": "12"}, {"price": true}]}"#);
    let (remark, place) = check(&document, FindingFilter::FirstError).into_first().unwrap();
    assert_eq!((remark.code, place.pointer.as_deref()), (codes::MENU_TITLE, Some("")));
    let document = parse(r#"{"title": "Supper", "dishes": [{}, {"price": "12"}]}"#);
    let (_, place) = check(&document, FindingFilter::FirstError).into_first().unwrap();
    assert_eq!(place.to_string(), "1:46: /dishes/1/price");
    let mut findings = Findings::new(&document, FindingFilter::FirstError);
    findings.add_missing(&PRICE, document.json().offset(), || panic!("a warning is not made"));
}

#[test]
fn texts_of_the_document_do_not_fill_the_screen() {
    let (name, title) = ("x".repeat(5000), "y".repeat(5000));
    let document = parse(&format!("{{\"{name}\": {{\"title\": 7}}}}"));
    let value = document.root().iter().next().unwrap().value().get("title").unwrap();
    let place = Place::from_offset(&document, value.offset());
    assert_eq!((place.pointer, place.position.unwrap().column), (None, 5016));
    let mut findings = Findings::new(&document, FindingFilter::Everything { strict: false });
    findings.add(&TITLE, value.offset(), || Finding::new(codes::MENU_TITLE, title));
    assert_eq!(findings.into_report().diagnostics[0].message.chars().count(), 401);
}

#[test]
fn rules_tell_what_is_wrong_with_their_examples() {
    let checked = |text: &str| report(text, false);
    // the right document of the first rule has a dish without a price
    let faults = example_faults(RULES, checked, &[]);
    assert_eq!(faults.len(), 2, "{faults:#?}");
    assert!(faults[0].starts_with("menu-1-title: the wrong document has [") && faults[0].contains("menu-2-price"));
    assert!(faults[1].starts_with("menu-1-title: the right document has ["));

    const PRICED: &[Edit] = &[Edit::Within("\"price\": 12")];
    const UNTITLED: &[Edit] = &[Edit::Swap("  \"title\": \"Supper\",\n", ""), PRICED[0]];
    const SOUND: Rule = Rule { example: Some(RuleExample { base: MENU, wrong: UNTITLED, right: PRICED }), ..TITLE };
    assert_eq!(example_faults(&[&SOUND, &PRICE], checked, &[]), [] as [&str; 0]);
    assert_eq!(SOUND.example.unwrap().right_document(), MENU.replace("\"Soup\"", "\"Soup\",\n      \"price\": 12"));

    let faults =
        example_faults(&[&SOUND, &SOUND, &Rule::new("menu-3", Severity::Error, "A menu has dishes.")], checked, &[]);
    assert_eq!(faults, ["menu-1-title: the id appears twice", "menu-3: the rule has no example"]);
}
