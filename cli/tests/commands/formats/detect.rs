//! What an object is: documents of ours and of others, as somebody wrote them.

use serde_json::Value;
use std::{fs, process::Command};
use tempfile::TempDir;

/// A file's name, what is in it, and the profile's format; `-` where it is of none.
const DOCUMENTS: &[(&str, &str, &str)] = &[
    // ours
    (
        "description.json",
        r#"{"@context": "https://agent-network-protocol.com/ad#", "@type": "ad:AgentDescription", "name": "Hotel"}"#,
        "adp",
    ),
    ("without-context.json", r#"{"@type": "AgentDescription", "name": "Hotel", "description": "Rooms."}"#, "adp"),
    (
        "by-interfaces.json",
        r#"{"name": "Hotel", "interfaces": [{"protocol": "openapi", "url": "https://a.example/api.yaml"}]}"#,
        "adp",
    ),
    (
        "product.json",
        r#"{"@context": "https://schema.org/", "@type": "Product", "@id": "https://a.example/p", "name": "Room"}"#,
        "adp",
    ),
    (
        "anp07.json",
        r#"{"protocolType": "ANP", "protocolVersion": "1.0.0", "type": "AgentDescription", "name": "Hotel"}"#,
        "anp-07",
    ),
    (
        "a-did.json",
        r#"{"@context": ["https://www.w3.org/ns/did/v1"], "id": "did:wba:a.example", "verificationMethod": []}"#,
        "did-document",
    ),
    (
        "card-0.3.json",
        r#"{"protocolVersion": "0.3.0", "name": "A", "description": "B", "url": "https://a.example/", "version": "1", "capabilities": {}, "skills": []}"#,
        "a2a-card",
    ),
    (
        "card-1.0.json",
        r#"{"name": "A", "description": "B", "version": "1", "supportedInterfaces": [{"url": "https://a.example/", "protocolBinding": "GRPC", "protocolVersion": "1.0"}], "capabilities": {}, "skills": []}"#,
        "a2a-card",
    ),
    (
        "card-without-skills.json",
        r#"{"name": "A", "url": "https://a.example/", "capabilities": {"pushNotifications": false}, "defaultOutputModes": ["text/plain"]}"#,
        "a2a-card",
    ),
    ("tools.json", r#"{"tools": [{"name": "book", "inputSchema": {"type": "object"}}]}"#, "mcp-tools"),
    (
        "response.json",
        r#"{"jsonrpc": "2.0", "id": 7, "result": {"tools": [{"name": "book", "inputSchema": {"type": "object"}}]}}"#,
        "mcp-tools",
    ),
    (
        "server-card.json",
        r#"{"$schema": "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json", "name": "com.example/a", "version": "1.0.0"}"#,
        "mcp-server-card",
    ),
    (
        "de-facto.json",
        r#"{"serverInfo": {"name": "a", "version": "1"}, "protocolVersion": "2025-06-18", "transport": {"type": "http"}}"#,
        "mcp-server-card",
    ),
    (
        "mcp-of-its-own.json",
        r#"{"name": "Auctions", "version": "2.1.0", "description": "Finds auctions", "endpoints": {"mcp": "https://a.example/mcp"}, "capabilities": {"prompts": {}, "tools": {"listChanged": true}}, "transports": ["sse"]}"#,
        "mcp-server-card",
    ),
    (
        "mcp-server.json",
        r#"{"name": "com.example/a", "description": "B", "version": "1.0.0", "packages": [{"registryType": "npm", "identifier": "a"}]}"#,
        "mcp-server",
    ),
    (
        "a-skills-index.json",
        r#"{"url": "https://a.example/index.json", "skills": [{"name": "a", "type": "skill-md", "description": "b", "url": "https://a.example/SKILL.md", "digest": "sha256:00"}]}"#,
        "skills-index",
    ),
    ("flows.json", r#"{"agentsJson": "0.1.0", "info": {"title": "A"}, "sources": [], "flows": []}"#, "agents-json"),
    (
        "arazzo.json",
        r#"{"arazzo": "1.0.1", "info": {"title": "A", "version": "1"}, "sourceDescriptions": [], "workflows": []}"#,
        "arazzo",
    ),
    ("api.json", r#"{"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": {}}"#, "openapi"),
    ("catalog.json", r#"{"specVersion": "1.0", "entries": []}"#, "ai-catalog"),
    ("seed.json", r#"{"agentInfo": {"id": "did:wba:a.example", "name": "A"}, "capabilities": []}"#, "seed-card"),
    (
        "message.json",
        r#"{"version": "1.0", "messageId": "a", "source": {}, "target": {}, "message": {"type": "REQUEST"}, "payload": {}}"#,
        "envelope",
    ),
    (
        "message-without-id.json",
        r#"{"version": "1.0", "source": {"id": "a"}, "target": {"id": "b"}, "message": {"type": "REQUEST"}, "payload": {"n": 1}}"#,
        "envelope",
    ),
    (
        "index-with-a-name.json",
        r#"{"$schema": "https://agentskills.io/schemas/index-v0.2.json", "name": "post", "version": "1", "skills": [{"name": "send", "type": "tool", "description": "Sends.", "url": "https://a.example/send.json"}]}"#,
        "skills-index",
    ),
    (
        "index-with-digests.json",
        r#"{"name": "post", "skills": [{"name": "send", "description": "Sends.", "url": "https://a.example/send.md", "sha256": "00"}]}"#,
        "skills-index",
    ),
    (
        "anp-message.json",
        r#"{"jsonrpc": "2.0", "id": 1, "method": "direct.send", "params": {"meta": {"sender_did": "did:wba:a.example"}, "body": {}}}"#,
        "anp-message",
    ),
    ("json-rpc.json", r#"{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"meta": {}}}"#, "-"),
    // others'
    (
        "geo.json",
        r#"{"type": "FeatureCollection", "features": [{"type": "Feature", "geometry": {"type": "Point", "coordinates": [7, 47]}, "properties": {}}]}"#,
        "-",
    ),
    (
        "erc-8004.json",
        r#"{"type": "https://eips.ethereum.org/EIPS/eip-8004#registration-v1", "name": "A", "description": "B", "image": "https://a.example/i.png", "services": [{"name": "MCP", "endpoint": "https://a.example/mcp", "version": "2025-06-18"}, {"name": "DID", "endpoint": "did:wba:a.example"}], "x402Support": false, "active": true, "registrations": [{"agentId": 7, "agentRegistry": "eip155:1:0x00"}], "supportedTrust": ["reputation"]}"#,
        "agent-registration",
    ),
    (
        "schema.json",
        r#"{"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "https://a.example/s", "title": "A", "type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}"#,
        "-",
    ),
    (
        "feed.json",
        r#"{"version": "https://jsonfeed.org/version/1.1", "title": "News", "home_page_url": "https://a.example/", "items": [{"id": "1", "url": "https://a.example/1", "content_text": "Hello"}]}"#,
        "-",
    ),
    ("rss.json", r#"{"rss": {"version": "2.0", "channel": {"title": "News", "item": []}}}"#, "-"),
    (
        "package.json",
        r#"{"name": "@a/b", "version": "1.0.0", "type": "module", "description": "B", "main": "index.js", "dependencies": {"c": "^1"}, "repository": {"type": "git", "url": "https://a.example/b.git"}}"#,
        "-",
    ),
    (
        "package-lock.json",
        r#"{"name": "@a/b", "version": "1.0.0", "lockfileVersion": 3, "packages": {"": {"name": "@a/b"}}}"#,
        "-",
    ),
    ("tsconfig.json", r#"{"compilerOptions": {"module": "esnext"}, "include": ["src"]}"#, "-"),
    (
        "swagger.json",
        r#"{"swagger": "2.0", "info": {"title": "A", "version": "1"}, "paths": {}, "securityDefinitions": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}}, "security": [{"key": []}]}"#,
        "-",
    ),
    (
        "thing.json",
        r#"{"@context": "https://www.w3.org/2022/wot/td/v1.1", "id": "urn:a", "title": "Lamp", "securityDefinitions": {"nosec_sc": {"scheme": "nosec"}}, "security": "nosec_sc", "properties": {}, "actions": {}}"#,
        "-",
    ),
    (
        "credential.json",
        r#"{"@context": ["https://www.w3.org/ns/credentials/v2"], "id": "urn:uuid:a", "type": ["VerifiableCredential"], "issuer": "did:web:a.example", "credentialSubject": {"id": "did:key:z6Mk"}, "proof": {"type": "DataIntegrityProof"}}"#,
        "-",
    ),
    (
        "actor.json",
        r#"{"@context": ["https://www.w3.org/ns/activitystreams"], "type": "Service", "id": "https://a.example/bot", "name": "Bot", "inbox": "https://a.example/inbox", "publicKey": {"id": "https://a.example/bot#k"}}"#,
        "-",
    ),
    (
        "manifest.json",
        r##"{"name": "App", "short_name": "App", "start_url": "/", "display": "standalone", "icons": [{"src": "a.png"}], "theme_color": "#fff"}"##,
        "-",
    ),
    ("clients.json", r#"{"mcpServers": {"a": {"command": "npx", "args": ["-y", "a"]}}}"#, "-"),
    (
        "functions.json",
        r#"{"tools": [{"type": "function", "function": {"name": "a", "description": "b", "parameters": {"type": "object"}}}]}"#,
        "-",
    ),
    (
        "resume.json",
        r#"{"basics": {"name": "A"}, "work": [], "skills": [{"name": "Rust", "level": "Master", "keywords": ["async"]}]}"#,
        "-",
    ),
    (
        "compose.json",
        r#"{"version": "3.9", "name": "a", "services": {"web": {"image": "a", "ports": ["80:80"]}}, "networks": {}}"#,
        "-",
    ),
    ("keys.json", r#"{"keys": [{"kty": "EC", "crv": "P-256", "kid": "a"}]}"#, "jwk-set"),
    (
        "oidc.json",
        r#"{"issuer": "https://a.example", "authorization_endpoint": "https://a.example/authorize", "scopes_supported": ["openid"]}"#,
        "-",
    ),
    (
        "async.json",
        r#"{"asyncapi": "3.0.0", "info": {"title": "A", "version": "1"}, "channels": {}, "components": {}}"#,
        "-",
    ),
    (
        "bom.json",
        r#"{"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1, "components": [], "services": []}"#,
        "-",
    ),
    ("netplan.json", r#"{"interfaces": [{"name": "eth0", "type": "physical", "subnets": []}], "version": 1}"#, "-"),
    (
        "plugin.json",
        r#"{"schema_version": "v1", "name_for_model": "a", "description_for_model": "b", "auth": {"type": "none"}, "api": {"type": "openapi", "url": "https://a.example/openapi.yaml"}}"#,
        "-",
    ),
    (
        "service.json",
        r#"{"name": "Billing", "version": "1", "description": "B", "capabilities": ["invoice", "refund"], "owner": "team-a"}"#,
        "-",
    ),
    (
        "npm/package.json",
        r#"{"name": "@a/b", "version": "1.0.0", "url": "https://a.example/", "capabilities": {}, "skills": ["x"], "packages": ["packages/*"], "scripts": {"test": "jest"}, "devDependencies": {"jest": "^29"}}"#,
        "-",
    ),
    ("bare/package.json", r#"{"name": "a", "version": "1.0.0", "capabilities": {}, "skills": []}"#, "-"),
    (
        "npm/package-lock.json",
        r#"{"name": "a", "version": "1.0.0", "lockfileVersion": 2, "requires": true, "packages": {"": {"name": "a"}}, "dependencies": {"b": {"version": "1.0.0", "resolved": "https://registry.example/b.tgz", "integrity": "sha512-AA=="}}}"#,
        "-",
    ),
    (
        "composer.json",
        r#"{"name": "a/b", "description": "B", "type": "library", "license": "MIT", "require": {"php": ">=8"}, "autoload": {"psr-4": {"A\\": "src/"}}}"#,
        "-",
    ),
    ("lerna.json", r#"{"version": "1.0.0", "npmClient": "npm", "packages": ["packages/*"]}"#, "-"),
    (
        "base/tsconfig.json",
        r#"{"$schema": "https://json.schemastore.org/tsconfig", "extends": "./base.json", "compilerOptions": {"strict": true, "paths": {"@/*": ["src/*"]}}, "files": [], "references": [{"path": "./a"}]}"#,
        "-",
    ),
    (
        ".eslintrc.json",
        r#"{"root": true, "env": {"node": true}, "extends": ["eslint:recommended"], "parserOptions": {"ecmaVersion": 2022}, "rules": {"semi": "error"}}"#,
        "-",
    ),
    (
        "places.geojson",
        r#"{"type": "Feature", "id": "a", "bbox": [0, 0, 1, 1], "geometry": {"type": "Point", "coordinates": [7, 47]}, "properties": {"name": "Bern"}}"#,
        "-",
    ),
    (
        "draft-07.schema.json",
        r##"{"$schema": "http://json-schema.org/draft-07/schema#", "$id": "https://a.example/s", "title": "Agent", "description": "An agent", "type": "object", "definitions": {"url": {"type": "string"}}, "properties": {"url": {"$ref": "#/definitions/url"}, "skills": {"type": "array"}}}"##,
        "-",
    ),
    (
        "api/swagger.json",
        r#"{"swagger": "2.0", "info": {"title": "A", "version": "1"}, "host": "a.example", "basePath": "/", "schemes": ["https"], "paths": {"/a": {"get": {"responses": {"200": {"description": "ok"}}}}}, "definitions": {}, "tags": []}"#,
        "-",
    ),
    (
        "extension/manifest.json",
        r#"{"manifest_version": 3, "name": "A", "version": "1.0", "description": "B", "permissions": ["storage"], "background": {"service_worker": "a.js"}, "icons": {"16": "a.png"}}"#,
        "-",
    ),
    (
        "jwks.json",
        r#"{"keys": [{"kty": "RSA", "use": "sig", "kid": "1", "alg": "RS256", "n": "AQAB", "e": "AQAB"}]}"#,
        "jwk-set",
    ),
    (
        "openid-configuration.json",
        r#"{"issuer": "https://a.example", "authorization_endpoint": "https://a.example/a", "token_endpoint": "https://a.example/t", "jwks_uri": "https://a.example/k", "response_types_supported": ["code"], "subject_types_supported": ["public"], "id_token_signing_alg_values_supported": ["RS256"]}"#,
        "-",
    ),
    (
        "sbom.cdx.json",
        r#"{"bomFormat": "CycloneDX", "specVersion": "1.5", "serialNumber": "urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79", "version": 1, "metadata": {"component": {"type": "application", "name": "a"}}, "components": [{"type": "library", "name": "b", "version": "1"}], "dependencies": []}"#,
        "-",
    ),
    (
        "sbom.spdx.json",
        r#"{"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": "a", "documentNamespace": "https://a.example/a", "creationInfo": {"created": "2026-01-01T00:00:00Z", "creators": ["Tool: a"]}, "packages": [{"SPDXID": "SPDXRef-a", "name": "a"}], "relationships": []}"#,
        "-",
    ),
    (
        "traffic.har",
        r#"{"log": {"version": "1.2", "creator": {"name": "a", "version": "1"}, "entries": [{"startedDateTime": "2026-01-01T00:00:00Z", "request": {"method": "GET", "url": "https://a.example/"}}]}}"#,
        "-",
    ),
    (
        "collection.json",
        r#"{"info": {"_postman_id": "a", "name": "A", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"}, "item": [{"name": "Get", "request": {"method": "GET", "url": "https://a.example/"}}], "variable": []}"#,
        "-",
    ),
    (
        "article.jsonld",
        r#"{"@context": "https://w3id.org/ro/crate/1.1/context", "@id": "https://a.example/a", "@type": "Article", "name": "A"}"#,
        "-",
    ),
    (
        "offer.jsonld",
        r#"{"@context": "https://schema.org", "@type": "Product", "name": "Chair", "sku": "1", "offers": {"@type": "Offer", "price": "10.00", "priceCurrency": "EUR"}}"#,
        "adp",
    ),
    (
        "deployment.json",
        r#"{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "a"}, "spec": {"replicas": 1, "template": {"spec": {"containers": [{"name": "a", "image": "a"}]}}}}"#,
        "-",
    ),
    (
        "state.tfstate.json",
        r#"{"version": 4, "terraform_version": "1.6.0", "serial": 1, "lineage": "a", "outputs": {}, "resources": [{"type": "x", "name": "a"}]}"#,
        "-",
    ),
    ("tasks.json", r#"{"version": "2.0.0", "tasks": [{"label": "a", "type": "shell", "command": "make"}]}"#, "-"),
    ("answer.json", r#"{"jsonrpc": "2.0", "id": 1, "result": {"status": "ok"}}"#, "-"),
    (
        "fleet.json",
        r#"{"name": "Fleet", "version": "1", "transport": "bus", "tools": ["drill"], "endpoints": {}}"#,
        "-",
    ),
    (
        "compose.yaml",
        "version: \"3.9\"\nname: a\nservices:\n  web:\n    image: a\n    ports:\n      - \"80:80\"\nnetworks: {}\n",
        "-",
    ),
    (
        ".github/workflows/ci.yml",
        "name: CI\non:\n  push:\n    branches: [main]\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n      - run: make test\n",
        "-",
    ),
    (
        "k8s/service.yaml",
        "apiVersion: v1\nkind: Service\nmetadata:\n  name: a\nspec:\n  selector:\n    app: a\n  ports:\n    - port: 80\n",
        "-",
    ),
];

/// Which of these files are told what they are close to; all others have nothing that any format alone has.
const CLOSE: &[(&str, &str)] = &[
    ("swagger.json", "openapi"),
    ("api/swagger.json", "openapi"),
    ("functions.json", "mcp-tools"),
    ("fleet.json", "mcp-tools"),
];

/// The profile, and the error's message, of each of these files.
fn checked(files: &[(&str, &str)]) -> Vec<(String, String)> {
    let folder = TempDir::new().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_adp"));
    let output =
        command.current_dir(folder.path()).args(["check", "--json"]).args(files.iter().map(|(name, _)| name)).output();
    let output = output.unwrap().stdout;
    let lines = output.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    lines
        .map(|line| {
            let line: Value = serde_json::from_slice(line).unwrap();
            let profile = line["profile"].as_str().unwrap_or("-");
            let formats: Vec<&str> = profile.split('+').map(|one| one.split('/').next().unwrap()).collect();
            (formats.join("+"), line["error"]["message"].as_str().unwrap_or_default().to_owned())
        })
        .collect()
}

#[test]
fn documents_are_of_the_format_that_they_are_of() {
    let files: Vec<(&str, &str)> = DOCUMENTS.iter().map(|(name, text, _)| (*name, *text)).collect();
    let found = checked(&files);
    assert_eq!(found.len(), DOCUMENTS.len());
    let wrong: Vec<_> = DOCUMENTS
        .iter()
        .zip(&found)
        .filter(|((_, _, expected), (profile, _))| profile != expected)
        .map(|((name, _, expected), (profile, _))| format!("{name}: {profile} for {expected}"))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    for ((name, _, _), (_, message)) in DOCUMENTS.iter().zip(&found).filter(|((.., expected), _)| *expected == "-") {
        let expected = CLOSE.iter().find(|(close, _)| close == name).map_or_else(
            || "format not recognized".to_owned(),
            |(_, format)| format!("format not recognized; closest: {format} (missing "),
        );
        assert!(message.starts_with(&expected), "{name}: {message}");
        // all that have a member of the object, but three at most
        assert!(message.matches("(missing ").count() <= 3, "{name}: {message}");
    }
}

#[test]
fn the_closest_format_has_the_members_or_the_name() {
    let like_a_card = r#"{"name": "A", "description": "B", "url": "https://a.example/", "provider": {"organization": "C"}, "iconUrl": "d"}"#;
    let little = r#"{"name": "weather", "version": "1", "description": "Says the weather"}"#;
    for (name, text, expected) in [
        // most members, though others lack fewer
        ("a.json", like_a_card, "a2a-card"),
        ("a.json", r#"{"openapi": "3.1.0", "info": {}, "servers": []}"#, "openapi"),
        ("a.json", r#"{"info": {}, "workflows": [], "sourceDescriptions": []}"#, "arazzo"),
        // members that several formats have
        ("a.json", r#"{"name": "A", "description": "B", "skills": "none"}"#, "a2a-card"),
        ("a.json", r#"{"source": "a", "target": "b", "priority": 1}"#, "envelope"),
        ("a.json", r#"{"service": [], "alsoKnownAs": [], "name": "A"}"#, "did-document"),
        ("a.json", r#"{"constraints": {}, "endpoints": {}, "name": "A"}"#, "seed-card"),
        // the place where it is published
        ("agent-card.json", little, "a2a-card"),
        (".well-known/agent.json", r#"{"x": 1}"#, "a2a-card"),
        ("server.json", little, "mcp-server"),
        ("mcp.json", r#"{"mcpServers": {}}"#, "mcp-server-card"),
        ("did.json", r#"{"kty": "EC"}"#, "did-document"),
        ("site/ad.json", little, "adp"),
        (".well-known/ai-catalog.json", r#"{"items": []}"#, "ai-catalog"),
        (".well-known/agent-skills/index.json", r#"{"items": []}"#, "skills-index"),
    ] {
        // a second file, so that an error is a line
        let found = checked(&[(name, text), ("other.json", r#"{"colors": []}"#)]);
        let expected = format!("closest: {expected} (missing ");
        assert!(found[0].1.contains(&expected), "{name} {text}: {}", found[0].1);
        assert!(found[1].1.contains("none of its members is of a known format"), "{}", found[1].1);
    }
    // a name decides nothing
    let found = checked(&[("agent-card.json", r#"{"tools": []}"#), ("geo.json", r#"{"type": "Point"}"#)]);
    assert_eq!(found[0].0, "mcp-tools");
}
