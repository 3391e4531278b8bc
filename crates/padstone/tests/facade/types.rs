//! Properties of all public types.

/// Types can be cloned, printed, sent to other threads and stored without a lifetime.
fn check<T: Clone + std::fmt::Debug + Send + Sync + 'static>() {}

#[test]
fn types_are_owned_and_shared() {
    check::<padstone::Workspace>();
    check::<padstone::Content>();
    check::<padstone::Input>();
    check::<padstone::Options>();
    check::<padstone::Compiler>();
    check::<padstone::Unit>();
    check::<padstone::Layouts>();
    check::<padstone::Buffer>();
    check::<padstone::Field>();
    check::<padstone::Padding>();
    check::<padstone::Row>();
    check::<padstone::Reason>();
    check::<padstone::File>();
    check::<padstone::Span>();
    check::<padstone::Position>();
    check::<padstone::Diagnostics>();
    check::<padstone::Diagnostic>();
    check::<padstone::Fix>();
    check::<padstone::Edit>();
    check::<padstone::Missing>();
    check::<padstone::Dependency>();
    check::<padstone::Reflection>();
    check::<padstone::Explanation>();
    check::<padstone::At>();
    check::<padstone::Comparison>();
    check::<padstone::Change>();
    check::<padstone::Repair>();
    check::<padstone::Optimum>();
    check::<padstone::Output>();
    check::<padstone::Emitted>();
    check::<padstone::HostStruct>();
    check::<padstone::HostReport>();
    check::<padstone::Error>();
    check::<padstone::schema::Request>();
    check::<padstone::schema::Response>();
}
