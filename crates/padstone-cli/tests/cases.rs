//! The command as people see it: every block of `tests/cases/*.md` is run and its output compared.
//!
//! `TRYCMD=overwrite cargo test -p padstone-cli --test tests cases` takes over what is printed now.

#[test]
fn cases_print_what_they_say() {
    trycmd::TestCases::new().case("tests/cases/*.md");
}
