//! Records of documents: every format is found by what it says.
