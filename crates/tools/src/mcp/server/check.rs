//! Checks a `server.json`.

use super::{
    rules,
    values::{ICON, NAMED_INPUT, REMOTE, REPOSITORY, VARIABLES, lengths, links, name, remotes, url},
};
use crate::{
    lenient_members::{list, object, objects},
    mcp::{
        schema_url::{DATES, LATEST, date},
        server_card::de_facto,
    },
    text::TextRules,
};
use agent_description::{
    Code, Document, Json,
    diagnostic::{
        Finding, Findings, Rule, change,
        members::{Conventions, Field, Items, Meaning, Shape, Table},
        shortened,
    },
    format::Options,
    hex::is_sha256,
    json::{Object, jcs},
};

static CONVENTIONS: Conventions =
    Conventions { unknown: Some(&rules::UNKNOWN), whole: Some(&SERVER), ..Conventions::DEFAULT };

const TEXT: TextRules = TextRules::both(&rules::TEXT);

/// The members of a server.
pub(super) static SERVER: Table = Table::new(
    "the server",
    &rules::SERVER,
    &[
        Field::required("name", Shape::Text).means(Meaning::Any(&change::IDENTITY)),
        Field::required("description", Shape::Text).means(Meaning::Text),
        Field::required("version", Shape::Text),
        Field::optional("$schema", Shape::Text),
        Field::optional("title", Shape::Text).means(Meaning::Text),
        Field::optional("websiteUrl", Shape::Text),
        Field::optional("repository", Shape::Of(&REPOSITORY)),
        Field::optional("icons", Shape::List(&Shape::Of(&ICON))),
        Field::optional("packages", Shape::List(&Shape::Of(&PACKAGE)))
            .means(Meaning::Items(&Items::endpoints("the package", &["identifier"]))),
        Field::optional("remotes", Shape::List(&Shape::Of(&REMOTE)))
            .means(Meaning::Items(&Items::endpoints("the remote", &["url"]))),
        Field::optional("_meta", Shape::Object),
    ],
)
.earlier(&de_facto::MEMBERS);

static PACKAGE: Table = Table::new(
    "the package",
    &rules::PACKAGE,
    &[
        Field::required("registryType", Shape::Text),
        Field::required("identifier", Shape::Text),
        Field::required("transport", Shape::Of(&TRANSPORT)),
        Field::optional("version", Shape::Text),
        Field::optional("registryBaseUrl", Shape::Text),
        Field::optional("fileSha256", Shape::Text),
        Field::optional("runtimeHint", Shape::Text),
        Field::optional("runtimeArguments", Shape::List(&Shape::Of(&ARGUMENT))),
        Field::optional("packageArguments", Shape::List(&Shape::Of(&ARGUMENT))),
        Field::optional("environmentVariables", Shape::List(&Shape::Of(&NAMED_INPUT))),
    ],
)
// another package version is another program
.rest(&change::ENDPOINT);

static TRANSPORT: Table = Table::new(
    "the transport",
    &rules::PACKAGE,
    &[
        Field::required("type", Shape::Word(&["stdio", "streamable-http", "sse"])),
        Field::optional("url", Shape::Text),
        Field::optional("headers", Shape::List(&Shape::Of(&NAMED_INPUT))),
    ],
);

static ARGUMENT: Table = Table::new(
    "the argument",
    &rules::PACKAGE,
    &[
        Field::required("type", Shape::Word(&["positional", "named"])),
        Field::optional("name", Shape::Text),
        Field::optional("valueHint", Shape::Text),
        Field::optional("value", Shape::Text),
        Field::optional("default", Shape::Text),
        Field::optional("description", Shape::Text),
        Field::optional("placeholder", Shape::Text),
        Field::optional("format", Shape::Word(&["string", "number", "boolean", "filepath"])),
        Field::optional("choices", Shape::List(&Shape::Text)),
        Field::optional("isRepeated", Shape::Flag),
        Field::optional("isRequired", Shape::Flag),
        Field::optional("isSecret", Shape::Flag),
        Field::optional("variables", VARIABLES),
    ],
);

/// The member of `_meta` for the publisher's data.
const PROVIDED: &str = "io.modelcontextprotocol.registry/publisher-provided";

pub(super) fn check(found: &mut Findings<'_>, document: &Document, options: &Options) {
    let root = document.root();
    SERVER.check(found, document.json(), &CONVENTIONS);
    schema(found, root);
    status(found, root);
    name(found, &rules::NAME, root);
    lengths(found, &rules::LENGTH, root);
    versions(found, root);
    if let Some(provided) = object(root, "_meta").and_then(|meta| meta.get(PROVIDED)) {
        found.check(&rules::SERVER, provided.as_object().is_some(), provided.offset(), || {
            let message = format!("the publisher's data is {}, expected an object", provided.kind());
            Finding::new(Code::WRONG_TYPE, message)
        });
    }
    icons(found, root);
    packages(found, root);
    remotes(found, &rules::REMOTE, &rules::TLS, root);
    links(found, &rules::LINK, root);
    TEXT.lint_members(found, root, &["name", "title", "description"]);
    for part in ["packages", "remotes"].into_iter().filter_map(|name| root.get(name)) {
        TEXT.lint_all(found, part);
    }
    if options.for_registry {
        publisher(found, root);
    }
}

fn schema(found: &mut Findings<'_>, root: &Object) {
    let Some((value, text)) = root.get("$schema").and_then(|value| Some((value, value.as_str()?))) else { return };
    found.check(&rules::SCHEMA, date(root).is_some(), value.offset(), || {
        let known = DATES.join(", ");
        let message = format!("unknown schema {}, expected a version of {known}", shortened(text));
        Finding::new(Code::UNSUPPORTED_VERSION, message).with_help(format!(
            "write \"$schema\": {:?}, and write members as it has them: in camelCase; `packages` with `registryType`, \
             `identifier`, `version` and `transport`; `remotes` as [{{\"type\": \"streamable-http\", \"url\": …}}]",
            LATEST
        ))
    });
}

/// The status of a server was a member before 2025-09-29.
fn status(found: &mut Findings<'_>, root: &Object) {
    if let Some(member) = root.member("status") {
        found.add(&rules::UNKNOWN, member.name_offset(), || {
            Finding::new(Code::UNKNOWN_MEMBER, "the server has no member \"status\"")
                .with_help("remove it; a registry keeps the status of a server, which `mcp-publisher status` sets")
        });
    }
}

/// Checks that each version is exact.
fn versions(found: &mut Findings<'_>, root: &Object) {
    let of_packages = list(root, "packages").iter().filter_map(|package| package.get("version"));
    for (at, value) in root.get("version").into_iter().chain(of_packages).enumerate() {
        let Some(text) = value.as_str() else { continue };
        let of_package = at > 0 || !root.contains("version");
        let is_exact = !is_range(text) && !(of_package && (text == "latest" || text.is_empty()));
        found.check(&rules::VERSION, is_exact, value.offset(), || {
            let message = format!("the version is {}, expected one exact version", shortened(text));
            Finding::new(Code::INVALID_VALUE, message)
        });
    }
}

/// Whether a version is a range, such as `^1.2.3`, `~1.2`, `>=1`, `1.x`, `1.*`, `1 || 2` or `1 - 2`.
fn is_range(text: &str) -> bool {
    let text = text.trim();
    let is_wild = |part: &str| matches!(part, "x" | "X" | "*");
    let of_numbers = text.trim_start_matches('v').starts_with(|c: char| c.is_ascii_digit());
    text.starts_with(['^', '~', '>', '<', '='])
        || text.contains("||")
        || text.contains(" - ")
        || text == "*"
        || of_numbers && text.split('.').any(is_wild)
}

/// The media types of icons (server.schema.json 2025-12-11, Icon).
const ICON_TYPES: [&str; 5] = ["image/png", "image/jpeg", "image/jpg", "image/svg+xml", "image/webp"];

fn icons(found: &mut Findings<'_>, root: &Object) {
    let is_size = |text: &str| {
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        text == "any" || text.split_once('x').is_some_and(|(width, height)| digits(width) && digits(height))
    };
    for icon in objects(root, "icons") {
        if let Some((value, text)) = icon.get("mimeType").and_then(|value| Some((value, value.as_str()?))) {
            found.check(&rules::SERVER, ICON_TYPES.contains(&text), value.offset(), || {
                let expected = ICON_TYPES.join(", ");
                let message = format!("`mimeType` is {}, expected one of {expected}", shortened(text));
                Finding::new(Code::INVALID_VALUE, message)
            });
        }
        for (value, text) in list(icon, "sizes").iter().filter_map(|value| Some((value, value.as_str()?))) {
            found.check(&rules::SERVER, is_size(text), value.offset(), || {
                let message = format!("the size is {}, expected WIDTHxHEIGHT or `any`", shortened(text));
                Finding::new(Code::INVALID_VALUE, message)
            });
        }
    }
}

fn packages(found: &mut Findings<'_>, root: &Object) {
    for package in objects(root, "packages") {
        let is_bundle = package.get("registryType").and_then(Json::as_str) == Some("mcpb");
        match package.get("fileSha256").filter(|value| !value.is_null()) {
            Some(value) => {
                let text = value.as_str();
                found.check(&rules::DIGEST, text.is_none_or(is_sha256), value.offset(), || {
                    let digest = shortened(text.unwrap_or_default());
                    let message = format!("`fileSha256` is {digest}, expected 64 lower-case hexadecimal digits");
                    Finding::new(Code::INVALID_VALUE, message)
                });
            }
            None if is_bundle => {
                missing(found, &rules::DIGEST, package.get("registryType"), "the MCP bundle", "fileSha256")
            }
            None => {}
        }
        let arguments = ["runtimeArguments", "packageArguments"].into_iter().flat_map(|name| objects(package, name));
        for argument in arguments {
            let kind = argument.get("type");
            match kind.and_then(Json::as_str) {
                Some("named") if !argument.contains("name") => {
                    missing(found, &rules::PACKAGE, kind, "the named argument", "name");
                }
                Some("positional") if !argument.contains("value") && !argument.contains("valueHint") => {
                    missing(found, &rules::PACKAGE, kind, "the positional argument", "valueHint");
                }
                _ => {}
            }
        }
        let Some(transport) = object(package, "transport") else { continue };
        let is_remote = matches!(transport.get("type").and_then(Json::as_str), Some("streamable-http" | "sse"));
        match transport.get("url").filter(|value| !value.is_null()) {
            Some(value) if is_remote => {
                if let Some(text) = value.as_str() {
                    url(found, &rules::REMOTE, None, value, text);
                }
            }
            None if is_remote => missing(found, &rules::REMOTE, transport.get("type"), "the transport", "url"),
            _ => {}
        }
    }
}

/// Reports a member that an object lacks, at the one that requires it.
fn missing(found: &mut Findings<'_>, rule: &'static Rule, at: Option<&Json>, what: &'static str, name: &'static str) {
    if let Some(at) = at {
        found.exercise(rule);
        found.add_missing(rule, at.offset(), || Finding::missing(Code::MISSING, what, name));
    }
}

/// Checks the part of `_meta` that the official registry keeps, and its size.
fn publisher(found: &mut Findings<'_>, root: &Object) {
    const MAX_PUBLISHER_BYTES: usize = 4096;
    for member in object(root, "_meta").into_iter().flatten() {
        let is_kept = member.name() == PROVIDED;
        found.check(&rules::META, is_kept, member.name_offset(), || {
            let message = format!("`_meta` has {}, which the registry drops", shortened(member.name()));
            Finding::new(Code::INVALID_VALUE, message).with_help(format!("put it below {PROVIDED:?}"))
        });
        if is_kept {
            let bytes = jcs::canonicalize(member.value()).len();
            found.check(&rules::META_SIZE, bytes <= MAX_PUBLISHER_BYTES, member.value().offset(), || {
                let message = format!("the publisher's data has {bytes} bytes, expected at most {MAX_PUBLISHER_BYTES}");
                Finding::new(Code::TOO_LARGE, message)
            });
        }
    }
}
