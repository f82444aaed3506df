//! Parse, check, sign and verify agent descriptions of the Agent Description Protocol (ADP).
//!
//! An agent description is a JSON-LD document in which an agent publishes its identity, its services and its
//! interfaces. This crate parses descriptions strictly, reads their data, signs them, resolves their signers' DID
//! documents and verifies them.
//!
//! # The tour
//!
//! **Read.** [`Document::parse`] parses bytes and keeps the position of every value. It rejects anything that two JSON
//! parsers might interpret differently. [`check()`] lists every rule of the protocol that a document breaks, with line,
//! column and fix.
//!
//! ```
//! use agent_description::{CheckOptions, Code, Document, Limits, check};
//!
//! let text = br#"{
//!   "@context": ["https://agent-network-protocol.com/ad#", {"@language": "en"}],
//!   "@type": "AgentDescription",
//!   "name": "Hotel Assistant",
//!   "securityDefinitions": {
//!     "didwba_sc": {
//!       "scheme": "didwba", "in": "header", "name": "Authorization"
//!     }
//!   },
//!   "security": "oauth_sc"
//! }"#;
//! let document = Document::parse(text, &Limits::default())?;
//! let findings = check(&document, &CheckOptions::default());
//! let fault = findings
//!     .iter()
//!     .find(|finding| finding.code == Code::AD_UNKNOWN_SECURITY)
//!     .ok_or("a finding")?;
//! assert_eq!((fault.line, fault.column), (Some(10), Some(15)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Describe.** [`AgentDescription::builder`] builds a description in code; [`AgentDescription::to_document`] writes
//! it.
//!
//! **Sign.** [`SigningKey`] holds a key, [`DidDocumentBuilder`] writes the DID document with its public key, and
//! [`sign`] adds the proof. Implement [`Signer`] for other ways to sign: a key file, a hardware module, an agent.
//!
//! **Verify.** [`Unverified`] is a document whose claims have not been checked. Verification needs the signer's
//! [`Resolved`] DID document and the caller's [`Expectations`]: purpose, domain, challenge, time and signer, all of
//! them explicit. The result is [`Verified`], or a [`VerifyError`] that names the first failed check. Only verification
//! creates a [`Verified`]. Its [`Evidence`] lists what was checked and what was not. Verification does no I/O and reads
//! no clock.
//!
//! ```
//! use agent_description::{
//!     AgentDescription, Contexts, Did, DidDocument, DidDocumentBuilder,
//!     Expectations, KeySigner, KeyType, Limits, Purpose, SignOptions,
//!     SigningKey, Unverified, sign,
//! };
//!
//! let did: Did = "did:wba:agent.example.com".parse()?;
//! let key = SigningKey::from_secret_bytes(KeyType::P256, &[7; 32])?;
//! let did_document =
//!     DidDocumentBuilder::new(did.clone(), key.verifying_key()).build()?;
//! let description = AgentDescription::builder()
//!     .name("Hotel Assistant")
//!     .did(&did)
//!     .build()?;
//! let signer =
//!     KeySigner::new("did:wba:agent.example.com#key-1".parse()?, key);
//! let signed = sign(
//!     &description.to_document()?,
//!     &signer,
//!     SignOptions::new("2026-01-31T12:00:00Z".parse()?),
//! )?;
//!
//! let expectations = Expectations::for_purpose(Purpose::AssertionMethod)
//!     .no_domain()
//!     .any_challenge()
//!     .at("2026-02-01T00:00:00Z".parse()?)
//!     .signer_is_subject();
//! let resolved = DidDocument::parse_for(
//!     &did,
//!     did_document.source().as_bytes(),
//!     &Limits::default(),
//! )?;
//! let verified =
//!     Unverified::<AgentDescription>::new(signed, &Contexts::embedded())
//!         .verify(&resolved, expectations)?;
//! assert_eq!(verified.get().name, "Hotel Assistant");
//! assert_eq!(verified.evidence().signer.as_ref(), Some(&did));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Resolve and fetch.** [`resolve`] fetches DID documents over HTTPS, only from public addresses, without redirects
//! and with deadlines. [`discovery`] goes from a URL to a [`Verified`] description, lists the agents of a host, and
//! crawls the listed descriptions.
//!
//! # Errors
//!
//! Every error implements [`CodedError`]: a stable [`Code`], a message, and the place in the document. The code is the
//! same in the library, in the command line's `--json` output and in the test vectors. The message states what was
//! found, what was expected and what to do.
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
//! A feature adds API; it never changes a verdict. Without features, the dependency tree has no network access, no
//! clock and no random number generator.
//!
//! # Tracing
//!
//! With `resolver` or `auth`, the crate emits [`tracing`](https://docs.rs/tracing) spans and events with the target
//! `agent_description` at the level `DEBUG`:
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
//! Events outside these spans are `resolved from the cache` (`did`), `throttled` (`host`, `limit`) and
//! `no permit in time` (`host`). No field contains a key, signature, nonce, token or challenge. URLs are logged without
//! user name, password, query and fragment, because these can contain credentials ([`secret::RedactedUrl`]).
//!
//! # What it does not do
//!
//! Verification follows no links and fetches no JSON-LD contexts. It accepts no proof sets or chains, and only DIDs of
//! the methods did:wba, did:web and did:key. A verified description contains the claims of its signer; this crate does
//! not check that the claims are true.

#![warn(unreachable_pub)]

pub mod description;
pub mod discovery;
pub mod format;
pub mod handle;
pub mod json;
pub mod proof;
#[cfg(feature = "serde")]
mod serialize;
pub mod verification;

pub use self::{
    description::{
        AgentDescription, CheckOptions, Interface, ModelError, Party, Product, SecurityScheme, Service, check,
    },
    proof::{
        Evidence, Expectations, KeySigner, SignError, SignOptions, Signer, Unverified, Verified, VerifyError, sign,
    },
};
#[cfg(feature = "auth")]
pub use adp_auth as auth;
#[cfg(feature = "generate")]
use adp_crypto::random;
pub use adp_crypto::{
    ArtifactDigest, CLOCK_SKEW, Origin, Timestamp, jws,
    key::{self, KeyError, KeyType, Signature, SigningKey, VerifyingKey},
    suite::{self, ProofValueEncoding, SigningInput, Suite},
};
use adp_did::web_url;
pub use adp_did::{
    self as did, Did, DidDocument, DidDocumentBuilder, DidError, DidUrl, Purpose, Resolved, rewritten_authority,
};
pub use adp_fetch::{self as resolve, header_field};
pub use adp_json::{
    Code, CodeClass, CodeEntry, CodedError, Document, Json, Limits, ReadError, ReadLimits, SimpleError, TextError,
    codes, hex, words,
};
pub use adp_jsonld::{self as jsonld, Contexts, ExpandOptions, Expanded, JsonLdError, iri};
pub use adp_report::{self as diagnostic, Diagnostic, rules};
pub use adp_secrets as secret;

/// The examples of the README and of `docs/`, compiled and run.
#[cfg(all(doctest, feature = "generate", feature = "resolver"))]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../docs/start/consume.md")]
// `sh norun` is for the test that follows the pages
#[allow(rustdoc::invalid_codeblock_attributes)]
struct Pages;
