//! The studio page: which files are embedded, and which are read from a folder.

use adp_server::studio::StudioPage;
use std::fs;

#[path = "../../build.rs"]
#[allow(dead_code, clippy::unwrap_used)]
mod build_script;

#[test]
fn the_build_embeds_every_file_of_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("assets")).unwrap();
    fs::write(folder.path().join("index.html"), "page").unwrap();
    fs::write(folder.path().join("assets/a.js"), "script").unwrap();
    let mut rows = String::new();
    build_script::collect(folder.path(), "", &mut rows).unwrap();
    let at = folder.path().display();
    let expected = format!(
        "(\"assets/a.js\", include_bytes!(\"{at}/assets/a.js\")),\n(\"index.html\", include_bytes!(\"{at}/index.html\")),\n"
    );
    assert_eq!(rows, expected);
    // this build embeds the folder that its environment named
    let named = option_env!("ADP_STUDIO").filter(|folder| !folder.is_empty());
    assert_eq!(StudioPage::embedded(), named.map(|folder| StudioPage::from_folder(folder.as_ref()).unwrap()));
}

#[test]
fn a_folder_is_read_once_without_following_links() {
    let folder = tempfile::tempdir().unwrap();
    assert!(StudioPage::from_folder(folder.path()).unwrap_err().to_string().contains("index.html"));
    fs::write(folder.path().join("index.html"), "page").unwrap();
    fs::create_dir_all(folder.path().join("assets/below")).unwrap();
    fs::write(folder.path().join("assets/below/deep.js"), "deep").unwrap();
    fs::write(folder.path().join(".env"), "hidden").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("/etc/hostname", folder.path().join("link")).unwrap();
    let page = StudioPage::from_folder(folder.path()).unwrap();
    fs::write(folder.path().join("later.js"), "later").unwrap();
    assert!(page.response("").is_some() && page.response("index.html").is_some());
    for path in [".env", "link", "later.js", "assets", "assets/below/deep.js", "../index.html", "/index.html"] {
        assert!(page.response(path).is_none(), "{path}");
    }
}
