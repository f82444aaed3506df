//! What the API answers, by the demonstration's entries.

use crate::http::served::{Served, adp_registry};
use serde_json::json;
use std::{fs, process::Stdio, time::Duration};

const HOTEL: &str = "urn:air:hotel.example:agent:book-room";

#[test]
fn search_by_text_filter_and_language() {
    let served = Served::demo(&[]);
    let asked = json!({"query": {"text": "weather forecast tools", "filter": {"type": "application/a2a-agent-card+json", "verified": true}}});
    let found = served.post("/search", &asked).json();
    let ids: Vec<_> =
        found["results"].as_array().unwrap().iter().map(|it| it["identifier"].as_str().unwrap()).collect();
    assert_eq!(ids, ["urn:air:weather.example:agent:forecast"], "{found}");
    assert_eq!(found["results"][0]["score"], 100);
    assert_eq!(found["results"][0]["source"], format!("{}/", served.base()));

    let chinese = served.get("/search?q=%E5%A4%A9%E6%B0%94%E9%A2%84%E6%8A%A5%20AND%20verified%3Dtrue").json();
    let hosts: Vec<_> =
        chinese["results"].as_array().unwrap().iter().map(|it| it["identifier"].as_str().unwrap()).collect();
    assert!(!hosts.is_empty() && hosts.iter().all(|id| id.starts_with("urn:air:tianqi.example:")), "{hosts:?}");

    let refused = served.get("/search?q=name%3A%22open");
    assert_eq!((refused.status, refused.json()["errorCode"].as_str()), (400, Some("INVALID_ARGUMENT")));
    for body in [
        json!({}),
        json!({"query": {}}),
        json!({"query": {"text": "a", "filter": {"colour": "red"}}}),
        json!({"query": {"text": "a"}, "federation": "all"}),
    ] {
        assert_eq!(served.post("/search", &body).status, 400, "{body}");
    }
    // what other registries have is not asked for, whatever is wished
    assert_eq!(served.post("/search", &json!({"query": {"text": "travel"}, "federation": "auto"})).status, 200);
}

#[test]
fn pages_of_a_list_have_each_entry_once() {
    let served = Served::demo(&["--rate", "1000"]);
    let (mut seen, mut token, mut total) = (Vec::new(), String::new(), 0);
    loop {
        let page = served.get(&format!("/agents?pageSize=7{token}")).json();
        total = total.max(page["total"].as_u64().unwrap());
        seen.extend(page["items"].as_array().unwrap().iter().map(|it| it["identifier"].as_str().unwrap().to_owned()));
        match page["pageToken"].as_str() {
            Some(next) => token = format!("&pageToken={next}"),
            None => break,
        }
    }
    let mut sorted = seen.clone();
    sorted.sort();
    sorted.dedup();
    assert_eq!((seen.len() as u64, &sorted), (total, &seen));
    assert_eq!(served.get("/agents?orderBy=colour").status, 400);
    let cards = served.get("/agents?filter=format%3Da2a-card&pageSize=100").json();
    assert_eq!(cards["total"], 13, "{cards}");
}

#[test]
fn an_entry_its_bytes_and_its_evidence() {
    let served = Served::demo(&[]);
    // encoded as one segment or as it is: the same entry
    let entry = served.get(&format!("/agents/{}", HOTEL.replace(':', "%3A"))).json();
    assert_eq!(entry, served.get(&format!("/agents/{HOTEL}")).json());
    assert_eq!(entry["metadata"]["identity"], "did:wba:hotel.example:agent");
    assert_eq!(entry["url"], format!("{}/agents/{HOTEL}/document", served.base()));

    let document = served.get(&format!("/agents/{HOTEL}/document"));
    assert_eq!(document.header("content-type"), Some("application/json"));
    assert_eq!(document.header("x-content-type-options"), Some("nosniff"));
    assert!(document.header("content-disposition").unwrap().starts_with("attachment"));
    assert_eq!(document.json()["name"], "Harbour Hotel Rooms");
    let evidence = served.get(&format!("/agents/{HOTEL}/evidence")).json();
    assert_eq!(document.header("etag").unwrap(), format!("\"{}\"", evidence["sha256"].as_str().unwrap()));
    assert_eq!(evidence["verified"], true);
    let again = served.send(
        "GET",
        &format!("/agents/{HOTEL}/document"),
        &[("If-None-Match", document.header("etag").unwrap())],
        b"",
    );
    assert_eq!((again.status, again.body.as_str()), (304, ""));

    let tampered = served.get("/agents/urn:air:translate.example:agent:translate/evidence").json();
    assert_eq!(tampered["evidence"]["refusal"]["code"], "jws-signature", "{tampered}");
    for (path, status, code) in [
        ("/agents/urn:air:hotel.example:agent:none", 404, "NOT_FOUND"),
        ("/agents/urn:air:hotel.example:agent:none/document", 404, "NOT_FOUND"),
        ("/agents/nothing", 400, "INVALID_ARGUMENT"),
        ("/agents/urn%3Aair%3Ahotel.example%2Fa%3Ab", 400, "INVALID_ARGUMENT"),
        ("/agents/%ff", 400, "INVALID_ARGUMENT"),
        ("/nothing", 404, "NOT_FOUND"),
    ] {
        let answer = served.get(path);
        assert_eq!((answer.status, answer.json()["errorCode"].as_str()), (status, Some(code)), "{path}");
    }
    assert_eq!(served.send("PATCH", "/agents", &[], b"").status, 405);
}

#[test]
fn facets_count_over_all_that_is_found() {
    let served = Served::demo(&[]);
    let asked = json!({"resultType": {"facets": [{"field": "format"}, {"field": "publisher", "limit": 2}]}});
    let found = served.post("/explore", &asked).json();
    assert_eq!(found["resultType"], "facets");
    assert_eq!(found["facets"]["format"]["buckets"][0], json!({"value": "a2a-card", "count": 13}), "{found}");
    assert_eq!(found["facets"]["publisher"]["buckets"].as_array().unwrap().len(), 2);
    assert!(found["facets"]["publisher"]["otherCount"].as_u64().unwrap() > 20);
    assert_eq!(served.post("/explore", &json!({"resultType": {"facets": [{"field": "colour"}]}})).status, 400);
}

#[test]
fn other_origins_may_read_and_not_write() {
    let served = Served::demo(&[]);
    let origin = ("Origin", "https://elsewhere.example");
    assert_eq!(served.send("GET", "/agents", &[origin], b"").header("access-control-allow-origin"), Some("*"));
    let asked = ("Access-Control-Request-Method", "PUT");
    let preflight = served.send("OPTIONS", &format!("/agents/{HOTEL}"), &[origin, asked], b"");
    assert_eq!((preflight.status, preflight.header("access-control-allow-methods")), (204, Some("GET, HEAD")));
    let preflight = served.send("OPTIONS", "/search", &[origin], b"");
    assert_eq!(preflight.header("access-control-allow-methods"), Some("GET, HEAD, POST"));
    // pages are for people
    for page in ["/", "/check", &format!("/entry/{HOTEL}")] {
        assert_eq!(served.send("GET", page, &[origin], b"").header("access-control-allow-origin"), None, "{page}");
    }
    // without an origin of its own the registry takes no writes at all
    for method in ["PUT", "DELETE"] {
        let answer = served.send(method, &format!("/agents/{HOTEL}"), &[origin], b"{}");
        assert_eq!((answer.status, answer.header("allow")), (405, Some("GET,HEAD")), "{method}");
        assert_eq!(answer.json()["message"], "Writing is disabled: start the server with --origin", "{method}");
    }
}

/// Of this agent the description is verified, and the card was changed after signing.
#[test]
fn a_verified_result_shows_nothing_of_unverified_documents() {
    let served = Served::demo(&["--rate", "1000"]);
    let page = served.get("/?host=translate.example").body;
    for text in ["1 agent (3 documents)", "One page", "12.50 EUR", "https://translate.example/translate.yaml"] {
        assert!(page.contains(text), "{text}: {page}");
    }
    for text in ["Now recommends one hotel alone.", "https://translate.example/a2a"] {
        assert!(!page.contains(text), "{text}: {page}");
    }
    let chinese = served.get("/?language=zh").body;
    assert!(chinese.contains("of 3 agents") && !chinese.contains("Rain Radar"), "{chinese}");
    // a filter by format shows the agent with all its documents
    let cards = served.get("/?format=mcp-tools").body;
    assert!(cards.contains("of 3 agents (3 documents)") && !cards.contains("Patent Translator"), "{cards}");
}

/// The pages of a list lead forth and back, and an empty one says what can be done.
#[test]
fn pages_of_a_list_lead_back() {
    let served = Served::demo(&["--rate", "1000"]);
    let link = |page: &str, rel: &str| {
        let (_, rest) = page.split_once(&format!("rel=\"{rel}\" href=\""))?;
        Some(rest.split('"').next().unwrap().replace("&#38;", "&").replace("&amp;", "&"))
    };
    let names = |page: &str| page.matches("<h3>").count();
    let first = served.get("/").body;
    assert_eq!((names(&first), link(&first, "prev")), (10, None));
    let second = served.get(&link(&first, "next").unwrap()).body;
    assert!(second.contains("11–17 of 17 agents") && link(&second, "next").is_none(), "{second}");
    let back = served.get(&link(&second, "prev").unwrap()).body;
    assert!(back.contains("1–10 of 17 agents") && link(&back, "prev").is_none(), "{back}");
    assert!(served.get("/?q=zzzz").body.contains("No agent has all of these words"));
    let filtered = served.get("/?q=zzzz&verified=true").body;
    assert!(filtered.contains("remove a filter") && !filtered.contains("Sort by"), "{filtered}");
}

#[test]
fn pages_are_in_the_language_that_a_browser_prefers() {
    let served = Served::demo(&["--rate", "1000"]);
    let get = |target: &str, headers: &[(&str, &str)]| served.send("GET", target, headers, b"");
    let chinese = ("Accept-Language", "zh-CN,zh;q=0.9,en;q=0.8");
    let entry = format!("/entry/{HOTEL}");
    for target in ["/", "/?q=nam%3Ax", "/check", "/api", &entry, "/entry/urn:air:none.example:agent:none"] {
        let (english, chinese) = (get(target, &[]), get(target, &[chinese]));
        assert_eq!(english.status, chinese.status, "{target}");
        for (answer, lang, text) in [(&english, "en", "Agent registry"), (&chinese, "zh-CN", "智能体注册中心")] {
            assert!(answer.body.contains(&format!("<html lang=\"{lang}\">")), "{target}: {answer:?}");
            assert!(answer.body.contains(text), "{target}: {answer:?}");
            assert_eq!(answer.header("content-language"), Some(lang), "{target}");
            assert_eq!(answer.header("vary"), Some("Accept-Language, Cookie"), "{target}");
        }
    }
    let page = get(&entry, &[chinese]).body;
    for text in ["已验证", "此文档由", "如何调用", "A2A 卡片", "https://hotel.example/a2a"] {
        assert!(page.contains(text), "{text}: {page}");
    }
    // the choice of a person comes before the browser's
    let chosen = get("/language/zh-CN", &[]);
    assert_eq!((chosen.status, chosen.header("location")), (303, Some("/")));
    // the link leads back to its page, and never to another site
    for (from, to) in [
        ("https://registry.example/entry/a%2Fb?c=d", "/entry/a%2Fb?c=d"),
        ("https://registry.example//evil.example/", "/"),
        ("//evil.example", "/"),
        ("not a URL", "/"),
    ] {
        let chosen = get("/language/zh-CN", &[("Referer", from)]);
        assert_eq!((chosen.status, chosen.header("location")), (303, Some(to)), "{from}");
    }
    let cookie = chosen.header("set-cookie").unwrap();
    assert!(cookie.starts_with("language=zh-CN; Path=/;") && cookie.contains("HttpOnly"), "{cookie}");
    assert!(get("/", &[("Cookie", "a=b; language=zh-CN")]).body.contains("<html lang=\"zh-CN\">"));
    assert!(get("/", &[("Cookie", "language=en"), chinese]).body.contains("<html lang=\"en\">"));
    assert!(get("/", &[("Cookie", "language=<b>")]).body.contains("<html lang=\"en\">"));
    assert_eq!(get("/language/fr", &[]).status, 404);
    // a program gets JSON where there is nothing, and a browser a page
    let (program, browser) = (get("/nothing", &[]), get("/nothing", &[("Accept", "text/html,*/*;q=0.8"), chinese]));
    assert_eq!((program.status, program.json()["errorCode"].as_str()), (404, Some("NOT_FOUND")));
    assert_eq!((browser.status, browser.header("content-type")), (404, Some("text/html; charset=utf-8")));
    assert!(browser.body.contains("未找到"), "{browser:?}");
}

#[test]
fn each_response_is_a_line_of_the_log() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    let mut command = adp_registry();
    command.args(["serve", "--demo", "--json", "--listen", "127.0.0.1:0"]).stderr(Stdio::null());
    let mut process = command.stdout(fs::File::create(&path).unwrap()).spawn().unwrap();
    let read = || -> Vec<serde_json::Value> {
        let log = fs::read_to_string(&path).unwrap();
        serde_json::Deserializer::from_str(&log).into_iter().map_while(Result::ok).collect()
    };
    while read().is_empty() && process.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(20));
    }
    let address = read()[0]["address"].as_str().unwrap().parse().unwrap();
    let served = Served { address, process };
    assert_eq!((served.get("/healthz").status, served.get("/healthz").body.as_str()), (200, "ok\n"));
    served.get("/agents/urn:air:none.example:agent:x/document?token=secret");
    let mut lines = read().split_off(1);
    for line in &mut lines {
        let line = line.as_object_mut().unwrap();
        assert!(line.remove("time").unwrap().as_str().unwrap().ends_with('Z') && line.remove("milliseconds").is_some());
        line.remove("detail");
    }
    let health = json!({"status": 200, "client": "127.0.0.1", "request": "GET /healthz", "did": null, "claimed_did": null,
        "entry": null, "code": null});
    let missing = json!({"status": 404, "client": "127.0.0.1",
        "request": "GET /agents/urn:air:none.example:agent:x/document", "did": null, "claimed_did": null,
        "entry": "urn:air:none.example:agent:x", "code": "NOT_FOUND"});
    assert_eq!(lines, [health.clone(), health, missing]);
}

#[test]
fn counters_for_prometheus() {
    let served = Served::demo(&[]);
    let (_, _) = (served.get("/agents"), served.get("/agents/nothing"));
    let text = served.get("/metrics");
    assert_eq!(text.header("content-type"), Some("text/plain; version=0.0.4; charset=utf-8"));
    for line in [
        "adp_registry_answers_total{route=\"list\",status=\"2xx\"} 1",
        "adp_registry_answers_total{route=\"get\",status=\"4xx\"} 1",
        "adp_registry_entries 38",
    ] {
        assert!(text.body.lines().any(|found| found == line), "{line}\n{}", text.body);
    }
}
