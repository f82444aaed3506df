//! Error codes of cards. The core defines those for JSON Web Signatures, keys and DIDs.

const SIGNING: &str = "A2A 1.0, section 8.4";

agent_description::codes! {

    /// No signer of the card may sign for it: anyone can copy a card and sign it.
    CARD_SIGNER_UNBOUND = "card-signer-unbound" / Refused,
        "this software: `signatures` is not covered by a signature, so anyone can add one",
        "Fetch the card from its signer's host; or set the expected signer, if you know its DID from another source.";
    /// The payload forms of section 8.4 differ for the card, so that verifiers may compute different payloads.
    CARD_NOT_PORTABLE = "card-not-portable" / Refused,
        SIGNING,
        "Remove or fill the members in the message, or select one payload form.";
    /// The card or catalog has no signatures.
    JWS_MISSING = "jws-missing" / Refused,
        SIGNING,
        "Sign it.";
}
