//! What the official MCP registry (<https://registry.modelcontextprotocol.io>) refuses, as far as a `server.json` alone
//! shows it: a dry run of publishing.

pub mod rules;

use crate::{
    json_schema::{TOO_LARGE_MESSAGE, Unfit, compile_official, validate_beyond},
    lenient_members::{flag, list, object, objects},
    mcp::schema_url::{DATES, LATEST, date},
};
use agent_description::{
    Code, Document, Json,
    diagnostic::{CheckReport, Finding, FindingFilter, Findings, Rule, shortened},
    json::{Object, Value},
};
use std::collections::HashSet;
use url::Url;

/// The official schemas, in the order of [`DATES`].
const SCHEMAS: [&str; 3] = [
    include_str!("../../../../schemas/server-2025-09-29.schema.json"),
    include_str!("../../../../schemas/server-2025-10-17.schema.json"),
    include_str!("../../../../schemas/server-2025-12-11.schema.json"),
];

/// The types of packages, with the only allowed base URL; without one, the identifier says where the package is.
const TYPES: [(&str, Option<&str>); 6] = [
    ("npm", Some("https://registry.npmjs.org")),
    ("pypi", Some("https://pypi.org")),
    ("nuget", Some("https://api.nuget.org/v3/index.json")),
    ("cargo", Some("https://crates.io")),
    ("oci", None),
    ("mcpb", None),
];

/// The registries of images; the last two stand for all hosts below them.
const IMAGES: [&str; 8] = [
    "docker.io",
    "registry-1.docker.io",
    "index.docker.io",
    "ghcr.io",
    "quay.io",
    "mcr.microsoft.com",
    ".pkg.dev",
    ".azurecr.io",
];

/// Checks a `server.json` by the rules of the official registry. `known` is the report of
/// [`MCP_SERVER`](crate::MCP_SERVER), whose errors are not repeated.
#[must_use]
pub fn check(document: &Document, known: &CheckReport, strict: bool) -> CheckReport {
    let mut registry = Registry { found: Findings::new(document, FindingFilter::Everything { strict }) };
    let root = document.root();
    registry.schema(document, known);
    registry.names(root);
    registry.repository(root);
    let icons = list(root, "icons").iter().filter_map(|icon| icon.get("src"));
    for link in root.get("websiteUrl").into_iter().chain(icons) {
        let is_https = |text: &str| Url::parse(text).is_ok_and(|url| url.scheme() == "https");
        registry.text(&rules::LINK, link, is_https, "the URL", "an https URL");
    }
    for package in objects(root, "packages") {
        registry.package(package, root);
    }
    for remote in objects(root, "remotes") {
        if let Some(url) = remote.get("url") {
            registry.text(&rules::URL, url, is_public, "the URL", "an https URL of another host than this one");
            let declared = object(remote, "variables").into_iter().flatten().map(|member| member.name().as_str());
            registry.variables(url, &declared.collect());
        }
    }
    for part in ["packages", "remotes"].into_iter().filter_map(|name| root.get(name)) {
        registry.secrets(part);
    }
    registry.found.into_report()
}

struct Registry<'d> {
    found: Findings<'d>,
}

impl Registry<'_> {
    /// Checks a text that has to fit.
    fn text(&mut self, rule: &'static Rule, value: &Json, fits: impl FnOnce(&str) -> bool, what: &str, expected: &str) {
        let Some(text) = value.as_str() else { return };
        self.found.check(rule, fits(text), value.offset(), || {
            Finding::new(Code::INVALID_VALUE, format!("{what} is {}, expected {expected}", shortened(text)))
        });
    }

    fn schema(&mut self, document: &Document, known: &CheckReport) {
        let (root, at) = (document.root(), document.json().offset());
        self.found.exercise(&rules::SCHEMA);
        if root.get("$schema").is_none_or(Json::is_null) {
            return self.found.add_missing(&rules::SCHEMA, at, || {
                Finding::missing(Code::MISSING, "the server", "$schema").with_help(format!("write {LATEST:?}"))
            });
        }
        let Some(number) = date(root).and_then(|date| DATES.iter().position(|known| *known == date)) else { return };
        self.found.check(&rules::CURRENT, number + 1 == DATES.len(), at, || {
            let message = format!("the schema is of {}, expected the latest", DATES[number]);
            Finding::new(Code::UNSUPPORTED_VERSION, message).with_help(format!("write {LATEST:?}"))
        });
        let Some(schema) = compile_official(SCHEMAS[number]) else { return };
        let Err(unfit) = validate_beyond(&schema, document, known) else { return };
        if unfit == Unfit::TooMuch {
            self.found.add(&rules::SCHEMA, at, || Finding::new(Code::TOO_LARGE, TOO_LARGE_MESSAGE));
        }
        for mismatch in unfit.mismatches() {
            self.found.add(&rules::SCHEMA, mismatch.offset, || {
                Finding::new(Code::INVALID_VALUE, format!("by the official JSON Schema, {}", mismatch.message))
            });
        }
    }

    fn names(&mut self, root: &Object) {
        let is_part = |part: &str| {
            let ends = [part.bytes().next(), part.bytes().next_back()];
            part.len() > 1 && ends.iter().flatten().all(u8::is_ascii_alphanumeric)
        };
        if let Some(name) = root.get("name") {
            let fits = |text: &str| text.split_once('/').is_some_and(|(space, own)| is_part(space) && is_part(own));
            let expected = "two parts of two characters or more that begin and end with a letter or digit";
            self.text(&rules::NAME, name, fits, "the name", expected);
            self.owner(name);
        }
        if let Some(title) = root.get("title") {
            self.text(&rules::NAME, title, |text| text.is_empty() || !text.trim().is_empty(), "the title", "a text");
        }
        if let Some(version) = root.get("version") {
            self.text(&rules::VERSION, version, |text| text != "latest", "the version", "one exact version");
        }
    }

    fn owner(&mut self, name: &Json) {
        let Some((space, _)) = name.as_str().and_then(|text| text.split_once('/')) else { return };
        self.found.exercise(&rules::OWNER);
        self.found.add(&rules::OWNER, name.offset(), || {
            let message = match space.strip_prefix("io.github.") {
                Some(owner) => {
                    format!("only the GitHub user or organization {} can publish this name", shortened(owner))
                }
                None => {
                    let domain = space.rsplit('.').collect::<Vec<_>>().join(".");
                    format!("only the owner of the domain {} can publish this name", shortened(&domain))
                }
            };
            Finding::new(Code::INVALID_NAME, message).with_help("log in with `mcp-publisher login` as that owner")
        });
    }

    fn repository(&mut self, root: &Object) {
        let Some(repository) = object(root, "repository") else { return };
        let text = |name: &str| repository.get(name).and_then(Json::as_str).unwrap_or_default();
        let (source, url) = (text("source"), text("url"));
        if source.is_empty() && url.is_empty() {
            return;
        }
        let is_part = |part: &str| {
            !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte))
        };
        let path = ["https://", "http://"].iter().find_map(|scheme| url.strip_prefix(scheme)).unwrap_or_default();
        let (host, path) = path.strip_prefix("www.").unwrap_or(path).split_once('/').unwrap_or_default();
        let parts: Vec<&str> = path.strip_suffix('/').unwrap_or(path).split('/').collect();
        let is_right = match source {
            "github" => host == "github.com" && parts.len() == 2,
            "gitlab" => host == "gitlab.com" && parts.len() >= 2,
            _ => false,
        };
        if let Some(at) = repository.get("url").or_else(|| repository.get("source")) {
            self.found.check(&rules::REPOSITORY, is_right && parts.into_iter().all(is_part), at.offset(), || {
                let message = format!(
                    "the repository is {} of {}, expected one at https://github.com or https://gitlab.com, of `github` or `gitlab`",
                    shortened(url),
                    shortened(source)
                );
                Finding::new(Code::INVALID_URL, message)
            });
        }
        if let Some(folder) = repository.get("subfolder") {
            let fits = |text: &str| text.split('/').all(|part| is_part(part) && part != "." && part != "..");
            self.text(
                &rules::REPOSITORY,
                folder,
                |text| text.is_empty() || fits(text),
                "the folder",
                "a relative path",
            );
        }
    }

    fn package(&mut self, package: &Object, root: &Object) {
        self.found.exercise(&rules::PACKAGE);
        if let Some(kind) = package.get("registryType") {
            let of = kind.as_str().and_then(|text| TYPES.iter().find(|(name, _)| *name == text));
            let names = TYPES.map(|(name, _)| name).join(", ");
            self.text(&rules::PACKAGE, kind, |_| of.is_some(), "the type of the package", &format!("one of {names}"));
            if let Some((name, base)) = of {
                self.members(package, kind, name, *base);
                self.proof(package, name, root);
            }
        }
        let arguments = || ["runtimeArguments", "packageArguments"].into_iter().flat_map(|name| objects(package, name));
        for argument in arguments() {
            self.argument(argument);
        }
        let Some((transport, url)) = object(package, "transport").and_then(|it| Some((it, it.get("url")?))) else {
            return;
        };
        if transport.get("type").and_then(Json::as_str) == Some("stdio") {
            return self.text(&rules::URL, url, str::is_empty, "the URL of the transport over stdio", "none");
        }
        let named =
            |of: &'_ Object| ["name", "valueHint"].map(|name| of.get(name).and_then(Json::as_str).map(str::to_owned));
        let variables = objects(package, "environmentVariables").chain(arguments()).flat_map(named).flatten();
        let variables: HashSet<String> = variables.collect();
        self.variables(url, &variables.iter().map(String::as_str).collect());
    }

    /// Checks the members that depend on the type of the package.
    fn members(&mut self, package: &Object, kind: &Json, name: &str, base: Option<&str>) {
        let has = |name: &str| package.get(name).filter(|value| value.as_str().is_some_and(|text| !text.is_empty()));
        let mut absent = |name: &'static str, help: &str| {
            if let Some(value) = has(name) {
                let message = format!("a package of {} must not have `{name}`", kind.as_str().unwrap_or_default());
                self.found.add(&rules::PACKAGE, value.offset(), || {
                    Finding::new(Code::UNKNOWN_MEMBER, message).with_help(help)
                });
            }
        };
        if name != "mcpb" {
            absent("fileSha256", "remove it: only bundles (mcpb) have it");
        }
        let Some(base) = base else {
            absent("version", "write the version into `identifier`");
            absent("registryBaseUrl", "write the whole location into `identifier`");
            if let Some(identifier) = package.get("identifier") {
                let (fits, expected): (fn(&str) -> bool, _) = match name {
                    "oci" => (
                        is_image,
                        "an image of docker.io, ghcr.io, quay.io, mcr.microsoft.com, *.pkg.dev or *.azurecr.io",
                    ),
                    _ => (is_bundle, "an https URL of a release at github.com or gitlab.com that contains `mcp`"),
                };
                self.text(&rules::PACKAGE, identifier, fits, "the identifier", expected);
            }
            return;
        };
        if has("version").is_none() {
            let missing = || Finding::missing(Code::MISSING, "the package", "version");
            self.found.add_missing(&rules::PACKAGE, kind.offset(), missing);
        }
        if let Some(identifier) = package.get("identifier") {
            self.text(&rules::PACKAGE, identifier, |text| !text.contains(' '), "the identifier", "no blanks");
        }
        if let Some(url) = has("registryBaseUrl") {
            self.text(&rules::PACKAGE, url, |text| text == base, "the URL of the registry", base);
        }
    }

    /// Says how the package shows that it is the publisher's.
    fn proof(&mut self, package: &Object, kind: &str, root: &Object) {
        let (Some(identifier), Some(name)) = (package.get("identifier"), root.get("name").and_then(Json::as_str))
        else {
            return;
        };
        let place = match kind {
            "npm" => format!("`package.json` has \"mcpName\": {}", shortened(name)),
            "oci" => format!("the image has the label io.modelcontextprotocol.server.name={}", shortened(name)),
            "mcpb" => return,
            _ => format!("its README has a line `mcp-name: {}`", shortened(name).trim_matches('"')),
        };
        self.found.exercise(&rules::OWNER);
        self.found.add(&rules::OWNER, identifier.offset(), || {
            Finding::new(Code::INVALID_NAME, format!("the package must be published, and name the server: {place}"))
        });
    }

    fn argument(&mut self, argument: &Object) {
        let is_named = argument.get("type").and_then(Json::as_str) == Some("named");
        let Some(name) = argument.get("name").filter(|_| is_named) else { return };
        let fits = |text: &str| !text.is_empty() && !text.contains(['<', '>', ' ', '$']);
        self.text(&rules::ARGUMENT, name, fits, "the name of the argument", "a name without blanks, `<`, `>` and `$`");
        let name = name.as_str().unwrap_or_default();
        for value in ["value", "default"].into_iter().filter_map(|member| argument.get(member)) {
            let fits = |text: &str| text.is_empty() || name.is_empty() || !text.starts_with(name);
            self.text(&rules::ARGUMENT, value, fits, "the value", "one that does not start with the argument's name");
        }
    }

    /// Checks that the variables of a URL are declared.
    fn variables(&mut self, url: &Json, declared: &HashSet<&str>) {
        self.found.exercise(&rules::URL);
        let names =
            url.as_str().into_iter().flat_map(|text| text.split('{').skip(1)).filter_map(|rest| rest.split_once('}'));
        if let Some((name, _)) = names.into_iter().find(|(name, _)| !name.is_empty() && !declared.contains(name)) {
            self.found.report(&rules::URL, url.offset(), Code::INVALID_REFERENCE, || {
                format!("the variable {} of the URL is not declared", shortened(name))
            });
        }
    }

    fn secrets(&mut self, json: &Json) {
        match json.value() {
            Value::Array(items) => items.iter().for_each(|item| self.secrets(item)),
            Value::Object(object) => {
                if flag(object, "isSecret") == Some(true) {
                    for value in ["value", "default"].into_iter().filter_map(|name| object.get(name)) {
                        let is_literal = value.as_str().is_some_and(|text| !text.is_empty() && !text.contains('{'));
                        self.found.check(&rules::SECRET, !is_literal, value.offset(), || {
                            Finding::new(Code::INVALID_VALUE, "the value of a secret is published")
                                .with_help("remove it, and replace the secret where it is used")
                        });
                    }
                }
                object.iter().for_each(|member| self.secrets(member.value()));
            }
            _ => {}
        }
    }
}

/// Whether a remote has an https URL of another host than this one. Variables stand for any text.
fn is_public(url: &str) -> bool {
    let Some(rest) = url.strip_prefix("https://") else { return false };
    let host = rest.split(['/', ':', '?', '#']).next().unwrap_or_default();
    !host.is_empty() && host != "localhost" && host != "127.0.0.1" && !host.ends_with(".localhost")
}

/// Whether an image is of an allowed registry; without a host, of Docker Hub.
fn is_image(identifier: &str) -> bool {
    let host = identifier.split_once('/').map(|(host, _)| host);
    let host = host.filter(|host| host.contains(['.', ':']) || *host == "localhost").unwrap_or("docker.io");
    let is_allowed = |known: &&str| host == *known || known.starts_with('.') && host.ends_with(*known);
    !identifier.is_empty() && !identifier.contains(char::is_whitespace) && IMAGES.iter().any(is_allowed)
}

/// Whether a bundle is a file of a release at GitHub or GitLab.
fn is_bundle(identifier: &str) -> bool {
    let Ok(url) = Url::parse(identifier) else { return false };
    let parts: Vec<&str> = url.path_segments().into_iter().flatten().collect();
    let is_release = match url.host_str() {
        Some("github.com" | "www.github.com") => {
            matches!(parts.as_slice(), [_, _, "releases", "download", tag, file] if !tag.is_empty() && !file.is_empty())
        }
        Some("gitlab.com" | "www.gitlab.com") => match parts.as_slice() {
            [_, .., "-", "releases", tag, "downloads", file] => !tag.is_empty() && !file.is_empty(),
            [_, .., "-", "package_files", number, "download"] => number.bytes().all(|byte| byte.is_ascii_digit()),
            _ => false,
        },
        _ => false,
    };
    is_release && url.scheme() == "https" && identifier.to_ascii_lowercase().contains("mcp")
}
