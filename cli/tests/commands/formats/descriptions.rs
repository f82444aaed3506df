//! Descriptions of both generations, listings, and objects with proofs, from the command line.

use adp_fixtures::third_party;
use serde_json::Value;
use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

fn adp(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_adp")).current_dir(folder).args(arguments).output().unwrap()
}

#[track_caller]
fn passes(folder: &Path, arguments: &[&str]) -> Output {
    let output = adp(folder, arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

fn read(folder: &Path, name: &str) -> Value {
    serde_json::from_slice(&fs::read(folder.join(name)).unwrap()).unwrap()
}

#[test]
fn init_writes_products_with_a_price_or_a_link() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    passes(
        folder,
        &["init", "--product", "Silk latte=20 CNY", "--product", "Beans=https://c.example/b.json", "-o", "a"],
    );
    let products = &read(folder, "a")["products"];
    let offer = serde_json::json!({"@type": "Offer", "price": "20", "priceCurrency": "CNY"});
    assert_eq!(products[0], serde_json::json!({"@type": "Product", "name": "Silk latte", "offers": offer}));
    assert_eq!(products[1]["@id"], "https://c.example/b.json");
    passes(folder, &["check", "a", "--strict"]);
    let shown = String::from_utf8(passes(folder, &["show", "a"]).stdout).unwrap();
    assert!(shown.contains("Silk latte (20 CNY)"), "{shown}");
    for (product, message) in [
        ("Silk latte", "NAME=PRICE CURRENCY"),
        ("Silk latte=cheap CNY", "a decimal number"),
        ("Silk latte=20 yuan", "did you mean \"CNY\"?"),
    ] {
        let output = adp(folder, &["init", "--product", product]);
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() != Some(0) && told.contains(message), "{product}: {told}");
    }
}

#[test]
fn init_accepts_the_protocols_that_check_accepts() {
    let folder = tempfile::tempdir().unwrap();
    let interface = |protocol: &str| {
        adp(folder.path(), &["init", "--interface", &format!("{protocol}=https://a.example/api.json")])
    };
    for protocol in ["YAML", "JSON-RPC 2.0", "openrpc", "MCP", "WebRTC"] {
        assert_eq!(interface(protocol).status.code(), Some(0), "{protocol}");
    }
    let written = interface("OpenAPI").stdout;
    assert!(String::from_utf8(written).unwrap().contains("\"protocol\": \"YAML\""));
    let output = interface("OpenRCP");
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(output.stdout.is_empty() && told.contains("did you mean \"openrpc\"?"), "{told}");
}

#[test]
fn init_writes_what_real_agents_need() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let line = "init --name Hotel --owner Hotels --interface OpenAPI=https://h.example/api.yaml --human-authorization \
        --natural-language YAML=https://h.example/talk.yaml --product Room=95.00_CHF --product Room=99.50_EUR -o ad.json";
    let arguments: Vec<String> = line.split_whitespace().map(|word| word.replace('_', " ")).collect();
    passes(folder, &arguments.iter().map(String::as_str).collect::<Vec<_>>());
    passes(folder, &["check", "ad.json", "--strict"]);
    let ad = read(folder, "ad.json");
    assert_eq!(ad["owner"]["name"], "Hotels");
    let api = &ad["interfaces"][0];
    assert_eq!((&api["protocol"], &api["name"]), (&"YAML".into(), &"OpenAPI".into()));
    assert_eq!((&api["@type"], &api["humanAuthorization"]), (&"StructuredInterface".into(), &true.into()));
    let talk = &ad["interfaces"][1];
    assert_eq!(
        (&talk["@type"], &talk["url"]),
        (&"NaturalLanguageInterface".into(), &"https://h.example/talk.yaml".into())
    );
    assert_eq!(ad["products"].as_array().unwrap().len(), 1, "one product with two prices");
    let price =
        |at: usize| (&ad["products"][0]["offers"][at]["price"], &ad["products"][0]["offers"][at]["priceCurrency"]);
    assert_eq!(price(0), (&"95.00".into(), &"CHF".into()));
    assert_eq!(price(1), (&"99.50".into(), &"EUR".into()));
    for id in ["http://h.example/ad.json", "HTTP://h.example/ad.json", "h.example/ad.json", ""] {
        let output = adp(folder, &["init", "--id", id]);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && told.contains("with https"), "{id}: {told}");
    }
    let output = adp(folder, &["init", "--interface", "openapi=foo"]);
    assert!(output.status.code() == Some(2) && String::from_utf8_lossy(&output.stderr).contains("found \"foo\""));
    fs::write(
        folder.join("b.json"),
        fs::read_to_string(folder.join("ad.json")).unwrap().replace("\"YAML\"", "\"openapi\""),
    )
    .unwrap();
    let told = String::from_utf8(adp(folder, &["check", "b.json"]).stderr).unwrap();
    assert!(told.contains("did you mean \"YAML\"?"), "{told}");
}

#[test]
fn init_takes_over_an_openapi_document_or_a_card() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let api = "openapi: 3.1.1\ninfo: {title: Shop, version: '1', description: Sells chairs.}\n\
        servers: [{url: 'https://shop.example/v1'}]\npaths:\n  /orders:\n    post: {operationId: placeOrder, summary: Order a \
        chair, responses: {'201': {description: ok}}}\n    get: {responses: {'200': {description: ok}}}\n";
    fs::write(folder.join("openapi.yaml"), api).unwrap();
    passes(folder, &["init", "--from", "openapi.yaml", "--did", "did:wba:shop.example", "-o", "ad.json"]);
    passes(folder, &["check", "ad.json", "--strict"]);
    let ad = read(folder, "ad.json");
    assert_eq!((&ad["name"], &ad["description"]), (&"Shop".into(), &"Sells chairs.".into()));
    let interface = &ad["interfaces"][0];
    assert_eq!(interface["url"], "https://shop.example/openapi.yaml");
    assert_eq!(interface["humanAuthorization"], true, "POST changes something");
    assert_eq!(
        interface["description"],
        "Operations of https://shop.example/v1: placeOrder (POST /orders): Order a chair; GET /orders"
    );
    // where the document is published can be said, and a name of one's own
    let own = ["init", "--from", "openapi.yaml", "--name", "Mine", "--interface", "openapi=https://x.example/o.yaml"];
    passes(folder, &[&own[..], &["-o", "own.json"]].concat());
    let own = read(folder, "own.json");
    assert_eq!((&own["name"], own["interfaces"].as_array().unwrap().len()), (&"Mine".into(), 1));
    assert_eq!(own["interfaces"][0]["url"], "https://x.example/o.yaml");
    fs::write(folder.join("nowhere.yaml"), api.replace("https://shop.example", "")).unwrap();
    assert_eq!(adp(folder, &["init", "--from", "nowhere.yaml"]).status.code(), Some(2));

    let card = r#"{"name": "Guide", "description": "Shows the town.", "version": "1", "provider": {"organization": "Town",
        "url": "https://town.example"}, "supportedInterfaces": [{"url": "https://town.example/a2a", "protocolBinding": "JSONRPC",
        "protocolVersion": "1.0"}], "capabilities": {}, "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
        "skills": [{"id": "tour", "name": "Tour", "description": "Plans a tour.", "tags": ["town"]}]}"#;
    fs::write(folder.join("agent-card.json"), card).unwrap();
    passes(folder, &["init", "--from", "agent-card.json", "--did", "did:wba:town.example", "-o", "town.json"]);
    passes(folder, &["check", "town.json"]);
    let town = read(folder, "town.json");
    assert_eq!((&town["name"], &town["description"]), (&"Guide".into(), &"Shows the town.".into()));
    assert_eq!((&town["did"], &town["owner"]["name"]), (&"did:wba:town.example".into(), &"Town".into()));
    let interfaces = town["interfaces"].as_array().unwrap();
    assert!(interfaces.iter().any(|it| it["url"] == "https://town.example/a2a"), "{town}");
    assert!(interfaces.iter().any(|it| it["content"]["methods"][0]["name"] == "tour"), "{town}");
    let did = "note: `adp sign` and `adp publish` need a DID: pass --did did:wba:HOST, and --id URL\n";
    let guess =
        "note: https://shop.example/openapi.yaml is a guess; pass the URL of openapi.yaml by --interface openapi=URL\n";
    for (arguments, notes) in [
        (&["openapi.yaml"][..], &[guess, did][..]),
        (&["openapi.yaml", "--did", "did:wba:shop.example"], &[guess]),
        (&["openapi.yaml", "--interface", "openapi=https://x.example/o.yaml"], &[did]),
        (&["agent-card.json"], &[did]),
        (&["agent-card.json", "--did", "did:wba:town.example"], &[]),
    ] {
        let told = String::from_utf8(adp(folder, &[&["init", "--from"], arguments].concat()).stderr).unwrap();
        let told: Vec<_> = told.split_inclusive('\n').filter(|line| line.starts_with("note: ")).collect();
        assert_eq!(told, notes, "{arguments:?}");
    }
    // neither of the two
    assert_ne!(adp(folder, &["init", "--from", "town.json"]).status.code(), Some(0));
}

#[test]
fn descriptions_of_anp_07_are_written_converted_and_signed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let init = "init --format anp-07 --name Hotel --did did:wba:hotel.example --id https://hotel.example/ad.json \
        --interface MCP=https://hotel.example/mcp.json --product Suite=https://hotel.example/suite.json -o ad.json";
    passes(folder, &init.split_whitespace().collect::<Vec<_>>());
    let written = read(folder, "ad.json");
    assert_eq!((&written["type"], &written["Infomations"][0]["type"]), (&"AgentDescription".into(), &"Product".into()));
    for line in [
        "check ad.json --strict",
        "convert --to adp ad.json --strict -o adp.json",
        "check adp.json",
        "convert --to anp-07 adp.json --strict -o back.json",
        "key generate -o key.pem",
        "did create --host hotel.example --key key.pem -o did.json",
        "sign back.json --key key.pem --key-id did:wba:hotel.example#key-1 --in-place",
        "verify back.json --did-document did.json --any-domain",
    ] {
        passes(folder, &line.split(' ').collect::<Vec<_>>());
    }
    let (mut back, mut before) = (read(folder, "back.json"), written);
    for document in [&mut back, &mut before] {
        document.as_object_mut().unwrap().remove("proof");
    }
    assert_eq!(back, before);
    for wrong in ["init --format anp-07 --language en", "init --format anp-07 --product Tea=3"] {
        assert_eq!(adp(folder, &wrong.split(' ').collect::<Vec<_>>()).status.code(), Some(2), "{wrong}");
    }
}

#[test]
fn a_lost_consent_exits_with_1() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    passes(folder, &["init", "--interface", "MCP=https://hotel.example/mcp.json", "-o", "ad.json"]);
    let convert = |to: &str, more: &[&str]| adp(folder, &[&["convert", "--to", to, "ad.json"], more].concat());
    assert_eq!(convert("a2a-1.0", &[]).status.code(), Some(0));
    let text = fs::read_to_string(folder.join("ad.json")).unwrap();
    let asks = text.replace("\"humanAuthorization\": false", "\"humanAuthorization\": true");
    assert_ne!(asks, text);
    fs::write(folder.join("ad.json"), asks).unwrap();
    let output = convert("a2a-1.0", &[]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("humanAuthorization") && told.contains("ask a person"), "{told}");
    assert!(!output.stdout.is_empty(), "the document is written all the same");
    assert_eq!(convert("anp-07", &[]).status.code(), Some(0));
    let method = r#"{"@context": ["https://agent-network-protocol.com/ad#"], "@type": "AgentDescription", "name": "A",
      "interfaces": [{"@type": "StructuredInterface", "@id": "urn:i", "protocol": "openrpc", "humanAuthorization": [true],
        "content": {"openrpc": "1.3.2", "info": {"title": "A", "version": "1"}, "methods": [{"name": "book", "params": []}]}}]}"#;
    fs::write(folder.join("ad.json"), method).unwrap();
    for to in ["mcp-tools", "openai"] {
        let output = convert(to, &[]);
        assert_eq!((output.status.code(), output.stdout.is_empty()), (Some(1), false), "{to}: {output:?}");
    }
}

#[test]
fn check_covers_listings() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let listing = r#"{"@context": {"@vocab": "https://schema.org/", "ad": "https://agent-network-protocol.com/ad#"},
      "@type": "CollectionPage", "items": [{"@type": "ad:AgentDescription", "@id": "https://hotel.example/ad.json"}]}"#;
    fs::write(folder.join("listing.json"), listing).unwrap();
    let output = adp(folder, &["check", "listing.json", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found["profile"], "discovery-listing");
    let rules: Vec<&str> =
        found["diagnostics"].as_array().unwrap().iter().map(|it| it["rule"].as_str().unwrap()).collect();
    assert_eq!(rules, ["anp-08-url", "anp-08-item-name"]);
    passes(folder, &["explain", "anp-08-url"]);
}

/// Objects of messaging profiles with a proof of their signer: no description, and nothing says that they are.
#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn objects_with_a_proof_are_verified_and_signed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let golden = |file: &str| -> Value { serde_json::from_str(&third_party::read(file)).unwrap() };
    let binding = golden("anp/anp/testdata/group_e2ee/did_wba_binding_golden.json");
    let bundles = golden("anp/anp/testdata/direct_e2ee/p5_v2_wire_vectors.json");
    let bundle = &bundles["signed_bundle_golden"];
    let objects = [
        (&binding["did_document"], &binding["did_wba_binding"], &binding["now"]),
        (&bundle["did_document"], &bundle["prekey_bundle"], &bundle["now"]),
    ];
    for (document, object, now) in objects {
        fs::write(folder.join("did.json"), document.to_string()).unwrap();
        fs::write(folder.join("object.json"), object.to_string()).unwrap();
        let (signer, now) = (document["id"].as_str().unwrap(), now.as_str().unwrap());
        let verify = ["verify", "object.json", "--did-document", "did.json", "--any-domain", "--at", now];
        let output = passes(folder, &[&verify[..], &["--signer", signer]].concat());
        assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
        // without a name, nobody is known to speak for such an object
        assert_eq!(adp(folder, &verify).status.code(), Some(1));
        let changed = object.to_string().replacen("2026", "2027", 1);
        fs::write(folder.join("object.json"), changed).unwrap();
        assert_eq!(adp(folder, &[&verify[..], &["--signer", signer]].concat()).status.code(), Some(1));
    }
    let mut object = binding["did_wba_binding"].clone();
    object.as_object_mut().unwrap().remove("proof");
    fs::write(folder.join("own.json"), object.to_string()).unwrap();
    passes(folder, &["key", "generate", "--type", "ed25519", "-o", "key.pem"]);
    passes(folder, &["did", "create", "--host", "a.example", "--key", "key.pem", "-o", "own-did.json"]);
    let sign = "sign own.json --key key.pem --key-id did:wba:a.example#key-1 --suite eddsa-jcs-2022 -o signed.json";
    let output = passes(folder, &sign.split(' ').collect::<Vec<_>>());
    assert!(!String::from_utf8_lossy(&output.stderr).contains("warning"), "no word of a description");
    let verify = "verify signed.json --did-document own-did.json --any-domain --signer did:wba:a.example";
    passes(folder, &verify.split(' ').collect::<Vec<_>>());
    third_party::ran("anp-signed-objects", objects.len());
}
