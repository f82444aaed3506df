//! Agent descriptions: the model, the rules, and what other readers would see.

mod building;
mod check;
mod contexts;
mod decimals;
mod garbage;
mod generations;
mod identifiers;
mod plain;
mod readers;
mod real_documents;
mod refusals;
mod verdict;
mod written;
