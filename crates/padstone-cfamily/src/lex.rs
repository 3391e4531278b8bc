//! Text to raw tokens (being written).
