//! Comparison and conversion of documents.

use crate::{
    failure::{Failure, number},
    formats,
};
use adp_cards::{
    convert::{ConversionOptions, Converted, Target, convert as converted},
    diff::{common, diff as changes},
};
use agent_description::{Json, json::Object};
use serde::Deserialize;

/// Options for comparison.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DiffOptions {
    format: Option<String>,
}

/// `{format, breaking, changes, omitted}`
pub fn diff(old: &str, new: &str, options: &DiffOptions) -> Result<Json, Failure> {
    let (old, old_formats) = formats::read(old, options.format.as_deref())?;
    let (new, new_formats) = formats::read(new, options.format.as_deref())?;
    let format = common(&old_formats, &new_formats).map_err(|error| Failure::of(&error))?;
    let found = changes(format, &old, &new).map_err(|error| Failure::of(&error))?;
    let mut object = Object::with_capacity(4);
    object.insert("format", format.name());
    object.insert("breaking", found.is_breaking());
    object.insert("changes", found.iter().map(|change| Json::from(change.to_json())).collect::<Vec<_>>());
    object.insert("omitted", number(found.left_out()));
    Ok(object.into())
}

/// Options for conversion.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ConvertOptions {
    to: String,
    format: Option<String>,
    name: Option<String>,
    url: Option<String>,
    #[serde(default)]
    strict: bool,
    #[serde(default)]
    keep_extra: bool,
}

/// `{text, losses, losesConsent}`
pub fn convert(text: &str, options: ConvertOptions) -> Result<Json, Failure> {
    let to = Target::ALL.into_iter().find(|target| target.as_str() == options.to).ok_or_else(|| {
        let names: Vec<&str> = Target::ALL.iter().map(|target| target.as_str()).collect();
        Failure::usage(format!("unknown target {:?}; use one of {}", options.to, names.join(", ")))
    })?;
    let (document, formats) = formats::read(text, options.format.as_deref())?;
    let [format] = formats[..] else {
        return Err(Failure::usage("the document is of several formats; choose one with `format`"));
    };
    let mut wishes = ConversionOptions::default();
    (wishes.name, wishes.url, wishes.strict, wishes.keep_extra) =
        (options.name, options.url, options.strict, options.keep_extra);
    let made = converted(&document, format, to, &wishes).map_err(|error| Failure::in_document(&error, &document))?;
    let loses_consent = made.loses_consent();
    let Converted { document: written, losses, .. } = made;
    let losses = losses.iter().map(|loss| {
        let mut object = Object::with_capacity(3);
        object.insert("pointer", loss.pointer.as_str());
        object.insert("severity", loss.severity.as_str());
        object.insert("reason", loss.reason.as_str());
        Json::from(object)
    });
    let mut object = Object::with_capacity(3);
    object.insert("losses", losses.collect::<Vec<_>>());
    object.insert("losesConsent", loses_consent);
    object.insert("text", written.source());
    Ok(object.into())
}
