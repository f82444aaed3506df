//! The cryptosuites: which bytes stand under the signature, how `proofValue` is written, which key signs.
