//! Options that extend what is accepted; only some formats use them.

use crate::{arguments::value_parser::one_of, failure::Failure, input::file, output::terminal::Terminal};
use adp_cards::signature::{KeySet, PayloadForm};
use agent_description::{DidDocument, Origin, Resolved, hex::hex, proof::Allowances, resolve::Following};
use clap::builder::TypedValueParser;
use sha2::{Digest, Sha256};
use std::{net::IpAddr, path::PathBuf, sync::Arc};

/// The options for cards and catalogs.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct AllowanceArgs {
    /// Form of a card's signed payload; repeatable [default: served, presence]
    #[arg(long, alias = "reading", value_name = "FORM", value_parser = payload_form(), hide_short_help = true, help_heading = "Cards")]
    payload_form: Vec<PayloadForm>,

    /// Accept only keys of this JWK set (RFC 7517); the signer stays unknown
    #[arg(long, value_name = "FILE", conflicts_with = "signer", hide_short_help = true, help_heading = "Cards")]
    pub(super) jwks: Option<PathBuf>,

    /// Accept only keys from `jku` URLs of this origin; signer unknown; repeatable
    #[arg(long, value_name = "ORIGIN", value_parser = key_origin, conflicts_with_all = ["signer", "jwks"], hide_short_help = true, help_heading = "Cards")]
    jku: Vec<Origin>,

    /// Fetch a catalog's artifacts, nested catalogs and the DIDs of its endorsers
    #[arg(long, hide_short_help = true, help_heading = "Catalogs")]
    pub(super) follow: bool,

    /// Accept a superseded DID for earlier signatures; resolves its successors
    #[arg(long, hide_short_help = true)]
    pub(super) follow_successor: bool,

    /// Trusted earlier DID document, for --follow-successor; repeatable
    #[arg(long, value_name = "FILE", requires = "follow_successor", hide_short_help = true)]
    pub(super) trusted_document: Vec<PathBuf>,
}

impl AllowanceArgs {
    /// The SHA-256 of each trusted document, if superseded signers are accepted.
    pub fn superseded(&self, following: &Following) -> Option<Vec<String>> {
        let source = |document: &Arc<Resolved<DidDocument>>| hex(&Sha256::digest(document.get().document().source()));
        self.follow_successor.then(|| following.trusted.iter().map(source).collect())
    }

    /// The allowances. Reads the JWK set file.
    pub fn to_allowances(&self, terminal: &Terminal) -> Result<Allowances, Failure> {
        let mut allowances = Allowances::default();
        allowances.payload_forms = self.payload_form.iter().map(|form| form.as_str().to_owned()).collect();
        allowances.key_origins.clone_from(&self.jku);
        allowances.artifacts = self.follow;
        allowances.superseded_signers = self.follow_successor;
        if let Some(path) = &self.jwks {
            let bytes = file::read(path, KeySet::MAX_BYTES, terminal)?;
            KeySet::parse(&bytes)
                .map_err(|error| Failure::from_error(&error).in_input(&file::display_name(path), &bytes))?;
            allowances.key_set = Some(Arc::from(bytes));
        }
        Ok(allowances)
    }

    /// The flags, and whether each was given.
    pub fn given(&self) -> impl Iterator<Item = (bool, &'static str)> {
        [
            (!self.payload_form.is_empty(), "payload-form"),
            (self.jwks.is_some(), "jwks"),
            (!self.jku.is_empty(), "jku"),
            (self.follow, "follow"),
            (self.follow_successor, "follow-successor"),
        ]
        .into_iter()
    }
}

/// The parser for `--payload-form`.
pub fn payload_form() -> impl TypedValueParser<Value = PayloadForm> {
    one_of(PayloadForm::ALL.iter().map(|form| form.as_str()))
}

/// Parses an https origin with a host name; keys are not fetched from IP addresses.
fn key_origin(text: &str) -> Result<Origin, String> {
    let has_name = |origin: &Origin| !origin.host().starts_with('[') && origin.host().parse::<IpAddr>().is_err();
    let origin = text.parse::<Origin>().ok().filter(|origin| origin.scheme() == "https").filter(has_name);
    origin.ok_or_else(|| format!("found {text:?}, expected an origin: https://HOST[:PORT]"))
}
