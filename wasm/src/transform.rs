//! Comparison and conversion of documents.

use crate::{
    failure::{Failure, number},
    formats,
    options::Options,
};
use adp_compare::{
    convert::{ConversionOptions, ConversionTarget, convert as converted},
    diff::{common, diff as changes},
};
use agent_description::{Json, json::Object};

/// `{format, breaking, changes, omitted}`. Options: `{format?}`.
pub fn diff(old: &str, new: &str, mut options: Options) -> Result<Json, Failure> {
    let format = options.text("format")?;
    options.finish()?;
    let (old, old_formats) = formats::read(old, format.as_deref())?;
    let (new, new_formats) = formats::read(new, format.as_deref())?;
    let format = common(&old_formats, &new_formats).map_err(|error| Failure::of(&error))?;
    let found = changes(format, &old, &new).map_err(|error| Failure::of(&error))?;
    let mut object = Object::with_capacity(4);
    object.insert("format", format.name);
    object.insert("breaking", found.is_breaking());
    object.insert("changes", found.iter().map(|change| Json::from(change.to_json())).collect::<Vec<_>>());
    object.insert("omitted", number(found.left_out()));
    Ok(object.into())
}

/// `{text, losses, losesConsent}`. Options: `{to, format?, name?, url?, strict?}`.
pub fn convert(text: &str, mut options: Options) -> Result<Json, Failure> {
    let (to, format) = (options.required("to")?, options.text("format")?);
    let mut conversion = ConversionOptions::default();
    (conversion.name, conversion.url) = (options.text("name")?, options.text("url")?);
    conversion.strict = options.flag("strict")?;
    options.finish()?;
    let to = ConversionTarget::named(&to).map_err(Failure::usage)?;
    let (document, formats) = formats::read(text, format.as_deref())?;
    let [format] = formats[..] else {
        return Err(Failure::usage("the document is of several formats; choose one with `format`"));
    };
    let made = converted(&document, format, to, &conversion);
    let made = made.map_err(|error| Failure::in_document(&error, &document))?;
    Ok(made.to_json().into())
}
