//! The front end for WGSL, in two editions: that of the W3C, and that of the draft of 2020. Parsing never fails: it
//! returns what it understood, and diagnostics.
