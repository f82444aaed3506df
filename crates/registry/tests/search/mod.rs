//! Finding entries: records, the search language, the index, pages, counts.

mod agents;
mod atoms;
mod documents;
mod explore;
mod folder;
mod hostile;
mod judged;
mod language;
mod naive;
mod pages;
mod properties;
mod records;
