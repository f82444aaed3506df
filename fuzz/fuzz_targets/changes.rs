//! Documents that change: comparisons are bounded and see every change, lock files are read whole or not at all, and conversions end with a
//! document that is valid or with none. The input is two documents with a NUL between them, or one.

use adp_compare::{
    convert::{ConversionOptions, ConversionTarget, convert},
    diff::{Changes, diff},
    lock::{LockFile, LockedFile},
};
use agent_description::{Document, Limits, format::ALL, json::jcs};

pub fn run(bytes: &[u8]) {
    if let Ok(lock) = LockFile::parse(bytes) {
        let again = LockFile::parse(lock.to_json().to_compact().as_bytes()).expect("as it was written");
        assert_eq!(again, lock);
    }
    let mut parts = bytes.splitn(2, |byte| *byte == 0);
    let limits = Limits::default();
    let mut read = || Document::parse(parts.next()?, &limits).ok();
    let Some(old) = read() else { return };
    let new = read().unwrap_or_else(|| old.clone());
    let is_same = jcs::canonicalize(old.json()) == jcs::canonicalize(new.json());
    // formats whose members no table knows are not compared
    for format in [ALL, adp_cards::FORMATS, adp_catalogs::FORMATS, adp_tools::FORMATS]
        .concat()
        .into_iter()
        .filter(|format| format.members.is_some())
    {
        let changes = diff(format, &old, &new).expect("a format that is compared");
        assert_eq!(changes.is_empty(), is_same, "{}", format.name);
        assert!(changes.iter().count() <= 4 * Changes::MAX_CHANGES);
        assert!(changes.iter().all(|change| change.pointer.len() <= 1024));
        let [before, now] =
            [&old, &new].map(|it| LockedFile::for_document("a.json", format, it).expect("a plain path"));
        let locked = before.compare(&now).expect("its own parts");
        assert_eq!(locked.is_empty(), is_same);
        for to in ConversionTarget::ALL {
            let Ok(converted) = convert(&old, format, to, &ConversionOptions::default()) else { continue };
            assert!(converted.losses.iter().all(|loss| loss.pointer.len() <= 1024));
        }
    }
}
