//! `adp key`: makes keys and shows their public half.

use crate::{
    card::Card,
    failure::{Failure, Outcome},
    file, object,
    output::{Force, Output},
    terminal::Terminal,
};
use agent_description::{
    Code,
    json::Json,
    key::{KeyType, SigningKey, VerifyingKey},
};
use std::path::{Path, PathBuf};
use zeroize::Zeroizing;

/// The largest key file that is read, in bytes.
const LIMIT: usize = 64 << 10;

const EXAMPLES: &str = "\
Examples:
  adp key generate --type p256 -o agent.pem
  adp key show agent.pem

A P-256 key signs with the suites adp-ecdsa-p256 (the default) and
ecdsa-jcs-2019, an Ed25519 key with eddsa-jcs-2022, a secp256k1 key with
didwba-ecdsa-k1.";

/// Make a key, or show the public half of a key
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

/// Make a secret key
#[derive(Debug, clap::Args)]
#[command(after_help = GENERATE_EXAMPLES)]
struct GenerateArgs {
    /// The key's type
    #[arg(long = "type", value_name = "TYPE", default_value = "p256")]
    key_type: KeyTypeName,

    /// The file to create
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    #[command(flatten)]
    force: Force,
}

const SHOW_EXAMPLES: &str = "\
Examples:
  adp key show agent.pem
  # as it goes into a DID document
  adp key show --json agent.pem | jq .publicKeyJwk
  openssl pkey -in agent.pem -pubout | adp key show -

The secret half is never printed.";

/// Show the public half of a key
#[derive(Debug, clap::Args)]
#[command(after_help = SHOW_EXAMPLES)]
struct ShowArgs {
    /// A secret (PKCS#8) or public (SPKI) key in PEM; `-` is stdin
    file: PathBuf,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum KeyTypeName {
    P256,
    Ed25519,
    Secp256k1,
}

impl From<KeyTypeName> for KeyType {
    fn from(name: KeyTypeName) -> Self {
        match name {
            KeyTypeName::P256 => Self::P256,
            KeyTypeName::Ed25519 => Self::Ed25519,
            KeyTypeName::Secp256k1 => Self::Secp256k1,
        }
    }
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<Outcome, Failure> {
    match &args.verb {
        Verb::Generate(args) => generate(args, terminal),
        Verb::Show(args) => show(&read_public(&args.file, terminal)?, terminal),
    }
}

fn generate(args: &GenerateArgs, terminal: &Terminal) -> Result<Outcome, Failure> {
    let output = Output::file(&args.output, args.force, "secret keys are not printed; name a file")?;
    let key = SigningKey::generate(args.key_type.into())?;
    output.write_secret(key.to_pem().as_bytes())?;
    show(key.verifying_key(), terminal)
}

fn show(key: &VerifyingKey, terminal: &Terminal) -> Result<Outcome, Failure> {
    if terminal.wants_json() {
        terminal.print_json(&object! {
            "type": key.key_type().to_string(),
            "publicKeyJwk": Json::from(key.to_jwk()),
            "publicKeyMultibase": key.to_multikey(),
            "thumbprint": key.thumbprint(),
        })?;
    } else {
        terminal.print(
            Card::new()
                .line("type", key.key_type())
                .line("thumbprint", key.thumbprint())
                .line("multibase", key.to_multikey())
                .line("jwk", Json::from(key.to_jwk()).to_compact()),
        )?;
    }
    Ok(Outcome::Done)
}

/// Reads a secret key that only its owner can read.
pub fn read_secret(name: &Path, terminal: &Terminal) -> Result<SigningKey, Failure> {
    let pem = read_pem(name, terminal)?;
    SigningKey::from_pem(&pem).map_err(|error| Failure::from(error).in_input(&file::display_name(name), &[]))
}

/// Reads a public key, or the public half of a secret one.
pub fn read_public(name: &Path, terminal: &Terminal) -> Result<VerifyingKey, Failure> {
    let pem = read_pem(name, terminal)?;
    let key = if is_secret(&pem) {
        SigningKey::from_pem(&pem).map(|key| key.verifying_key().clone())
    } else {
        VerifyingKey::from_public_pem(&pem)
    };
    key.map_err(|error| Failure::from(error).in_input(&file::display_name(name), &[]))
}

fn read_pem(name: &Path, terminal: &Terminal) -> Result<Zeroizing<String>, Failure> {
    let bytes = Zeroizing::new(file::read_key(name, LIMIT, terminal)?);
    let pem = std::str::from_utf8(&bytes)
        .map_err(|_| Failure::new(Code::KEY_MALFORMED, "found bytes that are not text, expected a key in PEM"))
        .map_err(|failure| failure.in_input(&file::display_name(name), &[]))?;
    if is_secret(pem) {
        file::refuse_shared(name)?;
    }
    Ok(Zeroizing::new(pem.to_owned()))
}

fn is_secret(pem: &str) -> bool {
    pem.contains("PRIVATE KEY")
}
