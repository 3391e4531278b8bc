//! The attributes of both editions: their names, the declarations that they are allowed on, and their argument counts.

use padstone_model::Stage;
use std::ops::RangeInclusive;

use crate::tree::Edition;

/// An attribute (WGSL, section 12, and the draft of 2020).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum AttributeName {
    Access,
    Align,
    Binding,
    BlendSrc,
    Block,
    Builtin,
    Const,
    /// `[[constant_id(3)]] const n : f32 = 1.0;` of 2020; `override` in current WGSL.
    ConstantId,
    Contiguous,
    Diagnostic,
    Group,
    Id,
    Interpolate,
    Invariant,
    Location,
    MustUse,
    Offset,
    /// `[[override(3)]] let n : f32 = 1.0;` of 2020, which replaced `constant_id`.
    Override,
    /// `[[set(0)]]` of 2020; `group` in current WGSL.
    Set,
    Size,
    Stage(Stage),
    /// `[[stage(vertex)]]` of 2020.
    StageArgument,
    /// `[[stride(16)]] array<f32, 4>` of 2020.
    Stride,
    SubgroupSize,
    WorkgroupSize,
}

/// The stages that have entry points.
pub(crate) const STAGES: [Stage; 3] = [Stage::Vertex, Stage::Fragment, Stage::Compute];

/// The target of an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AttributeTarget {
    Alias,
    Const,
    ConstAssert,
    Function,
    Member,
    /// The type of a member or alias, in 2020: `type T = [[align(16)]] vec4<f32>`.
    MemberType,
    Override,
    Parameter,
    Result,
    Statement,
    Struct,
    /// A type, in 2020: `[[access(read)]] T`.
    Type,
    Variable,
}

impl AttributeTarget {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            AttributeTarget::Alias => "an alias",
            AttributeTarget::Const => "a `const`",
            AttributeTarget::ConstAssert => "a `const_assert`",
            AttributeTarget::Function => "a function",
            AttributeTarget::Member => "a struct member",
            AttributeTarget::MemberType => "the type of a member or alias",
            AttributeTarget::Override => "an `override`",
            AttributeTarget::Parameter => "a parameter",
            AttributeTarget::Result => "the result of a function",
            AttributeTarget::Statement => "a statement",
            AttributeTarget::Struct => "a struct",
            AttributeTarget::Type => "a type",
            AttributeTarget::Variable => "a `var`",
        }
    }
}

/// Every attribute with its name.
const NAMES: [(&str, AttributeName); 27] = [
    ("access", AttributeName::Access),
    ("align", AttributeName::Align),
    ("binding", AttributeName::Binding),
    ("blend_src", AttributeName::BlendSrc),
    ("block", AttributeName::Block),
    ("builtin", AttributeName::Builtin),
    ("compute", AttributeName::Stage(Stage::Compute)),
    ("const", AttributeName::Const),
    ("constant_id", AttributeName::ConstantId),
    ("contiguous", AttributeName::Contiguous),
    ("diagnostic", AttributeName::Diagnostic),
    ("fragment", AttributeName::Stage(Stage::Fragment)),
    ("group", AttributeName::Group),
    ("id", AttributeName::Id),
    ("interpolate", AttributeName::Interpolate),
    ("invariant", AttributeName::Invariant),
    ("location", AttributeName::Location),
    ("must_use", AttributeName::MustUse),
    ("offset", AttributeName::Offset),
    ("override", AttributeName::Override),
    ("set", AttributeName::Set),
    ("size", AttributeName::Size),
    ("stage", AttributeName::StageArgument),
    ("stride", AttributeName::Stride),
    ("subgroup_size", AttributeName::SubgroupSize),
    ("vertex", AttributeName::Stage(Stage::Vertex)),
    ("workgroup_size", AttributeName::WorkgroupSize),
];

impl AttributeName {
    pub(crate) fn of(name: &str) -> Option<AttributeName> {
        NAMES.iter().find(|(known, _)| *known == name).map(|&(_, attribute)| attribute)
    }

    pub(crate) fn name(self) -> &'static str {
        NAMES.iter().find(|(_, attribute)| *attribute == self).map_or("", |&(name, _)| name)
    }

    /// All names, for suggestions.
    pub(crate) fn names() -> impl Iterator<Item = &'static str> {
        NAMES.iter().map(|&(name, _)| name)
    }

    /// Whether the edition has it. The draft of 2020 accepts the attributes of 2020 and of current WGSL.
    pub(crate) const fn is_of(self, edition: Edition) -> bool {
        match self {
            AttributeName::Access
            | AttributeName::Block
            | AttributeName::ConstantId
            | AttributeName::Contiguous
            | AttributeName::Offset
            | AttributeName::Override
            | AttributeName::Set
            | AttributeName::StageArgument
            | AttributeName::Stride => matches!(edition, Edition::Draft2020),
            _ => true,
        }
    }

    /// Whether its arguments are context-dependent names rather than expressions.
    pub(crate) const fn has_context_dependent_names(self) -> bool {
        matches!(
            self,
            AttributeName::Access
                | AttributeName::Builtin
                | AttributeName::Diagnostic
                | AttributeName::Interpolate
                | AttributeName::StageArgument
        )
    }

    /// The numbers of arguments that it takes; `None` if it has no parentheses.
    pub(crate) const fn arguments(self) -> Option<RangeInclusive<usize>> {
        Some(match self {
            AttributeName::Block
            | AttributeName::Const
            | AttributeName::Contiguous
            | AttributeName::Invariant
            | AttributeName::MustUse
            | AttributeName::Stage(_) => return None,
            AttributeName::Diagnostic => 2..=2,
            AttributeName::Interpolate => 1..=2,
            AttributeName::WorkgroupSize => 1..=3,
            _ => 1..=1,
        })
    }

    /// Whether it is allowed on this target.
    pub(crate) fn is_allowed_on(self, place: AttributeTarget, edition: Edition) -> bool {
        use AttributeName as A;
        match self {
            A::Align | A::Size => place == AttributeTarget::Member || edition == Edition::Draft2020 && applies_to_type(place),
            A::Offset => place == AttributeTarget::Member,
            A::Block | A::Contiguous => place == AttributeTarget::Struct,
            A::Access => place == AttributeTarget::Type,
            A::Binding | A::Group | A::Set => place == AttributeTarget::Variable,
            A::ConstantId | A::Override => place == AttributeTarget::Const,
            A::Stride => matches!(place, AttributeTarget::Type | AttributeTarget::MemberType),
            A::Id => place == AttributeTarget::Override,
            A::BlendSrc => place == AttributeTarget::Member,
            // In early 2020 they were allowed on variables.
            A::Builtin | A::Location => is_io(place) || edition == Edition::Draft2020 && place == AttributeTarget::Variable,
            A::Interpolate | A::Invariant => is_io(place),
            A::Diagnostic => matches!(place, AttributeTarget::Function | AttributeTarget::Statement),
            A::MustUse | A::Stage(_) | A::StageArgument | A::SubgroupSize | A::WorkgroupSize => place == AttributeTarget::Function,
            // Only the built-in functions may have it (section 12).
            A::Const => false,
        }
    }
}

/// Whether an attribute on this target applies to a type, wherever the type is used.
fn applies_to_type(place: AttributeTarget) -> bool {
    matches!(place, AttributeTarget::Alias | AttributeTarget::MemberType | AttributeTarget::Struct)
}

fn is_io(place: AttributeTarget) -> bool {
    matches!(place, AttributeTarget::Member | AttributeTarget::Parameter | AttributeTarget::Result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_attribute_has_a_name() {
        assert!(NAMES.is_sorted_by_key(|&(name, _)| name));
        for (name, attribute) in NAMES {
            assert_eq!(attribute.name(), name);
            assert_eq!(AttributeName::of(name), Some(attribute));
        }
    }
}
