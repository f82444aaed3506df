//! Fixed keys, and documents signed with them: RFC 6979 and RFC 8032 signatures, so the same bytes every time.

use super::CannotMake;
use agent_description::{
    Document, Limits,
    json::{Json, Object},
    key::{KeyType, SigningKey},
    suite::Suite,
};

/// Whose key. Published here, so never for anything real.
#[derive(Clone, Copy, Debug)]
pub enum Holder {
    /// P-256: RFC 6979 appendix A.2.5.
    Alice,
    /// P-256: RFC 5903 section 8.1, the initiator's.
    Mallory,
    /// Ed25519: RFC 8032 section 7.1, test 1.
    Edwards,
    /// secp256k1: SHA-256 of `agent-description test vectors, secp256k1`.
    Koblitz,
}

impl Holder {
    /// The key.
    pub fn key(self) -> Result<SigningKey, CannotMake> {
        let (key_type, hexadecimal) = match self {
            Self::Alice => (KeyType::P256, "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721"),
            Self::Mallory => (KeyType::P256, "c88f01f510d9ac3f70a292daa2316de544e9aab8afe84049c62a9c57862d1433"),
            Self::Edwards => (KeyType::Ed25519, "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"),
            Self::Koblitz => (KeyType::Secp256k1, "83ff5ea6cf5ddf591de349ac24c3bb22bec4543bc99bf184861cebfcaf111906"),
        };
        let mut bytes = [0; 32];
        for (at, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&hexadecimal[2 * at..2 * at + 2], 16)
                .map_err(|error| CannotMake::new(hexadecimal, error))?;
        }
        Ok(SigningKey::from_secret_bytes(key_type, &bytes)?)
    }

    /// The public key as JWK, on one line.
    pub fn jwk(self) -> Result<String, CannotMake> {
        Ok(Json::from(self.key()?.verifying_key().to_jwk()).to_compact())
    }

    /// The public key as Multikey.
    pub fn multikey(self) -> Result<String, CannotMake> {
        Ok(self.key()?.verifying_key().to_multikey())
    }
}

/// Signs a document whose `proof` lacks only its `proofValue`. The suite is the one that the proof names; nothing else
/// about the proof is looked at, so that faulty ones can be signed too.
pub fn signed(text: &str, holder: Holder) -> Result<String, CannotMake> {
    let document = Document::parse(text.as_bytes(), &Limits::default())?;
    let mut root = document.root().clone();
    let proof = root.get("proof").and_then(Json::as_object).cloned();
    let mut proof = proof.ok_or_else(|| CannotMake::new("signed", "the document has no proof"))?;
    let suite = suite_of(&proof)?;
    let input = suite.signing_input(&root, &proof, suite.written_encoding())?;
    proof.insert("proofValue", suite.encode_proof_value(&holder.key()?.sign(input.as_bytes())));
    root.insert("proof", proof);
    Ok(Json::from(root).to_pretty() + "\n")
}

fn suite_of(proof: &Object) -> Result<Suite, CannotMake> {
    let member = |name| proof.get(name).and_then(Json::as_str);
    Suite::identify(member("type").unwrap_or_default(), member("cryptosuite"))
        .ok_or_else(|| CannotMake::new("signed", "the proof names no suite"))
}

/// The text with one place changed.
pub fn changed(text: &str, from: &str, to: &str) -> Result<String, CannotMake> {
    if text.matches(from).count() != 1 {
        return Err(CannotMake::new("changed", format!("{from:?} does not stand in the text exactly once:\n{text}")));
    }
    Ok(text.replacen(from, to, 1))
}
