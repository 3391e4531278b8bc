//! P08xx: the language WGSL, in both editions.

codes! {
}
