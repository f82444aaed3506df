//! Fixed keys and deterministic signatures (RFC 6979, RFC 8032), so that the files never change.

use super::CannotMake;
use agent_description::{
    Document, Limits,
    json::{Json, Object},
    key::{KeyType, Signature, SigningKey},
    suite::{ProofValueEncoding, Suite},
};

/// The owner of a key. The keys are public, so never use them for anything real.
#[derive(Clone, Copy, Debug)]
pub enum Holder {
    /// P-256: RFC 6979 appendix A.2.5.
    Alice,
    /// P-256: RFC 5903 section 8.1, the initiator's.
    Mallory,
    /// Ed25519: RFC 8032 section 7.1, test 1.
    Edwards,
    /// Ed25519: RFC 8032 section 7.1, test 2.
    Hamburg,
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
            Self::Hamburg => (KeyType::Ed25519, "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"),
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

/// Signs a document whose `proof` lacks only `proofValue`, with the suite in the proof. Other members are not checked,
/// so that invalid proofs can be signed.
pub fn signed(text: &str, holder: Holder) -> Result<String, CannotMake> {
    let (_, proof) = parts(text)?;
    signed_as(text, holder, suite_of(&proof)?.written_encoding())
}

/// Like [`signed`], with a non-standard encoding of the signature. For `eddsa-jcs-2022`, this also changes the signed
/// bytes.
pub fn signed_as(text: &str, holder: Holder, encoding: ProofValueEncoding) -> Result<String, CannotMake> {
    let (root, proof) = parts(text)?;
    let input = suite_of(&proof)?.signing_input(&root, &proof, encoding)?;
    Ok(with_proof_value(root, proof, encoding.encode(&holder.key()?.sign(input.as_bytes()))))
}

/// The same signature in another encoding.
pub fn encoded_as(text: &str, encoding: ProofValueEncoding) -> Result<String, CannotMake> {
    let (root, proof) = parts(text)?;
    let signature = signature(&proof)?;
    Ok(with_proof_value(root, proof, encoding.encode(&signature)))
}

/// The equivalent signature (r, n-s) of an ECDSA signature over secp256k1.
pub fn high_s(text: &str) -> Result<String, CannotMake> {
    // SEC 2 section 2.4.1
    const ORDER: [u8; 32] = [
        0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe, 0xba, 0xae,
        0xdc, 0xe6, 0xaf, 0x48, 0xa0, 0x3b, 0xbf, 0xd2, 0x5e, 0x8c, 0xd0, 0x36, 0x41, 0x41,
    ];
    let (root, proof) = parts(text)?;
    let mut bytes = signature(&proof)?.0;
    let mut borrow = 0;
    for (digit, order) in bytes[32..].iter_mut().zip(ORDER).rev() {
        let difference = i16::from(order) - i16::from(*digit) - borrow;
        borrow = i16::from(difference < 0);
        *digit = difference.rem_euclid(256) as u8;
    }
    let encoding = suite_of(&proof)?.written_encoding();
    Ok(with_proof_value(root, proof, encoding.encode(&Signature(bytes))))
}

fn parts(text: &str) -> Result<(Object, Object), CannotMake> {
    let document = Document::parse(text.as_bytes(), &Limits::default())?;
    let proof = document.root().get("proof").and_then(Json::as_object).cloned();
    let proof = proof.ok_or_else(|| CannotMake::new("signed", "the document has no proof"))?;
    Ok((document.root().clone(), proof))
}

fn with_proof_value(mut root: Object, mut proof: Object, value: String) -> String {
    proof.insert("proofValue", value);
    root.insert("proof", proof);
    Json::from(root).to_pretty() + "\n"
}

fn signature(proof: &Object) -> Result<Signature, CannotMake> {
    let value = proof.get("proofValue").and_then(Json::as_str).unwrap_or_default();
    Ok(suite_of(proof)?.decode_proof_value(value)?.0)
}

fn suite_of(proof: &Object) -> Result<Suite, CannotMake> {
    let member = |name| proof.get(name).and_then(Json::as_str);
    Suite::identify(member("type").unwrap_or_default(), member("cryptosuite"))
        .ok_or_else(|| CannotMake::new("signed", "the proof names no suite"))
}

/// The text with one replacement.
pub fn changed(text: &str, from: &str, to: &str) -> Result<String, CannotMake> {
    if text.matches(from).count() != 1 {
        return Err(CannotMake::new("changed", format!("{from:?} does not stand in the text exactly once:\n{text}")));
    }
    Ok(text.replacen(from, to, 1))
}
