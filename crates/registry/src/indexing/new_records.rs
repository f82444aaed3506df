//! The index records of documents that were just written, so that the index does not parse them again.

use crate::{Entry, search::Record};
use bytes::Bytes;
use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

/// Maximum total size of the documents whose records are kept, in bytes.
const MAX_KEPT_BYTES: usize = 16 << 20;

/// Records by identifier, each with its document. A record is used only for an entry with exactly this document.
#[derive(Debug, Default)]
pub(crate) struct NewRecords {
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    records: HashMap<String, (Bytes, Record)>,
    bytes: usize,
}

impl NewRecords {
    /// Keeps the record of a stored document. Beyond the limit, all earlier ones are dropped.
    pub(crate) fn keep(&self, document: &Bytes, record: Record) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.bytes.saturating_add(document.len()) > MAX_KEPT_BYTES {
            *kept = Kept::default();
        }
        kept.bytes += document.len();
        if let Some((before, _)) = kept.records.insert(record.id.clone(), (document.clone(), record)) {
            kept.bytes = kept.bytes.saturating_sub(before.len());
        }
    }

    /// Takes the record of an entry, which lacks what the entry adds to its document.
    pub(crate) fn take(&self, entry: &Entry) -> Option<Record> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let (document, record) = kept.records.remove(entry.identifier.as_str())?;
        kept.bytes = kept.bytes.saturating_sub(document.len());
        (document == entry.document).then_some(record)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{MAX_KEPT_BYTES, NewRecords};
    use crate::{Entry, StoredEvidence, VersionFloor, check};
    use agent_description::Timestamp;
    use bytes::Bytes;

    const DOCUMENT: &str =
        r#"{"tools": [{"name": "book", "description": "Books.", "inputSchema": {"type": "object"}}]}"#;

    fn entry(name: &str, document: &Bytes, at: Timestamp) -> Entry {
        let evidence = StoredEvidence {
            identity: None,
            checked: at,
            confirmed: None,
            expires: None,
            until: None,
            next: None,
            undecided: 0,
            refusal: None,
            checks: Vec::new(),
            unsigned: Vec::new(),
        };
        Entry {
            identifier: format!("urn:air:hotel.example:agent:{name}").parse().unwrap(),
            document: document.clone(),
            format: "mcp-tools".to_owned(),
            profile: "mcp-tools".to_owned(),
            summary: None,
            findings: Vec::new(),
            omitted: 0,
            evidence,
            version_floor: VersionFloor::default(),
            unverified_floor: VersionFloor::default(),
            added: at,
            updated: at,
            written_by: "operator".to_owned(),
            sequence: 0,
        }
    }

    #[test]
    fn a_record_is_taken_once_and_for_its_document_alone() {
        let at: Timestamp = "2026-01-01T00:00:00Z".parse().unwrap();
        let (document, checked) = (Bytes::from(DOCUMENT), check(DOCUMENT.as_bytes(), at).unwrap());
        let (records, rooms) = (NewRecords::default(), entry("rooms", &document, at));
        let keep = |entry: &Entry| records.keep(&entry.document, checked.record(&entry.identifier, at).unwrap());
        keep(&rooms);
        assert_eq!(records.take(&rooms).unwrap().id, rooms.identifier.as_str());
        assert_eq!(records.take(&rooms), None);
        keep(&rooms);
        assert_eq!(records.take(&entry("rooms", &Bytes::from("{}"), at)), None);
        // more than the limit drops what was kept before
        keep(&rooms);
        let large = entry("large", &Bytes::from(vec![b' '; MAX_KEPT_BYTES]), at);
        keep(&large);
        assert_eq!(records.take(&rooms), None);
        assert!(records.take(&large).is_some());
        assert_eq!(records.kept.lock().unwrap().bytes, 0);
    }
}
