//! What is published passes through memory; it does not stay there. One test in a binary of its own, because the allocator counts for all of them.
#![allow(clippy::unwrap_used, missing_docs)]

use adp_publish::{Content, Draft, PublishOptions, SourceFile};
use agent_description::Limits;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::{
    alloc::System,
    collections::BTreeMap,
    io::{self, Read},
};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Files and bytes of each: JSON that is too large for a document among them.
const FILES: u64 = 12;
const LEN: u64 = 3 << 19;

#[test]
fn memory_does_not_grow_with_the_sum_of_the_files() {
    let limits = Limits::default();
    let mut options = PublishOptions::new("2026-06-01T00:00:00Z".parse().unwrap());
    options.host = Some("hotel.example".to_owned());
    let reading = options.clone();
    let files = (0..FILES).map(|n| {
        let path = if n % 4 == 0 { format!("{n}.json") } else { format!("{n}.mp4") };
        let bytes = b"[".chain(io::repeat(b' ').take(LEN - 2)).chain(&b"]"[..]);
        SourceFile::read(path, bytes, &reading).unwrap()
    });
    let region = Region::new(ALLOCATOR);
    let draft = Draft::read(files, options).unwrap();
    let read = region.change();
    let site = draft.plan(&[], &BTreeMap::new()).unwrap().preview().unwrap();
    assert_eq!(site.files.len() as u64, FILES);
    for file in &site.files {
        assert!(matches!(file.content, Content::Copied(checksum) if checksum.len == LEN), "{file:?}");
    }
    // a quarter of them is kept as far as a document may go, until it is known to be none
    let (all, documents) = (read.bytes_allocated, FILES as usize / 4 * limits.description_bytes);
    assert!(all < 8 * documents && all < (FILES * LEN) as usize, "{all} bytes were allocated");
    let stays = region.change().bytes_allocated - region.change().bytes_deallocated;
    assert!(stays < 256 << 10, "{stays} bytes stay");
}
