//! The key directory of Web Bot Auth, and the header fields that sign its response, in the file `_headers` that static hosts read
//! (draft-meunier-webbotauth-httpsig-protocol, section 5.5.1 and appendix B.1).

use crate::{
    Content, FileKind, FolderError, PublishError, PublishFault, PublishOptions, Site, SiteFile, SiteFolder,
    SourceFolder,
};
use agent_description::{
    Origin, Timestamp,
    auth::http_signature::{sign_directory_response, verify_directory_response},
    key::{KeyDirectory, SigningKey},
};
use http::{HeaderMap, HeaderName, HeaderValue};
use std::io::{self, Read};

/// The path of the key directory on a site.
pub const KEY_DIRECTORY_PATH: &str = ".well-known/http-message-signatures-directory";
/// The file with the header fields of a site's paths, as Netlify and Cloudflare Pages read it.
pub const HEADERS_PATH: &str = "_headers";
/// The largest file of header fields, in bytes.
pub const MAX_HEADERS_BYTES: usize = 256 << 10;
/// The fields by which the directory's response is signed.
const SIGNED: [&str; 3] = ["content-digest", "signature-input", "signature"];

/// The site with the key directory, where there are keys for one, and with its signatures. If `signs` is false, what has to be signed is left unsigned.
pub(crate) fn add(
    mut site: Site,
    (source, published): (&SourceFolder, &SiteFolder),
    options: &PublishOptions,
    signs: bool,
) -> Result<Site, FolderError> {
    let keys = &*options.bot_keys;
    if keys.is_empty() {
        return Ok(site);
    }
    if let Some(own) = site.files.iter().find(|file| file.path == KEY_DIRECTORY_PATH) {
        let fault =
            PublishFault::Conflict { path: own.path.clone(), other: "the key directory of --bot-key".to_owned() };
        return Err(vec![PublishError::new(own.path.as_str(), fault)].into());
    }
    let failed = |error: &dyn std::error::Error| {
        FolderError::io("write", source.place("").as_path(), io::Error::other(error.to_string()))
    };
    let agent = Origin::new("https", &site.host).map_err(|error| failed(&error))?;
    let mut body = KeyDirectory::write(keys.iter().map(SigningKey::verifying_key)).to_pretty();
    body.push('\n');
    let own = headers_of(source, &site)?;
    let before = published.read(HEADERS_PATH, MAX_HEADERS_BYTES)?.unwrap_or_default();
    let before = header_fields(&String::from_utf8_lossy(&before), KEY_DIRECTORY_PATH);
    let directory = KeyDirectory::parse(agent.clone(), body.as_bytes()).map_err(|error| failed(&error))?;
    let until =
        |fields: &HeaderMap, at: Timestamp| verify_directory_response(&directory, fields, body.as_bytes(), at).ok();
    // not verified for a later time: a signature is refused that is made after that of the verification
    let kept = until(&before, options.at).filter(|until| *until > options.at.saturating_add(options.renew_before()));
    let signed = match kept {
        Some(until) => Some((before, until)),
        None if signs => {
            let created = options.at.truncated_to_second();
            let expires = created.saturating_add(options.expires_in);
            let fields = sign_directory_response(&agent, body.as_bytes(), keys, created, expires);
            Some((fields.map_err(|error| failed(&error))?, expires))
        }
        None => None,
    };
    site.files.retain(|file| file.path != HEADERS_PATH);
    let content = signed.as_ref().map(|(fields, _)| Content::Bytes(with_directory(&own, fields).into_bytes()));
    let mut headers = SiteFile::made(HEADERS_PATH, FileKind::HeaderFields, content.unwrap_or(Content::Unsigned));
    headers.expires = signed.map(|(_, until)| until);
    site.files.push(headers);
    site.files.push(SiteFile::made(KEY_DIRECTORY_PATH, FileKind::KeyDirectory, Content::Bytes(body.into_bytes())));
    site.files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(site)
}

/// The publisher's own file of header fields; empty if there is none.
fn headers_of(source: &SourceFolder, site: &Site) -> Result<String, FolderError> {
    if !site.files.iter().any(|file| file.path == HEADERS_PATH) {
        return Ok(String::new());
    }
    let failed = |error| FolderError::reading(source, HEADERS_PATH, error);
    let mut text = String::new();
    let mut file = source.open(HEADERS_PATH)?.take(MAX_HEADERS_BYTES as u64 + 1);
    file.read_to_string(&mut text).map_err(failed)?;
    if text.len() > MAX_HEADERS_BYTES {
        return Err(failed(io::Error::other(format!("has more than {MAX_HEADERS_BYTES} bytes"))));
    }
    Ok(text)
}

/// The publisher's header fields and those of the directory.
fn with_directory(own: &str, fields: &HeaderMap) -> String {
    let mut text = own.trim_end().to_owned();
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(&format!("/{KEY_DIRECTORY_PATH}\n  Content-Type: {}\n", KeyDirectory::MEDIA_TYPE));
    for name in SIGNED {
        if let Some(value) = fields.get(name).and_then(|value| value.to_str().ok()) {
            text.push_str(&format!("  {name}: {value}\n"));
        }
    }
    text
}

/// The fields that a file `_headers` gives a path of the site: those below the path's own line, not those of patterns.
#[must_use]
pub fn header_fields(text: &str, path: &str) -> HeaderMap {
    let mut fields = HeaderMap::new();
    let mut is_of_path = false;
    for line in text.lines() {
        if !line.starts_with([' ', '\t']) {
            is_of_path = line.trim().strip_prefix('/') == Some(path);
        } else if let (true, Some((name, value))) = (is_of_path, line.split_once(':'))
            && let (Ok(name), Ok(value)) = (name.trim().parse::<HeaderName>(), HeaderValue::from_str(value.trim()))
        {
            fields.append(name, value);
        }
    }
    fields
}
