//! Verification relationships (DID Core section 5.3), which are also the purposes of proofs.

adp_json::words! {
    /// The purpose of a verification method or a proof, in the order of DID Core section 5.3.
    #[derive(PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum Purpose {
        /// `authentication`: to authenticate a caller.
        Authentication = "authentication",
        /// `assertionMethod`: to assert claims, such as an agent description.
        AssertionMethod = "assertionMethod",
        /// `keyAgreement`: to agree on keys for encryption; not for signatures.
        KeyAgreement = "keyAgreement",
        /// `capabilityInvocation`: to use a capability.
        CapabilityInvocation = "capabilityInvocation",
        /// `capabilityDelegation`: to delegate a capability.
        CapabilityDelegation = "capabilityDelegation",
    }
    impl FromStr;
}
