//! An empty library: the tests of packages are in `tests`.
