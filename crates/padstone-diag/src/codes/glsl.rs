//! P09xx: the language GLSL.

codes! {
}
