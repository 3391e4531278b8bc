//! Shaders run on a device, and what is in memory then is what it should be.

#![allow(missing_docs, reason = "tests")]

mod runner;
