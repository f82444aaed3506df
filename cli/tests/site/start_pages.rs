//! The README and the pages of `docs/start` are followed: from an empty folder, with the commands and files that they show.

use super::one_route;
use adp_fixtures::page::follow;
use std::{
    fs,
    net::TcpListener,
    path::{Path, PathBuf},
    time::Duration,
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Pages that other packages follow: they need `adp-registry`, Node and Python.
const ELSEWHERE: [&str; 3] = ["javascript.md", "python.md", "registry.md"];

fn follow_all(folder: &str) {
    let mut wrong = String::new();
    let mut followed = 0;
    for entry in fs::read_dir(root().join(folder)).unwrap() {
        let page = entry.unwrap().path();
        let name = page.file_name().unwrap().to_string_lossy().into_owned();
        if !page.is_file() || ELSEWHERE.contains(&name.as_str()) {
            continue;
        }
        let folder = tempfile::tempdir().unwrap();
        let ports = match name.as_str() {
            "protect.md" => vec![("8080", serve_when_there(&folder.path().join("work/did.json")))],
            _ => Vec::new(),
        };
        followed += 1;
        if let Err(differs) = follow(&page, folder.path(), &[Path::new(env!("CARGO_BIN_EXE_adp"))], &ports) {
            wrong += &differs;
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(followed > 6, "{followed} pages of {folder} were followed");
}

#[test]
fn the_readme_leads_to_its_results() {
    for page in ["README.md", "README.zh-CN.md"] {
        let folder = tempfile::tempdir().unwrap();
        follow(&root().join(page), folder.path(), &[Path::new(env!("CARGO_BIN_EXE_adp"))], &[])
            .unwrap_or_else(|differs| panic!("{differs}"));
    }
}

#[test]
fn the_guide_on_requests_leads_to_its_results() {
    let folder = tempfile::tempdir().unwrap();
    follow(&root().join("docs/guides/requests.md"), folder.path(), &[Path::new(env!("CARGO_BIN_EXE_adp"))], &[])
        .unwrap_or_else(|differs| panic!("{differs}"));
}

#[test]
fn the_start_pages_lead_to_their_results() {
    follow_all("docs/start");
}

#[test]
fn the_chinese_start_pages_lead_to_their_results() {
    follow_all("docs/start/zh-CN");
}

#[test]
fn the_protected_route_is_the_example() {
    let read = |path: &str| fs::read_to_string(root().join(path)).unwrap();
    let example = read("crates/server/examples/one_route.rs");
    let program = example.split_once("\n\n").unwrap().1;
    for page in ["docs/start/protect.md", "docs/start/zh-CN/protect.md"] {
        assert!(read(page).contains(&format!("```rust\n{program}```\n")), "{page}");
    }
}

/// The service of `protect.md`, as soon as the page has made the caller's DID document; until then connections wait.
fn serve_when_there(did_document: &Path) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let (port, did_document) = (listener.local_addr().unwrap().port(), did_document.to_owned());
    std::thread::spawn(move || {
        for _ in 0..600 {
            std::thread::sleep(Duration::from_millis(100));
            let Ok(document) = fs::read(&did_document) else { continue };
            let app = one_route::app(document).unwrap();
            listener.set_nonblocking(true).unwrap();
            let runtime = tokio::runtime::Runtime::new().unwrap();
            return runtime.block_on(async {
                axum::serve(tokio::net::TcpListener::from_std(listener).unwrap(), app).await.unwrap();
            });
        }
    });
    port
}
