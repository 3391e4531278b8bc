//! Reports where generated code disagrees with reflection, because the two follow different rules.

use padstone_diag::{Diagnostic, Diagnostics, codes};
use padstone_layout::Offsets;
use padstone_model::{Annotation, Direction, Field, Module, Packing, ResourceKind, ResourceType, StructKind, Type, TypeId};
use rustc_hash::FxHashSet;

use crate::content_rules::{CodeRules, ContentRules, Family};
use crate::layout::{LayoutId, TypeStructure, UnitLayout, Variable, VariableDeclaration};
use crate::layout_unit::{Amount, LayoutUnit};
use crate::measure::program::MeasuredEntryPoint;
use crate::measure::types::TypeMeasurer;

pub(crate) fn report(types: &mut TypeMeasurer<'_>, entries: &[MeasuredEntryPoint]) -> Diagnostics {
    let mut found = Diagnostics::new();
    let code = &types.request.target.family.code;
    if code.structured.is_some() || code.constants.is_some() {
        buffers(types, &mut found);
    }
    if types.request.target.family.profile.explicit.offsets == Offsets::InCode {
        placed_in_code(types, &mut found);
    }
    if let Some(rules) = types.request.target.family.code.entry_uniforms {
        entries.iter().for_each(|entry| found.extend(uniforms(types, entry, rules)));
    }
    found
}

/// Whether a program contains anything that code might read at another offset.
pub(crate) fn is_possible(module: &Module, family: &Family) -> bool {
    let CodeRules { constants, structured, entry_uniforms } = family.code;
    let has_data_layout = |ty: &Type| matches!(ty, Type::Resource(resource) if resource.packing != Packing::ByKind);
    let has_offset = |field: &Field| field.offset().is_some();
    (constants.is_some() || structured.is_some()) && module.types.iter().any(|(_, ty)| has_data_layout(ty))
        || family.profile.explicit.offsets == Offsets::InCode
            && module.structs.iter().any(|(_, declared)| declared.fields.iter().any(has_offset))
        || entry_uniforms.is_some() && !module.entry_points.is_empty()
}

/// Buffers that require a data layout.
fn buffers(types: &mut TypeMeasurer<'_>, found: &mut Diagnostics) {
    let module = types.module;
    let family = types.request.target.family;
    let of_structs = module.structs.iter().flat_map(|(_, declared)| &declared.fields);
    let of_entries = module.program.signatures.iter().flat_map(|(_, signature)| &signature.parameters);
    let mut seen = FxHashSet::default();
    for field in module.program.globals.iter().map(|global| &global.variable).chain(of_structs).chain(of_entries) {
        let Some((resource, element)) = with_data_layout(types, field.ty) else { continue };
        let rules = match resource.kind {
            ResourceKind::ConstantBuffer => {
                family.code.constants.and_then(|code| code.of(resource.packing)).map(|code| (family.constants_for(resource.packing), code))
            }
            ResourceKind::StructuredBuffer
            | ResourceKind::RwStructuredBuffer
            | ResourceKind::AppendStructuredBuffer
            | ResourceKind::ConsumeStructuredBuffer => {
                family.code.structured.and_then(|code| code.of(resource.packing)).map(|code| (family.structured, code))
            }
            _ => None,
        };
        let Some((listed, code)) = rules.filter(|_| seen.insert(field.span)) else { continue };
        let pair = (types.of(element, listed), types.of(element, code));
        let (name, has_elements) = (module.name(field.name), resource.kind != ResourceKind::ConstantBuffer);
        let path = if has_elements { format!("{name}[]") } else { name.to_owned() };
        let strides = || {
            // In code, the elements form an array.
            let align = code.rule_set().map_or(1, |set| set.array_align_at_least.bytes());
            stride_difference(name, types.get(pair.0).stride()?, types.get(pair.1).stride()?.checked_next_multiple_of(align)?)
        };
        let difference = TypeComparison::new(types).of(pair, &path, (0, 0));
        if let Some(difference) = difference.or_else(|| strides().filter(|_| has_elements)) {
            let help = "omit the data layout, or declare the members so that both layouts match";
            let note = match resource.kind {
                ResourceKind::ConstantBuffer => "the option for all buffers overrides the specified data layout in reflection only",
                _ => "the specified data layout applies to code only",
            };
            found.push(warning(field, difference).note(note).help(help));
        }
    }
}

/// Members with `[[vk::offset]]`, which only generated code applies: it rounds the offset up to the member's alignment, and later members
/// follow it. Each is reported once.
fn placed_in_code(types: &TypeMeasurer<'_>, found: &mut Diagnostics) {
    let module = types.module;
    let mut seen = FxHashSet::default();
    let structs = types.all.iter().filter_map(|layout| match &layout.shape {
        TypeStructure::Struct(fields) => Some((layout, fields)),
        _ => None,
    });
    for (parent, variable) in structs.flat_map(|(parent, fields)| fields.iter().map(move |field| (parent, field))) {
        let VariableDeclaration::Field(id, index) = variable.source else { continue };
        let (declared, field) = (&module.structs[id], &module.structs[id].fields[index]);
        let align = types.get(variable.layout).align.max(1);
        // libslang counts in 32 bits.
        let requested =
            field.offset().and_then(|(requested, _)| requested.checked_next_multiple_of(align)).map(|bytes| bytes & u64::from(u32::MAX));
        let (Some(code), Some(listed)) = (requested, offset(types, variable)) else { continue };
        if code != listed && seen.insert(field.span) {
            let name = module.name(field.name);
            let path = match declared.kind {
                StructKind::BufferMembers => name.to_owned(),
                StructKind::Declared | StructKind::Instance | StructKind::Tuple => format!("{}.{name}", module.name(declared.name)),
            };
            let mut warning = warning(field, format!("`{path}` is at offset {listed} in reflection, {code}"))
                .note("`[[vk::offset]]` applies to code only")
                .help("remove `[[vk::offset]]`, and pad so that both layouts match");
            let size = |layout: &UnitLayout| layout.usage.get(LayoutUnit::Uniform).and_then(Amount::finite);
            let end = size(types.get(variable.layout)).and_then(|size| code.checked_add(size));
            if declared.kind != StructKind::BufferMembers
                && let (Some(end), Some(size)) = (end, size(parent))
                && end > size
                && u32::try_from(end).is_ok()
            {
                let name = module.name(declared.name);
                warning = warning.note(format!(
                    "`{name}` takes at least {end} bytes in code, {size} in reflection: strides, and offsets after it, differ too"
                ));
            }
            found.push(warning);
        }
    }
}

/// The buffer of a type that requires a data layout, without array dimensions; and its content.
fn with_data_layout(types: &TypeMeasurer<'_>, ty: TypeId) -> Option<(ResourceType, TypeId)> {
    let ty = types.module.types.peel_arrays(ty);
    match types.module.types[ty] {
        Type::Resource(resource) if resource.packing != Packing::ByKind => Some((resource, resource.element?)),
        _ => None,
    }
}

/// The first uniform parameter of an entry point with another offset in code, directly or in a part.
fn uniforms(types: &mut TypeMeasurer<'_>, entry: &MeasuredEntryPoint, rules: &'static ContentRules) -> Option<Diagnostic> {
    let module = types.module;
    let mut end: u64 = 0;
    for variable in &entry.parameters {
        let Some(field) =
            variable.source.field(module).filter(|field| field.annotations.contains(&Annotation::Direction(Direction::Uniform)))
        else {
            continue;
        };
        let Some(listed) = offset(types, variable) else { continue };
        let code = types.of(field.ty, rules);
        let layout = types.get(code);
        let (size, align) = (layout.usage.get(LayoutUnit::Uniform).and_then(Amount::finite)?, layout.align.max(1));
        let position = end.checked_next_multiple_of(align)?;
        end = position.checked_add(size)?;
        let name = module.name(field.name);
        let difference = match position == listed {
            true => TypeComparison::new(types).of((variable.layout, code), name, (listed, position)),
            false => Some(format!("`{name}` is at offset {listed} in reflection, {position}")),
        };
        if let Some(difference) = difference {
            let note = "in code, the option for D3D layouts does not apply to uniform parameters of entry points";
            return Some(warning(field, difference).note(note).help("move the parameters to a constant buffer of the program"));
        }
    }
    None
}

fn warning(field: &Field, difference: String) -> Diagnostic {
    let message = format!("{difference} in code that libslang 2026.12 generates");
    Diagnostic::warning(&codes::CODE_ELSEWHERE, message, field.span)
}

/// The first byte of a variable.
fn offset(types: &TypeMeasurer<'_>, variable: &Variable) -> Option<u64> {
    types.get(variable.layout).usage.get(LayoutUnit::Uniform)?;
    variable.places.index(LayoutUnit::Uniform).finite()
}

/// The comparison of two layouts of one type.
struct TypeComparison<'t, 'm> {
    types: &'t TypeMeasurer<'m>,
    /// Pairs that are known to be equal.
    same: FxHashSet<(LayoutId, LayoutId)>,
}

impl<'t, 'm> TypeComparison<'t, 'm> {
    fn new(types: &'t TypeMeasurer<'m>) -> Self {
        TypeComparison { types, same: FxHashSet::default() }
    }

    /// The first difference between reflection and code. The depth of types is limited by the layout.
    fn of(&mut self, (listed, code): (LayoutId, LayoutId), path: &str, position: (u64, u64)) -> Option<String> {
        if listed == code || !self.same.insert((listed, code)) {
            return None;
        }
        let (listed_layout, code_layout) = (self.types.get(listed), self.types.get(code));
        match (&listed_layout.shape, &code_layout.shape) {
            (TypeStructure::Struct(listed), TypeStructure::Struct(code)) => {
                for (listed, code) in listed.iter().zip(code) {
                    let (Some(first), Some(second)) = (offset(self.types, listed), offset(self.types, code)) else { continue };
                    let field = listed.source.field(self.types.module)?;
                    let path = format!("{path}.{}", self.types.module.name(field.name));
                    let position = (position.0.saturating_add(first), position.1.saturating_add(second));
                    if position.0 != position.1 {
                        return Some(format!("`{path}` is at offset {} in reflection, {}", position.0, position.1));
                    }
                    if let Some(difference) = self.of((listed.layout, code.layout), &path, position) {
                        return Some(difference);
                    }
                }
                None
            }
            (
                &TypeStructure::Array { element: listed, stride: listed_layout },
                &TypeStructure::Array { element: code, stride: code_layout },
            ) => stride_difference(path, listed_layout, code_layout).or_else(|| self.of((listed, code), &format!("{path}[]"), position)),
            (&TypeStructure::Matrix { stride: listed_layout }, &TypeStructure::Matrix { stride: code_layout }) => {
                stride_difference(path, listed_layout, code_layout)
            }
            _ => None,
        }
    }
}

/// The difference between the strides of elements, rows or columns.
fn stride_difference(path: &str, listed: u64, code: u64) -> Option<String> {
    (listed != code).then(|| format!("`{path}` has stride {listed} in reflection, {code}"))
}
