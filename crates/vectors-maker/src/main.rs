//! Writes the test vectors: `cargo run -p adp-vectors-maker [DIR]` (default: `vectors`). Replaces existing files and
//! keeps others.

use std::{env, error::Error, fs, path::PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = env::args_os().nth(1).map_or_else(|| PathBuf::from("vectors"), PathBuf::from);
    let files = adp_vectors_maker::generate()?;
    for (name, bytes) in &files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap_or(&folder))?;
        fs::write(path, bytes)?;
    }
    println!("wrote {} files to {}", files.len(), folder.display());
    Ok(())
}
