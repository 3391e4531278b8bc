//! Properties of generated programs; one is that the results equal those of a naive second implementation.

use padstone_bind::{
    BINDING_RULES, Binding, BindingRules, Options, Request, SlotAssignment, SlotRules, assignments, bind, lay_out_program,
};
use padstone_model::Count;
use proptest::prelude::*;

use crate::naive::{Span, spans};
use crate::program::{Declaration, module, small, wild};

proptest! {
    #![proptest_config(ProptestConfig { cases: 10_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// First fit, explicit bindings first, as a search through all numbers from 0 on.
    #[test]
    fn bindings_match_the_naive_search(declarations in prop::collection::vec(small(), 0..12), auto in prop::option::of(0..3_u32)) {
        let options = Options { auto_binding_space: auto, ..Options::default() };
        for policy in numbering() {
            let bindings = bind(&module(&declarations), policy, &options);
            prop_assert_eq!(&bindings.by_parameter, &crate::naive::bind(policy, &declarations, auto), "{}", policy.name);
        }
    }

    /// The data of explanations: each implicit range is the first sufficient gap among the slots in use at that point.
    #[test]
    fn assignments_explain_the_bindings(declarations in prop::collection::vec(small(), 0..12), auto in prop::option::of(0..3_u32)) {
        let options = Options { auto_binding_space: auto, ..Options::default() };
        for policy in numbering() {
            let module = module(&declarations);
            let bindings = bind(&module, policy, &options);
            let request = Request { target: *policy.targets[0].1, rules: *policy, options: options.clone(), profile: None };
            let found = assignments(&module, &request, &lay_out_program(&module, &request));
            let explained = found.all.iter().filter(|one| !one.reserves_only && one.first.is_some()).count();
            prop_assert_eq!(explained, bindings.by_parameter.iter().flatten().count(), "{}", policy.name);
            for one in found.all.iter().filter(|one| one.explicit.is_none() && one.first.is_some()) {
                let (start, end) = one.range().expect("finite arrays");
                let in_use: Vec<(u64, u64)> = found.in_use(one).map(|(_, range)| range).collect();
                let is_free = |first: u64| in_use.iter().all(|&(from, to)| first + (end - start) <= from || to <= first);
                prop_assert_eq!((0..).find(|&first| is_free(first)), Some(start), "{}: {:?}", policy.name, found);
            }
        }
    }

    #[test]
    fn implicit_bindings_overlap_nothing(declarations in prop::collection::vec(small(), 0..12)) {
        for policy in numbering() {
            let placed = placed(policy, &declarations);
            for (index, a) in placed.iter().enumerate().filter(|(index, _)| !declarations[*index].is_explicit(policy)) {
                for (_, b) in placed.iter().enumerate().filter(|(other, _)| *other != index) {
                    prop_assert!(a.iter().all(|a| b.iter().all(|b| !a.overlaps(b))), "{}: {:?} {:?}", policy.name, a, b);
                }
            }
        }
    }

    /// "If the user doesn't use explicit modifiers, the overall program will use a contiguous range starting from zero."
    #[test]
    fn bindings_without_explicit_ones_are_contiguous_from_zero(declarations in prop::collection::vec(small(), 0..12)) {
        let implicit: Vec<_> = declarations.into_iter().map(Declaration::without_numbers).collect();
        for policy in numbering() {
            let mut placed: Vec<Span> = placed(policy, &implicit).into_iter().flatten().collect();
            placed.sort();
            let mut next = None;
            for span in placed {
                let expected = match next {
                    Some((line, end)) if line == span.line => end,
                    _ => 0,
                };
                prop_assert_eq!(span.start, expected, "{}", policy.name);
                next = Some((span.line, span.end));
            }
        }
    }

    #[test]
    fn adding_a_last_parameter_moves_no_other(declarations in prop::collection::vec(small(), 1..12)) {
        let last = declarations.len() - 1;
        let mut longer = declarations;
        longer[last] = longer[last].clone().without_numbers();
        for policy in numbering() {
            let before = bind(&module(&longer[..last]), policy, &Options::default()).by_parameter;
            let after = bind(&module(&longer), policy, &Options::default()).by_parameter;
            prop_assert_eq!(&before[..], &after[..last], "{}", policy.name);
        }
    }

    /// In languages with explicit bindings only, the bindings are those of the source.
    #[test]
    fn explicit_bindings_are_preserved(declarations in prop::collection::vec(small(), 0..12)) {
        for policy in BINDING_RULES.iter().filter(|rules| matches!(assignment(rules), Some(SlotAssignment::ExplicitOnly))) {
            let found = bind(&module(&declarations), policy, &Options::default()).by_parameter;
            for (declaration, found) in declarations.iter().zip(found) {
                let stated = declaration.binding.filter(|_| !declaration.dims.contains(&Count::Known(0)));
                let location = found.map(|binding| match binding {
                    Binding::Vulkan { set, binding, .. } | Binding::WebGpu { group: set, binding, .. } => (binding, set),
                    Binding::D3d { .. } => unreachable!("{} has no registers", policy.name),
                });
                prop_assert_eq!(location, stated.map(|(binding, set)| (binding, set.unwrap_or(0))), "{}", policy.name);
            }
        }
    }

    /// Arbitrary numbers cause no panic, and no range beyond the last number.
    #[test]
    fn arbitrary_binding_numbers_never_overflow(declarations in prop::collection::vec(wild(), 0..12), auto in prop::option::of(any::<u32>())) {
        let options = Options { auto_binding_space: auto, ..Options::default() };
        for policy in BINDING_RULES.iter().filter(|rules| assignment(rules).is_some()) {
            let module = module(&declarations);
            let first = bind(&module, policy, &options);
            for span in first.by_parameter.iter().flatten().flat_map(|binding| spans(policy, binding)) {
                prop_assert!(span.end <= 1 << 32);
            }
            let second = bind(&module, policy, &options);
            prop_assert_eq!(first.by_parameter, second.by_parameter);
            prop_assert_eq!(first.diagnostics.iter().collect::<Vec<_>>(), second.diagnostics.iter().collect::<Vec<_>>());
        }
    }
}

/// The rules that bind the parameters of a file.
fn assignment(rules: &BindingRules) -> Option<SlotAssignment> {
    match rules.slots {
        SlotRules::OfParameters(rules) => Some(rules.assignment),
        SlotRules::OfTypes(_) => None,
    }
}

/// The rules that assign implicit bindings.
fn numbering() -> impl Iterator<Item = &'static BindingRules> {
    BINDING_RULES.iter().copied().filter(|rules| matches!(assignment(rules), Some(SlotAssignment::FirstFree(_))))
}

/// The number of slots of each declaration.
fn placed(policy: &BindingRules, declarations: &[Declaration]) -> Vec<Vec<Span>> {
    let by_parameter: Vec<Option<Binding>> = bind(&module(declarations), policy, &Options::default()).by_parameter;
    by_parameter.iter().map(|binding| binding.iter().flat_map(|binding| spans(policy, binding)).collect()).collect()
}
