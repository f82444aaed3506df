//! Generates the files in `vectors/`. Fixed keys, fixed times and RFC 6979 signatures make the output reproducible.
//!
//! To write them, run `cargo run -p adp-vectors-maker`.

mod cases;

pub use cases::CannotMake;

/// All files of the folder except its README, with relative paths.
///
/// # Errors
///
/// [`CannotMake`] if the library refuses a part of a vector.
pub fn generate() -> Result<Vec<(String, Vec<u8>)>, CannotMake> {
    let all = cases::all()?;
    let vectors =
        all.vectors.iter().map(|(name, vector)| (format!("{name}.{}", adp_vectors::EXTENSION), vector.to_bytes()));
    Ok(vectors.chain(all.files).collect())
}
