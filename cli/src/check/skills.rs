//! `--follow` for indexes of skills: whether what stands at each URL has the digest that the index gives.

use crate::{
    join_ordered::{MAX_PARALLEL_FETCHES, in_order},
    network::Network,
};
use adp_cards::skills_index::{artifacts, rules};
use agent_description::{
    Code, Document, Json,
    diagnostic::{CheckReport, Diagnostic, Severity},
    discovery::TimeLimit,
    resolve::{Fetcher, NetError},
};

/// The most artifacts that one index makes us fetch, and the most bytes of one.
const MAX_SKILLS: usize = 64;
const MAX_ARTIFACT_BYTES: usize = 16 << 20;

/// Fetches what an index names, some at the same time, and adds an error for each digest that differs, a warning for each artifact
/// that cannot be had. URLs are relative to the URL that the index was fetched from; of a file, relative ones are not followed.
pub fn follow(document: &Document, url: Option<&str>, network: &Network, time: TimeLimit, report: &mut CheckReport) {
    let all = artifacts(document, url);
    let fetcher = Fetcher::new(network.https().clone()).body_limit(MAX_ARTIFACT_BYTES);
    let followed: Vec<_> = all.iter().take(MAX_SKILLS).collect();
    for some in followed.chunks(MAX_PARALLEL_FETCHES) {
        let asked = some.iter().map(|artifact| {
            let (fetcher, at) = (fetcher.clone(), artifact.url.to_string());
            async move { time.within(&at, fetch(&fetcher, &at)).await }
        });
        let answers = network.runtime().block_on(in_order(asked.collect::<Vec<_>>()));
        for (artifact, answer) in some.iter().zip(answers) {
            let finding = match answer {
                Some(Ok(bytes)) => artifact.compare(&bytes).err().map(|differs| artifact.finding(document, &differs)),
                Some(Err(error)) => Some(artifact.finding(document, &error)),
                None => None,
            };
            finding.into_iter().for_each(|finding| report.add(finding));
        }
    }
    let skills = document.root().get("skills").and_then(Json::as_array).map_or(0, <[Json]>::len);
    if let Some(left @ 1..) = skills.checked_sub(all.len().min(MAX_SKILLS)) {
        let message = format!(
            "{left} of {skills} skills were not fetched: they have no https URL or no digest, their URL is relative to an index \
             that was read from a file, or there are more than {MAX_SKILLS}"
        );
        let mut note =
            Diagnostic::found(&rules::REACHABLE, Code::NET_OFFLINE, &message, document, document.json().offset());
        note.severity = Severity::Note;
        report.add(note);
    }
    report.sort();
}

/// The bytes at a URL, of any media type.
async fn fetch(fetcher: &Fetcher, url: &str) -> Result<Vec<u8>, NetError> {
    let request = http::Request::get(url)
        .header("accept", "*/*")
        .body(Vec::new())
        .map_err(|error| NetError::Request { url: url.to_owned(), problem: error.to_string() })?;
    let mut response = fetcher.send(request).await?;
    let status = response.status().as_u16();
    if status != 200 {
        return Err(NetError::Status { url: url.to_owned(), status });
    }
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}
