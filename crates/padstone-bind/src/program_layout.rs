//! What comes out: inert data.

use padstone_diag::{Diagnostic, Diagnostics, Severity, codes};
use padstone_layout::TypeLayouts;
use padstone_model::Module;
use rustc_hash::FxHashMap;

use crate::allocate::program::GlobalsBuffer;
use crate::binding_rules::BindingRules;
use crate::diagnose::code_elsewhere;
use crate::diagnose::push_constants;
use crate::diagnose::shared_places::{self, Given};
use crate::kind::{Amount, Kind, Place, Places, Usage};
use crate::layout::{LayoutId, Source, TypeLayout, Variable};
use crate::measure::program::{Entry, Parameter, Required};
use crate::measure::types::Types;
use crate::reserve::Used;
use crate::target::{Bindless, Target};

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
    /// The space that is kept for descriptors that are reached by number.
    pub bindless_space: Option<u64>,
    /// Which types of the module hold an array that linking gives a number of elements, by type; empty if none does.
    pub open: Vec<bool>,
    /// By bit-field that is a member of its own: its first bit, from the lowest of its bytes.
    pub bits: FxHashMap<Source, u32>,
    /// The kinds of which a type takes as many as linking says, by layout; empty if no type does.
    pub(crate) open_kinds: Vec<Vec<Kind>>,
    /// By global parameter, the kinds of which linking may move it: its place is not known, whatever
    /// [`Variable::places`] say, which are what the compiler says.
    pub unsettled: FxHashMap<Source, Vec<Kind>>,
    /// What there is to say.
    pub diagnostics: Diagnostics,
}

/// The implicit buffer of a scope.
#[derive(Clone, Copy, Debug)]
pub struct DefaultBuffer {
    /// Its register or binding; `None` where its bytes are passed otherwise.
    pub place: Option<Place>,
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
    pub places: Places,
    /// Bytes of its uniform parameters.
    pub bytes: Amount,
    /// Whether it runs once for each sample.
    pub sample_rate: bool,
    /// The kinds of which linking may move its share.
    pub unsettled: Vec<Kind>,
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

pub(crate) fn collect(
    mut types: Types<'_>,
    required: Required,
    used: Used,
    buffer: GlobalsBuffer,
    mut diagnostics: Diagnostics,
) -> ProgramLayout {
    let bindless_space = bindless(&types, &used, &mut diagnostics);
    let given = Given::new(types.module, &required, !types.request.options.shifts.is_empty());
    let Required { order, parameters, entries, .. } = required;
    let explicit: Vec<Vec<Kind>> = parameters.iter().map(|parameter| parameter.explicit.iter().map(|place| place.kind).collect()).collect();
    let globals = parameters.into_iter().map(|parameter| global(&mut types, parameter)).collect();
    diagnostics.append(code_elsewhere::report(&mut types, &entries));
    let globals_buffer = (!buffer.bytes.is_zero()).then_some(DefaultBuffer { place: buffer.place, bytes: buffer.bytes });
    let module = types.module;
    let mut layout = ProgramLayout {
        rules: types.request.rules,
        target: types.request.target,
        globals,
        bound: Vec::new(),
        globals_buffer,
        entries: entries.into_iter().map(entry).collect(),
        bindless_space,
        open: types.open,
        bits: FxHashMap::default(),
        open_kinds: Vec::new(),
        unsettled: FxHashMap::default(),
        diagnostics,
        types: types.all,
        bytes: types.bytes,
    };
    layout.note_open_kinds(module);
    layout.note_unsettled(&order, &explicit);
    let found = shared_places::report(module, &layout, &given);
    layout.diagnostics.append(found);
    let found = push_constants::report(module, &layout);
    layout.diagnostics.append(found);
    layout
}

/// A parameter that takes more than its type, which a register for D3D can make of it, has a layout of its own.
fn global(types: &mut Types<'_>, parameter: Parameter) -> Variable {
    let Parameter { mut variable, usage, .. } = parameter;
    if types.get(variable.layout).usage != usage {
        let layout = TypeLayout { usage, ..types.get(variable.layout).clone() };
        variable.layout = types.push(layout);
    }
    variable
}

fn entry(entry: Entry) -> EntryLayout {
    let Entry { index, parameters, result, usage, places, bytes, sample_rate } = entry;
    EntryLayout { index, parameters, result, usage, places, bytes, sample_rate, unsettled: Vec::new() }
}

/// The space for descriptors that are reached by number: the first that nothing is in.
fn bindless(types: &Types<'_>, used: &Used, diagnostics: &mut Diagnostics) -> Option<u64> {
    let options = &types.request.options;
    let is_reserved = match types.request.target.bindless {
        Bindless::Always => true,
        Bindless::Never => false,
        Bindless::FromShaderModel66 => match &options.capabilities {
            Some(capabilities) => capabilities.model >= (6, 6),
            None => options.shader_model.map_or_else(|| types.have_handles(), |model| model >= (6, 6)),
        },
    };
    if !is_reserved {
        return None;
    }
    let wanted = options.bindless_space.map_or(0, u64::from);
    let found = used.spaces.first_free_from(wanted);
    if options.bindless_space.is_some() && found != wanted {
        let message = format!("space {wanted} is taken: descriptors that are reached by number get space {found}");
        let found = Diagnostic::without_place(&codes::BINDLESS_SPACE_TAKEN, message);
        diagnostics.push(Diagnostic { severity: Severity::Warning, ..found });
    }
    Some(found)
}
