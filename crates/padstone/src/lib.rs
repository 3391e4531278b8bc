//! Byte-exact layouts of shader data: the offset of every member and the register of every resource, as real
//! compilers do it, with the reasons.

#[doc(hidden)]
pub use padstone_read as inner;
