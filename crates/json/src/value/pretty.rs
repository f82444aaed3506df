//! Pretty-printed JSON: members in order, indented by two, numbers in ECMAScript's form.

use crate::{
    Json, Value,
    jcs::{write_scalar, write_string},
};
use std::io;

/// Size of one write.
const PIECE_BYTES: usize = 64 << 10;

impl Json {
    /// The JSON text, indented by two, without a final line feed.
    #[must_use]
    pub fn to_pretty(&self) -> String {
        self.to_pretty_within(usize::MAX).unwrap_or_default()
    }

    /// [`Json::to_pretty`] with a maximum length, because deeply nested values consist mostly of indentation.
    #[must_use]
    pub fn to_pretty_within(&self, limit: usize) -> Option<String> {
        let mut out = Vec::with_capacity(1024);
        write(&mut out, self.value(), Some(0), &mut |out| (out.len() <= limit).then_some(()))?;
        String::from_utf8(out).ok()
    }

    /// Writes the same text in pieces, with additional indentation.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_pretty(&self, indent: usize, to: &mut dyn io::Write) -> io::Result<()> {
        let (mut out, mut written) = (Vec::with_capacity(1024), Ok(()));
        write(&mut out, self.value(), Some(indent), &mut |out| {
            if out.len() >= PIECE_BYTES {
                written = to.write_all(out);
                out.clear();
            }
            written.is_ok().then_some(())
        });
        written.and_then(|()| to.write_all(&out))
    }

    /// The JSON text on one line, members in their order.
    #[must_use]
    pub fn to_compact(&self) -> String {
        self.to_compact_of(256)
    }

    /// [`Json::to_compact`] for a value whose text has about this number of bytes.
    #[must_use]
    pub fn to_compact_of(&self, bytes: usize) -> String {
        let mut out = Vec::with_capacity(bytes);
        write(&mut out, self.value(), None, &mut |_| Some(()));
        String::from_utf8(out).unwrap_or_default()
    }
}

/// Writes a value on one line, or on several with this indentation. Calls `each` after every value; returns `None` as
/// soon as it does.
fn write(
    out: &mut Vec<u8>,
    value: &Value,
    indent: Option<usize>,
    each: &mut impl FnMut(&mut Vec<u8>) -> Option<()>,
) -> Option<()> {
    let inner = indent.map(|indent| indent + 2);
    match value {
        Value::Array(items) if !items.is_empty() => {
            out.push(b'[');
            for (at, item) in items.iter().enumerate() {
                new_line(out, at > 0, inner);
                write(out, item.value(), inner, each)?;
            }
            new_line(out, false, indent);
            out.push(b']');
        }
        Value::Object(object) if !object.is_empty() => {
            out.push(b'{');
            for (at, member) in object.iter().enumerate() {
                new_line(out, at > 0, inner);
                write_string(out, &member.name);
                out.extend_from_slice(if indent.is_some() { b": " } else { b":" });
                write(out, member.value.value(), inner, each)?;
            }
            new_line(out, false, indent);
            out.push(b'}');
        }
        other => write_scalar(out, other),
    }
    each(out)
}

fn new_line(out: &mut Vec<u8>, comma: bool, indent: Option<usize>) {
    if comma {
        out.push(b',');
    }
    if let Some(indent) = indent {
        out.push(b'\n');
        out.resize(out.len() + indent, b' ');
    }
}
