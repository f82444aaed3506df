//! Inspects the folder of a site as if it were published.

use super::{Diagnosis, Inspection, MAX_TOTAL_BYTES};
use crate::{
    failure::Failure,
    input::file::read_below,
    network::probe::{fields_of, origin_of},
    publish::site_path::decoded,
};
use adp_compare::doctor::{ProbeResponse, ProbedDocument, Queue};
use adp_publish::{HEADERS_PATH, MAX_HEADERS_BYTES, OpenError, header_fields};
use agent_description::{Code, Did, Document, Limits, Origin, json::Json};
use http::header;
use std::path::{Path, PathBuf};

/// The origin of a folder with an unknown host. It never resolves.
const PLACEHOLDER_ORIGIN: &str = "https://folder.invalid";

pub struct Folder {
    root: PathBuf,
    /// `https://HOST[:PORT]`, if the host is known.
    origin: Option<String>,
    /// The file `_headers`; empty if there is none.
    headers: String,
}

impl Folder {
    /// Opens a folder. The host is `host`, or else the host of the DIDs in the folder.
    pub fn new(root: &Path, host: Option<&str>) -> Result<Self, Failure> {
        let given = host.map(origin_of).transpose()?;
        let headers = match read_below(root, Path::new(HEADERS_PATH), MAX_HEADERS_BYTES) {
            Ok(bytes) if bytes.len() > MAX_HEADERS_BYTES => Err(format!("has more than {MAX_HEADERS_BYTES} bytes")),
            Ok(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
            Err(OpenError::Missing) => Ok(String::new()),
            Err(error) => Err(error.to_string()),
        };
        let headers = headers.map_err(|reason| {
            Failure::new(Code::IO_READ, format!("cannot read {}: {reason}", root.join(HEADERS_PATH).display()))
        })?;
        Ok(Self { origin: given.or_else(|| origin_in(root)), root: root.to_owned(), headers })
    }

    /// Whether the folder's host is known. Verification needs it.
    pub fn has_host(&self) -> bool {
        self.origin.is_some()
    }

    pub fn origin(&self) -> &str {
        self.origin.as_deref().unwrap_or(PLACEHOLDER_ORIGIN)
    }

    /// Inspects all well-known locations, and linked documents on the same host.
    pub fn inspect(&self, inspection: &Inspection<'_>) -> Diagnosis {
        let Inspection { inspector, most, time, .. } = *inspection;
        let mut queue = Queue::new(inspector, self.origin(), most);
        let (mut documents, mut room) = (Vec::new(), MAX_TOTAL_BYTES);
        while let Some(link) = queue.take() {
            if room == 0 || time.left().is_zero() {
                queue.left += 1;
                continue;
            }
            let answer = self.answer(&link.url, inspector.most_bytes().min(room));
            let probed = inspector.inspect(link.reason, &link.url, answer);
            room = room.saturating_sub(probed.source().len());
            queue.follow(&probed);
            // interfaces are not files
            queue.probe(&probed, false);
            documents.push(probed);
        }
        inspector.sort(&mut documents);
        Diagnosis { documents, left: queue.left, asks_for_credentials: false }
    }

    /// The names and bytes of the DID documents in the folder.
    pub fn did_documents(&self, documents: &[ProbedDocument<'_>]) -> Vec<(String, Vec<u8>)> {
        documents
            .iter()
            .filter(|probed| probed.is_did_document())
            .map(|probed| (self.name(&probed.url), probed.source().to_vec()))
            .collect()
    }

    /// The file name for a URL.
    pub fn name(&self, url: &str) -> String {
        match self.path(url) {
            Some(path) => self.root.join(path).display().to_string(),
            None => url.to_owned(),
        }
    }

    /// The path of a URL in the folder, as `adp serve` maps it. `None` if no file name can represent it.
    fn path(&self, url: &str) -> Option<PathBuf> {
        let path = url.strip_prefix(self.origin())?;
        (!path.contains(['?', '#'])).then(|| decoded(path).map(PathBuf::from)).flatten()
    }

    fn answer(&self, url: &str, most: usize) -> ProbeResponse {
        let Some(path) = self.path(url) else { return ProbeResponse::Nothing };
        let failed = |code, message: String| ProbeResponse::Failed { code, message };
        match read_below(&self.root, &path, most) {
            Ok(bytes) if bytes.len() > most => failed(
                Code::JSON_SIZE,
                format!("{} is larger than {most} bytes, the most that is read", self.name(url)),
            ),
            Ok(bytes) => {
                // patterns are not read, so that a field that is missing here may still be sent
                let mut fields = header_fields(&self.headers, &path.to_string_lossy());
                for name in [header::CONTENT_TYPE, header::ACCESS_CONTROL_ALLOW_ORIGIN, header::LINK] {
                    fields.remove(name);
                }
                ProbeResponse::Body { media_type: None, bytes, fields: fields_of(None, &fields) }
            }
            Err(OpenError::Missing | OpenError::Path) => ProbeResponse::Nothing,
            Err(error) => failed(Code::IO_READ, format!("cannot read {}: {error}", self.name(url))),
        }
    }
}

/// The origin of the DID document in the folder, or of the listing of descriptions.
fn origin_in(root: &Path) -> Option<String> {
    let text = |path: &str, member: &str| {
        let limits = Limits::default();
        let bytes = read_below(root, Path::new(path), limits.description_bytes).ok()?;
        let document = Document::parse(&bytes, &limits).ok()?;
        document.root().get(member).and_then(Json::as_str).map(str::to_owned)
    };
    let of_did = || text(".well-known/did.json", "id")?.parse::<Did>().ok()?.location();
    let of_listing = || text(".well-known/agent-descriptions", "url");
    let url = of_did().or_else(of_listing)?;
    Origin::from_https(&url).map(|origin| origin.to_string())
}
