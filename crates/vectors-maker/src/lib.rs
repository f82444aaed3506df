//! The files of the folder `vectors/`: the same bytes on every run, by fixed keys, fixed times and RFC 6979 signatures.
//!
//! `cargo run -p adp-vectors-maker` writes them.

mod cases;

pub use cases::CannotMake;

/// Every file of the folder but its README, by its path below it.
///
/// # Errors
/// [`CannotMake`] if the library refuses what a vector is made of.
pub fn generate() -> Result<Vec<(String, Vec<u8>)>, CannotMake> {
    let all = cases::all()?;
    let vectors =
        all.vectors.iter().map(|(name, vector)| (format!("{name}.{}", adp_vectors::EXTENSION), vector.to_bytes()));
    Ok(vectors.chain(all.files).collect())
}
