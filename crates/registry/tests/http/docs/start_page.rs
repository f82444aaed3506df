//! docs/start/registry.md is followed, in English and in Chinese.

use adp_fixtures::page::follow;
use std::path::Path;

#[test]
fn the_start_page_leads_to_its_result() {
    let registry = Path::new(env!("CARGO_BIN_EXE_adp-registry"));
    // the page signs with `adp`, which the workspace's tests build too
    let adp = registry.with_file_name(format!("adp{}", std::env::consts::EXE_SUFFIX));
    if !adp.is_file() {
        eprintln!("not followed: there is no {}", adp.display());
        return;
    }
    for page in ["docs/start/registry.md", "docs/start/zh-CN/registry.md"] {
        let folder = tempfile::tempdir().unwrap();
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(page);
        follow(&page, folder.path(), &[registry], &[]).unwrap_or_else(|differs| panic!("{differs}"));
    }
}
