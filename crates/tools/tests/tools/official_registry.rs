//! What the official MCP registry refuses. Expected values by hand, from its validators and its requirements.

use adp_fixtures::samples::{options, parse};
use adp_tools::{MCP_SERVER, mcp::server::official_registry};
use agent_description::diagnostic::{CheckReport, Severity, example_faults};

fn check(text: &str) -> CheckReport {
    let document = parse(text);
    let mut report = MCP_SERVER.check(&document, &options());
    let registry = official_registry::check(&document, &report, false);
    report.merge(registry);
    report
}

/// Rules and places of errors and warnings.
fn found(text: &str) -> Vec<String> {
    let report = check(text);
    let found = report.diagnostics.iter().filter(|it| it.severity != Severity::Note);
    found.map(|it| format!("{} {}", it.rule.id, it.pointer.as_deref().unwrap_or_default())).collect()
}

/// A server with these members besides those that every server has.
fn server(more: &str) -> String {
    format!(
        r#"{{"$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
          "name": "com.example/rooms", "description": "Books rooms.", "version": "1.0.0"{more}}}"#
    )
}

fn package(kind: &str, identifier: &str, more: &str) -> String {
    server(&format!(
        r#", "packages": [{{"registryType": "{kind}", "identifier": "{identifier}", "transport": {{"type": "stdio"}}{more}}}]"#
    ))
}

#[test]
fn every_rule_finds_its_wrong_example_and_nothing_in_the_right_one() {
    // every document has the notes about its owner
    let of_owner = "mcp-registry-owner";
    let rules: Vec<_> = official_registry::rules::RULES.iter().copied().filter(|rule| rule.id != of_owner).collect();
    let without_notes = |text: &str| {
        let mut report = check(text);
        report.diagnostics.retain(|found| found.rule.id != of_owner);
        report
    };
    let faults = example_faults(&rules, without_notes, &[]);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn packages_are_of_their_registries() {
    const SHA: &str = r#", "fileSha256": "fe333e598595000ae021bd27117db32ec69af6987f507ba7a63c90638ff633ce""#;
    const VERSION: &str = r#", "version": "1.0.0""#;
    let rule = |place: &str| vec![format!("mcp-registry-package /packages/0{place}")];
    let none: Vec<String> = Vec::new();
    let release = "https://github.com/a/b-mcp/releases/download/v1/c.mcpb";
    for (kind, identifier, more, expected) in [
        ("npm", "@a/b", VERSION, none.clone()),
        ("npm", "@a/b", "", rule("/registryType")),
        ("npm", "a b", VERSION, rule("/identifier")),
        ("npm", "@a/b", r#", "version": "1", "registryBaseUrl": "https://registry.npmjs.org""#, none.clone()),
        ("npm", "@a/b", r#", "version": "1", "registryBaseUrl": "https://npm.example""#, rule("/registryBaseUrl")),
        ("pypi", "a", VERSION, none.clone()),
        ("nuget", "A", VERSION, none.clone()),
        ("cargo", "a", VERSION, none.clone()),
        ("gem", "a", VERSION, rule("/registryType")),
        ("oci", "ghcr.io/a/b:1.0.0", "", none.clone()),
        ("oci", "a/b:1.0.0", "", none.clone()),
        ("oci", "us-docker.pkg.dev/a/b/c@sha256:00", "", none.clone()),
        ("oci", "ghcr.io/a/b:1.0.0", VERSION, rule("/version")),
        ("oci", "a/b:1", r#", "registryBaseUrl": "https://docker.io""#, rule("/registryBaseUrl")),
        ("oci", "a/b:1", SHA, rule("/fileSha256")),
        ("oci", "images.example/a/b:1", "", rule("/identifier")),
        ("oci", "evilghcr.io/a/b:1", "", rule("/identifier")),
        ("oci", "localhost:5000/a:1", "", rule("/identifier")),
        ("mcpb", release, SHA, none.clone()),
        ("mcpb", "https://gitlab.com/a/b/c/-/releases/v1/downloads/mcp.mcpb", SHA, none.clone()),
        ("mcpb", "https://gitlab.com/a/mcp/-/package_files/17/download", SHA, none.clone()),
        ("mcpb", "https://github.com/a/b/blob/main/mcp.mcpb", SHA, rule("/identifier")),
        ("mcpb", "https://files.example/mcp.mcpb", SHA, rule("/identifier")),
        ("mcpb", "https://github.com/a/b/releases/download/v1/c.zip", SHA, rule("/identifier")),
        ("mcpb", &release.replace("https", "http"), SHA, rule("/identifier")),
    ] {
        assert_eq!(found(&package(kind, identifier, more)), expected, "{kind} {identifier} {more}");
    }
}

#[test]
fn what_the_validators_refuse_is_found() {
    for (text, expected) in [
        (server(""), vec![]),
        (server("").replace("\"1.0.0\"", "\"latest\""), vec!["mcp-registry-version /version"]),
        (server("").replace("com.example/rooms", "com.example/r"), vec!["mcp-registry-name /name"]),
        (server("").replace("com.example/rooms", "com.example./rooms"), vec!["mcp-registry-name /name"]),
        (server(r#", "title": "  ""#), vec!["mcp-registry-name /title"]),
        (server("").replace("2025-12-11", "2025-09-29"), vec!["mcp-registry-current "]),
        (server(r#", "packages": []"#).replace("\"$schema\"", "\"from\""), vec!["mcp-registry-schema "]),
        (
            server("")
                .replace("\"https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json\"", "null"),
            vec!["mcp-registry-schema "],
        ),
        (server(r#", "websiteUrl": "http://a.example""#), vec!["mcp-registry-link /websiteUrl"]),
        (server(r#", "icons": [{"src": "data:image/png;base64,AA=="}]"#), vec!["mcp-registry-link /icons/0/src"]),
        (
            server(r#", "icons": [{"src": "https://a.example/i", "mimeType": "image/tiff", "sizes": ["large"]}]"#),
            vec!["mcp-server /icons/0/mimeType", "mcp-server /icons/0/sizes/0"],
        ),
        (
            server(
                r#", "icons": [{"src": "https://a.example/i", "mimeType": "image/webp", "sizes": ["48x48", "any"]}]"#,
            ),
            vec![],
        ),
        (
            server(&format!(r#", "icons": [{{"src": "https://a.example/{}"}}]"#, "i".repeat(240))),
            vec!["mcp-registry-schema /icons/0/src"],
        ),
        (server(r#", "repository": {"url": "https://github.com/a/b", "source": "github"}"#), vec![]),
        (server(r#", "repository": {"url": "https://gitlab.com/a/b/c/", "source": "gitlab"}"#), vec![]),
        (
            server(r#", "repository": {"url": "https://gitlab.com/a/b", "source": "github"}"#),
            vec!["mcp-registry-repository /repository/url"],
        ),
        (
            server(r#", "repository": {"url": "https://github.com.evil.example/a/b", "source": "github"}"#),
            vec!["mcp-registry-repository /repository/url"],
        ),
        (
            server(r#", "repository": {"url": "https://github.com/a/b", "source": "github", "subfolder": "../c"}"#),
            vec!["mcp-registry-repository /repository/subfolder"],
        ),
        (
            server(r#", "remotes": [{"type": "sse", "url": "https://localhost/mcp"}]"#),
            vec!["mcp-registry-url /remotes/0/url"],
        ),
        (
            server(r#", "remotes": [{"type": "sse", "url": "https://{tenant}.a.example/mcp"}]"#),
            vec!["mcp-registry-url /remotes/0/url"],
        ),
        (server(r#", "remotes": [{"type": "sse", "url": "https://{t}.a.example/", "variables": {"t": {}}}]"#), vec![]),
        (
            package("npm", "a", r#", "version": "1", "packageArguments": [{"type": "named", "name": "--dir /x"}]"#),
            vec!["mcp-registry-argument /packages/0/packageArguments/0/name"],
        ),
        (
            package(
                "npm",
                "a",
                r#", "version": "1", "runtimeArguments": [{"type": "named", "name": "-p", "value": "-p=1"}]"#,
            ),
            vec!["mcp-registry-argument /packages/0/runtimeArguments/0/value"],
        ),
        (
            package("npm", "a", r#", "version": "1", "packageArguments": [{"type": "named"}]"#),
            vec!["mcp-server-package /packages/0/packageArguments/0/type"],
        ),
        (
            package(
                "npm",
                "a",
                r#", "version": "1", "packageArguments": [{"type": "named", "name": "-a", "format": "number", "choices": ["1"], "placeholder": "1"}]"#,
            ),
            vec![],
        ),
        (
            package("npm", "a", r#", "version": "1", "packageArguments": [{"type": "positional"}]"#),
            vec!["mcp-server-package /packages/0/packageArguments/0/type"],
        ),
        (
            package(
                "npm",
                "a",
                r#", "version": "1", "environmentVariables": [{"name": "K", "isSecret": true, "default": "k"}]"#,
            ),
            vec!["mcp-registry-secret /packages/0/environmentVariables/0/default"],
        ),
        (
            server(
                r#", "remotes": [{"type": "sse", "url": "https://a.example", "headers": [{"name": "Authorization", "isSecret": true, "value": "Bearer {token}"}]}]"#,
            ),
            vec![],
        ),
        (
            server(r#", "_meta": {"io.modelcontextprotocol.registry/publisher-provided": "x"}"#),
            vec!["mcp-server /_meta/io.modelcontextprotocol.registry~1publisher-provided"],
        ),
    ] {
        assert_eq!(found(&text), expected, "{text}");
    }
}

/// A package that is reached over HTTP may have the names of its arguments and environment variables in its URL.
#[test]
fn variables_of_a_package_are_its_arguments_and_environment() {
    for (variable, is_known) in [("--port", true), ("PORT", true), ("file", true), ("host", false)] {
        let text = package(
            "npm",
            "a",
            r#", "version": "1", "environmentVariables": [{"name": "PORT"}],
            "packageArguments": [{"type": "named", "name": "--port"}, {"type": "positional", "valueHint": "file"}]"#,
        )
        .replace(r#""stdio""#, &format!(r#""sse", "url": "http://127.0.0.1:{{{variable}}}/""#));
        let expected = if is_known { vec![] } else { vec!["mcp-registry-url /packages/0/transport/url"] };
        assert_eq!(found(&text), expected, "{variable}");
    }
}

#[test]
fn who_may_publish_is_noted() {
    let notes = |text: &str| -> Vec<String> {
        let report = check(text);
        report.diagnostics.iter().filter(|it| it.severity == Severity::Note).map(|it| it.message.clone()).collect()
    };
    let text = package("npm", "a", r#", "version": "1""#);
    assert_eq!(
        notes(&text),
        [
            "only the owner of the domain \"example.com\" can publish this name",
            "the package must be published, and name the server: `package.json` has \"mcpName\": \"com.example/rooms\"",
        ]
    );
    assert_eq!(
        notes(&text.replace("com.example", "io.github.Hotel").replace("npm", "pypi")),
        [
            "only the GitHub user or organization \"Hotel\" can publish this name",
            "the package must be published, and name the server: its README has a line `mcp-name: io.github.Hotel/rooms`",
        ]
    );
}
