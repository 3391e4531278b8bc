//! P12xx: rewriting.

codes! {
    REWRITE_FAULT = "P1201", "rewrite-fault", "A pass made a text that does not hold, and it was not taken: a fault of padstone.";
    REWRITE_NEEDED = "P1202", "rewrite-needed", "A pass would change the file, and was asked only to check it.";
    REWRITE_EDITION = "P1203", "rewrite-edition", "A pass does not rewrite the edition of WGSL that the file is in.";
    REWRITE_USE = "P1210", "rewrite-use", "A use of a variable cannot be rewritten, so the variable stays as it is.";
    REWRITE_GROWS = "P1211", "rewrite-grows", "A buffer takes more bytes after a pass, because its last vector is longer than what lies in it.";
    REWRITE_ROOT = "P1212", "rewrite-root", "What a pass would change is a variable by itself and no member of a struct, so it stays as it is.";
}
