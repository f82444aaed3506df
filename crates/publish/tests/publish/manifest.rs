//! The manifest of a site is read as it was written, and no crowd of values is read.

use adp_publish::{Checksum, SiteManifest};

#[test]
fn what_is_written_is_read_and_no_crowd() {
    let mut manifest = SiteManifest { host: "a,b\"c".to_owned(), ..SiteManifest::default() };
    for path in ["a, b, c, d, e", "x,y/z", "\u{e9},,,,"] {
        manifest.add(path, Some(&Checksum::from_bytes(b"one")));
        manifest.add(path, Some(&Checksum::from_bytes(b"two")));
    }
    let bytes = manifest.to_bytes();
    assert_eq!(SiteManifest::parse(&bytes).unwrap(), manifest);
    assert_eq!(SiteManifest::parse(&SiteManifest::default().to_bytes()).unwrap(), SiteManifest::default());
}

#[test]
fn crowds_are_refused_before_they_take_memory() {
    for values in ["0,".repeat(1 << 20), "[],".repeat(1 << 20), "\"\":[],".repeat(1_000_001)] {
        let text = format!("{{\"version\": 1, \"host\": \"x\", \"files\": {{\"a\": [{values}0]}}}}");
        let failure = SiteManifest::parse(text.as_bytes()).unwrap_err();
        assert!(failure.to_string().contains("more values"), "{failure}");
    }
}
