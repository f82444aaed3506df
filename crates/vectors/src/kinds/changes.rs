//! Vectors for comparing, locking and converting documents.

use super::{Answered, CannotAnswer, Path, Stopped, Vector, VectorAnswer, card_formats, flag, required};
use adp_compare::{
    convert::{ConversionOptions, ConversionTarget, convert},
    diff::{common, diff},
    lock::LockFile,
};
use agent_description::{
    Document, Limits,
    format::{ALL, Format, detect},
    json::jcs,
};

fn read(bytes: &[u8]) -> Result<(Document, Vec<&'static Format>), Stopped> {
    let document = Document::parse(bytes, &Limits::default())?;
    let formats = detect(document.root(), &[ALL, &card_formats()].concat())?;
    Ok((document, formats))
}

/// Output: class, rule and pointer of each change, joined by `; `.
pub(super) fn diff_of(vector: &Vector, _: &Path) -> Answered {
    let (old, old_formats) = read(required(vector, "old")?.as_bytes())?;
    let (new, new_formats) = read(vector.body())?;
    let changes = diff(common(&old_formats, &new_formats)?, &old, &new)?;
    let each = changes.iter().map(|change| format!("{} {} {}", change.class(), change.rule.id, change.pointer));
    Ok(VectorAnswer::output(each.collect::<Vec<_>>().join("; ")))
}

/// Output: the locked paths.
pub(super) fn lock_file(vector: &Vector, _: &Path) -> Answered {
    let lock = LockFile::parse(vector.body())?;
    Ok(VectorAnswer::output(lock.files().map(|file| file.path.as_str()).collect::<Vec<_>>().join(" ")))
}

/// Output: the converted document in canonical form.
pub(super) fn conversion(vector: &Vector, _: &Path) -> Answered {
    let to = required(vector, "to")?;
    let target = ConversionTarget::ALL.into_iter().find(|target| target.as_str() == to);
    let target = target.ok_or_else(|| CannotAnswer::value("to", to, "no target of this version"))?;
    let options = ConversionOptions { strict: flag(vector, "strict")?, ..ConversionOptions::default() };
    let (document, formats) = read(vector.body())?;
    let Some(format) = formats.first() else { return Ok(VectorAnswer::ok()) };
    let converted = convert(&document, format, target, &options)?;
    Ok(VectorAnswer::output(String::from_utf8_lossy(&jcs::canonicalize(converted.document.json()))))
}
