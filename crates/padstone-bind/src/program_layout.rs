//! What comes out: inert data.

use padstone_diag::Diagnostics;
use padstone_layout::TypeLayouts;
use padstone_model::Module;
use rustc_hash::FxHashMap;

use crate::binding_rules::BindingRules;
use crate::layout::{LayoutId, Source, TypeLayout, Variable};
use crate::layout_unit::{Amount, LayoutUnit, UnitOffset, UnitOffsets, Usage};
use crate::target::Target;
use crate::unknowns::Unknowns;

/// Where everything of a program is.
#[derive(Clone)]
pub struct ProgramLayout {
    /// Who laid it out.
    pub rules: BindingRules,
    /// For what.
    pub target: Target,
    /// What types take, by [`LayoutId`].
    pub types: Vec<TypeLayout>,
    /// Bytes of all types of the module, by the rule sets that were asked for them: for [`Slots::OfTypes`](crate::Slots).
    pub bytes: Vec<TypeLayouts>,
    /// The global parameters in their order.
    pub globals: Vec<Variable>,
    /// The paths of objects in parameters that are bound by themselves.
    pub bound: Vec<Box<str>>,
    /// The implicit buffer of those that have bytes, if there are any.
    pub globals_buffer: Option<DefaultBuffer>,
    /// The entry points in their order.
    pub entries: Vec<EntryLayout>,
    /// The space that is reserved for the bindless resource heap.
    pub bindless_space: Option<u64>,
    /// Which types of the module hold an array that linking gives a number of elements, by type; empty if none does.
    pub link_time: Vec<bool>,
    /// What is unknown of the types of the module, by type; empty if all is known.
    pub unknowns: Vec<Unknowns>,
    /// By bit-field that is a member of its own: its first bit, from the lowest of its bytes.
    pub bits: FxHashMap<Source, u32>,
    /// The kinds of which a type takes as many as linking says, by layout; empty if no type does.
    pub(crate) open_kinds: Vec<Vec<LayoutUnit>>,
    /// By global parameter, the kinds of which linking may move it: its place is not known, whatever
    /// [`Variable::places`] say, which are what the compiler says.
    pub unsettled: FxHashMap<Source, Vec<LayoutUnit>>,
    /// What there is to say.
    pub diagnostics: Diagnostics,
}

/// The implicit buffer of a scope.
#[derive(Clone, Copy, Debug)]
pub struct DefaultBuffer {
    /// Its register or binding; `None` where its bytes are passed otherwise.
    pub place: Option<UnitOffset>,
    /// Its bytes.
    pub bytes: Amount,
}

/// Where everything of an entry point is.
#[derive(Clone, Debug)]
pub struct EntryLayout {
    /// Its position in the module.
    pub index: usize,
    /// Its parameters. Their places are counted from where its share begins.
    pub parameters: Vec<Variable>,
    /// What it returns.
    pub result: Option<Variable>,
    /// What it takes of the program's resources.
    pub usage: Usage,
    /// Where its share begins.
    pub places: UnitOffsets,
    /// Bytes of its uniform parameters.
    pub bytes: Amount,
    /// Whether it runs once for each sample.
    pub sample_rate: bool,
    /// The kinds of which linking may move its share.
    pub unsettled: Vec<LayoutUnit>,
}

impl ProgramLayout {
    /// What a type takes.
    pub fn get(&self, id: LayoutId) -> &TypeLayout {
        &self.types[id.index()]
    }

    /// What a variable is called; nothing if it is implicit or without a name.
    pub fn name<'a>(&'a self, module: &'a Module, variable: &Variable) -> &'a str {
        match variable.source {
            Source::Bound(index) => self.bound.get(index).map_or("", |path| path),
            source => source.field(module).map_or("", |field| module.name(field.name)),
        }
    }
}
