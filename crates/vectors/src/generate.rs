//! The files of the folder `vectors/`. The same bytes on every run: fixed keys, fixed times, RFC 6979 signatures.

use crate::{
    cases::{self, CannotMake},
    run::EXTENSION,
};

/// Every file of the folder but its README, by its path below it.
///
/// # Errors
/// [`CannotMake`] if the library refuses what a vector is made of.
pub fn generate() -> Result<Vec<(String, Vec<u8>)>, CannotMake> {
    let all = cases::all()?;
    let vectors = all.vectors.iter().map(|case| (format!("{}.{EXTENSION}", case.name), case.vector.to_bytes()));
    Ok(vectors.chain(all.files).collect())
}
