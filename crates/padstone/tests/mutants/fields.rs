//! Rule sets that differ from another in one field.

use padstone_read::layout::{
    Bitfields, EmptyElements, Enums, Handle, HandleSizes, IntegerMatrices, LlvmShapes, Matrices, MemberAlign, MemberSize, Placement,
    Resources, RuleSet, ScalarAlign, StructAlign, StructSize, TailPadding, VectorMatrices,
};
use padstone_read::model::Align;

/// A rule set with one field changed.
pub(crate) struct Mutant {
    pub(crate) field: String,
    /// The new value.
    pub(crate) to: String,
    pub(crate) rules: RuleSet,
}

/// All variants of an enumeration; one that is not listed does not compile.
macro_rules! variants {
    ($enum:ident: $($variant:ident),+) => {{
        let _ = |value: $enum| match value {
            $($enum::$variant)|+ => {}
        };
        [$($enum::$variant),+]
    }};
}

/// Every change of every field that affects offsets: to every other variant, or to nearby numbers.
pub(crate) fn mutants(original: &RuleSet) -> Vec<Mutant> {
    let mut mutants = Mutants { original, all: Vec::new() };
    // A new field does not compile until it is changed here. Fields in which only Slang's rules differ are not changed:
    // their effects are measured on whole programs, in `tests/slang`.
    let RuleSet {
        // Text, which `padstone-cli` checks in `docs/rules.md`.
        name: _,
        summary: _,
        sources: _,
        scalar_align,
        bools: _,
        pointers: _,
        vector_align,
        vector_size,
        vector_align_at_most: _,
        half_vectors: _,
        matrices,
        vector_matrices,
        integer_matrices,
        array_align_at_least,
        array_tail,
        unsized_arrays: _,
        empty_elements,
        empty_members: _,
        struct_align,
        struct_tail,
        struct_size,
        enums,
        bitfields,
        resources,
        descriptor_handles: _,
        member_align,
        member_size,
        members,
        buffer_members,
        llvm_shapes,
    } = original;

    let aligns = [Align::ONE, Align::FOUR, Align::SIXTEEN];
    mutants.of("scalar_align", scalar_align, variants!(ScalarAlign: OwnSize, Byte), |rules, value| rules.scalar_align = value);
    for width in 0..4 {
        mutants.of(&format!("vector_align[{width}]"), &vector_align[width], [1, 2, 4], |rules, value| rules.vector_align[width] = value);
        let size = vector_size[width];
        mutants.of(&format!("vector_size[{width}]"), &size, [size - 1, size + 1], |rules, value| rules.vector_size[width] = value);
    }
    mutants.of("matrices", matrices, all_matrices(), |rules, value| rules.matrices = value);
    let values = variants!(VectorMatrices: None, OneVector, OneRowOrColumn);
    mutants.of("vector_matrices", vector_matrices, values, |rules, value| rules.vector_matrices = value);
    mutants.of("integer_matrices", integer_matrices, variants!(IntegerMatrices: Matrices, Arrays), |rules, value| {
        rules.integer_matrices = value
    });
    mutants.of("array_align_at_least", array_align_at_least, aligns, |rules, value| rules.array_align_at_least = value);
    mutants.of("array_tail", array_tail, variants!(TailPadding: Padded, Open, Free, OfLanguage), |rules, value| rules.array_tail = value);
    mutants.of("empty_elements", empty_elements, variants!(EmptyElements: NoBytes, Aligned), |rules, value| rules.empty_elements = value);
    mutants.of("struct_align", struct_align, all_struct_aligns(), |rules, value| rules.struct_align = value);
    mutants
        .of("struct_tail", struct_tail, variants!(TailPadding: Padded, Open, Free, OfLanguage), |rules, value| rules.struct_tail = value);
    let values = variants!(StructSize: Members, Recounted, AtLeastOneByte);
    mutants.of("struct_size", struct_size, values, |rules, value| rules.struct_size = value);
    mutants.of("enums", enums, variants!(Enums: Underlying, FourBytes), |rules, value| rules.enums = value);
    let values = variants!(Bitfields: SameSize, SameType, Separate, Packed);
    mutants.of("bitfields", bitfields, values, |rules, value| rules.bitfields = value);
    mutants.of("resources", resources, all_resources(), |rules, value| rules.resources = value);
    let values = variants!(MemberAlign: Applies, AlignsMembersOnly, Verified);
    mutants.of("member_align", member_align, values, |rules, value| rules.member_align = value);
    mutants.of("member_size", member_size, variants!(MemberSize: Applies, Verified), |rules, value| rules.member_size = value);
    let placements =
        variants!(Placement: Aligned, Relaxed, Registers, DxcMembers, DxcConstants, AlignedInRows, SmallInRows, ClangRegisters);
    mutants.of("members", members, placements, |rules, value| rules.members = value);
    let placements = placements.into_iter().filter(|value| !matches!(value, Placement::AlignedInRows | Placement::SmallInRows));
    mutants.of("buffer_members", buffer_members, placements, |rules, value| rules.buffer_members = value);
    mutants.of("llvm_shapes", llvm_shapes, variants!(LlvmShapes: Exact, Clang22), |rules, value| rules.llvm_shapes = value);
    mutants.all
}

fn all_resources() -> [Resources; 4] {
    let _ = |value: Resources| match value {
        Resources::NoBytes | Resources::StructuredElement | Resources::Class | Resources::Handles(_) => {}
    };
    [Resources::NoBytes, Resources::StructuredElement, Resources::Class, Resources::Handles(&HANDLES)]
}

static HANDLES: HandleSizes = HandleSizes {
    texture: Handle::of(12),
    combined: Handle::of(12),
    sampler: Handle::of(12),
    buffer: Handle::of(12),
    counted_buffer: Handle::of(12),
    acceleration_structure: Handle::of(12),
    block: Handle::of(12),
};

fn all_matrices() -> [Matrices; 7] {
    let _ = |value: Matrices| match value {
        Matrices::Packed | Matrices::Vectors { .. } | Matrices::Registers { .. } | Matrices::Elements | Matrices::VulkanRegisters => {}
    };
    [
        Matrices::Packed,
        Matrices::Vectors { align_at_least: Align::ONE },
        Matrices::Vectors { align_at_least: Align::SIXTEEN },
        Matrices::Registers { half_extent: 2 },
        Matrices::Registers { half_extent: 4 },
        Matrices::Elements,
        Matrices::VulkanRegisters,
    ]
}

fn all_struct_aligns() -> [StructAlign; 4] {
    let _ = |value: StructAlign| match value {
        StructAlign::Widest { .. } | StructAlign::Fixed(_) => {}
    };
    [
        StructAlign::Widest { at_least: Align::ONE },
        StructAlign::Widest { at_least: Align::SIXTEEN },
        StructAlign::Fixed(Align::ONE),
        StructAlign::Fixed(Align::SIXTEEN),
    ]
}

struct Mutants<'a> {
    original: &'a RuleSet,
    all: Vec<Mutant>,
}

impl Mutants<'_> {
    /// One mutant for each other value of the field.
    fn of<T: PartialEq + std::fmt::Debug>(
        &mut self,
        field: &str,
        now: &T,
        values: impl IntoIterator<Item = T>,
        change: impl Fn(&mut RuleSet, T),
    ) {
        for value in values.into_iter().filter(|value| value != now) {
            let to = format!("{value:?}");
            let mut rules = self.original.clone();
            change(&mut rules, value);
            self.all.push(Mutant { field: field.to_owned(), to, rules });
        }
    }
}
