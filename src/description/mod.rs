//! The typed model of agent descriptions, read from their expanded form, and its diagnostics.
