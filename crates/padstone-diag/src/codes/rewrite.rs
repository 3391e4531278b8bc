//! P12xx: rewriting.

codes! {
    REWRITE_FAULT = "P1201", "rewrite-fault", "A pass made a text that does not hold, and it was not taken: a fault of padstone.";
    REWRITE_NEEDED = "P1202", "rewrite-needed", "A pass would change the file, and was asked only to check it.";
    REWRITE_EDITION = "P1203", "rewrite-edition", "A pass does not rewrite the edition of WGSL that the file is in.";
}
