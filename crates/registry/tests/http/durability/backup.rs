//! Backed up and restored, as docs/guides/registry.md says; the third way, by `export`, is in `writing.rs`.

use crate::http::{
    api::writing::card,
    served::{Answer, Served, adp_registry},
};
use adp_fixtures::servers::postgres::PostgresServer;
use adp_registry::{
    Administrators, Indexing, Registry, RegistrySettings, Writer,
    search::{Query, Search, SearchInput, SearchLimits},
    store::PostgresStore,
};
use agent_description::resolve::{StaticResolver, SystemClock};
use std::{
    io::Write,
    path::Path,
    process::{Output, Stdio},
    sync::Arc,
    time::{Duration, Instant},
};

const ROOMS: &str = "urn:air:hotel.example.com:agent:rooms";
const LATER: &str = "urn:air:hotel.example.com:agent:later";

fn add(store: &str, id: &str, name: &str) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("card.json");
    std::fs::write(&file, card(name)).unwrap();
    let added = adp_registry().args(["add", "--offline", "--id", id, "--store", store]).arg(&file).output().unwrap();
    assert!(added.status.success(), "{added:?}");
}

fn remove(store: &str, id: &str) {
    let removed = adp_registry().args(["remove", id, "--store", store]).output().unwrap();
    assert!(removed.status.success(), "{removed:?}");
}

fn total(served: &Served, query: &str) -> u64 {
    served.get(&format!("/search?q={query}")).json()["total"].as_u64().unwrap()
}

/// What is told of an entry: its document and who stands behind it, with all times.
fn told(served: &Served) -> [String; 2] {
    ["document", "evidence"].map(|what| {
        let Answer { status, body, .. } = served.get(&format!("/agents/{ROOMS}/{what}"));
        assert_eq!(status, 200, "{body}");
        body
    })
}

#[test]
fn a_file_that_was_copied_is_put_back() {
    let folder = tempfile::tempdir().unwrap();
    let (file, copy) = (folder.path().join("agents.redb"), folder.path().join("copy"));
    let store = file.to_str().unwrap();
    let serve = || Served::start(&["--store", store, "--offline"]);
    add(store, ROOMS, "Harbour Rooms");
    let mut served = serve();
    let before = told(&served);
    assert_eq!(served.end(), Some(0));
    std::fs::copy(&file, &copy).unwrap();

    remove(store, ROOMS);
    add(store, LATER, "Later Suites");
    let mut served = serve();
    assert_eq!((total(&served, "harbour"), total(&served, "suites")), (0, 1));
    assert_eq!(served.end(), Some(0));

    std::fs::copy(&copy, &file).unwrap();
    assert!(Path::new(&format!("{store}.index")).is_dir());
    // an index that is further than the store is seen to be
    let mut served = serve();
    assert_eq!((total(&served, "harbour"), total(&served, "suites")), (1, 0));
    assert_eq!(told(&served), before);
    assert_eq!(served.end(), Some(0));
}

/// The index has the numbers of changes that were lost, and others have been given them since.
#[test]
fn a_file_that_was_put_back_and_changed_as_often_is_indexed_anew() {
    let folder = tempfile::tempdir().unwrap();
    let (file, copy) = (folder.path().join("agents.redb"), folder.path().join("copy"));
    let store = file.to_str().unwrap();
    let serve = || Served::start(&["--store", store, "--offline"]);
    add(store, ROOMS, "Harbour Rooms");
    std::fs::copy(&file, &copy).unwrap();
    remove(store, ROOMS);
    add(store, LATER, "Later Suites");
    let mut served = serve();
    assert_eq!((total(&served, "harbour"), total(&served, "suites")), (0, 1));
    assert_eq!(served.end(), Some(0));

    std::fs::copy(&copy, &file).unwrap();
    add(store, LATER, "Others");
    add(store, LATER, "Others again");
    let served = serve();
    assert_eq!((total(&served, "harbour"), total(&served, "suites"), total(&served, "others")), (1, 0, 1));
}

/// The numbers of changes come again, the tags of other content do not.
#[test]
fn a_tag_from_before_a_restore_names_no_other_content() {
    let folder = tempfile::tempdir().unwrap();
    let (file, copy) = (folder.path().join("agents.redb"), folder.path().join("copy"));
    let store = file.to_str().unwrap();
    let serve = || Served::start(&["--store", store, "--offline"]);
    let id = format!("/agents/{LATER}");
    add(store, ROOMS, "Harbour Rooms");
    std::fs::copy(&file, &copy).unwrap();
    add(store, LATER, "Later Suites");
    let mut served = serve();
    let before = served.get(&id).header("etag").unwrap().to_owned();
    let known = |served: &Served| served.send("GET", &id, &[("If-None-Match", &before)], b"");
    assert_eq!(known(&served).status, 304);
    assert_eq!(served.end(), Some(0));
    std::fs::copy(&copy, &file).unwrap();
    add(store, LATER, "Others");
    let answer = known(&serve());
    assert_eq!((answer.status, answer.json()["displayName"].as_str()), (200, Some("Others")));
}

/// A program of PostgreSQL's on a database of the server's.
pub fn run(server: &PostgresServer, program: &str, arguments: &[&str], input: &[u8]) -> Output {
    let mut command = server.command(program);
    command.args(["-h", "127.0.0.1", "-U", "test", "-p", &server.port.to_string()]).args(arguments);
    let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    process.stdin.take().unwrap().write_all(input).unwrap();
    let output = process.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    // a restore of all tables at once may meet a reader of two of them; it has changed nothing then
    if program == "pg_restore" && said.contains("deadlock detected") {
        return run(server, program, arguments, input);
    }
    assert!(output.status.success(), "{said}");
    output
}

#[test]
#[ignore = "needs PostgreSQL"]
fn a_database_is_dumped_and_restored_while_servers_run() {
    let server = PostgresServer::start();
    let store = server.database("registry");
    let servers = [(); 2].map(|()| Served::start(&["--store", &store, "--offline", "--rate", "1000"]));
    let found = |query: &str, expected: u64| {
        for served in &servers {
            let begin = Instant::now();
            while total(served, query) != expected {
                assert!(begin.elapsed() < Duration::from_secs(10), "{query}: expected {expected}");
                std::thread::sleep(Duration::from_millis(50));
            }
        }
    };
    add(&store, ROOMS, "Harbour Rooms");
    found("harbour", 1);
    let before = told(&servers[0]);
    let dump = run(&server, "pg_dump", &["-Fc", "registry"], b"").stdout;

    remove(&store, ROOMS);
    add(&store, LATER, "Later Suites");
    found("suites", 1);
    found("harbour", 0);

    run(&server, "pg_restore", &["--clean", "--if-exists", "--single-transaction", "-d", "registry"], &dump);
    found("harbour", 1);
    found("suites", 0);
    assert_eq!(told(&servers[1]), before);
    // what is written next has numbers that were there before
    add(&store, LATER, "Others");
    found("others", 1);
    found("suites", 0);
}

/// Between two looks of an instance at the database it is restored, and as many changes follow as were lost.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs PostgreSQL"]
async fn an_instance_notices_a_restore_whatever_follows() {
    let server = PostgresServer::start();
    let address = server.database("registry");
    let store = Arc::new(PostgresStore::connect(&address).await.unwrap());
    let (documents, clock) = (Arc::new(StaticResolver::default()), Arc::new(SystemClock::default()));
    let registry = Registry::new(store, documents, clock, Administrators::default(), RegistrySettings::default());
    let indexing = Indexing::open(registry.clone(), None, SearchLimits::default()).await.unwrap();
    let found = |query: &str| {
        let query: Query = query.parse().unwrap();
        indexing.index().search(&Search::new(SearchInput::Query(query))).unwrap().total
    };
    let put = async |id: &str, name: &str| {
        registry.put(&Writer::Operator, &id.parse().unwrap(), card(name).into()).await.unwrap();
    };
    put(ROOMS, "Harbour Rooms").await;
    let dump = run(&server, "pg_dump", &["-Fc", "registry"], b"").stdout;
    put(LATER, "Later Suites").await;
    put(ROOMS, "Harbour Hall").await;
    indexing.catch_up().await.unwrap();
    assert_eq!((found("harbour"), found("suites"), found("hall")), (1, 1, 1));

    let restore = ["--clean", "--if-exists", "--single-transaction", "-d", "registry"];
    for others in [2, 3] {
        run(&server, "pg_restore", &restore, &dump);
        for number in 0..others {
            put(LATER, &format!("Others {number}")).await;
        }
        indexing.catch_up().await.unwrap();
        assert_eq!((found("harbour"), found("suites"), found("hall"), found("others")), (1, 0, 0, 1), "{others}");
    }
}
