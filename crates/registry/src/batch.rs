//! Writes many documents: verifies them in parallel and stores them together.

use crate::{
    Added, Identifier, Registry, RegistryError, Stored, Writer,
    registry::PreparedDocument,
    store::{StoreError, Write, Written},
};
use bytes::Bytes;
use futures_util::stream::{FuturesOrdered, StreamExt};
use std::collections::HashSet;

/// Maximum number of documents per store request.
const MAX_BATCH_ENTRIES: usize = 512;

pub(crate) async fn put_all(
    registry: &Registry,
    writer: &Writer,
    documents: Vec<(Identifier, Bytes)>,
) -> Vec<Result<Added, RegistryError>> {
    let mut results = Vec::with_capacity(documents.len());
    let mut documents = documents.into_iter().peekable();
    while documents.peek().is_some() {
        let mut identifiers = HashSet::new();
        let mut together = Vec::new();
        // a second document for the same identifier waits for the first
        while together.len() < MAX_BATCH_ENTRIES
            && let Some((identifier, document)) = documents.next_if(|(identifier, _)| !identifiers.contains(identifier))
        {
            identifiers.insert(identifier.clone());
            together.push((identifier, document));
        }
        results.extend(put_together(registry, writer, together).await);
    }
    results
}

async fn put_together(
    registry: &Registry,
    writer: &Writer,
    documents: Vec<(Identifier, Bytes)>,
) -> Vec<Result<Added, RegistryError>> {
    let mut preparing = FuturesOrdered::new();
    for (identifier, document) in documents {
        let (registry, writer) = (registry.clone(), writer.clone());
        // separate tasks, so that all processors verify
        preparing.push_back(tokio::spawn(async move { prepare(&registry, &writer, &identifier, document).await }));
    }
    let mut prepared = Vec::with_capacity(preparing.len());
    while let Some(done) = preparing.next().await {
        prepared.push(done.unwrap_or_else(|error| Err(StoreError::new(error).into())));
    }
    let (mut writes, mut entries) = (Vec::new(), Vec::new());
    for one in &prepared {
        let Ok((ready, stored)) = one else { continue };
        match registry.inner.write_of(writer, ready, stored.as_ref()) {
            Ok(write) => {
                entries.push(Some(write.clone()));
                writes.push(write);
            }
            Err(_) => entries.push(None),
        }
    }
    let written = registry.inner.store.write(writes).await;
    let mut written = written.map(Vec::into_iter);
    let mut entries = entries.into_iter();
    let mut results = Vec::with_capacity(prepared.len());
    for one in prepared {
        let (ready, stored) = match one {
            Ok(one) => one,
            Err(error) => {
                results.push(Err(error));
                continue;
            }
        };
        let outcome = match (&mut written, entries.next().flatten()) {
            (Err(error), _) => Err(error.clone().into()),
            (Ok(written), Some(Write::Put { mut entry, .. })) => match written.next() {
                Some(Written::Done { sequence }) => {
                    entry.sequence = sequence;
                    Ok(Added { entry: *entry, is_new: !matches!(stored, Some(Stored::Entry(_))) })
                }
                Some(Written::OverQuota(usage)) => Err(registry.inner.over_quota(&ready.identifier, usage)),
                // after a conflict, retry one by one
                Some(Written::Conflict) | None => registry.inner.store_one(writer, &ready, stored).await,
            },
            _ => registry.inner.store_one(writer, &ready, stored).await,
        };
        results.push(outcome);
    }
    results
}

async fn prepare(
    registry: &Registry,
    writer: &Writer,
    identifier: &Identifier,
    document: Bytes,
) -> Result<(PreparedDocument, Option<Stored>), RegistryError> {
    let right = registry.permit(writer, identifier)?;
    registry.inner.count(right, identifier)?;
    let stored = registry.inner.store.get(identifier).await?;
    let ready = registry.inner.prepare(identifier, document, stored.as_ref()).await?;
    Ok((ready, stored))
}
