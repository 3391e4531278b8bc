//! P12xx: rewriting.

codes! {
    REWRITE_FAULT = "P1201", "rewrite-fault", "padstone bug: output of a pass fails verification and is discarded";
    REWRITE_NEEDED = "P1202", "rewrite-needed", "`--check`: a pass would change the file";
    REWRITE_EDITION = "P1203", "rewrite-edition", "pass does not support this edition of WGSL";
    POINTER_UNRESOLVED = "P1204", "pointer-unresolved", "pointer argument that the pass cannot resolve to a memory location";
    CLONE_LIMIT = "P1205", "clone-limit", "pass needs more function copies than its limit";
    FUNCTION_DROPPED = "P1206", "function-dropped", "uncalled function removed";
    NOT_PLACEABLE = "P1207", "not-placeable", "member of a struct of 2020 is at an offset that today's WGSL cannot express";
    NOT_MODERN = "P1208", "not-modern", "construct of 2020 without an equivalent in today's WGSL";
    PIN_OTHERWISE = "P1209", "pin-otherwise", "pass cannot write the layout of a struct in the requested form";
    REWRITE_USE = "P1210", "rewrite-use", "use of a variable that a pass cannot rewrite, so it leaves the variable unchanged";
    REWRITE_GROWS = "P1211", "rewrite-grows", "buffer is larger after a pass because its last vector or its struct is rounded up";
    REWRITE_NOTHING = "P1213", "rewrite-nothing", "pass has no effect for the requested back end, or on a variable";
    REWRITE_COMPOSED = "P1214", "rewrite-composed", "file is composed with other files into WGSL and cannot be rewritten alone";
    ATOMIC_BESIDE = "P1215", "atomic-beside", "atomic shares 16 bytes with a member that a pass leaves unchanged, because a vector cannot contain an atomic";
    REWRITE_UNFIT = "P1216", "rewrite-unfit", "requested back end rejects a member's offset, and the pass cannot change it";
}
