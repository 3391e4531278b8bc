//! Programs that contain only resources, as data and as modules.

use padstone_bind::{BindingRules, Numbering, SlotRules};
use padstone_model::{
    Count, ExplicitBinding, Module, Parameter, ParameterKind, Register, RegisterClass, ResourceClass, ResourceKind, ResourceShape,
    ResourceType, Spelling, Type,
};
use padstone_source::Span;
use proptest::prelude::*;

/// The slot spaces.
pub(crate) fn numbering(rules: &BindingRules) -> Numbering {
    match rules.slots {
        SlotRules::OfParameters(rules) => rules.numbering,
        SlotRules::OfTypes(_) => panic!("the rules {} bind types", rules.name),
    }
}

/// One resource.
#[derive(Clone, Debug)]
pub(crate) struct Declaration {
    pub(crate) class: ResourceClass,
    pub(crate) dims: Vec<Count>,
    /// `register(t3, space1)`: number and space.
    pub(crate) register: (Option<u32>, Option<u32>),
    pub(crate) binding: Option<(u32, Option<u32>)>,
    pub(crate) used: bool,
}

impl Declaration {
    pub(crate) fn without_numbers(self) -> Declaration {
        Declaration { register: (None, self.register.1), binding: None, ..self }
    }

    pub(crate) fn is_explicit(&self, policy: &BindingRules) -> bool {
        self.register.0.is_some() || (numbering(policy) == Numbering::Sets && self.binding.is_some())
    }
}

fn class() -> impl Strategy<Value = ResourceClass> {
    use ResourceClass::{ConstantBuffer, Sampler, ShaderResource, UnorderedAccess};
    prop::sample::select(vec![ConstantBuffer, ShaderResource, UnorderedAccess, Sampler])
}

/// Small numbers, so that everything overlaps.
pub(crate) fn small() -> impl Strategy<Value = Declaration> {
    let count = prop_oneof![8 => (1..4_u64).prop_map(Count::Known), 1 => Just(Count::Known(0))];
    (
        class(),
        prop::collection::vec(count, 0..3),
        (prop::option::weighted(0.3, 0..9_u32), prop::option::weighted(0.3, 0..2_u32)),
        prop::option::weighted(0.2, (0..9_u32, prop::option::of(0..2_u32))),
        prop::bool::weighted(0.8),
    )
        .prop_map(|(class, dims, register, binding, used)| Declaration { class, dims, register, binding, used })
}

/// Numbers of any size.
pub(crate) fn wild() -> impl Strategy<Value = Declaration> {
    let number = || prop_oneof![0..4_u32, (u32::MAX - 4)..=u32::MAX, any::<u32>()];
    let count = prop_oneof![
        Just(Count::Runtime),
        (0..4_u64).prop_map(Count::Known),
        ((1_u64 << 32) - 2..=(1 << 32) + 2).prop_map(Count::Known),
        any::<u64>().prop_map(Count::Known),
    ];
    (
        class(),
        prop::collection::vec(count, 0..3),
        (prop::option::of(number()), prop::option::of(number())),
        prop::option::of((number(), prop::option::of(number()))),
        any::<bool>(),
    )
        .prop_map(|(class, dims, register, binding, used)| Declaration { class, dims, register, binding, used })
}

pub(crate) fn module(declarations: &[Declaration]) -> Module {
    let mut module = Module::default();
    for (index, declaration) in declarations.iter().enumerate() {
        let (kind, letter) = match declaration.class {
            ResourceClass::ConstantBuffer => (ResourceKind::ConstantBuffer, RegisterClass::B),
            ResourceClass::ShaderResource => (ResourceKind::Texture, RegisterClass::T),
            ResourceClass::UnorderedAccess => (ResourceKind::RwTexture, RegisterClass::U),
            ResourceClass::Sampler => (ResourceKind::Sampler, RegisterClass::S),
        };
        let name = module.names.intern(&format!("p{index}"));
        let ty = module.types.intern(Type::Resource(ResourceType::new(kind, ResourceShape::NONE, name, None)));
        let span = Span { start: index as u32 * 10, end: index as u32 * 10 + 1 };
        let (number, space) = declaration.register;
        let registers = match (number, space) {
            (None, None) => Vec::new(),
            _ => vec![Register { slot: number.map(|number| (letter, number)), space, span }],
        };
        module.parameters.push(Parameter {
            name,
            qualified_name: name,
            span,
            kind: ParameterKind::Opaque(ty),
            member_of: None,
            dims: declaration.dims.clone(),
            registers,
            binding: declaration.binding.map(|(binding, set)| ExplicitBinding { binding, set, span }),
            counter_binding: None,
            counter_offset: None,
            input_attachment: None,
            location: None,
            access: None,
            used: declaration.used,
            written: Spelling::default(),
        });
    }
    module
}
