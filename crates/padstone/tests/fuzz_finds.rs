//! Fixed fuzzing finds: none of them may panic or hang again.
//!
//! Each file of `fuzz-finds` begins with the byte that selects the options in the fuzz target `bytes`.

use crate::pipeline::bytes::run_bytes;

#[test]
fn bugs_found_by_fuzzing_stay_fixed() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fuzz-finds");
    let mut finds: Vec<_> = std::fs::read_dir(folder).expect("the folder of finds").map(|entry| entry.expect("a file").path()).collect();
    finds.sort();
    assert!(!finds.is_empty());
    for find in finds {
        let data = std::fs::read(&find).expect("a find");
        run_bytes(&data, &mut std::io::sink()).expect("writing to a sink never fails");
    }
}
