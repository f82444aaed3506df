//! Key rotation: a plain DID keeps its name and has two keys for a while. A key-bound DID gets a new name with its new
//! key.

use crate::{
    Binding, Did, DidDocument, DidError, DidUrl, DocumentProofForm, Purpose, VerificationMethod,
    document::builder::{method, read_back, sign, written_form},
    keys::verification_method::expand,
};
use adp_crypto::{
    Timestamp,
    key::{SigningKey, VerifyingKey},
};
use adp_json::{Document, Json, Limits, Object};
use adp_report::Place;

impl DidDocument {
    /// The document with an additional key under `authentication` and `assertionMethod`, and the new method. The old
    /// keys stay for an overlap. A proof in the document is removed, because it would no longer verify.
    ///
    /// # Errors
    /// `did-binding` for key-bound DIDs, where a new key needs a new DID ([`Self::rebound`]); `did-document-invalid` if
    /// the document already has the key.
    pub fn with_key(&self, key: &VerifyingKey) -> Result<(Document, DidUrl), DidError> {
        self.refuse_bound()?;
        if self.verification_methods().iter().any(|known| known.key().is_ok_and(|known| known == key)) {
            let found = "a key that the document has".to_owned();
            return Err(DidError::invalid(Place::pointing("/verificationMethod"), found, "a new key"));
        }
        let mut number = self.verification_methods().len() + 1;
        let id = loop {
            let id = DidUrl::new(self.id(), &format!("key-{number}"))?;
            if self.verification_method(&id).is_none() {
                break id;
            }
            number += 1;
        };
        let mut root = self.document().root().clone();
        root.remove("proof");
        let form = written_form(key.key_type());
        if let Some(contexts) = root.get("@context").and_then(Json::as_array)
            && !contexts.iter().any(|known| known.as_str() == Some(form.context))
        {
            push(&mut root, "@context", form.context.into());
        }
        push(&mut root, "verificationMethod", method(self.id(), id.as_str(), key, &form).into());
        for purpose in [Purpose::Authentication, Purpose::AssertionMethod] {
            push(&mut root, purpose.as_str(), id.as_str().into());
        }
        Ok((read_back(self.id(), root, &Limits::default())?, id))
    }

    /// The document without one of its methods, which ends the overlap.
    ///
    /// # Errors
    /// `did-binding` for the binding key and for documents of key-bound DIDs, which their key signs.
    /// `did-document-invalid` if the method does not exist, or is the last one under `assertionMethod`.
    pub fn without_method(&self, id: &DidUrl) -> Result<Document, DidError> {
        self.refuse_bound()?;
        if self.verification_method(id).is_none() {
            let found = format!("no method {id}");
            return Err(DidError::invalid(Place::pointing("/verificationMethod"), found, "one of the document's own"));
        }
        if self.listed_under(Purpose::AssertionMethod).iter().all(|listed| listed == id.as_str()) {
            let found = format!("only the method {id}");
            return Err(DidError::invalid(
                Place::pointing("/assertionMethod"),
                found,
                "a method that stays; add the new key first",
            ));
        }
        let mut root = self.document().root().clone();
        root.remove("proof");
        rewrite_methods(&mut root, id, |_| None);
        read_back(self.id(), root, &Limits::default())
    }

    /// The document of the new DID that replaces a key-bound DID: the same host, path, services and other keys. The new
    /// key replaces the binding key and signs the document.
    ///
    /// # Errors
    /// `did-binding` for other DIDs, and if the key does not have the binding's type.
    pub fn rebound(
        &self,
        key: &SigningKey,
        created: Timestamp,
        form: DocumentProofForm,
    ) -> Result<(Did, Document), DidError> {
        let (Some(binding), Some(fingerprint), Some(bound)) =
            (self.id().binding(), self.id().fingerprint(), self.binding_method())
        else {
            let reason = "not by an `e1_` or `k1_` segment, so a new key needs no new DID";
            return Err(DidError::binding(Place::pointing(""), self.id(), reason));
        };
        if key.key_type() != binding.key_type() {
            return Err(DidError::BindingKeyType { binding, found: key.key_type() });
        }
        let did: Did = self.id().as_str().replace(fingerprint, &key.verifying_key().thumbprint()).parse()?;
        // replace the old DID in IDs, references and controllers; no other text contains it by chance
        let source = self.document().source().replace(self.id().as_str(), did.as_str());
        let mut root = Document::parse(source.as_bytes(), &Limits::default())?.root().clone();
        root.remove("proof");
        let id = DidUrl::new(&did, bound.fragment())?;
        let written = Json::from(method(&did, id.as_str(), key.verifying_key(), &written_form(key.key_type())));
        rewrite_methods(&mut root, &id, |item| Some(if item.as_str().is_some() { item } else { &written }.clone()));
        if binding == Binding::E1 {
            root.insert("alsoKnownAs", self.names_after(&did));
        }
        sign(&mut root, id.as_str(), key, created, form)?;
        Ok((did.clone(), read_back(&did, root, &Limits::default())?))
    }

    /// `alsoKnownAs` for the document of the successor: this DID instead of its predecessors, and other names.
    fn names_after(&self, successor: &Did) -> Vec<Json> {
        let path = successor.stable_subject_path();
        let is_predecessor = |name: &Json| {
            let did = name.as_str().and_then(|name| name.parse::<Did>().ok());
            did.is_some_and(|did| did.stable_subject_path() == path)
        };
        let names = self.document().root().get("alsoKnownAs").and_then(Json::as_array).unwrap_or_default();
        let others = names.iter().filter(|name| !is_predecessor(name)).cloned();
        std::iter::once(self.id().as_str().into()).chain(others).collect()
    }

    /// The document of this `e1_` DID after its replacement: deactivated, with the direct successor. It is signed with
    /// the binding key, or with another Ed25519 key that this document lists under `assertionMethod` for recovery.
    ///
    /// # Errors
    /// `did-binding` if the document does not authorize the key to sign the transition; `did-transition` if the
    /// successor has another path.
    pub fn superseded_by(&self, successor: &Did, key: &SigningKey, created: Timestamp) -> Result<Document, DidError> {
        let refused = |reason: &str| DidError::binding(Place::pointing(""), self.id(), reason);
        if self.id().binding() != Some(Binding::E1) {
            return Err(refused("not by an `e1_` segment; only such a DID can name a successor"));
        }
        let asserts = |method: &&VerificationMethod| {
            let purpose = Purpose::AssertionMethod.as_str();
            method.key().is_ok_and(|known| known == key.verifying_key())
                && self.relationships.listed_method(self.id(), &method.id, purpose).is_ok()
        };
        let is_ed25519 = key.key_type() == Binding::E1.key_type();
        let Some(method) = self.relationships.listed_methods().iter().find(asserts).filter(|_| is_ed25519) else {
            let reason = "it lists no Ed25519 method with this key under `assertionMethod`; sign with the key that the DID is \
                          bound to, or with a recovery key that its document lists";
            return Err(refused(reason));
        };
        let mut root = self.document().root().clone();
        root.remove("proof");
        root.insert("deactivated", true);
        root.insert("successorDid", successor.as_str());
        sign(&mut root, method.id.as_str(), key, created, DocumentProofForm::W3c)?;
        let document = Document::from_object(root, &Limits::default())?;
        match Self::parse_own(&document, &Limits::default()) {
            Err(DidError::Superseded(superseded)) => superseded.assurance(Some(self)).map(|_| document),
            Err(error) => Err(error),
            // a deactivated document is never parsed as an active one
            Ok(_) => Err(refused("the transition cannot be read back")),
        }
    }

    fn refuse_bound(&self) -> Result<(), DidError> {
        if self.binding_method().is_none() {
            return Ok(());
        }
        let reason = match self.id().binding() {
            Some(Binding::E1 | Binding::K1) => "that key signs its document: a change of keys needs a new DID",
            None => "the DID is its key: a different key is a different DID",
        };
        Err(DidError::binding(Place::pointing(""), self.id(), reason))
    }
}

/// Rewrites a method and all references to it; without a result, they are removed.
fn rewrite_methods(root: &mut Object, id: &DidUrl, rewrite: impl Fn(&Json) -> Option<Json>) {
    for name in Purpose::ALL.iter().map(|purpose| purpose.as_str()).chain(["verificationMethod"]) {
        let Some(items) = root.get(name).and_then(Json::as_array) else { continue };
        let is_it = |item: &Json| {
            let reference = item.as_str().or_else(|| item.get("id").and_then(Json::as_str));
            reference.and_then(|reference| expand(reference, id.did())).as_deref() == Some(id.as_str())
        };
        let items: Vec<Json> =
            items.iter().filter_map(|item| if is_it(item) { rewrite(item) } else { Some(item.clone()) }).collect();
        root.insert(name, items);
    }
}

/// Appends to an array member, or creates it.
fn push(root: &mut Object, name: &str, item: Json) {
    let mut items = root.get(name).and_then(Json::as_array).map(<[Json]>::to_vec).unwrap_or_default();
    items.push(item);
    root.insert(name, items);
}
