//! Trust manifests and signatures over catalogs: what is written here passes where it is read, and a program that knows the
//! specification alone signs and verifies both ways.

use crate::signing_agent::{Agent, Expected, code, supplied};
use adp_catalogs::{
    AI_CATALOG,
    ai_catalog::{CatalogBuilder, NewEntry, limits},
    trust_manifest::{COVERAGE_CHECK, Validity, payload, sign_catalog, sign_entries, sign_entry},
};
use adp_fixtures::samples::{files, options, parse};
use adp_fixtures::third_party;
use agent_description::{
    CodedError, Document, Json, KeyType, Timestamp,
    verification::{Binding, Need, Supplied, Verification},
};
use serde_json::{Value, json};
use std::{fs, path::PathBuf, process::Command};

const AT: &str = "2026-11-22T12:00:00Z";
const CARD: &[u8] = b"{\"name\": \"R\xc3\xa4ume\"}\n";

fn hotel() -> Agent {
    Agent::new("did:web:hotel.example", KeyType::P256, 7)
}

fn validity() -> Validity {
    Validity::from("2026-11-01T12:00:00Z".parse().unwrap()).until("2027-11-01T12:00:00Z".parse().unwrap())
}

fn builder() -> CatalogBuilder {
    let card = NewEntry::at(
        "urn:air:hotel.example:agent:rooms",
        adp_cards::A2A_CARD,
        "https://hotel.example/.well-known/agent-card.json",
    )
    .display_name("Räume 東京 😀")
    .description("Books rooms.")
    .representative_queries(["book a room", "change a booking"])
    .tags(["booking"])
    .digest_of(CARD);
    let description = NewEntry::at(
        "urn:air:hotel.example:agent:hotel",
        agent_description::format::ADP,
        "https://hotel.example/ad.json",
    )
    .version("1.0.0");
    CatalogBuilder::new().host("Hotel", Some("did:web:hotel.example")).entry(card).entry(description)
}

fn verify(catalog: &Document, agents: &[&Agent], artifact: Option<&[u8]>, at: &str) -> Verification {
    verify_for(&Expected { at: Some(at.parse().unwrap()), ..Expected::default() }, catalog, agents, artifact)
}

/// Verifies a catalog; every URL of an entry gives the artifact, if there is one.
fn verify_for(expected: &Expected, catalog: &Document, agents: &[&Agent], artifact: Option<&[u8]>) -> Verification {
    let mut supplied = supplied(agents);
    let entries = catalog.root().get("entries").and_then(Json::as_array).into_iter().flatten();
    for url in entries.filter_map(|entry| entry.get("url")?.as_str()) {
        if let Some(bytes) = artifact {
            supplied.artifacts.insert(url.to_owned(), Ok(bytes.into()));
        }
    }
    match expected.begin(catalog, AI_CATALOG) {
        Ok(pending) => pending.finish(&supplied),
        Err(refused) => *refused,
    }
}

/// A member of each of a list that reports of catalogs have; `-` for null.
fn told(verdict: &Verification, list: &str, member: &str) -> Vec<String> {
    let all = verdict.own.get(list).and_then(Json::as_array).unwrap();
    all.iter().map(|one| one.get(member).and_then(Json::as_str).unwrap_or("-").to_owned()).collect()
}

/// The code of each error of what was found below the catalog.
fn codes_below(verdict: &Verification) -> Vec<String> {
    let nested = verdict.own.get("nested").and_then(Json::as_array).unwrap();
    let code = |one: &Json| one.get("error")?.get("code")?.as_str().map(str::to_owned);
    nested.iter().map(|one| code(one).unwrap_or_default()).collect()
}

/// What following a catalog asks for, in its order, answered by a function of the URL; and the verdict.
fn follow(root: &str, answer: impl Fn(&str) -> Vec<u8>) -> (Vec<String>, Verification) {
    let mut pending = Expected { artifacts: true, ..Expected::default() }.begin(&parse(root), AI_CATALOG).unwrap();
    let (mut supplied, mut asked) = (Supplied::default(), Vec::new());
    loop {
        let needs = pending.needs(&supplied);
        if needs.is_empty() {
            return (asked, pending.finish(&supplied));
        }
        assert!(needs.len() <= 8, "{needs:?}");
        for need in needs {
            let Need::Artifact { url, .. } = need else { panic!("{need:?}") };
            supplied.artifacts.insert(url.clone(), Ok(answer(&url).into()));
            asked.push(url);
        }
    }
}

#[test]
fn what_is_written_is_valid_and_verifies_as_a_whole_and_entry_by_entry() {
    let agent = hotel();
    let whole = builder().to_ai_catalog_signed(&agent.signer(), validity()).unwrap();
    let ard = builder().to_ard_signed(&agent.signer(), validity()).unwrap();
    for (catalog, profile) in [(&whole, "ai-catalog/1.0"), (&ard, "ard/0.91")] {
        assert_eq!(AI_CATALOG.profile(catalog), profile);
        let report = AI_CATALOG.check(catalog, &options());
        assert!(report.is_valid(), "{report:#?}");
        let verdict = verify(catalog, &[&agent], Some(CARD), AT);
        assert_eq!((code(&verdict), verdict.signer.as_ref()), ("ok", Some(&agent.did)));
        assert_eq!(told(&verdict, "manifests", "artifact"), ["matches", "url"]);
    }
    // without the artifact the whole is still its operator's, and the entries are nobody's yet
    let unchecked = verify(&whole, &[&agent], None, AT);
    assert_eq!((code(&unchecked), told(&unchecked, "artifacts", "artifact")), ("ok", vec!["unchecked".to_owned()]));
    assert_eq!(told(&unchecked, "manifests", "publisher")[0], "-");
    let undecided = verify(&ard, &[&agent], None, AT);
    assert_eq!((code(&undecided), undecided.signer.as_ref()), ("catalog-unchecked", None));
    // other bytes are refused, whoever signed the catalog
    for catalog in [&whole, &ard] {
        assert_eq!(code(&verify(catalog, &[&agent], Some(b"other"), AT)), "catalog-artifact");
    }
    assert_eq!(code(&verify(&whole, &[&agent], Some(CARD), "2027-11-01T12:01:00Z")), "jws-time");
    assert_eq!(code(&verify(&whole, &[], Some(CARD), AT)), "jws-key");
}

/// A signature over the catalog that does not verify is told, and what only it would cover is no verified data.
#[test]
fn a_catalog_with_a_broken_signature_is_verified_by_its_entries_alone() {
    let agent = hotel();
    let whole = builder().to_ai_catalog_signed(&agent.signer(), validity()).unwrap();
    let renamed = parse(&whole.source().replace("Räume 東京 😀", "Evil Hotel"));
    let stripped = parse(builder().to_ard_signed(&agent.signer(), validity()).unwrap().source());
    let json = |text: &str| Json::from(text);
    for (catalog, binding, root, told) in [
        (&whole, Binding::Subject, "null", ""),
        (&renamed, Binding::Publisher, "\"jws-signature\"", "; the catalog's own signature does not verify"),
        (&stripped, Binding::Publisher, "null", ""),
    ] {
        let verdict = verify(catalog, &[&agent], Some(CARD), AT);
        assert_eq!((code(&verdict), verdict.binding), ("ok", Some(binding)));
        let found = verdict.own.get("root").and_then(|root| root.get("error")?.get("code")).cloned();
        assert_eq!(Json::from(found).to_compact(), root);
        let is_whole = binding == Binding::Subject;
        let coverage = verdict.checks.iter().find(|check| check.name == COVERAGE_CHECK);
        let detail = coverage.map(|check| check.detail.as_ref().unwrap().to_string());
        let expected = "each entry's release; not covered: names, descriptions and the list itself";
        assert_eq!(detail, (!is_whole).then(|| format!("{expected}{told}")));
        assert_eq!(verdict.own.get("coverage").unwrap().as_str(), (!is_whole).then_some("unchecked"));
        let model = AI_CATALOG.verified_model(&verdict, &options()).unwrap();
        let entry = &model.get("entries").unwrap().as_array().unwrap()[0];
        let name = entry.get("displayName").unwrap();
        assert_eq!(*name, if is_whole { json("Räume 東京 😀") } else { Json::from(None::<&str>) });
        assert_eq!(model.get("host").unwrap().is_null(), !is_whole);
        assert_eq!(*entry.get("identifier").unwrap(), json("urn:air:hotel.example:agent:rooms"));
        assert_eq!(*entry.get("url").unwrap(), json("https://hotel.example/.well-known/agent-card.json"));
        assert!(!is_whole || model.to_compact().contains("Books rooms."));
        assert!(is_whole || !model.to_compact().contains("Books rooms.") && !model.to_compact().contains("booking"));
        // once for both signatures of the DID
        let resolved: Vec<_> = verdict.checks.iter().filter(|check| check.name == "resolve").collect();
        assert_eq!(resolved.len(), 1);
        assert_eq!(
            resolved[0].detail.as_ref().unwrap().to_string(),
            "did:web:hotel.example from the caller; no document proof"
        );
    }
    let refused = verify(&renamed, &[&agent], None, AT);
    assert!(AI_CATALOG.verified_model(&refused, &options()).is_none());
}

#[test]
fn two_publishers_stand_behind_their_entries_and_nobody_behind_the_whole() {
    let (hotel, spa) = (hotel(), Agent::new("did:web:spa.example", KeyType::P256, 8));
    let both = builder().entry(NewEntry::at(
        "urn:air:spa.example:agent:sauna",
        agent_description::format::ADP,
        "https://spa.example/ad.json",
    ));
    let plain = both.to_ard().unwrap();
    let one = sign_entries(&plain, &hotel.signer(), validity(), false, limits()).unwrap();
    assert_eq!(code(&verify(&one, &[&hotel, &spa], Some(CARD), AT)), "catalog-publisher");
    let two = sign_entries(&one, &spa.signer(), validity(), false, limits()).unwrap();
    let verdict = verify(&two, &[&hotel, &spa], Some(CARD), AT);
    assert_eq!((code(&verdict), &verdict.signer, verdict.binding), ("ok", &None, Some(Binding::Publisher)));
    let named = Expected { signer: Some(hotel.did.clone()), ..Expected::default() };
    assert_eq!(code(&verify_for(&named, &two, &[&hotel, &spa], Some(CARD))), "catalog-signer");
    // signed again, a signer's earlier manifest goes and the other's stays
    let again = sign_entries(&two, &hotel.signer(), validity(), false, limits()).unwrap();
    assert_eq!(again.source(), two.source());
}

#[test]
fn what_cannot_be_signed_by_the_profile_is_not() {
    let plain = builder().to_ai_catalog().unwrap();
    let refused = |agent: &Agent| {
        let whole = sign_catalog(&plain, &agent.signer(), validity(), false, limits()).unwrap_err();
        let entries = sign_entries(&plain, &agent.signer(), validity(), false, limits()).unwrap_err();
        (whole.code().as_str(), entries.code().as_str())
    };
    for (did, key_type, codes) in [
        ("did:web:hotel.example", KeyType::Ed25519, ("jws-key", "jws-key")),
        ("did:wba:hotel.example", KeyType::P256, ("catalog-signer", "catalog-signer")),
        ("did:web:hotel.example:rooms", KeyType::P256, ("catalog-signer", "catalog-signer")),
        ("did:web:hotel.example%3A8443", KeyType::P256, ("catalog-signer", "catalog-signer")),
        ("did:web:spa.example", KeyType::P256, ("catalog-signer", "catalog-publisher")),
    ] {
        assert_eq!(refused(&Agent::new(did, key_type, 7)), codes, "{did}");
    }
    let signer = hotel().signer();
    let signed = sign_catalog(&plain, &signer, validity(), false, limits()).unwrap();
    for refused in [
        sign_catalog(&signed, &signer, validity(), false, limits()),
        sign_entries(&signed, &signer, validity(), false, limits()),
    ] {
        assert_eq!(refused.unwrap_err().code().as_str(), "proof-multiple");
    }
    // what covered the entries before does not cover what is in them now
    let entries = sign_entries(&signed, &signer, validity(), true, limits()).unwrap();
    assert!(!entries.root().contains("signature"));
    for (entry, expected) in [
        (r#"{"type": "a/b", "url": "https://a.example/"}"#, "catalog-subject"),
        (r#"{"identifier": "a", "url": "https://a.example/"}"#, "catalog-subject"),
        (r#"{"identifier": "a", "type": "a/b"}"#, "catalog-subject"),
        (r#"{"identifier": "a", "type": "a/b", "url": "http://a.example/"}"#, "catalog-subject"),
        (r#"{"identifier": "a", "type": "a/b", "digest": "sha1:00"}"#, "catalog-subject"),
    ] {
        let refused = sign_entry(parse(entry).root(), &signer, validity()).unwrap_err();
        assert_eq!(refused.code().as_str(), expected, "{entry}");
    }
}

#[test]
fn a_catalog_is_followed_four_deep_each_url_once_and_within_bounds() {
    let nested = |name: &str, urls: &[&str]| {
        let entries = urls.iter().map(|url| {
            format!(r#"{{"identifier": "urn:air:a.example:c:{name}", "type": "application/ai-catalog+json", "url": "{url}"}}"#)
        });
        format!(r#"{{"specVersion": "1.0", "entries": [{}]}}"#, entries.collect::<Vec<_>>().join(","))
    };
    let url = |n: usize| format!("https://a.example/{n}");
    let number = |url: &str| url.rsplit('/').next().unwrap().parse::<usize>().unwrap();
    let signed = |text: String| text.replacen('{', UNREADABLE, 1);
    // each names itself, the first and the next one
    let (asked, verdict) = follow(&signed(nested("0", &[&url(1), &url(1), &url(2)])), |asked| {
        nested("x", &[asked, &url(1), &url(number(asked) + 10)]).into_bytes()
    });
    assert_eq!(asked.iter().map(|url| number(url)).collect::<Vec<_>>(), [1, 2, 11, 12, 21, 22, 31, 32]);
    // those in the fourth name what is followed no further: theirs, themselves and the first
    assert_eq!(codes_below(&verdict), ["invalid-value"; 6]);
    let many: Vec<String> = (0..1000).map(url).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let (asked, verdict) = follow(&signed(nested("0", &many)), |_| b"no catalog".to_vec());
    assert_eq!((asked.len(), codes_below(&verdict).len()), (256, 1000));
    assert_eq!(codes_below(&verdict), [vec!["invalid-value"; 256], vec!["catalog-unchecked"; 744]].concat());
}

/// A signature that nobody verifies: a catalog without any is not looked into.
const UNREADABLE: &str = r#"{"signature": {}, "#;

/// What a nested catalog says of an artifact is compared whoever else names it, whenever it was fetched, and where it stands in place.
#[test]
fn nothing_below_a_catalog_goes_untold() {
    const RIGHT: &str = "sha256:2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae";
    const WRONG: &str = "sha256:fcde2b2edba56bf408601fb721fe9b5c338d10ee429ea04fae5511b68fbf8fb9";
    let catalog = |entries: &[String]| format!(r#"{{"specVersion": "1.0", "entries": [{}]}}"#, entries.join(","));
    let artifact = |digest: &str| {
        format!(r#"{{"identifier": "a", "type": "a/b", "url": "https://a.example/foo", "digest": "{digest}"}}"#)
    };
    let inline = |digest: &str| format!(r#"{{"identifier": "a", "type": "a/b", "data": {{}}, "digest": "{digest}"}}"#);
    let named = |url: &str| {
        format!(r#"{{"identifier": "c", "type": "application/ai-catalog+json", "url": "https://a.example/{url}"}}"#)
    };
    let follow = |root: String, served: &[(&str, String)]| {
        let (_, verdict) = follow(&root.replacen('{', UNREADABLE, 1), |url| {
            let found = served.iter().find(|(name, _)| Some(*name) == url.rsplit('/').next());
            found.map_or_else(|| b"foo".to_vec(), |(_, text)| text.clone().into_bytes())
        });
        codes_below(&verdict)
    };
    // fetched for the catalog itself, and named below it with another digest, which comes later
    for (digest, told) in [(RIGHT, ""), (WRONG, "catalog-artifact")] {
        assert_eq!(follow(catalog(&[artifact(RIGHT), named("c")]), &[("c", catalog(&[artifact(digest)]))]), [told]);
        // five catalogs in one another, the innermost at the depth that is the last
        let chain: Vec<(&str, String)> = ["1", "2", "3", "4"]
            .into_iter()
            .zip([catalog(&[named("2")]), catalog(&[named("3")]), catalog(&[named("4")]), catalog(&[artifact(digest)])])
            .collect();
        assert_eq!(follow(catalog(&[named("1")]), &chain), [told]);
    }
    assert_eq!(follow(catalog(&[named("c")]), &[("c", catalog(&[inline(WRONG)]))]), ["catalog-artifact"]);
    // an artifact first, a catalog below: it is fetched once more, and looked into
    let hidden = catalog(&[artifact(WRONG)]);
    // a nested catalog that decoders without regard to case read otherwise, in itself and in what stands in it
    for doubtful in [
        format!(r#"{{"specVersion": "1.0", "entries": [], "Entries": [{}]}}"#, artifact(RIGHT)),
        catalog(&[artifact(RIGHT).replace(r#""digest""#, r#""Digest": "sha256:00", "digest""#)]),
        catalog(&[format!(
            r#"{{"identifier": "i", "type": "application/ai-catalog+json", "data": {}}}"#,
            catalog(&[artifact(RIGHT).replace("url", "U_R_L")])
        )]),
    ] {
        assert_eq!(follow(catalog(&[named("c")]), &[("c", doubtful)]), ["spelling"]);
    }
    let plain = r#"{"identifier": "x", "type": "a/b", "url": "https://a.example/x", "digest": "sha256:00"}"#.to_owned();
    let told = follow(catalog(&[plain, named("c")]), &[("c", catalog(&[named("x")])), ("x", hidden)]);
    assert!(told.contains(&"catalog-artifact".to_owned()), "{told:?}");
}

fn python(tasks: &[Value]) -> Vec<Value> {
    third_party::answers_of_python(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/interop/trust_manifest.py"), tasks)
}

fn documents(agents: &[&Agent]) -> Value {
    let pairs =
        agents.iter().map(|agent| (agent.did.to_string(), serde_json::from_str(agent.document.source()).unwrap()));
    Value::Object(pairs.collect())
}

#[test]
#[ignore = "needs INTEROP_PYTHON"]
fn python_verifies_what_is_signed_here() {
    let agent = hotel();
    let whole = builder().to_ai_catalog_signed(&agent.signer(), validity()).unwrap();
    let ard = builder().to_ard_signed(&agent.signer(), validity()).unwrap();
    let mut tasks = Vec::new();
    let mut expected = Vec::new();
    for (catalog, has_root) in [(&whole, true), (&ard, false)] {
        for (from, to, root, entries) in [
            ("", "", true, [true, true]),
            ("Books rooms.", "Books suites.", false, [true, true]),
            ("agent:rooms", "agent:suites", false, [false, true]),
            ("\"version\": \"1.0.0\"", "\"version\": \"1.0.1\"", false, [true, false]),
        ] {
            let text = catalog.source().replacen(from, to, if from.is_empty() { 0 } else { 1 });
            let artifacts =
                json!({"https://hotel.example/.well-known/agent-card.json": String::from_utf8(CARD.to_vec()).unwrap()});
            tasks.push(json!({"do": "verify", "catalog": text, "documents": documents(&[&agent]), "artifacts": artifacts, "at": AT}));
            expected.push((has_root.then_some(root), entries, parse(&text)));
        }
    }
    for (answer, (root, entries, catalog)) in python(&tasks).iter().zip(&expected) {
        assert_eq!(answer["root"].get("verified").and_then(Value::as_bool), *root, "{answer}");
        let ours = verify(catalog, &[&agent], Some(CARD), AT);
        for (at, entry) in entries.iter().enumerate() {
            assert_eq!(answer["entries"][at][0]["verified"], *entry, "{answer}");
            let manifest = ours.own.get("manifests").and_then(Json::as_array).unwrap()[at].clone();
            assert_eq!(manifest.get("verified").and_then(Json::as_bool), Some(*entry), "{manifest:?}");
        }
        assert_eq!(answer["verified"], ours.is_verified(), "{answer}");
    }
    third_party::ran("interop-trust-manifest-reads-ours", tasks.len());
}

#[test]
#[ignore = "needs INTEROP_PYTHON"]
fn what_python_signs_verifies_here() {
    let agent = hotel();
    let kid = agent.method().to_string();
    let secret = agent.key.to_pem();
    let sign = |what: &str, container: Value| {
        json!({"do": "sign", "what": what, "container": container, "secret": secret.as_str(), "kid": kid,
            "issuedAt": "2026-11-01T13:00:00+01:00", "expiresAt": "2027-01-01T00:00:00.5Z"})
    };
    let mut cases = 0;
    for extra in [
        json!({}),
        json!({"note": {"jws": 1, "signature": {"jws": "x"}}, "ünïcode": "\u{e000}😀\u{1f}", "n": 1e21, "f": 0.1, "z": -0.0}),
    ] {
        let data = json!({"b": [1, 2.50, 1e2], "a": "é"});
        let digest = adp_catalogs::ai_catalog::ArtifactDigest::from_bytes(&agent_description::json::jcs::canonicalize(
            parse(&data.to_string()).json(),
        ));
        let subject = json!({"identifier": "urn:air:hotel.example:agent:rooms", "type": "application/json", "digest": digest.as_str()});
        let mut manifest = json!({"contributor": "did:web:hotel.example", "subject": subject});
        manifest.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        let signed = python(&[sign("manifest", manifest)])[0]["signed"].clone();
        let mut entry = subject.clone();
        (entry["data"], entry["trustManifests"]) = (data, json!([signed]));
        let catalog = json!({"specVersion": "1.0", "host": {"displayName": "H", "identifier": "did:web:hotel.example"}, "entries": [entry]});
        let root = python(&[sign("catalog", catalog.clone())])[0]["signed"].clone();
        for (value, has_root) in [(catalog, false), (root, true)] {
            let document = parse(&value.to_string());
            let verdict = verify(&document, &[&agent], None, AT);
            let is_signed = !verdict.own.get("root").unwrap().is_null();
            assert_eq!((code(&verdict), is_signed), ("ok", has_root), "{:?}", verdict.error);
            assert_eq!(told(&verdict, "manifests", "publisher"), [agent.did.as_str()]);
            assert_eq!(told(&verdict, "manifests", "artifact"), ["matches"]);
            let changed = parse(&value.to_string().replace("agent:rooms", "agent:suites"));
            assert_ne!(code(&verify(&changed, &[&agent], None, AT)), "ok");
            cases += 2;
        }
    }
    third_party::ran("interop-trust-manifest-read", cases);
}

#[test]
#[ignore = "needs INTEROP_PYTHON"]
fn python_judges_our_vectors_as_they_say() {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../vectors/trust-manifest"));
    let mut names: Vec<PathBuf> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    names.sort();
    let (mut tasks, mut expected) = (Vec::new(), Vec::new());
    for path in &names {
        let text = fs::read_to_string(path).unwrap();
        let (headers, body) = text.split_once("\n\n").unwrap();
        let header = |name: &str| headers.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")));
        // whom a caller expects is no question of the profile
        if header("signer").is_some() {
            continue;
        }
        let did_document: Value =
            serde_json::from_str(&fs::read_to_string(folder.join(header("did-document").unwrap())).unwrap()).unwrap();
        let documents = json!({did_document["id"].as_str().unwrap(): did_document});
        let artifacts = match header("artifact") {
            Some(artifact) => json!({"https://hotel.example/card.json": artifact}),
            None => json!({}),
        };
        tasks.push(json!({"do": "verify", "catalog": body, "documents": documents, "artifacts": artifacts, "at": header("at")}));
        expected.push((path, header("expect") == Some("ok")));
    }
    for (answer, (path, is_ok)) in python(&tasks).iter().zip(&expected) {
        assert_eq!(answer["verified"], *is_ok, "{}: {answer}", path.display());
    }
    third_party::ran("interop-trust-manifest-vectors", tasks.len());
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn ards_conformance_programs_pass_what_is_written() {
    let signer = hotel().signer();
    let plain = builder().to_ai_catalog().unwrap();
    let entries = sign_entries(&plain, &signer, validity(), false, limits()).unwrap();
    let whole = builder().to_ai_catalog_signed(&signer, validity()).unwrap();
    let ard = builder().to_ard_signed(&signer, validity()).unwrap();
    let folder = std::env::temp_dir().join(format!("adp-catalogs-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let mut cases = 0;
    for (program, name, catalog) in [
        ("v0.9", "plain", &plain),
        ("v0.9", "entries", &entries),
        ("v0.91", "plain", &plain),
        ("v0.91", "entries", &entries),
        ("v0.91", "whole", &whole),
        ("v0.91", "ard", &ard),
    ] {
        let file = folder.join(format!("{name}.json"));
        fs::write(&file, catalog.source()).unwrap();
        let program = third_party::path(&format!("ard/{program}/conformance/bin/conformance-test"));
        let output = Command::new(third_party::python()).arg(&program).arg("manifest").arg(&file).output().unwrap();
        let told = String::from_utf8_lossy(&output.stdout);
        assert!(
            output.status.success() && told.contains("CONFORMANCE STATUS") && !told.contains("Traceback"),
            "{told}"
        );
        cases += 1;
    }
    fs::remove_dir_all(&folder).unwrap();
    third_party::ran("catalogs-ard-conformance", cases);
}

#[test]
#[ignore = "needs THIRD_PARTY_VECTORS"]
fn no_signature_of_the_material_verifies() {
    // the one there is is a placeholder, and what the first generation calls a signature cannot be verified by anybody
    let mut cases = 0;
    for folder in ["ai-catalog/draft-be6803f6/examples", "a2a/wild/catalogs"] {
        for (name, text) in files(&third_party::path(folder)) {
            let document = parse(&text);
            let Ok(pending) = Expected::default().begin(&document, AI_CATALOG) else { continue };
            let verdict = pending.finish(&Supplied::default());
            assert!(!verdict.is_verified() && verdict.signatures.iter().all(|one| one.error.is_some()), "{name}");
            cases += 1;
        }
    }
    assert!(cases > 0);
}

#[test]
fn two_members_are_left_out_and_only_where_they_are_the_containers_own() {
    for (text, covered) in [
        (
            r#"{"signature": {"signer": "s", "jws": "x", "more": 1}, "additionalSignatures": [1], "a": 1}"#,
            r#"{"a":1,"signature":{"more":1,"signer":"s"}}"#,
        ),
        (
            r#"{"signature": {"jws": "x", "signature": {"jws": "y"}, "additionalSignatures": 2}, "jws": "z"}"#,
            r#"{"jws":"z","signature":{"additionalSignatures":2,"signature":{"jws":"y"}}}"#,
        ),
        (
            r#"{"entries": [{"trustManifests": [{"signature": {"jws": "y"}, "additionalSignatures": 1}]}]}"#,
            r#"{"entries":[{"trustManifests":[{"additionalSignatures":1,"signature":{"jws":"y"}}]}]}"#,
        ),
        (r#"{"signature": [{"jws": "x"}]}"#, r#"{"signature":[{"jws":"x"}]}"#),
    ] {
        assert_eq!(String::from_utf8(payload(parse(text).root()).into_bytes()).unwrap(), covered);
    }
}

#[test]
fn a_signer_is_a_host_in_one_spelling_alone() {
    let is_refused = |signer: &str| {
        let text = format!(
            r#"{{"specVersion": "1.0", "entries": [], "signature": {{"profile": "did-web-v1", "signer": "{signer}"}}}}"#
        );
        let report = AI_CATALOG.check(&parse(&text), &options());
        let told = report.diagnostics.iter().find(|found| found.rule.id == "catalog-signature").unwrap();
        // of a signer that is accepted, the next member is missing
        assert_ne!(told.message.contains("invalid signer"), told.message.contains("`signature.issuedAt` is missing"));
        told.message.contains("invalid signer")
    };
    for signer in ["did:web:hotel.example", "did:web:xn--bcher-kva.example", "did:web:a.b.c.example"] {
        assert!(!is_refused(signer), "{signer}");
    }
    for signer in [
        "",
        "hotel.example",
        "https://hotel.example",
        "did:wba:hotel.example",
        "did:key:z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw",
        "did:web:Hotel.example",
        "did:web:hotel.example.",
        "did:web:hotel.example:rooms",
        "did:web:hotel.example%3A8443",
        "did:web:127.0.0.1",
        "did:web:2130706433",
        "did:web:[::1]",
        "did:web:bücher.example",
        "did:web:localhost",
        "did:web:hotel.example#key-1",
        "did:web:hotel.example?a",
        " did:web:hotel.example",
        "did:web:",
    ] {
        assert!(is_refused(signer), "{signer}");
    }
}

#[test]
fn a_minute_is_let_pass_at_either_end() {
    let agent = hotel();
    let at = |text: &str| text.parse::<Timestamp>().unwrap();
    let validity = Validity::from(at("2026-11-01T12:00:00Z")).until(at("2026-11-02T12:00:00Z"));
    let catalog = builder().to_ai_catalog_signed(&agent.signer(), validity).unwrap();
    for (now, counts) in [
        ("2026-11-01T11:58:59Z", false),
        ("2026-11-01T11:59:00Z", true),
        ("2026-11-01T13:00:00+01:00", true),
        ("2026-11-02T12:00:59Z", true),
        ("2026-11-02T12:01:00Z", false),
    ] {
        let expected = if counts { "ok" } else { "jws-time" };
        assert_eq!(code(&verify(&catalog, &[&agent], Some(CARD), now)), expected, "{now}");
    }
    let same = at("2026-11-01T12:00:00Z");
    let refused = builder().to_ai_catalog_signed(&agent.signer(), Validity::from(same).until(same)).unwrap_err();
    assert_eq!(refused.code().as_str(), "invalid-time");
}
