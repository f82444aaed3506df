//! HTTP message signatures (RFC 9421), and the profile that authenticates requests with a DID's key.
//!
//! The mechanism is a [`Message`], the [`SignatureParams`] of one signature and the [`signature_base`] of both.
//! [`sign_with`] and [`verify_with`] accept any key and any components. The profile is [`sign_request`],
//! [`sign_payload`] and, on the receiving side, [`UnverifiedRequest`](crate::UnverifiedRequest), which enforces
//! the required components.

mod component;
mod content_digest;
mod directory_response;
mod json_carriage;
mod message;
mod origin_proof;
mod sign;
mod signature_agent;
mod signature_base;
mod signature_fields;
mod signature_input;
mod signature_params;
mod structured_field;
mod verify;

pub use self::{
    component::Component,
    content_digest::{DigestAlgorithm, check_content_digest, content_digest},
    directory_response::{sign_directory_response, verify_directory_response},
    json_carriage::sign_payload,
    message::Message,
    origin_proof::{ORIGIN_PROOF_SCHEME, sign_origin},
    sign::{SignRequestOptions, sign_request},
    signature_base::signature_base,
    signature_fields::SignatureFields,
    signature_params::SignatureParams,
    structured_field::FieldType,
    verify::{sign_with, verify_with},
};
pub(crate) use content_digest::{CONTENT_DIGEST, announces_content};
pub(crate) use json_carriage::fields_and_payload;
pub(crate) use origin_proof::{ORIGIN_LABEL, SignedMessage};
#[cfg(feature = "client")]
pub(crate) use sign::REQUEST_LIFETIME;
pub(crate) use signature_agent::{WEB_BOT_AUTH_TAG, signature_agent};
pub(crate) use signature_input::SignatureInput;
pub(super) use signature_input::is_in;
pub(super) use structured_field::{InnerList, Item, Member, Repeated, parse_dictionary};
pub(crate) use verify::{check_algorithm, signature_of};
