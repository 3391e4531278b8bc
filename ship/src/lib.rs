//! Tests of packages are in `tests`; there is no library.
