//! Searches judged by hand.
