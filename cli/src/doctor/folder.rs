//! Looking at the folder of a site, as if it were published.

use super::{Diagnosis, MAX_TOTAL_BYTES};
use crate::{failure::Failure, site_path::decoded};
use adp_cards::doctor::{Answer, Inspector, ProbedDocument, Queue};
use adp_publish::{OpenError, open_below};
use agent_description::{
    Code, Did, Document, Limits,
    discovery::{TimeLimit, listing_url},
    json::Json,
    secret::Redactor,
};
use std::{
    io::Read,
    path::{Path, PathBuf},
};

/// The origin of a folder whose host is not known: it leads nowhere.
const PLACEHOLDER_ORIGIN: &str = "https://folder.invalid";

/// The folder of a site.
pub struct Folder {
    root: PathBuf,
    /// `https://HOST[:PORT]`, where the host is known.
    origin: Option<String>,
}

impl Folder {
    /// A folder, and the host that it is for: the one given, or that of the DIDs in it.
    pub fn new(root: &Path, host: Option<&str>) -> Result<Self, Failure> {
        let origin = |host: &str| Ok::<_, Failure>(listing_url(host)?.split('/').take(3).collect::<Vec<_>>().join("/"));
        let given = host.map(origin).transpose()?;
        Ok(Self { origin: given.or_else(|| host_of(root)), root: root.to_owned() })
    }

    /// Whether the folder's host is known, without which nothing can be verified.
    pub fn has_host(&self) -> bool {
        self.origin.is_some()
    }

    fn origin(&self) -> &str {
        self.origin.as_deref().unwrap_or(PLACEHOLDER_ORIGIN)
    }

    /// Looks at all well-known places, and at up to `most` documents that these name on the same host.
    pub fn look(&self, inspector: &Inspector<'static>, most: usize, time: TimeLimit) -> Diagnosis {
        let mut queue = Queue::new(inspector, self.origin(), most);
        let (mut exhibits, mut room) = (Vec::new(), MAX_TOTAL_BYTES);
        while let Some(link) = queue.take() {
            if room == 0 || time.left().is_zero() {
                queue.left += 1;
                continue;
            }
            let answer = self.answer(&link.url, inspector.most_bytes().min(room));
            let exhibit = inspector.look(link.asked, &link.url, answer);
            room = room.saturating_sub(exhibit.source().len());
            queue.follow(&exhibit);
            // an interface is no file
            queue.probe(&exhibit, false);
            exhibits.push(exhibit);
        }
        inspector.sort(&mut exhibits);
        Diagnosis { exhibits, left: queue.left }
    }

    /// The DID documents in the folder: their names and bytes.
    pub fn did_documents(&self, exhibits: &[ProbedDocument<'_>]) -> Vec<(String, Vec<u8>)> {
        exhibits
            .iter()
            .filter(|exhibit| exhibit.is_did_document())
            .map(|exhibit| (self.name(&exhibit.url), exhibit.source().to_vec()))
            .collect()
    }

    /// The file of a URL, as it is named.
    pub fn name(&self, url: &str) -> String {
        match self.path(url) {
            Some(path) => self.root.join(path).display().to_string(),
            None => url.to_owned(),
        }
    }

    /// The path of a URL below the folder, as `adp serve` has it: not of one that a file's name cannot spell.
    fn path(&self, url: &str) -> Option<PathBuf> {
        let path = url.strip_prefix(self.origin())?;
        (!path.contains(['?', '#'])).then(|| decoded(path).map(PathBuf::from)).flatten()
    }

    fn answer(&self, url: &str, most: usize) -> Answer {
        let Some(path) = self.path(url) else { return Answer::Nothing };
        let failed = |code, message: String| Answer::Failed { code, message };
        let file = match open_below(&self.root, &path) {
            Ok(file) => file,
            Err(OpenError::Missing | OpenError::Path) => return Answer::Nothing,
            Err(error) => return failed(Code::IO_READ, format!("cannot read {}: {error}", self.name(url))),
        };
        let mut bytes = Vec::new();
        match file.take(most as u64 + 1).read_to_end(&mut bytes) {
            Err(error) => failed(Code::IO_READ, format!("cannot read {}: {error}", self.name(url))),
            Ok(read) if read > most => failed(
                Code::JSON_SIZE,
                format!("{} is larger than {most} bytes, the most that is read", self.name(url)),
            ),
            Ok(_) => {
                Redactor::for_process().learn(&bytes);
                Answer::Body { media_type: None, bytes }
            }
        }
    }
}

/// The origin of the DID whose document is in the folder, or of the page that lists its descriptions.
fn host_of(root: &Path) -> Option<String> {
    let text = |path: &str, member: &str| {
        let limits = Limits::default();
        let mut bytes = Vec::new();
        let file = open_below(root, Path::new(path)).ok()?;
        file.take(limits.description_bytes as u64).read_to_end(&mut bytes).ok()?;
        let document = Document::parse(&bytes, &limits).ok()?;
        document.root().get(member).and_then(Json::as_str).map(str::to_owned)
    };
    let of_did = || text(".well-known/did.json", "id")?.parse::<Did>().ok()?.location();
    let of_listing = || text(".well-known/agent-descriptions", "url");
    let url = of_did().or_else(of_listing)?;
    url.starts_with("https://").then(|| url.split('/').take(3).collect::<Vec<_>>().join("/"))
}
