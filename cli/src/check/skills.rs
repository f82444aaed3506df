//! `--follow` for skill indexes: compare each artifact with its digest in the index.

use crate::network::{MAX_PARALLEL_FETCHES, Network, probe::request};
use adp_catalogs::skills_index::{artifacts, rules};
use agent_description::{
    Code, Document, Json,
    diagnostic::{CheckReport, Diagnostic, Severity},
    discovery::TimeLimit,
    resolve::{Fetcher, NetError},
};
use futures_util::{StreamExt, stream};
use http::Method;

/// Maximum number of artifacts fetched for one index, and maximum size of one in bytes.
const MAX_SKILLS: usize = 64;
const MAX_ARTIFACT_BYTES: usize = 16 << 20;

/// Fetches the artifacts of an index in parallel. Adds an error for each digest that differs, and a warning for each
/// unavailable artifact.
///
/// Relative URLs are resolved against the URL of the index; in an index from a file they are skipped.
pub fn follow(document: &Document, url: Option<&str>, network: &Network, time: TimeLimit, report: &mut CheckReport) {
    let all = artifacts(document, url);
    let mut fetcher = Fetcher::new(network.https.clone());
    fetcher.body_limit = MAX_ARTIFACT_BYTES;
    let asked = all.iter().take(MAX_SKILLS).map(|artifact| {
        let fetcher = &fetcher;
        let url = artifact.url.as_str();
        async move { (artifact, time.within(url, fetch(fetcher, url)).await) }
    });
    // at most this many artifacts are in memory
    let mut answers = stream::iter(asked).buffered(MAX_PARALLEL_FETCHES);
    while let Some((artifact, answer)) = network.runtime.block_on(answers.next()) {
        let finding = match answer {
            Ok(bytes) => artifact.compare(&bytes).err().map(|differs| artifact.finding(document, &differs)),
            Err(error) => Some(artifact.finding(document, &error)),
        };
        finding.into_iter().for_each(|finding| report.add(finding));
    }
    let skills = document.root().get("skills").and_then(Json::as_array).map_or(0, <[Json]>::len);
    if let Some(left @ 1..) = skills.checked_sub(all.len().min(MAX_SKILLS)) {
        let message = format!(
            "{left} of {skills} skills were not fetched: no https URL, no digest, a relative URL in an index from a file, or \
             more than {MAX_SKILLS} skills"
        );
        let mut note =
            Diagnostic::found(&rules::REACHABLE, Code::NET_OFFLINE, &message, document, document.json().offset());
        note.severity = Severity::Note;
        report.add(note);
    }
    report.sort();
}

/// Fetches the bytes at a URL, of any media type.
async fn fetch(fetcher: &Fetcher, url: &str) -> Result<Vec<u8>, NetError> {
    let response = fetcher.send(request(Method::GET, url, "*/*")?).await?;
    match response.status.as_u16() {
        200 => Ok(response.bytes().await?.into()),
        status => Err(NetError::Status { url: url.to_owned(), status }),
    }
}
