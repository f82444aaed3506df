//! The studio page at `/studio`.

use crate::http::served::Served;
use std::fs;

#[test]
fn the_page_is_served_with_its_own_policy() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("assets")).unwrap();
    fs::write(folder.path().join("index.html"), "the page").unwrap();
    fs::write(folder.path().join("assets/adp.wasm"), "the module").unwrap();
    let served = Served::demo(&["--page", folder.path().to_str().unwrap()]);
    let moved = served.get("/studio");
    assert_eq!((moved.status, moved.header("location")), (308, Some("/studio/")));
    let page = served.get("/studio/");
    assert_eq!((page.status, page.body.as_str()), (200, "the page"));
    assert_eq!(page.header("content-encoding"), Some("gzip"));
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.contains("script-src 'self' 'wasm-unsafe-eval'") && !policy.contains("unsafe-inline"), "{policy}");
    assert_eq!(page.head.to_lowercase().matches("content-security-policy").count(), 1);
    let module = served.get("/studio/assets/adp.wasm");
    assert_eq!((module.status, module.header("content-type")), (200, Some("application/wasm")));
    for path in ["/studio/other", "/studio/assets/", "/studio/..%2fCargo.toml", "/studio/assets/../../check"] {
        assert_eq!(served.get(path).status, 404, "{path}");
    }
    // the other pages keep theirs, and the check page leads there
    let check = served.get("/check");
    assert!(!check.header("content-security-policy").unwrap().contains("script-src"));
    assert!(check.body.contains(r#"href="/studio/""#), "{}", check.body);
}

#[test]
fn a_build_without_the_page_says_how_to_build_it() {
    if adp_server::studio::StudioPage::embedded().is_some() {
        return;
    }
    let served = Served::demo(&[]);
    let page = served.get("/studio/");
    assert_eq!(page.status, 404);
    assert!(page.body.contains("bash wasm/build.sh") && page.body.contains("--page page/dist/embed"), "{}", page.body);
    assert!(!served.get("/check").body.contains("/studio"));
}

#[test]
fn a_folder_without_the_page_is_an_error_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let output = crate::http::served::adp_registry()
        .args(["serve", "--demo", "--listen", "127.0.0.1:0", "--page", folder.path().to_str().unwrap()])
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && said.contains("--page") && said.contains("index.html"), "{said}");
}
