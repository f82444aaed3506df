//! The pages in a browser: headless Chromium, by keyboard, without script, phone and desk, light and dark.

use crate::http::served::Served;
use adp_fixtures::third_party;
use serde_json::{Value, json};
use std::{
    io::Write,
    process::{Command, Stdio},
};

fn visited(served: &Served) -> Value {
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/interop/registry_pages.mjs");
    let task = json!({
        "base": served.base(),
        "chromium": third_party::needed("INTEROP_CHROMIUM").to_string_lossy(),
        "screenshots": std::env::var("REGISTRY_SCREENSHOTS").ok(),
    });
    let mut child = Command::new("node")
        .arg(program)
        .env("INTEROP_NODE_MODULES", third_party::needed("INTEROP_NODE_MODULES"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(task.to_string().as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "the browser's program failed: see above");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
#[ignore = "needs INTEROP_CHROMIUM and INTEROP_NODE_MODULES"]
fn a_person_finds_reads_and_checks() {
    let served = Served::demo(&["--rate", "1000"]);
    let seen = visited(&served);
    assert_eq!(seen["complaints"], json!([]), "no policy was broken, no script ran");
    assert_eq!(seen["foreign"], json!([]), "nothing is loaded from elsewhere");
    assert_eq!(seen["wide"], json!([]), "no page is wider than its window");
    let pages = seen["pages"].as_object().unwrap();
    assert_eq!(pages.len(), 84);
    assert_eq!(seen["faint"], json!([]), "every text has a contrast of 4.5 or more");
    assert_eq!(seen["small"], json!([]), "every target is at least 24 px high");
    assert_eq!(seen["unreached"], json!([]), "Tab reaches everything in the order of the page");
    for (name, page) in pages {
        let lang = name.rsplit(' ').next();
        assert_eq!((page["h1"].as_u64(), page["lang"].as_str()), (Some(1), lang), "{name}");
        assert_eq!((&page["scripts"], &page["handlers"], &page["bold"]), (&json!(0), &json!(0), &json!(0)), "{name}");
        assert_eq!(page["unlabelled"], json!([]), "{name}");
        let is_dark = page["paper"] == "rgb(20, 25, 26)";
        assert_eq!(is_dark, name.contains(" dark "), "{name}: {}", page["paper"]);
    }
    let text = |name: &str| pages[&format!("{name} 1280 light en")]["text"].as_str().unwrap().to_owned();
    assert!(text("home").contains("1–10 of 17 agents (38 documents)"), "{}", text("home"));
    let badges = pages["found 1280 light en"]["badges"].as_array().unwrap();
    assert_eq!(badges.first(), Some(&json!("Verified")));
    // of this agent one document is verified and another is not
    assert!(text("home").contains("A2A card: Verified · Agent description: Not verified"), "{}", text("home"));
    // the documents of an agent in one result, with the price of a verified one
    let found = text("found");
    assert_eq!(found.matches("Harbour Hotel Rooms").count(), 1, "{found}");
    assert!(
        found.contains("Double room, one night: 140.00 EUR") && found.contains("https://hotel.example/a2a"),
        "{found}"
    );
    assert!(text("nothing").contains("No agent has all of these words"));
    assert!(text("problem").contains("did you mean name?"));
    let entry = text("entry");
    assert!(entry.contains("did:wba:hotel.example:agent signed this document"), "{entry}");
    assert!(entry.contains("A2A (JSON-RPC)") && entry.contains("https://hotel.example/a2a"), "{entry}");
    assert!(text("priced").contains("140.00 EUR"), "{}", text("priced"));
    assert_eq!(pages["priced 1280 light en"]["title"], "Harbour Hotel Rooms – Agent description · Agent registry");
    let refused = text("refused");
    assert!(refused.contains("The document was changed after signing, or another key signed it"), "{refused}");
    assert!(refused.contains("Do not rely on its content") && refused.contains("jws-signature"), "{refused}");
    let chinese = |name: &str| pages[&format!("{name} 1280 light zh-CN")]["text"].as_str().unwrap().to_owned();
    assert!(
        chinese("home").contains("共 17 个智能体") && chinese("refused").contains("签名不匹配"),
        "{}",
        chinese("home")
    );
    assert!(text("lapsed").contains("proof-expired"), "{}", text("lapsed"));
    assert!(text("missing").contains("not-found"));
    // hostile texts are shown as they are, with marks for what is not seen
    let hostile = text("hostile");
    assert!(hostile.contains("<b>Verified</b> <script>alert(1)</script>"), "{hostile}");
    assert!(hostile.contains("U+202E") && hostile.contains("+901") && !hostile.contains('\u{202e}'), "{hostile}");
    let api = text("hostileApi");
    assert!(!api.contains(['\u{202e}', '\u{200b}', '\u{2066}', '\u{200f}']));
    assert!(api.contains("This document contains invisible characters"), "{api}");

    // by keyboard: over the skip link, the navigation and the other language into the search
    let tabs = ["Skip to content", "Agent registry", "Search", "Check a document", "API", "中文", "q"];
    assert_eq!(seen["tabs"], json!(tabs));
    assert!(seen["searched"]["text"].as_str().unwrap().contains("Rain Radar"), "{}", seen["searched"]);
    assert!(
        seen["opened"]["url"].as_str().unwrap().starts_with("/entry/urn:air:weather.example:"),
        "{}",
        seen["opened"]
    );

    let pasted = &seen["pasted"];
    assert!(pasted["text"].as_str().unwrap().contains("Not valid"));
    let beside: Vec<(&str, &str)> = pasted["beside"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (it[0].as_str().unwrap(), it[1].as_str().unwrap()))
        .collect();
    assert!(beside.iter().any(|(line, text)| *line == "L3" && text.contains("ftp")), "{beside:?}");
    assert!(beside.iter().any(|(line, text)| *line == "L4" && text.contains("skills is empty")), "{beside:?}");
    assert!(pasted["again"].as_str().unwrap().starts_with("{\n  \"name\": \"Rooms\""));
    let uploaded = &seen["uploaded"];
    assert_eq!(uploaded["images"], 0);
    assert_eq!(uploaded["beside"][0][0], "L2", "{uploaded}");
    assert!(uploaded["text"].as_str().unwrap().contains("xU+202E<img src=x"), "{uploaded}");
    assert!(seen["empty"].as_str().unwrap().contains("No document: paste text or choose a file"));
    third_party::ran("registry-pages-in-chromium", pages.len());
}
