//! The pending verification of a card.

use super::{
    CardKind, KeySet, PayloadForm, SignatureError,
    entry::{Entry, entries},
    signer_policy::SignerPolicy,
};
use agent_description::{
    Code, Did, Document, Origin, Timestamp,
    proof::{Check, CheckResult, Expectations},
    verification::{Binding, Covered, Need, Pending, SignatureReport, Supplied, Verification},
};
use std::{collections::BTreeSet, sync::Arc};
use url::Url;

/// A card with parsed signatures, and the caller's expectations.
#[derive(Debug)]
pub(super) struct PendingCard {
    pub document: Document,
    pub kind: &'static CardKind,
    /// Time of verification.
    pub at: Timestamp,
    /// The accepted payload forms.
    pub payload_forms: Vec<PayloadForm>,
    pub entries: Vec<Entry>,
    pub whose: SignerPolicy,
    /// The caller's key set, which takes precedence over other keys with the same ID.
    pub named: Option<KeySet>,
    key_origins: Vec<Origin>,
}

/// Begins the verification of a card.
pub(crate) fn begin(
    document: Document,
    kind: &'static CardKind,
    expected: &Expectations,
) -> Result<Box<dyn Pending>, Box<Verification>> {
    match PendingCard::read(document, kind, expected) {
        Ok(pending) => Ok(Box::new(pending)),
        Err(error) => Err(Box::new(Verification::refused(kind.format, Arc::new(error)))),
    }
}

/// Rejects a signer whom verifiers would not accept based on the card alone.
///
/// # Errors
///
/// `card-signer-unbound`
pub fn check_signer(card: &Document, kind: &CardKind, signer: &Did) -> Result<(), SignatureError> {
    let whose = SignerPolicy::for_document(card, kind, None, None);
    match whose.binding(signer) {
        Binding::Unbound => Err(whose.signed_by(signer)),
        _ => Ok(()),
    }
}

impl PendingCard {
    /// Parses the signatures of a card, and determines the accepted signers.
    fn read(document: Document, kind: &'static CardKind, expected: &Expectations) -> Result<Self, SignatureError> {
        document.check_signable().map_err(|error| SignatureError::elsewhere(&error))?;
        let allowed = &expected.allowances;
        let mut forms = PayloadForm::ACCEPTED.to_vec();
        if !allowed.payload_forms.is_empty() {
            let form = |name: &String| {
                PayloadForm::from_name(name).ok_or_else(|| {
                    let found: String = name.chars().take(64).collect();
                    let message = format!("unknown payload form {found:?}, expected served, presence or pruned");
                    SignatureError::new(Code::JWS_SIGNATURE, message)
                })
            };
            forms = allowed.payload_forms.iter().map(form).collect::<Result<_, _>>()?;
        }
        let named = allowed.key_set.as_deref().map(KeySet::parse).transpose()?;
        let has_keys = named.is_some() || !allowed.key_origins.is_empty();
        let whose = match expected.signer.as_ref() {
            None if has_keys => SignerPolicy::for_keys(),
            signer => SignerPolicy::for_document(&document, kind, signer, expected.fetched_from.as_deref()),
        };
        Ok(Self {
            payload_forms: forms,
            named,
            entries: entries(&document, kind, expected.at)?,
            whose,
            at: expected.at,
            key_origins: allowed.key_origins.clone(),
            document,
            kind,
        })
    }

    pub(super) fn would_count(&self, did: &Did) -> bool {
        self.whose.binding(did) != Binding::Unbound
    }

    /// The key set that a signature names by `jku`, if it may be fetched. The caller allowed its origin and no other
    /// keys, the URL has no user name, and no DID of the signature is accepted instead.
    pub(super) fn key_set_url<'a>(&self, entry: &'a Entry) -> Option<&'a str> {
        let is_allowed = |url: &&str| {
            Origin::from_https(url).is_some_and(|origin| self.key_origins.contains(&origin))
                && Url::parse(url).is_ok_and(|url| url.username().is_empty() && url.password().is_none())
        };
        let is_by_did = || entry.did().is_some_and(|did| self.would_count(did));
        entry.jku().filter(|_| self.named.is_none() && !is_by_did()).filter(is_allowed)
    }
}

impl Pending for PendingCard {
    /// Requests the DID documents of accepted signers, and key sets for keys without a DID. Other DIDs are never
    /// resolved, because anyone who copies a card chooses its `signatures`.
    fn needs(&mut self, supplied: &Supplied) -> Vec<Need> {
        let is_named = |kid: &str| self.named.as_ref().is_some_and(|named| named.names(kid));
        let mut needs = Vec::new();
        for entry in self.entries.iter().filter(|entry| entry.kid().is_some_and(|kid| !is_named(kid))) {
            let need = match self.key_set_url(entry) {
                Some(url) => Some(Need::KeySet(url.to_owned())),
                None => entry.did().filter(|did| self.would_count(did)).cloned().map(Need::DidDocument),
            };
            needs.extend(need.filter(|need| !needs.contains(need) && !supplied.answers(need)));
        }
        needs
    }

    fn finish(self: Box<Self>, supplied: &Supplied) -> Verification {
        let (signatures, signed): (Vec<_>, Vec<_>) = self.checked_signatures(supplied).into_iter().unzip();
        let counting = || signatures.iter().filter(|signature| counts(signature));
        // a key without a DID does not hide other signers
        let deciding = counting().find(|signature| signature.signer.is_some()).or_else(|| counting().next());
        let mut found = match deciding {
            Some(deciding) => {
                // another accepted signature of this payload form signs the same bytes
                let is_same = |found: &SignatureReport| counts(found) && found.payload_form == deciding.payload_form;
                let signed = signatures.iter().zip(signed).filter(|(found, _)| is_same(found));
                let covered = Covered::by(self.document.clone(), signed.filter_map(|(_, signed)| signed));
                Verification::verified(self.kind.format, covered)
            }
            None => Verification::refused(self.kind.format, self.whose.refusal(&signatures)),
        };
        found.binding = deciding.and_then(|found| found.binding);
        found.signer = deciding.and_then(|found| found.signer.clone());
        found.expires = found.signer.as_ref().and_then(|signer| end(&self.entries, &signatures, signer, supplied));
        let signers: BTreeSet<&Did> = signatures.iter().filter_map(|signature| signature.signer.as_ref()).collect();
        let resolved = signers.into_iter().filter_map(|signer| supplied.resolve_check(signer));
        found.checks = signatures.iter().enumerate().map(check).chain(resolved).collect();
        found.signatures = signatures;
        found
    }
}

/// Whether a signature is valid and accepted.
fn counts(signature: &SignatureReport) -> bool {
    signature.error.is_none() && signature.binding != Some(Binding::Unbound)
}

/// The expiry of the verdict: the latest expiry of its signatures, because any of them is sufficient.
fn end(entries: &[Entry], signatures: &[SignatureReport], signer: &Did, supplied: &Supplied) -> Option<Timestamp> {
    let is_own = |signature: &SignatureReport| counts(signature) && signature.signer.as_ref() == Some(signer);
    let own = entries.iter().zip(signatures).filter(|(_, signature)| is_own(signature));
    let ends = own.map(|(entry, _)| supplied.did_document(signer)?.ok()?.get().key_end(entry.method.as_ref()?));
    ends.collect::<Option<Vec<_>>>()?.into_iter().max()
}

fn check((index, signature): (usize, &SignatureReport)) -> Check {
    let kid = signature.key_id.as_deref().unwrap_or("no key");
    let (result, detail) = match &signature.error {
        Some(error) => (CheckResult::Fail, format!("{kid}: {}: {error}", error.code())),
        None => {
            let form = signature.payload_form.unwrap_or_default();
            let binding = signature.binding.unwrap_or(Binding::Unbound).as_str();
            (CheckResult::Pass, format!("{kid}, payload form {form}, binding {binding}"))
        }
    };
    Check::new(format!("signature {index}"), result, Some(detail.into()))
}
