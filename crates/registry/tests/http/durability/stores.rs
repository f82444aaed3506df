//! Servers over one PostgreSQL database: what one has the other finds, and a database that goes away is waited for.

use crate::http::served::{Served, adp_registry};
use adp_fixtures::servers::postgres::PostgresServer;
use std::time::{Duration, Instant};

fn until(what: &str, most: Duration, mut holds: impl FnMut() -> bool) -> Duration {
    let begin = Instant::now();
    while !holds() {
        assert!(begin.elapsed() < most, "{what}: not within {most:?}");
        std::thread::sleep(Duration::from_millis(50));
    }
    begin.elapsed()
}

const TOOLS: &str = r#"{"tools": [{"name": "tide_table", "description": "Says when the tide is high.", "inputSchema": {"type": "object"}}]}"#;

#[test]
#[ignore = "needs PostgreSQL"]
fn two_servers_and_a_database_that_goes_away() {
    let mut server = PostgresServer::start();
    let store = server.database("registry");
    let one = Served::start(&["--store", &store, "--offline", "--rate", "1000"]);
    let other = Served::start(&["--store", &store, "--offline", "--rate", "1000"]);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tools.json");
    std::fs::write(&file, TOOLS).unwrap();
    let id = "urn:air:tides.example.com:mcp:tides";
    let added = adp_registry().args(["add", "--id", id, "--offline", "--store", &store]).arg(&file).output().unwrap();
    assert!(added.status.success(), "{added:?}");
    for served in [&one, &other] {
        until("what another process added is found", Duration::from_secs(2), || {
            served.get("/search?q=tide").json()["total"] == 1
        });
    }

    server.stop_at_once();
    let gone = one.get(&format!("/agents/{id}"));
    assert_eq!((gone.status, gone.json()["errorCode"].as_str()), (503, Some("UNAVAILABLE")), "{gone:?}");
    assert_eq!(gone.header("retry-after"), Some("5"));
    // nothing of the database, its address or its errors is told
    assert!(!gone.body.contains("127.0.0.1") && !gone.body.to_lowercase().contains("postgres"), "{gone:?}");
    let page = one.get(&format!("/entry/{id}"));
    assert_eq!((page.status, page.header("content-type")), (503, Some("text/html; charset=utf-8")));
    assert!(page.body.contains("Service unavailable"));
    // what needs no store is answered
    assert_eq!(one.get("/check").status, 200);
    let failed = adp_registry().args(["get", id, "--json", "--store", &store]).output().unwrap();
    assert_eq!(failed.status.code(), Some(4), "{failed:?}");

    assert!(server.restart());
    for served in [&one, &other] {
        until("it recovers by itself", Duration::from_secs(20), || served.get(&format!("/agents/{id}")).status == 200);
    }
    let removed = adp_registry().args(["remove", id, "--store", &store]).output().unwrap();
    assert!(removed.status.success(), "{removed:?}");
    until("the index follows again", Duration::from_secs(5), || other.get("/search?q=tide").json()["total"] == 0);
}
