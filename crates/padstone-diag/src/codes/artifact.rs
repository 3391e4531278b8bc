//! P10xx: compiled files.

codes! {
}
