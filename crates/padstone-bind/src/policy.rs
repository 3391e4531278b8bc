//! What a compiler does, as data.

use std::ops::RangeInclusive;

use padstone_diag::Severity;
use padstone_model::ResourceClass;

/// How one compiler gives out registers or bindings for one target. All fields are written out in every policy, so
/// that two of them can be compared line by line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Policy {
    /// Its name on the command line: `dxc`.
    pub name: &'static str,
    /// What is numbered, and with it how a place is written.
    pub model: Model,
    /// What parameters get that no entry point reaches.
    pub unused: Unused,
    /// When `$Globals` gets its turn.
    pub globals: GlobalsPlace,
    /// When resources inside a `cbuffer` or a struct get theirs.
    pub inner_resources: Turn,
    /// When a `tbuffer` or `TextureBuffer` gets its turn.
    pub texture_buffers: TextureBufferTurn,
    /// How many numbers an array takes.
    pub arrays: ArraySlots,
    /// How many objects an array of arrays is said to have.
    pub dimensions: Dimensions,
    /// How the members of a struct that holds resources are numbered.
    pub struct_members: StructMembers,
    /// Where explicit numbers come from, the strongest first.
    pub explicit: &'static [ExplicitSource],
    /// What parameters get that have none.
    pub missing: Missing,
    /// Whether buffers with a counter take a second number for it.
    pub counters: bool,
    /// What `-auto-binding-space` applies to.
    pub auto_space: AutoSpace,
    /// Whether an array of one element is told from a single object.
    pub count_of_one: CountOfOne,
    /// Who may share a number.
    pub sharing: Sharing,
    /// How bad it is that others do.
    pub overlap: Severity,
    /// How bad a register space on a global struct of resources is; `None` where it counts.
    pub space_on_struct: Option<Severity>,
}

/// What is numbered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Model {
    /// Registers: each class counts for itself in each space.
    D3d,
    /// Bindings: all classes count together in each descriptor set.
    Vulkan,
    /// Bindings of OpenGL, which has one set.
    OpenGl,
    /// Bindings of WebGPU: all classes count together in each group.
    WebGpu,
}

/// What parameters get that no entry point reaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unused {
    /// Nothing.
    Nothing,
    /// Nothing, but others do not get their explicit numbers.
    Reserved,
    /// Numbers like all others.
    Numbers,
}

/// When `$Globals` gets its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GlobalsPlace {
    /// Before all others.
    First,
    /// Where the first loose constant is declared.
    FirstConstant,
}

/// When the resources inside a `cbuffer` or a struct get their turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// Where they are declared, but before the `cbuffer` around them.
    BeforeBuffer,
    /// After all resources that stand alone; and if several have no register, in the order in which the shader uses
    /// them, which declarations do not tell. Here that is the order of declaration, with a warning.
    AfterAllByUse,
}

/// When a `tbuffer` or `TextureBuffer` gets its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextureBufferTurn {
    /// Where it is declared.
    Declared,
    /// After all others.
    Last,
}

/// How many numbers an array takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArraySlots {
    /// One for each element; an unbounded array takes the rest of the space.
    Elements,
    /// One, except in a program with a global struct of resources: there one for each element.
    One,
}

/// How many objects an array of arrays is said to have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dimensions {
    /// As many as there are in all.
    Product,
    /// A number for each dimension.
    Each,
}

/// How the members of a struct that holds resources are numbered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StructMembers {
    /// Each like a parameter of its own; a register on the struct is that of the first member of its class.
    Alone,
    /// All together, one after another.
    Together,
    /// Not at all.
    Nowhere,
}

/// Where an explicit number comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExplicitSource {
    /// `[[vk::binding]]` and `[[vk::counter_binding]]`, `layout(binding = n)`, `@binding(n)`.
    ExplicitBinding,
    /// `register(…)`; of several the last.
    LastRegister,
    /// `register(…)`; of several the first. `-fvk-*-shift` moves it.
    FirstRegisterShifted,
    /// `-fvk-bind-globals`, for `$Globals`. Others may get the same number.
    BindGlobals,
}

/// What parameters get that have no explicit number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Missing {
    /// The first free numbers.
    FirstFree,
    /// Nothing: the program that uses the shader gives them one, or there is an error.
    Nothing,
}

/// Who may share a number. What no shader uses shares with everybody, except where registers are given out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sharing {
    /// Nobody, used or not.
    Nobody,
    /// A texture and a sampler whose bindings are both explicit: meant to be one combined image sampler.
    Combined,
    /// All that one descriptor can be: buffers of one kind, images of one kind, textures with samplers.
    SameDescriptor,
    /// Everybody.
    Everybody,
}

/// What `-auto-binding-space` applies to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AutoSpace {
    /// Only what has no register.
    Implicit,
    /// All that names no space.
    All,
}

/// Whether an array of one element is told from a single object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CountOfOne {
    /// It has a count of 1.
    Written,
    /// Like a single object it has none.
    LeftOut,
}

impl Model {
    /// What the numbers of a class are called.
    pub(crate) fn numbers(self, class: ResourceClass) -> String {
        match self {
            Model::D3d => format!("{} registers", class.letter()),
            Model::Vulkan | Model::OpenGl | Model::WebGpu => "bindings".to_owned(),
        }
    }

    /// Some numbers in a row: `t2`, `t2 to t5`, `binding 3`.
    pub(crate) fn range(self, class: ResourceClass, range: &RangeInclusive<u32>) -> String {
        let (first, last) = (range.start(), range.end());
        let letter = class.letter();
        match self {
            Model::D3d if first == last => format!("{letter}{first}"),
            Model::D3d => format!("{letter}{first} to {letter}{last}"),
            Model::Vulkan | Model::OpenGl | Model::WebGpu if first == last => format!("binding {first}"),
            Model::Vulkan | Model::OpenGl | Model::WebGpu => format!("bindings {first} to {last}"),
        }
    }

    /// `space1`, `set 1`, `group 1`.
    pub(crate) fn space(self, space: u32) -> String {
        match self {
            Model::D3d => format!("space{space}"),
            Model::Vulkan => format!("set {space}"),
            Model::OpenGl => "the program".to_owned(),
            Model::WebGpu => format!("group {space}"),
        }
    }
}
