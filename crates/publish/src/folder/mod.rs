//! The publisher's folder and the site's folder on disk. Symbolic links in them are not followed.

mod changes;
mod commit;
mod error;
#[cfg(all(unix, test))]
mod killed;
mod manifest;
mod open_folder;
mod safe_open;
mod site_folder;
mod source_folder;

pub use changes::{FileAction, FileChange, Published, SiteChanges};
pub use error::FolderError;
pub use manifest::{MANIFEST_NAME, MAX_MANIFEST_BYTES, SiteManifest};
pub use safe_open::{OpenError, open_below};
pub use site_folder::{CatalogMode, SiteFolder};
pub use source_folder::SourceFolder;
