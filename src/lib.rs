//! Agent descriptions (ADP) that you can trust and compute with.
//!
//! An agent description is a JSON-LD document in which an agent says who it is, what it offers and how to talk to it. This
//! crate reads it strictly, gives it its meaning, signs it, finds its signer's DID document and verifies it.
//!
//! # The tour
//!
//! **Read.** [`Document::parse`] takes bytes and keeps every position; what two JSON readers could read differently is refused.
//! [`check()`] lists every rule of the protocol that a document breaks, with line, column and a way out.
//!
//! ```
//! use agent_description::{CheckOptions, Code, Document, Limits, check};
//!
//! let text = br#"{
//!   "@context": ["https://agent-network-protocol.com/ad#", {"@language": "en"}],
//!   "@type": "AgentDescription",
//!   "name": "Hotel Assistant",
//!   "securityDefinitions": {"didwba_sc": {"scheme": "didwba", "in": "header", "name": "Authorization"}},
//!   "security": "oauth_sc"
//! }"#;
//! let document = Document::parse(text, &Limits::default())?;
//! let findings = check(&document, &CheckOptions::default());
//! let fault = findings.iter().find(|finding| finding.code == Code::AD_UNKNOWN_SECURITY).ok_or("a finding")?;
//! assert_eq!((fault.line, fault.column), (Some(6), Some(15)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Describe.** [`AgentDescription::builder`] makes a description in code, [`AgentDescription::to_document`] writes it.
//!
//! **Sign.** [`SigningKey`] holds a key, [`DidDocumentBuilder`] writes the DID document that publishes its public half, and
//! [`sign`] adds the proof. Anything that signs bytes can be a [`Signer`]: a file, a hardware module, an agent.
//!
//! **Verify.** [`Unverified`] is a document whose claims nobody has checked. With the signer's [`Resolved`] DID document and the
//! caller's [`Expectations`] (purpose, domain, challenge, time and signer: none can be left out) it becomes [`Verified`], or
//! a [`VerifyError`] that names the first check that failed. There is no other way to get a [`Verified`]. Its [`Evidence`]
//! says what was checked, and what was not. No input, output or clock is involved.
//!
//! ```
//! use agent_description::{
//!     AgentDescription, Contexts, Did, DidDocument, DidDocumentBuilder, Expectations, KeySigner, KeyType, Limits, Purpose,
//!     SignOptions, SigningKey, Unverified, sign,
//! };
//!
//! let did: Did = "did:wba:agent.example.com".parse()?;
//! let key = SigningKey::from_secret_bytes(KeyType::P256, &[7; 32])?;
//! let did_document = DidDocumentBuilder::new(did.clone(), key.verifying_key()).build()?;
//! let description = AgentDescription::builder().name("Hotel Assistant").did(&did).build()?;
//! let signer = KeySigner::new("did:wba:agent.example.com#key-1".parse()?, key);
//! let signed = sign(&description.to_document()?, &signer, SignOptions::new("2026-01-31T12:00:00Z".parse()?))?;
//!
//! let expectations = Expectations::for_purpose(Purpose::AssertionMethod)
//!     .no_domain()
//!     .any_challenge()
//!     .at("2026-02-01T00:00:00Z".parse()?)
//!     .signer_is_subject();
//! let resolved = DidDocument::parse_for(&did, did_document.source().as_bytes(), &Limits::default())?;
//! let verified = Unverified::<AgentDescription>::new(signed, &Contexts::embedded())?.verify(&resolved, expectations)?;
//! assert_eq!(verified.get().name, "Hotel Assistant");
//! assert_eq!(verified.evidence().signer.as_ref(), Some(&did));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Resolve and fetch.** [`resolve`] gets DID documents over HTTPS, from public addresses only, without redirects and under deadlines;
//! [`discovery`] does the whole way from a URL to a [`Verified`] description, lists the agents of a host and crawls what they name.
//!
//! # Errors
//!
//! Every error implements [`CodedError`]: a stable [`Code`] (the same word in the library, in the command line's `--json` and in the test
//! vectors), a message that says what was found, what was expected and what to do, and the place in the document.
//!
//! # Features
//!
//! | feature | default | adds |
//! |---|---|---|
//! | `resolver` | yes | HTTPS fetching of DID documents and descriptions, with an HTTP cache (RFC 9111); the only one that opens sockets |
//! | `aws-lc-rs` | yes | faster P-256 verification; without it the same verdicts in pure Rust |
//! | `generate` | | key and challenge generation from the operating system's random numbers |
//! | `serde` | | `Serialize` for trees, models, evidence and diagnostics; `json::to_json`: trees of what implements it |
//! | `auth` | | authentication of HTTP requests with a DID's key; no socket, clock or random numbers |
//! | `client` | | an HTTP client that authenticates its requests |
//!
//! A feature adds API; it never changes a verdict. Without features there is no network, no clock and no random number generator in
//! the dependency tree.
//!
//! # Tracing
//!
//! With `resolver` or `auth`, what goes on is told to [`tracing`](https://docs.rs/tracing) under the target `agent_description`, at the
//! level `DEBUG`:
//!
//! | span | fields | events in it |
//! |---|---|---|
//! | `fetch` | `url` | `fetched` (`bytes`, `media_type`), `not modified`, `not fetched` (`code`) |
//! | `resolve` | `did` | `resolved` (`provenance`), `not resolved` (`code`) |
//! | `verify` | `url`, where it was fetched | `verified` (`signer`), `refused` (`code`); each check (`check`, `result`) at the level `TRACE` |
//! | `request` | `method`, `url` | `answered` (`status`, `bytes`), `not answered` (`code`): a client's own requests |
//! | `connect` | `url` | `connected`, `not connected` (`code`): a connection for another protocol |
//! | `authenticate` | `method`, `path` | `authenticated` (`did`, `profile`), `refused` (`code`) |
//!
//! and outside them `resolved from the cache` (`did`), `throttled` (`host`, `limit`) and `no turn in time` (`host`). None has a key, a
//! signature, a nonce, a token, a challenge, or user name, password, query or fragment of a URL
//! ([`resolve::RedactedUrl`], feature `resolver`): any of them may be what gives access.
//!
//! # What it does not do
//!
//! Verification follows no links. It fetches no JSON-LD contexts, accepts no proof sets or chains, and no DIDs but did:wba, did:web and
//! did:key. A verified description is its signer's word, no more.

#[cfg(feature = "auth")]
pub mod auth;
pub mod description;
pub mod did;
pub mod discovery;
#[cfg(any(feature = "auth", feature = "resolver"))]
mod field_lines;
pub mod format;
pub mod handle;
pub mod json;
pub mod jws;
pub mod key;
mod origin;
pub mod proof;
#[cfg(feature = "generate")]
mod random;
pub mod resolve;
pub mod secret;
#[cfg(feature = "serde")]
mod serialize;
pub mod suite;
mod time;
pub mod verification;
pub mod web_url;

pub use adp_json::{
    Code, CodeClass, CodeEntry, CodedError, Diagnostic, Document, Json, Limits, ReadError, ReadLimits, UnknownCode,
    codes, diagnostic, hex, rules,
};
pub use adp_jsonld::{self as jsonld, Contexts, ExpandOptions, Expanded, JsonLdError, iri};
pub use description::{
    AgentDescription, CheckOptions, Interface, ModelError, Party, Product, SecurityScheme, Service, check,
};
pub use did::{Did, DidDocument, DidDocumentBuilder, DidError, DidUrl, Purpose, Resolved};
pub use key::{KeyError, KeyType, Signature, SigningKey, VerifyingKey};
pub use origin::{Origin, OriginError};
pub use proof::{
    Evidence, Expectations, KeySigner, Proof, SignError, SignOptions, Signer, Unverified, Verified, VerifyError, sign,
};
#[cfg(feature = "generate")]
pub use random::RandomError;
pub use suite::{ProofValueEncoding, SigningInput, Suite, SuiteError};
pub use time::{CLOCK_SKEW, Timestamp, TimestampError};

/// The examples of the README and of `docs/`, compiled and run.
#[cfg(all(doctest, feature = "generate", feature = "resolver"))]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../docs/start/consume.md")]
#[doc = include_str!("../docs/guides/verifying.md")]
// `sh norun` is for the test that follows the pages
#[allow(rustdoc::invalid_codeblock_attributes)]
struct Pages;
