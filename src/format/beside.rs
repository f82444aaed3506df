//! Files beside a document.

/// Where the files beside a document are from. The library opens none by itself.
pub trait Beside {
    /// The file of a name relative to the document's folder, such as `schemas/order.yaml`; it never leads out of that by `..`, and links have
    /// to be kept from doing so here. At most `most` bytes and one more are wanted.
    ///
    /// # Errors
    /// Why there is no such file, in words that follow "cannot be read: ".
    fn read(&self, name: &str, most: usize) -> Result<Vec<u8>, String>;
}
