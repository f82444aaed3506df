//! One line adds a member to a description, with a term of its own: it is read, checked, written, shown, compared,
//! detected and documented. The toy is the declaration of `AgentDescription` with one line more. A unit test of the
//! library, because the declaration is not public.

use super::*;
use crate::{
    Limits,
    description::{
        model::{
            node_type::{DeclaredMember, Reads, Role},
            product::{
                Audience, Brand, CustomizationOptions, Image, Nutrition, Offer, PRICE_SPECIFICATION, PropertyValue,
            },
        },
        vocabulary::term_set::TermSet,
        writing::Target,
    },
    diagnostic::members::Shape,
};

description!(ToyDescription
    /// The edition of the description.
    edition: Option<Text> = "edition" [by &rules::VERSION] [means Meaning::Text] [marks Distinctive],
);

/// The toy in a document with this `edition`, and what a check finds.
fn read(edition: &str) -> (Option<ToyDescription>, Vec<String>) {
    let security = r#""securityDefinitions": {"none": {"scheme": "nosec"}}, "security": "none""#;
    let text = format!(
        r#"{{"@context": "{}", "@type": "ad:AgentDescription", "name": "A", {security}, "edition": {edition}}}"#,
        term::AD_CONTEXT
    );
    let document = Document::parse(text.as_bytes(), &Limits::default()).unwrap();
    let mut reading = ModelReader::new(&document, FindingFilter::Everything { strict: false });
    let root = reading.root(ToyDescription::WHAT);
    let toy = ToyDescription::read_node(&mut reading, &rules::PLAIN_VALUE, root);
    let mut findings: Vec<String> =
        reading.findings.into_report().diagnostics.into_iter().map(|found| found.message).collect();
    // the plain profile, by the toy's members and by those of real descriptions
    findings.extend(check_plain_as(&document, Some(ToyDescription::ROLE)).err().map(|found| found.to_string()));
    assert!(check_plain_as(&document, Some(AgentDescription::ROLE)).is_ok());
    (toy, findings)
}

/// The rows of the reference page for a kind of node.
fn rows(what: &str, role: &Role) -> Vec<String> {
    let row = |name: &str, text: &str| format!("| {} | `{name}` | {text} |", what.trim_start_matches("the "));
    let mut rest = role.scalars;
    let mut rows = Vec::new();
    for member in role.members {
        rest = rest.without(TermSet::from_terms(&[member.term]));
        rows.push(row(member.term.name(), member.documentation.trim()));
    }
    rows.extend(rest.iter().map(|term| row(term.name(), "")));
    rows
}

#[test]
fn a_member_is_one_line() {
    let (toy, findings) = read("\"2\"");
    let toy = toy.unwrap();
    assert_eq!((toy.edition.as_deref(), findings), (Some("2"), Vec::new()));
    let (faulty, findings) = read("2");
    assert_eq!(faulty.unwrap().edition, None);
    assert_eq!(findings, ["`edition` of the agent description is a number, expected a string"]);
    let (_, findings) = read(r#"{"@value": "2"}"#);
    assert!(matches!(&findings[..], [_, plain] if plain.contains("\"edition\" is a value object")), "{findings:?}");

    let context = Json::from(term::AD_CONTEXT);
    assert_eq!(toy.written(&Target::dropping(&context)).object.get("edition").and_then(Json::as_str), Some("2"));
    assert_eq!(toy.shown().get("edition").and_then(Json::as_str), Some("2"));

    let meaning = |table: &'static Table| table.field("edition").and_then(|field| field.meaning.as_ref());
    assert!(matches!(meaning(ToyDescription::COMPARED), Some(Meaning::Text)));
    assert!(meaning(AgentDescription::COMPARED).is_none());

    let is_marker = |role: &Role| role.markers().any(|marker| marker == ("edition", Marker::Distinctive));
    assert!(is_marker(ToyDescription::ROLE) && !is_marker(AgentDescription::ROLE));

    let mut expected = rows(AgentDescription::WHAT, AgentDescription::ROLE);
    let protocol_type = expected.pop().unwrap();
    expected.push("| agent description | `edition` | The edition of the description. |".to_owned());
    expected.push(protocol_type);
    assert_eq!(rows(ToyDescription::WHAT, ToyDescription::ROLE), expected);
    let mut schema = schema();
    let description = at(&mut schema, "/anyOf/0");
    complete(description, ToyDescription::ROLE, ToyDescription::COMPARED);
    let edition = description.get("properties").and_then(|all| all.get("edition")).unwrap();
    assert_eq!(edition.to_compact(), r#"{"type":["string","null"]}"#);
}

/// The files that the declarations determine are written instead of compared if `MEMBERS` is `overwrite`.
fn check_file(path: &str, expected: &str) {
    let path = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("MEMBERS").is_some_and(|said| said == "overwrite") {
        std::fs::write(&path, expected).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap();
    assert!(found == expected, "{path} lacks members: run MEMBERS=overwrite cargo test --lib reference_page");
}

/// Completes the definition of a kind of node in the schema of the model's JSON: the declared members are between those
/// that every node has. A member that is there keeps its schema.
fn complete(definition: &mut Object, role: &Role, table: &Table) {
    let old = definition.get("properties").and_then(Json::as_object).cloned().unwrap_or_default();
    let mut properties = Object::new();
    for name in ["profile", "id", "types", "definitionName", "kind", "facts"] {
        old.get(name).map(|schema| properties.insert(name, schema.clone()));
    }
    for member in role.members {
        let schema = old.get(member.shown).cloned();
        let shape = table.field(member.term.name()).unwrap().shape;
        properties.insert(member.shown, schema.unwrap_or_else(|| schema_of(shape)));
    }
    old.get("other").map(|schema| properties.insert("other", schema.clone()));
    let required = properties.iter().map(|property| Json::from(property.name().clone()));
    definition.insert("required", required.collect::<Vec<_>>());
    definition.insert("properties", properties);
}

/// The schema of a new member in the model's JSON, by its type.
fn schema_of(shape: Shape) -> Json {
    let text = match shape {
        Shape::Text => r#"{"type": "string"}"#.to_owned(),
        Shape::TextOrNull => r#"{"type": ["string", "null"]}"#.to_owned(),
        Shape::Flag => r#"{"type": ["boolean", "null"]}"#.to_owned(),
        Shape::Of(table) => {
            let is_it = |kind: &&(&str, &Role, &Table, &str)| format!("{:?}", kind.2) == format!("{table:?}");
            let (.., pointer) = KINDS.iter().find(is_it).unwrap();
            format!(r##"{{"anyOf": [{{"$ref": "#{pointer}"}}, {{"type": "null"}}]}}"##)
        }
        Shape::List(Shape::Of(table)) => {
            let one = schema_of(Shape::Of(table));
            let item = one.get("anyOf").and_then(Json::as_array).unwrap()[0].to_compact();
            format!(r#"{{"type": "array", "items": {item}}}"#)
        }
        Shape::List(item) => format!(r#"{{"type": "array", "items": {}}}"#, schema_of(*item).to_compact()),
        shape => unreachable!("write the schema of {shape:?} into schemas/show.schema.json by hand"),
    };
    Document::parse(text.as_bytes(), &Limits::default()).unwrap().json().clone()
}

/// The kinds of nodes, and where their definitions are in the schema of the model's JSON.
const KINDS: [(&str, &Role, &Table, &str); 17] = [
    (AgentDescription::WHAT, AgentDescription::ROLE, AgentDescription::COMPARED, "/anyOf/0"),
    (Party::WHAT, Party::ROLE, Party::COMPARED, "/$defs/party"),
    (Product::WHAT, Product::ROLE, Product::COMPARED, "/$defs/product"),
    (Brand::WHAT, Brand::ROLE, Brand::COMPARED, "/$defs/product/properties/brand/anyOf/0"),
    (Offer::WHAT, Offer::ROLE, Offer::COMPARED, "/$defs/offer"),
    ("the price specification", &PRICE_SPECIFICATION, Offer::COMPARED, ""),
    (Nutrition::WHAT, Nutrition::ROLE, Nutrition::COMPARED, "/$defs/product/properties/nutrition/anyOf/0"),
    (PropertyValue::WHAT, PropertyValue::ROLE, PropertyValue::COMPARED, "/$defs/property"),
    (Image::WHAT, Image::ROLE, Image::COMPARED, "/$defs/product/properties/images/items"),
    (Audience::WHAT, Audience::ROLE, Audience::COMPARED, "/$defs/product/properties/audience/anyOf/0"),
    (
        CustomizationOptions::WHAT,
        CustomizationOptions::ROLE,
        CustomizationOptions::COMPARED,
        "/$defs/product/properties/customizationOptions/anyOf/0",
    ),
    (Service::WHAT, Service::ROLE, Service::COMPARED, "/$defs/service"),
    (Interface::WHAT, Interface::ROLE, Interface::COMPARED, "/$defs/interface"),
    (Information::WHAT, Information::ROLE, Information::COMPARED, "/$defs/information"),
    (DomainEntity::WHAT, DomainEntity::ROLE, DomainEntity::COMPARED, "/$defs/domainEntity"),
    (SecurityScheme::WHAT, SecurityScheme::ROLE, SecurityScheme::COMPARED, "/$defs/scheme"),
    ("", SecurityScheme::ROLE, SecurityScheme::COMPARED, "/$defs/definition"),
];

/// Collects the kinds of nodes in those of a kind.
fn nested(role: &'static Role, into: &mut Vec<&'static [DeclaredMember]>) {
    for member in role.members {
        if let Reads::Nodes(role) = member.reads {
            into.push(role.members);
            nested(role, into);
        }
    }
}

/// The schema of the model's JSON.
fn schema() -> Json {
    Document::parse(include_bytes!("../../schemas/show.schema.json"), &Limits::default()).unwrap().json().clone()
}

/// The object at a JSON Pointer.
fn at<'a>(json: &'a mut Json, pointer: &str) -> &'a mut Object {
    let step = |json: &'a mut Json, name: &str| match name.parse::<usize>() {
        Ok(index) => json.as_array_mut().and_then(|items| items.get_mut(index)).unwrap(),
        Err(_) => json.as_object_mut().and_then(|object| object.get_mut(name)).unwrap(),
    };
    pointer.split('/').skip(1).fold(json, step).as_object_mut().unwrap()
}

#[test]
fn the_reference_page_and_the_schema_list_the_declared_members() {
    let names = |members: &[DeclaredMember]| -> Vec<_> {
        members.iter().map(|member| (member.term.name(), member.documentation)).collect()
    };
    let mut all = Vec::new();
    nested(AgentDescription::ROLE, &mut all);
    for members in all {
        assert!(KINDS.iter().any(|(_, role, ..)| names(role.members) == names(members)), "{:?}", names(members));
    }
    let mut page = String::new();
    for line in include_str!("../../src/description/members.md").lines().take_while(|line| !line.contains('`')) {
        page.extend([line, "\n"]);
    }
    for row in KINDS.iter().filter(|kind| !kind.0.is_empty()).flat_map(|(what, role, ..)| rows(what, role)) {
        page.extend([&row, "\n"]);
    }
    check_file("src/description/members.md", &page);

    let mut schema = schema();
    for (_, role, table, pointer) in KINDS.iter().filter(|kind| !kind.3.is_empty()) {
        complete(at(&mut schema, pointer), role, table);
    }
    check_file("schemas/show.schema.json", &(schema.to_pretty() + "\n"));
}
