//! DIDs, DID documents and whose keys they are.

mod binding;
mod document;
mod handle;
mod key;
mod key_for;
mod key_material;
mod origin;
mod published;
mod requirements;
mod rotation;
mod succession;
mod syntax;
mod syntax_faults;
mod web_url;
