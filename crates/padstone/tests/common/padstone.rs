//! padstone, in process.
