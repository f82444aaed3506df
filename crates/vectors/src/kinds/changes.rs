//! Vectors for comparing, locking and converting documents.

use super::{Answer, CannotAnswer, Path, Vector, descriptions::flag, required};
use adp_cards::{
    FORMATS,
    convert::{ConversionOptions, Target, convert},
    diff::{common, diff},
    lock::LockFile,
};
use agent_description::{
    Document, Limits,
    format::{ALL, Format, detect},
    json::jcs,
};

type Read = (Document, Vec<&'static dyn Format>);

fn read(bytes: &[u8]) -> Result<Read, Answer> {
    let document = Document::parse(bytes, &Limits::default()).map_err(|error| Answer::refused(&error))?;
    let all = [ALL, FORMATS].concat();
    let formats = detect(document.root(), &all).map_err(|error| Answer::refused(&error))?;
    Ok((document, formats))
}

/// Output: class, rule and pointer of each change, joined by `; `.
pub fn diff_of(vector: &Vector, _: &Path) -> Result<Answer, CannotAnswer> {
    let old = required(vector, "old")?;
    let ((old, old_formats), (new, new_formats)) = match (read(old.as_bytes()), read(vector.body())) {
        (Ok(old), Ok(new)) => (old, new),
        (Err(answer), _) | (_, Err(answer)) => return Ok(answer),
    };
    let format = match common(&old_formats, &new_formats) {
        Ok(format) => format,
        Err(error) => return Ok(Answer::refused(&error)),
    };
    Ok(match diff(format, &old, &new) {
        Ok(changes) => {
            let each = changes.iter().map(|change| format!("{} {} {}", change.class(), change.rule.id, change.pointer));
            Answer::output(each.collect::<Vec<_>>().join("; "))
        }
        Err(error) => Answer::refused(&error),
    })
}

/// Output: the locked paths.
pub fn lock_file(vector: &Vector, _: &Path) -> Result<Answer, CannotAnswer> {
    Ok(match LockFile::parse(vector.body()) {
        Ok(lock) => Answer::output(lock.files().map(|file| file.path.as_str()).collect::<Vec<_>>().join(" ")),
        Err(error) => Answer::refused(&error),
    })
}

/// Output: the converted document in canonical form.
pub fn conversion(vector: &Vector, _: &Path) -> Result<Answer, CannotAnswer> {
    let to = required(vector, "to")?;
    let target = Target::ALL.into_iter().find(|target| target.as_str() == to);
    let target = target.ok_or_else(|| CannotAnswer::value("to", to, "no target of this version"))?;
    let wishes = ConversionOptions { strict: flag(vector, "strict")?, ..ConversionOptions::default() };
    let (document, formats) = match read(vector.body()) {
        Ok(read) => read,
        Err(answer) => return Ok(answer),
    };
    let Some(format) = formats.first() else { return Ok(Answer::ok()) };
    Ok(match convert(&document, *format, target, &wishes) {
        Ok(converted) => {
            Answer::output(String::from_utf8_lossy(&jcs::canonicalize(converted.document.json())).into_owned())
        }
        Err(error) => Answer::refused(&error),
    })
}
