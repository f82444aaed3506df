//! Private key files.

use super::{Failure, input};
use agent_description::{Code, SigningKey};
use std::path::Path;
use zeroize::Zeroizing;

/// Maximum size of a key file, in bytes.
const MAX_KEY_FILE_BYTES: u64 = 64 << 10;

/// Reads a private key in PEM (PKCS#8). Rejects files that other users can read.
pub(super) fn read_secret(path: &Path) -> Result<SigningKey, Failure> {
    refuse_shared(path)?;
    let bytes = Zeroizing::new(input::read(path, MAX_KEY_FILE_BYTES)?);
    let unusable = |problem: &str| Failure::new(Code::KEY_MALFORMED, format!("{}: {problem}", path.display()));
    let pem = std::str::from_utf8(&bytes).map_err(|_| unusable("found bytes that are not text, expected PEM"))?;
    SigningKey::from_pem(pem).map_err(|error| unusable(&error.to_string()))
}

/// Rejects files that other users can read.
fn refuse_shared(path: &Path) -> Result<(), Failure> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let metadata = std::fs::metadata(path).map_err(|error| Failure::io("read", path, &error))?;
        let (name, mode) = (path.display(), metadata.permissions().mode() & 0o777);
        if metadata.is_file() && mode & 0o077 != 0 {
            let message =
                format!("{name} is a secret key, but its mode {mode:04o} gives others access; run chmod 600 {name}");
            return Err(Failure::new(Code::IO_READ, message));
        }
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}
