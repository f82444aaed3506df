//! Verification methods and their keys (DID Core section 5.2).

use super::key_material::{self, Decoded};
use crate::{Did, DidError, DidUrl, document::document_part::Part, error::MAX_SHOWN_CHARS, identifier::is_did, rules};
use adp_crypto::{
    Timestamp,
    key::{AgreementKey, PublicKey, VerifyingKey},
};
use adp_json::{Code, CodedError, Json, Object, Text, cut};
use adp_report::{Diagnostic, Place};
use std::sync::OnceLock;

/// A verification method of a DID document: an ID, a controller and a public key.
#[derive(Clone, Debug)]
pub struct VerificationMethod {
    /// The method's ID, expanded against the document's DID.
    pub id: DidUrl,
    /// The DID that controls the method, as written in the document. Its DID method may be unsupported.
    pub controller: Text,
    /// The method's `type`, for example `Multikey`.
    pub method_type: Text,
    /// The method's JSON in the document.
    pub object: Object,
    place: Box<Place>,
    /// Position of a controller that is not a DID.
    odd_controller: Option<Box<Place>>,
    key: OnceLock<Result<Material, DidError>>,
}

/// A method's key, decoded.
#[derive(Clone, Debug)]
struct Material {
    /// The error if the key cannot verify signatures.
    verifying: Result<VerifyingKey, DidError>,
    agreement: Option<AgreementKey>,
    oddity: Option<String>,
}

impl VerificationMethod {
    /// The public key; decoded on the first call.
    ///
    /// # Errors
    /// `did-key-unsupported` in these cases:
    ///
    /// - The key is missing, malformed, of an unsupported type, or next to a private key.
    /// - It is written twice with different values.
    /// - It is a [key agreement key](Self::agreement_key).
    /// - `expires` or `revoked` of the method is invalid. [`DidDocument::key_for`](crate::DidDocument::key_for) checks whether these times have passed.
    pub fn key(&self) -> Result<&VerifyingKey, &DidError> {
        match self.material()? {
            Material { verifying: Ok(key), .. } => Ok(key),
            Material { verifying: Err(error), .. } => Err(error),
        }
    }

    /// The X25519 key of a key agreement method. `None` for keys that verify signatures.
    ///
    /// In the document of a `k1_` DID without a proof, only the host vouches for this key.
    ///
    /// # Errors
    /// As for [`Self::key`].
    pub fn agreement_key(&self) -> Result<Option<&AgreementKey>, &DidError> {
        Ok(self.material()?.agreement.as_ref())
    }

    fn material(&self) -> Result<&Material, &DidError> {
        self.key
            .get_or_init(|| match key_material::decode(&self.method_type, &self.object) {
                Err(reason) => Err(self.unsupported(reason)),
                Ok(Decoded { key: PublicKey::Verifying(key), oddity }) => {
                    Ok(Material { verifying: Ok(key), agreement: None, oddity })
                }
                Ok(Decoded { key: PublicKey::Agreement(key), oddity }) => {
                    let reason = "it is an X25519 key, which is for key agreement, not signatures (RFC 7748); sign \
                                  with a P-256, Ed25519 or secp256k1 key";
                    let verifying = Err(self.unsupported(reason.to_owned()));
                    Ok(Material { verifying, agreement: Some(key), oddity })
                }
            })
            .as_ref()
    }

    fn unsupported(&self, reason: String) -> DidError {
        let message = format!("the key of {} cannot be used: {reason}", self.id);
        DidError::refused(&rules::KEY, Code::DID_KEY_UNSUPPORTED, self.place.clone(), message)
    }

    /// Position of the method in the document.
    pub(crate) fn place(&self) -> &Place {
        &self.place
    }

    /// Warnings about the method's controller and key.
    pub(crate) fn diagnostics(&self) -> impl Iterator<Item = Diagnostic> {
        self.odd_controller().into_iter().chain(self.odd_key())
    }

    fn odd_controller(&self) -> Option<Diagnostic> {
        let place = self.odd_controller.as_deref()?;
        let found = cut(&self.controller, MAX_SHOWN_CHARS);
        let did = found.split(['#', '?', '/']).next().unwrap_or_default();
        let fix = if is_did(did) { format!("write {did:?}") } else { "write the DID that controls the key".to_owned() };
        let message = format!("the controller of {} is {found:?}, expected a DID; {fix}", self.id);
        Some(Diagnostic::at(&rules::CONTROLLER, Code::PROOF_CONTROLLER, &message, place.clone()))
    }

    fn odd_key(&self) -> Option<Diagnostic> {
        match self.material() {
            Ok(Material { oddity, .. }) => {
                let message = format!("{}: {}", self.id, oddity.as_ref()?);
                Some(Diagnostic::at(&rules::KEY_FORM, Code::KEY_MALFORMED, &message, (*self.place).clone()))
            }
            Err(error) => Some(self.key_diagnostic(error)),
        }
    }

    /// The key, if the method is usable at `at`. [`DidDocument::key_for`] checks whether it may sign for a DID.
    ///
    /// [`DidDocument::key_for`]: crate::DidDocument::key_for
    ///
    /// # Errors
    /// `did-key-unsupported` as for [`Self::key`], and if the method's `expires` or `revoked` has passed.
    #[doc(hidden)]
    pub fn key_at(&self, at: Timestamp) -> Result<&VerifyingKey, DidError> {
        let key = self.key().map_err(Clone::clone)?;
        for (what, end) in [("was revoked", self.revoked()), ("expired", self.expires())] {
            if let Some(end) = end.filter(|end| at >= *end) {
                let reason =
                    format!("the key {what} at {end}, and the time of verification is {at}; sign with another key");
                return Err(self.unsupported(reason));
            }
        }
        Ok(key)
    }

    /// The expiry time of the method, if it has one (Controlled Identifiers 1.0 section 2.2).
    #[must_use]
    #[doc(hidden)]
    pub fn expires(&self) -> Option<Timestamp> {
        self.time("expires")
    }

    /// The revocation time of the method, if any (Controlled Identifiers 1.0 section 2.2). The method is usable until
    /// then.
    #[must_use]
    #[doc(hidden)]
    pub fn revoked(&self) -> Option<Timestamp> {
        self.time("revoked")
    }

    fn time(&self, name: &str) -> Option<Timestamp> {
        self.object.get(name).and_then(Json::as_str).and_then(|text| text.parse().ok())
    }

    /// A warning if the method is revoked or has expired at a time.
    pub(crate) fn diagnostic_at(&self, now: Timestamp) -> Option<Diagnostic> {
        let error = self.key_at(now).err().filter(|_| self.key().is_ok())?;
        Some(self.key_diagnostic(&error))
    }

    fn key_diagnostic(&self, error: &DidError) -> Diagnostic {
        let message = match error {
            DidError::Refused { message, .. } => message.clone(),
            error => error.to_string(),
        };
        Diagnostic::at(&rules::KEY, error.code(), &message, (*self.place).clone())
    }

    /// Parses a method. `None` if its ID is a DID URL that a proof cannot use: of another DID method, or with a path or
    /// query. The first value is the expanded ID.
    pub(crate) fn read(part: &Part<'_>, did: &Did) -> Result<(String, Option<Self>), DidError> {
        let object = part.object("a verification method: an object")?;
        let id = part.required("id", "the DID URL of the verification method")?;
        let text = expand(id.string(DID_URL)?, did).ok_or_else(|| id.invalid(DID_URL))?;
        let controlled = part.required("controller", "the DID that controls the verification method")?;
        let controller = controlled.string("the DID that controls the verification method: a string")?;
        let method_type = part.required("type", "the verification method's type, for example `Multikey`")?;
        let method_type = method_type.string("the verification method's type: a string")?;
        let method = match text.parse::<DidUrl>() {
            Ok(id) => Some(Self {
                id,
                controller: controller.clone(),
                method_type: method_type.clone(),
                object: object.clone(),
                place: part.place(),
                odd_controller: (!is_did(controller)).then(|| controlled.place()),
                key: OnceLock::new(),
            }),
            Err(_) if text.strip_prefix(did.as_str()).is_some_and(|rest| rest.starts_with('#')) => {
                return Err(id.invalid("a fragment as in RFC 3986 section 3.5"));
            }
            Err(_) => None,
        };
        Ok((text, method))
    }
}

pub(crate) const DID_URL: &str = "a DID URL, or `#` and a fragment of this document";

/// Expands a reference `#fragment` of the document against its DID. `None` if it is not a DID URL.
pub(crate) fn expand(reference: &str, did: &Did) -> Option<String> {
    if reference.starts_with('#') {
        Some(format!("{did}{reference}"))
    } else {
        reference.starts_with("did:").then(|| reference.to_owned())
    }
}
