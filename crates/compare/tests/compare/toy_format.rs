//! A new format is one folder and one entry of a list: from its row it is found, checked, shown, compared, locked and
//! searched.

use adp_compare::{diff::diff, lock::LockedFile};
use agent_description::{
    Document, Json, Limits, ReadLimits,
    diagnostic::{
        Rule, Severity,
        members::{Conventions, Field, Items, Meaning, Shape, Table},
    },
    format::{self, Format, Formats, LinkTarget, LinkedUrl, MatchConfidence, Options, Summary},
};

static RULE: Rule = Rule::new("menu-dish", Severity::Error, "A menu has dishes with a name and a price.");

static MENU_TABLE: Table = Table::new(
    "the menu",
    &RULE,
    &[
        Field::required("dishes", Shape::List(&Shape::Of(&DISH)))
            .means(Meaning::Items(&Items::parts("the dish", &["name"]))),
        Field::optional("order", Shape::Text).means(Meaning::Endpoint),
    ],
);

static DISH: Table = Table::part(
    "the dish",
    &[Field::required("name", Shape::Text).means(Meaning::Text), Field::required("price", Shape::Text)],
);

/// The folder of the toy.
const MENU: &Format = &Format {
    name: "menu",
    title: "a menu",
    distinctive_members: &["dishes"],
    file_names: &["menu.json"],
    rules: &[&RULE],
    members: Some(&MENU_TABLE),
    match_confidence: |root| match root.contains("dishes") {
        true => MatchConfidence::Certain,
        false => MatchConfidence::Lacks(vec!["`dishes`"]),
    },
    check: |found, document, _| MENU_TABLE.check(found, document.json(), &Conventions::DEFAULT),
    model: Some(|document, _| Ok(document.root().get("dishes").cloned().into())),
    summary: |document| {
        let dishes = document.root().get("dishes").and_then(Json::as_array).into_iter().flatten();
        let names = dishes.filter_map(|dish| dish.get("name")?.as_str());
        Summary { products: names.map(str::to_owned).collect(), ..Summary::default() }
    },
    links: |root| {
        let order = root.get("order").and_then(Json::as_str);
        order.map(|url| LinkedUrl::to(LinkTarget::Interface, url)).into_iter().collect()
    },
    ..Format::DEFAULT
};

/// The list of a crate, with the toy.
const WITH_TOY: &[&Format] = &[MENU];

const FORMATS: Formats = Formats::new(&[
    format::ALL,
    adp_cards::FORMATS,
    adp_catalogs::FORMATS,
    adp_tools::FORMATS,
    adp_flows::FORMATS,
    adp_messages::FORMATS,
    WITH_TOY,
]);

fn menu(dishes: &str) -> Document {
    let text = format!(r#"{{"dishes": {dishes}, "order": "https://inn.example/order"}}"#);
    Document::parse(text.as_bytes(), ReadLimits::new(1 << 20)).unwrap()
}

#[test]
fn a_format_is_a_folder_and_an_entry() {
    let text = br#"{"dishes": [{"name": "Soup", "price": "5.00"}], "order": "https://inn.example/order"}"#;
    let (document, found) = FORMATS.read(text, None, &Limits::default()).unwrap();
    let [found] = found[..] else { panic!("{found:?}") };
    assert_eq!((found.name, FORMATS.named("menu").unwrap().title), ("menu", "a menu"));

    let options = Options::at("2026-11-01T00:00:00Z".parse().unwrap());
    assert!(found.check(&document, &options).diagnostics.is_empty());
    let faulty = found.check(&menu(r#"[{"name": 7}]"#), &options).diagnostics;
    let faulty: Vec<_> = faulty.iter().map(|found| (found.rule.id, found.message.as_str())).collect();
    let [missing, wrong] = ["the dish has no `price`", "`name` is a number, expected a string"];
    assert_eq!(faulty, [("menu-dish", missing), ("menu-dish", wrong)]);

    assert_eq!(found.show(&document, &options).unwrap().to_compact(), r#"[{"name":"Soup","price":"5.00"}]"#);
    assert_eq!(found.summary(&document).products, ["Soup"]);
    let links: Vec<_> = found.links(&document).into_iter().map(|link| link.url).collect();
    assert_eq!(links, ["https://inn.example/order"]);

    let other = menu(r#"[{"name": "Soup", "price": "6.00"}, {"name": "Fish", "price": "9.00"}]"#);
    let changes = diff(found, &document, &other).unwrap();
    let told: Vec<_> = changes.iter().map(|change| (change.pointer.as_str(), change.rule.id)).collect();
    assert!(told.contains(&("/dishes/1", "diff-added")), "{told:?}");
    assert!(told.iter().any(|(pointer, _)| *pointer == "/dishes/0/price"), "{told:?}");

    let locked = LockedFile::for_document("menu.json", found, &document).unwrap();
    assert!(locked.compare_with(found, &document).unwrap().is_empty());
    let told = locked.compare_with(found, &other).unwrap();
    let told: Vec<_> = told.iter().map(|change| (change.pointer.as_str(), change.rule.id)).collect();
    assert_eq!(told, [("", "lock-document"), ("/dishes/0", "lock-part"), ("/dishes/1", "lock-part")]);
}
