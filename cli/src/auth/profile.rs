//! The signer of a request, and the profile of RFC 9421 that it signs by.

use crate::{failure::Failure, key, output::terminal::Terminal};
use agent_description::{KeySigner, Origin, Signer, did::DidUrl};
use std::path::PathBuf;

/// A profile of HTTP message signatures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum SignatureProfile {
    /// The key is one of a DID document.
    #[default]
    Did,
    /// The key is one of a site's key directory.
    WebBotAuth,
}

/// The key that signs a request.
#[derive(Debug, clap::Args)]
pub struct SignerArgs {
    /// Private key in PEM (PKCS#8)
    #[arg(long, value_name = "FILE")]
    pub key: PathBuf,

    /// Key ID: the DID URL of the public key, such as did:wba:HOST#key-1
    #[arg(long, alias = "keyid", value_name = "DIDURL", required_unless_present = "signature_agent")]
    key_id: Option<String>,

    /// Signature profile: key of a DID, or of a site's key directory
    #[arg(long, value_name = "NAME", default_value = "did")]
    pub profile: SignatureProfile,

    /// Site whose key directory has the key (default: the host of --key-id)
    #[arg(long, value_name = "ORIGIN")]
    signature_agent: Option<Origin>,
}

impl SignerArgs {
    /// The signer. Without --key-id its method is that of the key's own did:key, which no signature of the profile names.
    pub fn signer(&self, terminal: &Terminal) -> Result<KeySigner, Failure> {
        let key = key::read_secret(&self.key, terminal)?;
        let method = match self.method()? {
            Some(method) => method,
            None => {
                let multikey = key.verifying_key().to_multikey();
                format!("did:key:{multikey}#{multikey}").parse()?
            }
        };
        Ok(KeySigner::new(method, key))
    }

    /// --key-id.
    fn method(&self) -> Result<Option<DidUrl>, Failure> {
        Ok(self.key_id.as_deref().map(str::parse).transpose()?)
    }

    /// The origin whose key directory has the key, for Web Bot Auth.
    pub fn agent(&self) -> Result<Option<Origin>, Failure> {
        let method = self.method()?;
        match (self.profile, &self.signature_agent) {
            (SignatureProfile::Did, None) => Ok(None),
            (SignatureProfile::Did, Some(_)) => Err(Failure::usage("--signature-agent needs --profile web-bot-auth")),
            (SignatureProfile::WebBotAuth, Some(origin)) if origin.scheme() == "https" => Ok(Some(origin.clone())),
            (SignatureProfile::WebBotAuth, Some(origin)) => {
                Err(Failure::usage(format!("--signature-agent: found {origin}, expected an https origin")))
            }
            (SignatureProfile::WebBotAuth, None) => {
                let location = method.and_then(|method| method.did().location());
                let origin = location.and_then(|url| Origin::from_https(&url));
                let unknown = || Failure::usage("the DID of --key-id has no host; add --signature-agent ORIGIN");
                origin.map(Some).ok_or_else(unknown)
            }
        }
    }

    /// What the signature names the key by.
    pub fn key_id(&self, signer: &KeySigner) -> String {
        match self.profile {
            SignatureProfile::Did => signer.method().to_string(),
            SignatureProfile::WebBotAuth => signer.verifying_key().thumbprint(),
        }
    }
}
