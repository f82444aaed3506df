//! Keys.

use crate::convert::{object_to_py, value_error};
use agent_description::{
    DidUrl, Document, KeyType, Limits, SigningKey,
    key::{Signature, VerifyingKey},
    proof::{SignError, Signer},
    suite::SigningInput,
};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    pybacked::PyBackedBytes,
    types::{PyBytes, PyDict},
};
use std::sync::{Arc, Mutex, PoisonError};

/// A secret key.
///
/// It is never printed and cannot be pickled. Two keys are equal if their public keys are.
#[pyclass(frozen, module = "agent_description")]
#[derive(Debug)]
pub struct Key {
    secret: Secret,
}

#[derive(Debug)]
enum Secret {
    Here(Arc<SigningKey>),
    /// In a service or device that a function of the caller signs with.
    Elsewhere(VerifyingKey, Arc<Py<PyAny>>),
}

impl Key {
    fn new(key: SigningKey) -> Self {
        Self { secret: Secret::Here(Arc::new(key)) }
    }

    /// The public key.
    pub fn verifying_key(&self) -> &VerifyingKey {
        match &self.secret {
            Secret::Here(key) => key.verifying_key(),
            Secret::Elsewhere(key, _) => key,
        }
    }

    /// The secret key.
    ///
    /// # Errors
    /// `ValueError` if it is elsewhere.
    pub fn secret(&self) -> PyResult<&SigningKey> {
        match &self.secret {
            Secret::Here(key) => Ok(key),
            Secret::Elsewhere(..) => Err(PyValueError::new_err(
                "the secret of this Key is elsewhere (Key.from_callback); expected a Key with its secret",
            )),
        }
    }

    /// A signer with this key.
    pub fn signer(&self, key_id: &str) -> PyResult<SignerOfKey> {
        let method: DidUrl = key_id.parse().map_err(|error| value_error(format!("key_id {key_id:?}: {error}")))?;
        let secret = match &self.secret {
            Secret::Here(key) => Secret::Here(Arc::clone(key)),
            Secret::Elsewhere(key, sign) => Secret::Elsewhere(key.clone(), Arc::clone(sign)),
        };
        Ok(SignerOfKey { method, secret, raised: Mutex::default() })
    }
}

/// A signer with the key of a verification method.
#[derive(Debug)]
pub struct SignerOfKey {
    method: DidUrl,
    secret: Secret,
    raised: Mutex<Option<PyErr>>,
}

impl SignerOfKey {
    /// The exception of the caller's function, which Rust's error cannot carry.
    pub fn raised(&self) -> PyResult<()> {
        let raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner).take();
        raised.map_or(Ok(()), Err)
    }
}

impl Signer for SignerOfKey {
    fn method(&self) -> &DidUrl {
        &self.method
    }

    fn verifying_key(&self) -> &VerifyingKey {
        match &self.secret {
            Secret::Here(key) => key.verifying_key(),
            Secret::Elsewhere(key, _) => key,
        }
    }

    fn sign(&self, input: &SigningInput) -> Result<Signature, SignError> {
        let sign = match &self.secret {
            Secret::Here(key) => return Ok(key.sign(input.as_bytes())),
            Secret::Elsewhere(_, sign) => sign,
        };
        let signed = Python::attach(|py| {
            let signature: PyBackedBytes = sign.bind(py).call1((PyBytes::new(py, input.as_bytes()),))?.extract()?;
            <[u8; 64]>::try_from(&*signature).map_err(|_| {
                PyValueError::new_err(format!("found a signature of {} bytes, expected 64", signature.len()))
            })
        });
        signed.map(Signature).map_err(|error| {
            *self.raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            SignError::OwnSignature
        })
    }
}

/// Calls a function of `_keys.py`.
fn made<'py>(name: &str, argument: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    argument.py().import("agent_description._keys")?.call_method1(name, (argument,))
}

#[pymethods]
impl Key {
    /// Parses a private key in PEM (PKCS#8), given as text or bytes.
    ///
    /// Raises `ValueError` for other kinds, such as `EC PRIVATE KEY` or encrypted keys.
    #[staticmethod]
    fn from_pem(pem: &Bound<'_, PyAny>) -> PyResult<Self> {
        let pem: String = made("pem_text", pem)?.extract()?;
        SigningKey::from_pem(&pem).map(Self::new).map_err(value_error)
    }

    /// Parses a private key from a JWK (RFC 7517), given as `dict` or JSON.
    ///
    /// Raises `ValueError` if it is no private key of a known type, or if its public members are those of another key.
    #[staticmethod]
    fn from_jwk(jwk: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (pem, public): (String, String) = made("parts_of_jwk", jwk)?.extract()?;
        let key = SigningKey::from_pem(&pem).map_err(value_error)?;
        if public_key(&public)? != *key.verifying_key() {
            return Err(PyValueError::new_err("the JWK's public members belong to another secret than its `d`"));
        }
        Ok(Self::new(key))
    }

    /// The private key of a `cryptography` object, such as `ec.generate_private_key(ec.SECP256R1())`.
    ///
    /// Raises `TypeError` for other objects.
    #[staticmethod]
    fn from_cryptography(key: &Bound<'_, PyAny>) -> PyResult<Self> {
        let pem: String = made("pem_of_cryptography", key)?.extract()?;
        SigningKey::from_pem(&pem).map(Self::new).map_err(value_error)
    }

    /// A key whose secret is elsewhere, for example in a key management service.
    ///
    /// `public_key` is PEM, a JWK or a `cryptography` object. `sign` gets the bytes to sign and returns the signature:
    /// ECDSA with SHA-256 as 64 bytes or DER, or Ed25519. Each signature is verified with the public key before it is used.
    #[staticmethod]
    fn from_callback(public_key: &Bound<'_, PyAny>, sign: &Bound<'_, PyAny>) -> PyResult<Self> {
        if !sign.is_callable() {
            return Err(PyTypeError::new_err("expected sign as a function of bytes that returns the signature"));
        }
        let key: String = made("public_text", public_key)?.extract()?;
        let sign = made("raw_signatures", sign)?.unbind();
        Ok(Self { secret: Secret::Elsewhere(self::public_key(&key)?, Arc::new(sign)) })
    }

    /// Generates a key with the system's random numbers: `P-256`, `Ed25519` or `secp256k1`.
    #[staticmethod]
    #[pyo3(signature = (key_type="P-256"))]
    fn generate(key_type: &str) -> PyResult<Self> {
        let key_type: KeyType = key_type.parse().map_err(value_error)?;
        SigningKey::generate(key_type).map(Self::new).map_err(value_error)
    }

    /// `P-256`, `Ed25519` or `secp256k1`.
    #[getter]
    fn key_type(&self) -> &'static str {
        self.verifying_key().key_type().as_str()
    }

    /// The thumbprint of the public key (RFC 7638), base64url.
    #[getter]
    fn thumbprint(&self) -> String {
        self.verifying_key().thumbprint()
    }

    /// The private key in PEM (PKCS#8). Raises `ValueError` if the secret is elsewhere.
    fn to_pem(&self) -> PyResult<String> {
        Ok(self.secret()?.to_pem().to_string())
    }

    /// The public key in PEM.
    fn public_pem(&self) -> String {
        self.verifying_key().to_public_pem()
    }

    /// The public key as a JWK (RFC 7517).
    fn public_jwk<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        object_to_py(py, &self.verifying_key().to_jwk())
    }

    fn __repr__(&self) -> String {
        format!("<Key {} {}>", self.key_type(), self.thumbprint())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().verifying_key() == self.verifying_key())
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.thumbprint().hash(&mut hasher);
        hasher.finish()
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "a Key cannot be pickled, so that no secret leaves the process unseen; pass key.to_pem()",
        ))
    }
}

/// A public key in PEM, or as a JWK in JSON.
fn public_key(text: &str) -> PyResult<VerifyingKey> {
    if !text.starts_with('{') {
        return VerifyingKey::from_public_pem(text).map_err(value_error);
    }
    let jwk = Document::parse(text.as_bytes(), &Limits::default()).map_err(value_error)?;
    VerifyingKey::from_jwk(jwk.root()).map_err(value_error)
}
