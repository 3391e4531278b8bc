//! P02xx: syntax of declarations.

codes! {
    UNEXPECTED_TOKEN = "P0201", "unexpected-token", "Something else was expected at this place.";
}
