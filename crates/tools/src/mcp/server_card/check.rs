//! Checks a server card.

use super::{
    de_facto::{DE_FACTO, MEMBERS, is_de_facto},
    rules,
};
use crate::{
    lenient_members::objects,
    mcp::{
        schema_url::SERVER_CARD,
        server::values::{ICON, REMOTE, REPOSITORY, lengths, links, name, remotes},
    },
    text::TextRules,
};
use agent_description::{
    Code, Document,
    diagnostic::{
        Finding, Findings, change,
        members::{Conventions, Field, Items, Meaning, Shape, Table},
        shortened,
    },
    format::Options,
};

const TEXT: TextRules = TextRules::both(&rules::TEXT);

static CONVENTIONS: Conventions =
    Conventions { unknown: Some(&rules::UNKNOWN), whole: Some(&CARD), ..Conventions::DEFAULT };

/// The members of a server card.
pub(super) static CARD: Table = Table::new(
    "the card",
    &rules::CARD,
    &[
        Field::required("$schema", Shape::Text),
        Field::required("name", Shape::Text).means(Meaning::Any(&change::IDENTITY)),
        Field::required("version", Shape::Text),
        Field::required("description", Shape::Text).means(Meaning::Text),
        Field::optional("title", Shape::Text).means(Meaning::Text),
        Field::optional("websiteUrl", Shape::Text),
        Field::optional("repository", Shape::Of(&REPOSITORY)),
        Field::optional("icons", Shape::List(&Shape::Of(&ICON))),
        Field::optional("remotes", Shape::List(&Shape::Of(&REMOTE)))
            .means(Meaning::Items(&Items::endpoints("the remote", &["url"]))),
        Field::optional("_meta", Shape::Object),
    ],
)
.earlier(&MEMBERS);

pub(super) fn check(found: &mut Findings<'_>, document: &Document, _: &Options) {
    let root = document.root();
    found.exercise(&rules::DE_FACTO);
    let de_facto = is_de_facto(root);
    // a card that follows the schema may have custom members, but no list of tools
    let stray = root.iter().find(|member| member.name() == "tools");
    if de_facto || stray.is_some() {
        let signs = root.iter().find(|member| DE_FACTO.contains(&member.name().as_str()));
        let at = signs.or(stray).map_or(document.json().offset(), |member| member.name_offset());
        found.add(&rules::DE_FACTO, at, || {
            let message = match (de_facto, signs.or(stray)) {
                (false, _) => "the card lists tools, which server cards do not contain; clients ask the server".to_owned(),
                (true, Some(sign)) => format!(
                    "the document has {}: it follows the widespread informal format of /.well-known/mcp/server-card.json, \
                     expected a server card of SEP-2127",
                    shortened(sign.name())
                ),
                (true, None) => "the document has members that server cards do not have, and no `$schema` of server cards".to_owned(),
            };
            Finding::new(Code::UNKNOWN_MEMBER, message)
        });
    }
    if !de_facto {
        CARD.check(found, document.json(), &CONVENTIONS);
        if let Some((value, text)) = root.get("$schema").and_then(|value| Some((value, value.as_str()?))) {
            found.check(&rules::SCHEMA, text == SERVER_CARD, value.offset(), || {
                let message = format!("unknown schema {}, expected the schema of server cards", shortened(text));
                Finding::new(Code::UNSUPPORTED_VERSION, message)
                    .with_help(format!("if it is a server card, write {SERVER_CARD:?}"))
            });
        }
        name(found, &rules::NAME, root);
        lengths(found, &rules::LENGTH, root);
        remotes(found, &rules::REMOTE, &rules::TLS, root);
        links(found, &rules::LINK, root);
    }
    TEXT.lint_members(found, root, &["name", "title", "description"]);
    root.get("remotes").into_iter().for_each(|remotes| TEXT.lint_all(found, remotes));
    for tool in objects(root, "tools") {
        for text in ["name", "title", "description", "inputSchema"].into_iter().filter_map(|name| tool.get(name)) {
            TEXT.lint_all(found, text);
        }
    }
}
