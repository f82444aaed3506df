//! One line adds a member to a product: it is read, checked, written, shown, compared and documented. The toy is the
//! declaration of `Product` with one line more. A unit test of the library, because the declaration is not public.

use super::*;
use crate::{
    Limits,
    description::{
        AgentDescription, DomainEntity, Information, Interface, SecurityScheme, Service, node_type::Reads,
        term_set::TermSet, writing::Target,
    },
    diagnostic::members::Table,
};

product!(ToyProduct
    /// The edition of the product.
    version: Option<Text> = VERSION [means Meaning::Text],
);

/// The toy in a document with this `version`, and what a check finds.
fn read(version: &str) -> (ToyProduct, Vec<String>) {
    let text = format!(
        r#"{{"@context": "{}", "@type": "Product", "name": "Kettle", "version": {version}}}"#,
        term::AD_CONTEXT
    );
    let document = Document::parse(text.as_bytes(), &Limits::default()).unwrap();
    let mut reading = ModelReader::new(&document, FindingFilter::Everything { strict: false });
    let root = reading.root(ToyProduct::WHAT);
    let toy = ToyProduct::read_node(&mut reading, RULE, root);
    let mut findings: Vec<String> =
        reading.findings.into_report().diagnostics.into_iter().map(|found| found.message).collect();
    // the plain profile, by the toy's members and by those of real products
    findings.extend(check_plain_as(&document, Some(ToyProduct::ROLE)).err().map(|found| found.to_string()));
    assert!(check_plain_as(&document, Some(Product::ROLE)).is_ok());
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
    assert_eq!((toy.version.as_deref(), findings), (Some("2"), Vec::new()));
    let (faulty, findings) = read("2");
    assert_eq!(faulty.version, None);
    assert_eq!(findings, ["`version` of the product is a number, expected a string"]);
    let (_, findings) = read(r#"{"@value": "2"}"#);
    assert!(matches!(&findings[..], [_, plain] if plain.contains("\"version\" is a value object")), "{findings:?}");

    let context = Json::from(term::AD_CONTEXT);
    assert_eq!(toy.written(&Target::dropping(&context)).object.get("version").and_then(Json::as_str), Some("2"));
    assert_eq!(toy.shown().get("version").and_then(Json::as_str), Some("2"));

    let meaning = |table: &'static Table| table.field("version").and_then(|field| field.meaning.as_ref());
    assert!(matches!(meaning(ToyProduct::COMPARED), Some(Meaning::Text)));
    assert!(meaning(Product::COMPARED).is_none());

    let mut expected = rows(Product::WHAT, Product::ROLE);
    expected.push("| product | `version` | The edition of the product. |".to_owned());
    assert_eq!(rows(ToyProduct::WHAT, ToyProduct::ROLE), expected);
}

/// Collects the kinds of nodes in those of a kind.
fn nested(role: &'static Role, into: &mut Vec<&'static [crate::description::node_type::DeclaredMember]>) {
    for member in role.members {
        if let Reads::Nodes(role) = member.reads {
            into.push(role.members);
            nested(role, into);
        }
    }
}

#[test]
fn the_reference_page_lists_the_declared_members() {
    // with the definition in the schema of the model's JSON, if it has a name; that of the description has none
    let kinds = [
        (AgentDescription::WHAT, AgentDescription::ROLE, Some("")),
        (Party::WHAT, Party::ROLE, Some("party")),
        (Product::WHAT, Product::ROLE, Some("product")),
        (Brand::WHAT, Brand::ROLE, None),
        (Offer::WHAT, Offer::ROLE, Some("offer")),
        ("the price specification", &PRICE_SPECIFICATION, None),
        (Nutrition::WHAT, Nutrition::ROLE, None),
        (PropertyValue::WHAT, PropertyValue::ROLE, Some("property")),
        (Image::WHAT, Image::ROLE, None),
        (Audience::WHAT, Audience::ROLE, None),
        (CustomizationOptions::WHAT, CustomizationOptions::ROLE, None),
        (Service::WHAT, Service::ROLE, Some("service")),
        (Interface::WHAT, Interface::ROLE, Some("interface")),
        (Information::WHAT, Information::ROLE, Some("information")),
        (DomainEntity::WHAT, DomainEntity::ROLE, Some("domainEntity")),
        (SecurityScheme::WHAT, SecurityScheme::ROLE, Some("scheme")),
    ];
    let mut all = Vec::new();
    nested(AgentDescription::ROLE, &mut all);
    let names = |members: &[crate::description::node_type::DeclaredMember]| -> Vec<_> {
        members.iter().map(|member| (member.term.name(), member.documentation)).collect()
    };
    for members in all {
        assert!(kinds.iter().any(|(_, role, _)| names(role.members) == names(members)), "{:?}", names(members));
    }
    let rows: Vec<String> = kinds.iter().flat_map(|(what, role, _)| rows(what, role)).collect();
    let page = include_str!("../../src/description/members.md");
    let listed: Vec<&str> = page.lines().filter(|line| line.contains('`')).collect();
    assert!(listed == rows, "the rows of src/description/members.md must be:\n{}", rows.join("\n"));

    let schema = Document::parse(include_bytes!("../../schemas/show.schema.json"), &Limits::default()).unwrap();
    for (what, role, name) in kinds {
        let definition = match name {
            None => continue,
            Some("") => &schema.root().get("anyOf").and_then(Json::as_array).unwrap()[0],
            Some(name) => schema.root().get("$defs").and_then(|all| all.get(name)).unwrap(),
        };
        let required = definition.get("required").and_then(Json::as_array).unwrap().iter().filter_map(Json::as_str);
        let others = ["profile", "id", "types", "kind", "other"];
        let required: Vec<_> = required.filter(|name| !others.contains(name)).collect();
        let shown: Vec<_> = role.members.iter().map(|member| member.shown).collect();
        assert_eq!(required, shown, "schemas/show.schema.json: {what}");
        let properties = definition.get("properties").and_then(Json::as_object).unwrap();
        let missing: Vec<_> = shown.iter().filter(|name| !properties.contains(name)).collect();
        assert!(missing.is_empty(), "schemas/show.schema.json: {what} has no {missing:?}");
    }
}
