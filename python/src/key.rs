//! Keys.

use crate::convert::{object_to_py, value_error};
use agent_description::{DidUrl, KeySigner, KeyType, SigningKey};
use pyo3::{exceptions::PyTypeError, prelude::*, types::PyDict};
use std::sync::Arc;

/// A private key.
#[pyclass(frozen, module = "agent_description")]
#[derive(Debug)]
pub struct Key {
    pub key: Arc<SigningKey>,
}

impl Key {
    fn new(key: SigningKey) -> Self {
        Self { key: Arc::new(key) }
    }

    /// A signer with this key. The key is copied through its text, which is wiped.
    pub fn signer(&self, method: &str) -> PyResult<KeySigner> {
        let method: DidUrl = method.parse().map_err(value_error)?;
        Ok(KeySigner::new(method, SigningKey::from_pem(&self.key.to_pem()).map_err(value_error)?))
    }
}

#[pymethods]
impl Key {
    /// Parses a private key in PEM (PKCS#8 or SEC1).
    #[staticmethod]
    fn from_pem(pem: &str) -> PyResult<Self> {
        SigningKey::from_pem(pem).map(Self::new).map_err(value_error)
    }

    /// Generates a key with the system's random numbers.
    #[staticmethod]
    #[pyo3(signature = (key_type="P-256"))]
    fn generate(key_type: &str) -> PyResult<Self> {
        let key_type: KeyType = key_type.parse().map_err(value_error)?;
        SigningKey::generate(key_type).map(Self::new).map_err(value_error)
    }

    /// `P-256`, `Ed25519` or `secp256k1`.
    #[getter]
    fn key_type(&self) -> &'static str {
        self.key.key_type().as_str()
    }

    /// The thumbprint of the public key (RFC 7638), base64url.
    #[getter]
    fn thumbprint(&self) -> String {
        self.key.verifying_key().thumbprint()
    }

    /// The private key in PEM (PKCS#8).
    fn to_pem(&self) -> String {
        self.key.to_pem().to_string()
    }

    /// The public key in PEM.
    fn public_pem(&self) -> String {
        self.key.verifying_key().to_public_pem()
    }

    /// The public key as a JWK (RFC 7517).
    fn public_jwk<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        object_to_py(py, &self.key.verifying_key().to_jwk())
    }

    fn __repr__(&self) -> String {
        format!("<Key {} {}>", self.key_type(), self.thumbprint())
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
