//! DIDs that a document names as its agent's, such as a registration file, compared with the host's own and with who signed the agent's
//! card.

use super::{ProbedDocument, rules};
use agent_description::{Code, Did, Document, Origin, json::Json};

/// Compares each document's DIDs with the DID documents that the host shows, and with the signers of the documents that it links to.
pub(super) fn compare(documents: &mut [ProbedDocument<'_>]) {
    let own: Vec<Did> = documents.iter().filter_map(did_of).collect();
    for at in 0..documents.len() {
        let probed = &documents[at];
        let origin = Origin::from_https(&probed.url);
        let mut faults = Vec::new();
        for did in &probed.named_dids {
            // a DID of this host has its document fetched
            let is_of_host = did.location().is_some_and(|url| Origin::from_https(&url) == origin);
            match own.first() {
                _ if is_of_host || own.contains(did) => {}
                Some(hosts) => faults.push(format!("the document names the DID {did}, but the host's is {hosts}")),
                // a DID without a host, such as did:key, can be anyone's
                None if did.location().is_none() => {}
                None => faults.push(format!("the document names {did}, the DID of another host")),
            }
        }
        let Some(named) = probed.named_dids.first() else { continue };
        let is_linked = |other: &&ProbedDocument<'_>| probed.links.iter().any(|link| link.url == other.url);
        for other in documents.iter().filter(is_linked) {
            if let Some(signer) = other.signer.as_ref().filter(|signer| !probed.named_dids.contains(signer)) {
                faults.push(format!("the document names the DID {named}, but {} is signed by {signer}", other.url));
            }
        }
        let probed = &mut documents[at];
        probed.holds(&rules::NAMED_DID);
        for fault in faults {
            probed.breaks(&rules::NAMED_DID, Code::CONTRADICTION, &fault);
        }
        probed.report.sort();
    }
}

/// The DID of a DID document at its own URL.
fn did_of(probed: &ProbedDocument<'_>) -> Option<Did> {
    let is_own = probed.is_did_document() && probed.verified == Some(true);
    let id = |document: &Document| document.root().get("id").and_then(Json::as_str)?.parse().ok();
    probed.document.as_ref().filter(|_| is_own).and_then(id)
}
