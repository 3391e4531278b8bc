//! P12xx: rewriting.

codes! {
    REWRITE_FAULT = "P1201", "rewrite-fault", "A pass made a text that does not hold, and it was not taken: a fault of padstone.";
    REWRITE_NEEDED = "P1202", "rewrite-needed", "A pass would change the file, and was asked only to check it.";
    REWRITE_EDITION = "P1203", "rewrite-edition", "A pass does not rewrite the edition of WGSL that the file is in.";
    POINTER_UNRESOLVED = "P1204", "pointer-unresolved", "A function takes a pointer that cannot be replaced by the place that it points to.";
    CLONE_LIMIT = "P1205", "clone-limit", "A pass would have to make more copies of functions than it may.";
    FUNCTION_DROPPED = "P1206", "function-dropped", "A function that nothing calls was left out.";
    NOT_PLACEABLE = "P1207", "not-placeable", "A member of a struct of 2020 lies where today's WGSL cannot put it.";
    NOT_MODERN = "P1208", "not-modern", "A module of 2020 says something that today's WGSL does not have, or not like that.";
    PIN_OTHERWISE = "P1209", "pin-otherwise", "The layout of a struct is written down in another way than asked for, or not at all.";
    REWRITE_USE = "P1210", "rewrite-use", "A use of a variable cannot be rewritten, so the variable stays as it is.";
    REWRITE_GROWS = "P1211", "rewrite-grows", "A buffer has more bytes after a pass: its last vector is longer than what is in it, or its struct is rounded up.";
    REWRITE_NOTHING = "P1213", "rewrite-nothing", "A pass has nothing to do for the back end that was asked for, whatever the file holds.";
    REWRITE_COMPOSED = "P1214", "rewrite-composed", "A file is put together with others before it is WGSL, and so cannot be rewritten alone.";
    ATOMIC_BESIDE = "P1215", "atomic-beside", "An atomic shares 16 bytes with something that a pass leaves there, because an atomic is never part of a vector.";
    REWRITE_UNFIT = "P1216", "rewrite-unfit", "A member is where the back end that was asked for does not accept it, and the pass cannot change that.";
}
