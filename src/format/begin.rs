//! Verification of a document that has several formats.

use super::{Format, FormatError, error::signers_differ};
use crate::{
    Document,
    proof::Expectations,
    verification::{Need, Pending, Supplied, Verification},
};
use std::sync::Arc;

/// Begins the verification of a document by several formats. All of them must verify it with the same signer, otherwise
/// it is refused.
///
/// # Errors
/// The verdict of the first format that refuses the document, regardless of further inputs.
pub fn begin(
    document: &Document,
    formats: &[&Format],
    expectations: &Expectations,
) -> Result<Box<dyn Pending>, Box<Verification>> {
    let begin = |format: &&Format| format.begin(document.clone(), expectations);
    match formats {
        [] => {
            let format = "unknown";
            let error = FormatError::NotOffered { format, verb: "verified" };
            Err(Box::new(Verification::refused(format, Arc::new(error))))
        }
        [format] => begin(format),
        [first, others @ ..] => {
            let first = begin(first)?;
            Ok(Box::new(BySeveral { first, others: others.iter().map(begin).collect::<Result<_, _>>()? }))
        }
    }
}

/// One document in verification by several formats.
#[derive(Debug)]
struct BySeveral {
    first: Box<dyn Pending>,
    others: Vec<Box<dyn Pending>>,
}

impl Pending for BySeveral {
    fn needs(&mut self, supplied: &Supplied) -> Vec<Need> {
        let mut needs = self.first.needs(supplied);
        for need in self.others.iter_mut().flat_map(|pending| pending.needs(supplied)) {
            if !needs.contains(&need) {
                needs.push(need);
            }
        }
        needs
    }

    /// The verdict of the first format, or of one that refuses the document or finds another signer or none.
    fn finish(self: Box<Self>, supplied: &Supplied) -> Verification {
        let Self { first, others } = *self;
        let first = first.finish(supplied);
        if !first.is_verified() {
            return first;
        }
        let (mut expires, mut found) = (first.expires, vec![first]);
        for pending in others {
            let other = pending.finish(supplied);
            if !other.is_verified() {
                return other;
            }
            expires = expires.into_iter().chain(other.expires).min();
            found.push(other);
        }
        let signers: Vec<_> = found.iter().filter_map(|found| Some((found.format, found.signer.clone()?))).collect();
        let differ = signers_differ(&signers);
        // if keys without a signer were used, the signer of the document is unknown
        let decides = |found: &Verification| match &differ {
            Some((second_format, _)) => found.format == *second_format,
            None => found.signer.is_none(),
        };
        let at = found.iter().position(decides).unwrap_or_default();
        let mut verdict = found.swap_remove(at);
        verdict.expires = expires;
        match differ {
            Some((_, differ)) => verdict.but_refused(Arc::new(differ)),
            None => verdict,
        }
    }
}
