//! `adp-wasm-bindgen IN.wasm OUT`: what `wasm-bindgen --target web` does, without its command line.

use std::{env, error::Error};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [input, output] = arguments.as_slice() else { return Err("usage: IN.wasm OUT".into()) };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(input).out_name("adp").typescript(false).remove_name_section(true).web(true)?;
    bindgen.generate(output)?;
    Ok(())
}
