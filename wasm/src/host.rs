//! Verification of signatures by JavaScript, where the package's `host.js` has it.

use wasm_bindgen::prelude::wasm_bindgen;

const REFUSED: u8 = 0;
const VERIFIED: u8 = 1;

#[wasm_bindgen(raw_module = "../host.js")]
extern "C" {
    #[wasm_bindgen(js_name = verifySignature)]
    fn verify_signature(key: &[u8], message: &[u8], signature: &[u8]) -> u8;
}

/// Runs when an instance starts.
#[wasm_bindgen(start)]
pub fn start() {
    adp_crypto::key::verify_by_host(verify);
}

fn verify(key: &[u8], message: &[u8], signature: &[u8; 64]) -> Option<bool> {
    match verify_signature(key, message, signature) {
        REFUSED => Some(false),
        VERIFIED => Some(true),
        _ => None,
    }
}
