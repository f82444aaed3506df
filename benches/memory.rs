//! How much memory descriptions take that are kept: 1,000 of them, of real documents, counted at the allocator.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod signed;
mod table;

use agent_description::{
    Document, Limits, Suite,
    description::AgentDescription,
    jsonld::{Contexts, ExpandOptions, expand},
};
use signed::Signed;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::{
    alloc::System,
    path::{Path, PathBuf},
};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const KEPT: usize = 1000;

fn main() {
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let Some(example) = table::specification_example() else { return };
    let mut documents = vec![("the specification's example".to_owned(), example)];
    documents.extend(real_descriptions());
    println!("bytes on the heap for each of {KEPT} kept, the tool's own share aside:");
    println!(
        "{:44} {:>8} {:>9} {:>9} {:>12} {:>9}",
        "document", "bytes", "Document", "Expanded", "Description", "Verified"
    );
    let mut sums = [0; 5];
    for (name, bytes) in &documents {
        let signed = Signed::new(bytes, Suite::AdpEcdsaP256);
        // contexts are compiled at their first use and shared
        let document = read(bytes);
        let expanded = || expand(document.json(), &Contexts::embedded(), &ExpandOptions::default()).unwrap();
        drop(expanded());
        let row = [
            bytes.len(),
            bytes_each(|| Document::parse(bytes, &Limits::default()).unwrap()),
            bytes_each(expanded),
            bytes_each(|| {
                // as a reader keeps it who needs only the model: what it shares with the tree counts as its own
                AgentDescription::from_document(&read(bytes)).unwrap()
            }),
            bytes_each(|| signed.verify(&signed.bytes)),
        ];
        print_row(name, row);
        sums.iter_mut().zip(row).for_each(|(sum, bytes)| *sum += bytes);
    }
    print_row(&format!("mean of {}", documents.len()), sums.map(|sum| sum / documents.len()));
}

fn print_row(name: &str, [read, document, expanded, model, verified]: [usize; 5]) {
    println!("{name:44} {read:>8} {document:>9} {expanded:>9} {model:>12} {verified:>9}");
}

/// What one value of `make`'s keeps allocated, on average.
fn bytes_each<T>(make: impl Fn() -> T) -> usize {
    drop(make());
    let mut kept = Vec::with_capacity(KEPT);
    let region = Region::new(ALLOCATOR);
    kept.extend((0..KEPT).map(|_| make()));
    let change = region.change();
    // what was reallocated is counted where it grew, too
    let held = change.bytes_allocated - change.bytes_deallocated;
    held / KEPT + size_of::<T>()
}

fn read(bytes: &[u8]) -> Document {
    Document::parse(bytes, &Limits::default()).unwrap()
}

/// Every sound agent description among the third-party files.
fn real_descriptions() -> Vec<(String, Vec<u8>)> {
    let root = PathBuf::from(std::env::var_os("THIRD_PARTY_VECTORS").unwrap()).join("anp");
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    let read = |path: PathBuf| {
        let bytes = std::fs::read(&path).ok()?;
        let document = Document::parse(&bytes, &Limits::default()).ok()?;
        AgentDescription::from_document(&document).ok()?;
        let name = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
        let shown = name.chars().rev().take(44).collect::<Vec<_>>().into_iter().rev().collect();
        Some((shown, bytes))
    };
    files.into_iter().filter_map(read).collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            collect(&entry, files);
        } else if entry.extension().is_some_and(|extension| extension == "json") {
            files.push(entry);
        }
    }
}
