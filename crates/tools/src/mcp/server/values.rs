//! The common rules and tables of `server.json` and server cards: names, versions, URLs.

use crate::lenient_members::list;
use agent_description::{
    Code, Json,
    diagnostic::{
        Finding, Findings, Rule, change,
        members::{Field, Meaning, Shape, Table},
        shortened,
    },
    json::Object,
};
use url::Url;

const TEXT: Shape = Shape::Text;

/// The members of an input, after its own.
macro_rules! input {
    ($($own:expr),*) => {
        Table::part(
            "the input",
            &[
                $($own,)*
                Field::optional("description", TEXT),
                Field::optional("isRequired", Shape::Flag),
                Field::optional("isSecret", Shape::Flag),
                Field::optional("format", Shape::Word(&["string", "number", "boolean", "filepath"])),
                Field::optional("value", TEXT),
                Field::optional("default", TEXT),
                Field::optional("placeholder", TEXT),
                Field::optional("choices", Shape::List(&TEXT)),
            ],
        )
    };
}

static INPUT: Table = input!();

/// Named inputs of the enclosing template.
pub(crate) const VARIABLES: Shape = Shape::Map(&Shape::Of(&INPUT));

/// An input with a name.
pub(crate) static NAMED_INPUT: Table = input!(Field::required("name", TEXT), Field::optional("variables", VARIABLES));

/// A remote endpoint.
pub(crate) static REMOTE: Table = Table::part(
    "the remote",
    &[
        Field::required("type", Shape::Word(&["streamable-http", "sse"])).means(Meaning::Protocol(None)),
        Field::required("url", TEXT).sample(r#""https://HOST/mcp""#),
        Field::optional("headers", Shape::List(&Shape::Of(&NAMED_INPUT))).means(Meaning::Any(&change::DEMAND)),
        Field::optional("variables", VARIABLES).means(Meaning::Any(&change::DEMAND)),
        Field::optional("supportedProtocolVersions", Shape::List(&TEXT))
            .means(Meaning::Offers(&change::NARROWED, &change::WIDENED)),
    ],
);

/// The source repository.
pub(crate) static REPOSITORY: Table = Table::part(
    "the repository",
    &[
        Field::required("url", TEXT),
        Field::required("source", TEXT),
        Field::optional("id", TEXT),
        Field::optional("subfolder", TEXT),
    ],
);

/// An icon of a server or tool.
pub(crate) static ICON: Table = Table::part(
    "the icon",
    &[
        Field::required("src", TEXT),
        Field::optional("mimeType", TEXT),
        Field::optional("sizes", Shape::List(&TEXT)),
        Field::optional("theme", Shape::Word(&["light", "dark"])),
    ],
);

/// Checks the name: a reverse domain, a slash, and a name, 3 to 200 characters.
pub(crate) fn name(found: &mut Findings<'_>, rule: &'static Rule, root: &Object) {
    let Some((value, name)) = root.get("name").and_then(|value| Some((value, value.as_str()?))) else { return };
    let letters = |part: &str, more: &str| {
        !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || more.as_bytes().contains(&b))
    };
    let is_name = name.split_once('/').is_some_and(|(space, own)| letters(space, ".-") && letters(own, "._-"));
    found.check(rule, is_name && (3..=200).contains(&name.len()), value.offset(), || {
        let expected = "a reverse-DNS name, a slash and a name, such as com.example/weather";
        Finding::new(Code::INVALID_NAME, format!("the name is {}, expected {expected}", shortened(name)))
    });
}

/// Checks the lengths of texts, in characters.
pub(crate) fn lengths(found: &mut Findings<'_>, rule: &'static Rule, root: &Object) {
    for (name, least, most) in [("description", 1, 100), ("title", 1, 100), ("version", 0, 255)] {
        let Some((value, text)) = root.get(name).and_then(|value| Some((value, value.as_str()?))) else { continue };
        let length = text.chars().take(most + 1).count();
        found.check(rule, (least..=most).contains(&length), value.offset(), || {
            let has = if length > most { "more".to_owned() } else { length.to_string() };
            let expected = if least == 0 { format!("at most {most}") } else { format!("{least} to {most}") };
            Finding::new(Code::INVALID_VALUE, format!("`{name}` has {has} characters, expected {expected}"))
        });
    }
}

/// Checks that remote endpoints have URLs with TLS that clients can connect to.
pub(crate) fn remotes(found: &mut Findings<'_>, rule: &'static Rule, tls: &'static Rule, root: &Object) {
    for remote in list(root, "remotes") {
        if let Some((value, text)) = remote.get("url").and_then(|value| Some((value, value.as_str()?))) {
            url(found, rule, Some(tls), value, text);
        }
    }
}

/// Checks a URL with `{variables}`. Without a rule for TLS, it may refer to the local machine.
pub(crate) fn url(found: &mut Findings<'_>, rule: &'static Rule, tls: Option<&'static Rule>, value: &Json, text: &str) {
    found.exercise(rule);
    let rest = ["https://", "http://"].into_iter().find_map(|scheme| text.strip_prefix(scheme));
    let is_variable = |text: &str| {
        let name = text.strip_prefix('{').and_then(|text| text.split_once('}')).map_or("", |(name, _)| name);
        name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
    };
    let is_url = rest.is_some_and(|rest| !rest.is_empty()) || is_variable(text);
    if !is_url || text.contains(char::is_whitespace) {
        return found.report(rule, value.offset(), Code::INVALID_URL, || {
            format!("the URL is {}, expected an http or https URL", shortened(text))
        });
    }
    if let Some(tls) = tls {
        found.check(tls, !text.starts_with("http://"), value.offset(), || {
            Finding::new(Code::INVALID_URL, format!("{} uses http, expected https", shortened(text)))
        });
    }
}

/// Checks URLs for people.
pub(crate) fn links(found: &mut Findings<'_>, rule: &'static Rule, root: &Object) {
    let repository = root.get("repository").and_then(|repository| repository.get("url"));
    let icons = list(root, "icons").iter().filter_map(|icon| icon.get("src"));
    for value in root.get("websiteUrl").into_iter().chain(repository).chain(icons) {
        let Some(text) = value.as_str() else { continue };
        found.check(
            rule,
            Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "https" | "http" | "data")),
            value.offset(),
            || {
                Finding::new(
                    Code::INVALID_URL,
                    format!("the URL is {}, expected an absolute http or https URL", shortened(text)),
                )
            },
        );
    }
}
