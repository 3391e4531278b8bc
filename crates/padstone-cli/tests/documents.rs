//! What the documents show is what the command prints: every console block of them is run in the root of the repository.
//!
//! `TRYCMD=overwrite cargo test -p padstone-cli --test documents` takes over what is printed now.

#[test]
fn documents_show_what_is_printed() {
    std::env::set_current_dir("../..").expect("the tests run in the folder of their crate");
    trycmd::TestCases::new().case("README.md").case("docs/*.md");
}
