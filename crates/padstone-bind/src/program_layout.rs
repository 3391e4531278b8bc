//! The layout of a program: plain data.

use padstone_diag::Diagnostics;
use padstone_layout::TypeLayouts;
use padstone_model::Module;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::binding_rules::BindingRules;
use crate::layout::{LayoutId, UnitLayout, Variable, VariableDeclaration};
use crate::layout_unit::{Amount, LayoutUnit, UnitCounters, UnitOffset, UnitOffsets};
use crate::target::Target;
use crate::unknowns::Unknowns;

/// The layout of a program: the locations of all of its parameters.
#[derive(Clone)]
pub struct ProgramLayout {
    /// The rules that it was laid out under.
    pub rules: BindingRules,
    /// The target.
    pub target: Target,
    /// The layouts of types, by [`LayoutId`].
    pub types: Vec<UnitLayout>,
    /// The byte layouts of the types of the module, for each rule set used. For [`SlotRules::OfTypes`](crate::SlotRules) only.
    pub bytes: Vec<TypeLayouts>,
    /// The global parameters in their order.
    pub globals: Vec<Variable>,
    /// The resources in parameters that are bound separately, the counters of buffers, and the descriptor heaps.
    pub bound: Vec<BoundResource>,
    /// The implicit buffer of the globals with bytes, if there are any.
    pub globals_buffer: Option<DefaultBuffer>,
    /// The entry points in their order.
    pub entries: Vec<EntryLayout>,
    /// The space that is reserved for the bindless resource heap.
    pub bindless_space: Option<u64>,
    /// By type, whether it contains an array whose count is a link-time constant; empty if no type does.
    pub link_time: Vec<bool>,
    /// By type, which parts of its layout are unknown; empty if all are known.
    pub unknowns: Vec<Unknowns>,
    /// The first bit of each bit-field that is a separate member, counted from the lowest bit of its bytes.
    pub bits: FxHashMap<VariableDeclaration, u32>,
    /// By layout, the layout units of which the type takes an amount that is unknown until linking; empty if there are none.
    pub(crate) open_kinds: Vec<Vec<LayoutUnit>>,
    /// By global parameter, the layout units in which its location is unknown until linking, although
    /// [`Variable::places`] contains the numbers that the compiler reports.
    pub unsettled: FxHashMap<VariableDeclaration, Vec<LayoutUnit>>,
    /// The diagnostics.
    pub diagnostics: Diagnostics,
}

/// The implicit buffer of a scope.
#[derive(Clone, Copy, Debug)]
pub struct DefaultBuffer {
    /// The register or binding; `None` if it needs none.
    pub place: Option<UnitOffset>,
    /// The size in bytes.
    pub bytes: Amount,
}

/// The layout of an entry point.
#[derive(Clone, Debug)]
pub struct EntryLayout {
    /// The position in the module.
    pub index: usize,
    /// The parameters. Their locations are relative to `places`, except those of `explicit`.
    pub parameters: Vec<Variable>,
    /// The layout units in which the source binds a parameter. Its location in these is that in the program.
    pub explicit: FxHashSet<(VariableDeclaration, LayoutUnit)>,
    /// The result, if it returns a value.
    pub result: Option<Variable>,
    /// The amounts of the program's layout units that it takes.
    pub usage: UnitCounters,
    /// The start of its range in each layout unit of the program.
    pub places: UnitOffsets,
    /// The size of its uniform parameters in bytes.
    pub bytes: Amount,
    /// Whether it runs once for each sample.
    pub sample_rate: bool,
    /// The layout units in which the start of its range is unknown until linking.
    pub unsettled: Vec<LayoutUnit>,
    /// The layout units in which the location of a parameter is unknown until linking, as that of the range or of a previous parameter is.
    pub unsettled_parameters: FxHashMap<VariableDeclaration, Vec<LayoutUnit>>,
}

/// A resource without a separate declaration: a resource in a struct that is bound separately, the counter of a buffer, or a descriptor heap.
#[derive(Clone, Debug)]
pub struct BoundResource {
    /// The path: `material.albedo`.
    pub path: Box<str>,
    /// The buffer whose counter it is.
    pub counted: Option<Box<str>>,
    /// The position in [`Module::specialization_constants`] of a constant.
    pub constant: Option<usize>,
}

impl BoundResource {
    /// A resource that is not a counter.
    pub(crate) fn new(path: impl Into<Box<str>>) -> BoundResource {
        BoundResource { path: path.into(), counted: None, constant: None }
    }

    /// The counter of a buffer, with DXC's name: `counter.var.particles`.
    pub(crate) fn counter_of(buffer: &str) -> BoundResource {
        BoundResource { path: format!("counter.var.{buffer}").into(), counted: Some(buffer.into()), constant: None }
    }
}

impl ProgramLayout {
    /// Whether the location of a parameter in a layout unit is unknown until linking. `entry`: its entry point; `None` for a global one.
    pub fn is_unsettled(&self, variable: &Variable, entry: Option<&EntryLayout>, kind: LayoutUnit) -> bool {
        let unsettled = entry.map_or(&self.unsettled, |entry| &entry.unsettled_parameters);
        unsettled.get(&variable.source).is_some_and(|kinds| kinds.contains(&kind))
    }

    /// The buffer whose counter a variable, or a part of it, is; `None` if it is not a counter.
    pub fn counted(&self, source: VariableDeclaration) -> Option<&str> {
        match source {
            VariableDeclaration::Bound(index) => self.bound.get(index)?.counted.as_deref(),
            _ => None,
        }
    }

    /// The position in [`Module::specialization_constants`] of a constant.
    pub fn constant(&self, source: VariableDeclaration) -> Option<usize> {
        match source {
            VariableDeclaration::Bound(index) => self.bound.get(index)?.constant,
            _ => None,
        }
    }

    /// The layout of a type.
    pub fn get(&self, id: LayoutId) -> &UnitLayout {
        &self.types[id.index()]
    }

    /// The name of a variable; empty if it is implicit or unnamed.
    pub fn name<'a>(&'a self, module: &'a Module, variable: &Variable) -> &'a str {
        match variable.source {
            VariableDeclaration::Bound(index) => self.bound.get(index).map_or("", |resource| &resource.path),
            source => source.field(module).map_or("", |field| module.name(field.name)),
        }
    }
}
