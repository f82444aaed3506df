//! Members of an object: read as a model reads them, and checked by a table.

mod read;
mod table;

pub(crate) use read::{flag, list, object, objects, other, parts, text, text_array, texts};
pub(crate) use table::{Codes, Field, Shape, Table};
