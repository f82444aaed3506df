//! Files in the same folder as a document.

/// Access to the files in a document's folder. The library itself opens no files.
pub trait Beside {
    /// Reads a file by its name relative to the document's folder, such as `schemas/order.yaml`. The name contains no
    /// `..`; implementations must check symbolic links. Reads at most `most` + 1 bytes.
    ///
    /// # Errors
    /// Why the file cannot be read, for a message that begins with "cannot be read: ".
    fn read(&self, name: &str, most: usize) -> Result<Vec<u8>, String>;
}
