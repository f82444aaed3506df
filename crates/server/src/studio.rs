//! The studio page of `page/`: static files, which `adp studio` and the registry serve.
//!
//! They are compiled in if the build has `ADP_STUDIO=page/dist/embed` in its environment, or read from a folder. Every file is compressed with
//! gzip and sent so: every browser reads it, and RFC 9110, section 12.5.3, lets a server choose for clients that name no coding.

use bytes::Bytes;
use http::{
    HeaderValue, Response,
    header::{
        CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
    },
};
use http_body_util::Full;
use std::{collections::BTreeMap, fs, io, path::Path};

/// The files of the build: path and content.
static EMBEDDED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/studio_files.rs"));

/// The page's content security policy: the page may run its own script and WebAssembly, use its own style sheet, and fetch over HTTPS what the person asks for.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self' https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// The largest file of the page, in bytes.
const MAX_FILE_BYTES: u64 = 16 << 20;
/// The most files of the page.
const MAX_FILES: usize = 64;
const INDEX: &str = "index.html";

/// Response body of a server that was built without the studio page.
pub const NO_PAGE: &str = "this build does not contain the studio page";
/// The commands that build the page and serve it.
pub const HOW_TO_BUILD: &str = "in a clone of the repository, run `bash wasm/build.sh && (cd page && npm ci && npm run build)`, then pass `--page page/dist/embed`";

/// The page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StudioPage {
    files: BTreeMap<String, Bytes>,
}

impl StudioPage {
    /// The page that was compiled in, if any.
    #[must_use]
    pub fn embedded() -> Option<Self> {
        let files: BTreeMap<_, _> =
            EMBEDDED.iter().map(|(path, bytes)| ((*path).to_owned(), Bytes::from_static(bytes))).collect();
        (!files.is_empty()).then_some(Self { files })
    }

    /// The page of a folder, `page/dist/embed`, without hidden files.
    ///
    /// # Errors
    ///
    /// A file cannot be read, is larger than 16 MiB, there are more than 64, or there is no `index.html`.
    pub fn from_folder(folder: &Path) -> io::Result<Self> {
        let mut files = BTreeMap::new();
        read(folder, "", &mut files)?;
        if !files.contains_key(INDEX) {
            return Err(io::Error::new(io::ErrorKind::NotFound, format!("there is no {INDEX}")));
        }
        Ok(Self { files })
    }

    /// The response for a path below the page's, without `/` at its start: `""` is the page itself. `None` if there is no such file.
    #[must_use]
    pub fn response(&self, path: &str) -> Option<Response<Full<Bytes>>> {
        let path = if path.is_empty() { INDEX } else { path };
        let bytes = self.files.get(path)?.clone();
        let mut response = Response::new(Full::new(bytes));
        // names of assets contain a digest of their content
        let cache = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
        for (name, value) in [
            (CONTENT_TYPE, media_type(path)),
            (CONTENT_ENCODING, "gzip"),
            (CACHE_CONTROL, cache),
            (CONTENT_SECURITY_POLICY, POLICY),
            (X_CONTENT_TYPE_OPTIONS, "nosniff"),
            (REFERRER_POLICY, "no-referrer"),
        ] {
            response.headers_mut().insert(name, HeaderValue::from_static(value));
        }
        Some(response)
    }
}

/// The media type of a file by its name.
fn media_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}

fn read(folder: &Path, prefix: &str, files: &mut BTreeMap<String, Bytes>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        let kind = entry.file_type()?;
        if entry.file_name().as_encoded_bytes().starts_with(b".") {
            continue;
        }
        if kind.is_dir() && prefix.is_empty() {
            read(&entry.path(), &format!("{name}/"), files)?;
        } else if kind.is_file() {
            if entry.metadata()?.len() > MAX_FILE_BYTES || files.len() == MAX_FILES {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "too many or too large files for the page"));
            }
            files.insert(name, fs::read(entry.path())?.into());
        }
    }
    Ok(())
}
