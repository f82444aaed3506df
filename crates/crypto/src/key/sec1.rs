//! Encodings of points on the two ECDSA curves: SEC 1 version 2.0 section 2.3.3.

use super::{KeyError, KeyType};

/// A point's affine coordinates, 32 bytes each, big-endian.
pub(super) struct Coordinates {
    pub(super) x: [u8; 32],
    pub(super) y: [u8; 32],
}

impl Coordinates {
    pub(super) fn compressed(&self) -> Vec<u8> {
        let tag = 2 | (self.y[31] & 1);
        [&[tag][..], &self.x].concat()
    }

    pub(super) fn uncompressed(&self) -> Vec<u8> {
        [&[4][..], &self.x, &self.y].concat()
    }

    /// The coordinates in an uncompressed encoding.
    pub(super) fn from_uncompressed(bytes: &[u8]) -> Option<Self> {
        let (tag, rest) = bytes.split_first()?;
        let (x, y) = rest.split_at_checked(32)?;
        (*tag == 4).then_some(())?;
        Some(Self { x: x.try_into().ok()?, y: y.try_into().ok()? })
    }
}

/// Refuses all encodings except compressed (33 bytes) and uncompressed (65 bytes), and returns which it was.
pub(super) fn check_form(key_type: KeyType, bytes: &[u8]) -> Result<(), KeyError> {
    let problem = match (bytes.first(), bytes.len()) {
        (Some(2 | 3), 33) | (Some(4), 65) => return Ok(()),
        (None, _) => "is empty, expected 33 bytes (compressed point) or 65 bytes (uncompressed)".to_owned(),
        (Some(0), _) => "is the point at infinity, which cannot be a key".to_owned(),
        (Some(tag), length) => format!(
            "has {length} bytes starting with 0x{tag:02x}, expected 33 starting with 0x02 or 0x03 (compressed point) \
             or 65 starting with 0x04 (uncompressed)"
        ),
    };
    Err(KeyError::point(key_type, problem))
}

pub(super) fn not_on_curve(key_type: KeyType) -> KeyError {
    KeyError::point(key_type, "is not a point on the curve; copy it again from its source")
}
