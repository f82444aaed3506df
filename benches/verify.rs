//! From bytes to a verified signature, and to a verified model, with the key at hand, beside the bare signature check on
//! the same bytes.
//! Limits (design, speed): "read + JCS + SHA-256 + verify" at most 1.2x of aws-lc-rs's bare verify of the same
//! canonical bytes, SHA-256 included; the whole verification at most 1.4x, which it does not reach: see README.md.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod signed;
mod table;

use agent_description::Suite;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED, ParsedPublicKey};
use p256::ecdsa::signature::Verifier;
use signed::{Signed, message};
use std::hint::black_box;
use table::Table;

fn main() {
    let Some(bytes) = table::specification_example() else { return };

    for suite in [Suite::AdpEcdsaP256, Suite::EcdsaJcs2019] {
        let signed = Signed::new(&bytes, suite);
        let (canonical, signature) = signed.canonical_texts();
        let point = signed.verifying_key().to_sec1(false);
        let aws = ParsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, &point).unwrap();
        let pure = p256::ecdsa::VerifyingKey::from_sec1_bytes(&point).unwrap();
        let pure_signature = p256::ecdsa::Signature::from_slice(&signature).unwrap();

        let mut table = Table::default();
        table.row("aws-lc-rs bare verify", || aws.verify_sig(&message(black_box(&canonical)), &signature).unwrap());
        table.row("read + JCS + SHA-256 + verify", || signed.verify_signature(black_box(&signed.bytes)));
        table.row("whole verification", || signed.verify(black_box(&signed.bytes)));
        table.row("p256 bare verify", || pure.verify(&message(black_box(&canonical)), &pure_signature).unwrap());
        let hashed: usize = canonical.iter().map(Vec::len).sum();
        let read = signed.bytes.len();
        table.compare(&format!("{suite}, {read} bytes read, {hashed} canonical bytes hashed"));
    }
}
