//! `adp key`: generate keys and show public keys.

use crate::{
    arguments::value_parser::one_of,
    failure::{Failure, InInput},
    input::file,
    output::{Force, Output, object, summary_box::SummaryBox, terminal::Terminal},
};
use agent_description::{
    Code, DidUrl, KeySigner,
    json::Json,
    key::{AgreementKey, KeyType, SigningKey, VerifyingKey},
};
use std::path::{Path, PathBuf};
use zeroize::Zeroizing;

/// The key of a DID that signs.
#[derive(Debug, clap::Args)]
pub struct KeyArgs {
    /// Private key in PEM (PKCS#8)
    #[arg(long, value_name = "FILE")]
    pub key: PathBuf,

    /// Key ID: the DID URL of the public key, such as did:wba:HOST#key-1
    #[arg(long, alias = "method", value_name = "DIDURL")]
    pub key_id: String,
}

impl KeyArgs {
    /// The signer. Rejects a key file that other users can read.
    pub fn signer(&self, terminal: &Terminal) -> Result<KeySigner, Failure> {
        let method: DidUrl = self.key_id.parse()?;
        Ok(KeySigner::new(method, read_secret(&self.key, terminal)?))
    }
}

/// Maximum size of a key file, in bytes.
const MAX_KEY_BYTES: usize = 64 << 10;

const EXAMPLES: &str = "\
Examples:
  adp key generate --type p256 -o agent.pem
  adp key show agent.pem

P-256 keys sign with adp-ecdsa-p256 (default) or ecdsa-jcs-2019, Ed25519 keys
with eddsa-jcs-2022, secp256k1 keys with didwba-ecdsa-k1.";

/// Generate a key pair, or show a public key
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    Generate(GenerateArgs),
    Show(ShowArgs),
}

const GENERATE_EXAMPLES: &str = "\
Examples:
  adp key generate --type p256 -o agent.pem
  adp key generate --type p256 -o agent.pem --json | jq -r .publicKeyMultibase

The file is PKCS#8 PEM, readable only by you (mode 0600). A file that holds a
key is never overwritten, not even with --force.";

/// Generate a private key
#[derive(Debug, clap::Args)]
#[command(after_help = GENERATE_EXAMPLES)]
struct GenerateArgs {
    /// Key type
    #[arg(long = "type", value_name = "TYPE", default_value = "p256", value_parser = one_of::<KeyType>(["p256", "ed25519", "secp256k1"]))]
    key_type: KeyType,

    /// Output file
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    #[command(flatten)]
    force: Force,
}

const SHOW_EXAMPLES: &str = "\
Examples:
  adp key show agent.pem
  # the form that DID documents use
  adp key show --json agent.pem | jq .publicKeyJwk
  openssl pkey -in agent.pem -pubout | adp key show -

Never prints the private key.";

/// Show the public key of a key file
#[derive(Debug, clap::Args)]
#[command(after_help = SHOW_EXAMPLES)]
struct ShowArgs {
    /// Private (PKCS#8) or public (SPKI) key in PEM; `-` is stdin
    file: PathBuf,
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<(), Failure> {
    match &args.verb {
        Verb::Generate(args) => generate(args, terminal),
        Verb::Show(args) => show(&read_public(&args.file, terminal)?, terminal),
    }
}

fn generate(args: &GenerateArgs, terminal: &Terminal) -> Result<(), Failure> {
    let output = Output::file(&args.output, args.force, "private keys are not printed; pass a file with -o")?;
    let key = SigningKey::generate(args.key_type)?;
    output.write_secret(key.to_pem().as_bytes())?;
    show(key.verifying_key(), terminal)
}

fn show(key: &VerifyingKey, terminal: &Terminal) -> Result<(), Failure> {
    let jwk = Json::from(key.to_jwk());
    let text = SummaryBox::default()
        .line("type", key.key_type())
        .line("thumbprint", key.thumbprint())
        .line("multibase", key.to_multikey())
        .line("jwk", jwk.to_compact());
    let json = object! {
        "type": key.key_type().to_string(),
        "publicKeyJwk": jwk,
        "publicKeyMultibase": key.to_multikey(),
        "thumbprint": key.thumbprint(),
    };
    terminal.report(&json, text)
}

/// Reads a private key. Rejects files that other users can read.
pub fn read_secret(name: &Path, terminal: &Terminal) -> Result<SigningKey, Failure> {
    let pem = read_pem(name, terminal)?;
    SigningKey::from_pem(&pem).in_input(&file::display_name(name), &[])
}

/// Reads a public key, or the public part of a private key.
pub fn read_public(name: &Path, terminal: &Terminal) -> Result<VerifyingKey, Failure> {
    let pem = read_pem(name, terminal)?;
    let key = if is_secret(&pem) {
        SigningKey::from_pem(&pem).map(|key| key.verifying_key().clone())
    } else {
        VerifyingKey::from_public_pem(&pem)
    };
    key.in_input(&file::display_name(name), &[])
}

pub fn read_agreement(name: &Path, terminal: &Terminal) -> Result<AgreementKey, Failure> {
    let pem = read_pem(name, terminal)?;
    let key = AgreementKey::from_public_pem(&pem).in_input(&file::display_name(name), &[]);
    let help = "pass the public key of an X25519 key: openssl pkey -in key.pem -pubout";
    key.map_err(|failure| failure.with_help(help))
}

fn read_pem(name: &Path, terminal: &Terminal) -> Result<Zeroizing<String>, Failure> {
    let bytes = Zeroizing::new(file::read_key(name, MAX_KEY_BYTES, terminal)?);
    let pem = std::str::from_utf8(&bytes)
        .map_err(|_| Failure::new(Code::KEY_MALFORMED, "found binary data, expected a key in PEM"))
        .in_input(&file::display_name(name), &[])?;
    if is_secret(pem) {
        file::refuse_shared(name)?;
    }
    Ok(Zeroizing::new(pem.to_owned()))
}

fn is_secret(pem: &str) -> bool {
    pem.contains("PRIVATE KEY")
}
