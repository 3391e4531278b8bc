//! The restrictions on uniform buffers of WGSL without the language extension `uniform_buffer_standard_layout`: WGSL, "Address Space Layout
//! Constraints". They do not change offsets; violations are rejected.
//!
//! Compared with naga 30.0.1, which always applies them.

use padstone_diag::{Applicability, Code, Diagnostic, Edit, Fix, codes};
use padstone_model::{Align, BufferId, BufferKind, Count, Field, Module, Scalar, Size, Spelling, Stride, Struct, Type, TypeId};
use padstone_source::Span;
use rustc_hash::FxHashSet;

use super::{Check, require_align};
use crate::profiles::Uniforms;
use crate::result::{FieldLayout, STANDARD, Shape, Subject, TypeLayouts};

/// Reports all violations, once for each member.
pub(super) fn constraints(check: &mut Check<'_>, uniforms: Uniforms) {
    let required = check.module.options.uniform_buffer_standard_layout;
    match (uniforms, required) {
        (Uniforms::Any, _) | (Uniforms::Standard, true) => return,
        (Uniforms::Standard, false) | (Uniforms::Legacy, _) => {}
    }
    let types = &check.sets[STANDARD];
    let Some(buffers) = Buffers::of(check) else { return };
    for &(id, content) in &buffers.all {
        if let Some(array) = narrow_array(check, types, content) {
            let buffer = &check.module.buffers[id];
            let written = &check.module.parameters[buffer.parameter].written;
            let found = narrow(check, &buffers, &array, check.module.name(buffer.name), (buffer.span, written), None);
            report(check, uniforms, found, None);
        }
    }
    for (ty, contained) in check.module.types.iter() {
        let (Type::Struct(id), Some(buffer)) = (contained, buffers.holder[ty.index()]) else { continue };
        members(check, uniforms, types, &buffers, ty, &check.module.structs[*id], buffer);
    }
}

/// The uniform buffers of a module, and their contents.
struct Buffers {
    all: Vec<(BufferId, TypeId)>,
    /// By type: the first uniform buffer that contains it.
    holder: Vec<Option<BufferId>>,
    /// By type: whether several uniform buffers contain it.
    in_several: Vec<bool>,
    /// By type: the first other buffer that contains it.
    other: Vec<Option<BufferId>>,
    /// By type: whether a member with `@size` contains it, whose type cannot become larger than that.
    sized: Vec<bool>,
}

impl Buffers {
    /// `None` if there are no uniform buffers.
    fn of(check: &Check<'_>) -> Option<Buffers> {
        let module = check.module;
        let all: Vec<_> = check
            .layouts
            .iter()
            .filter_map(|layout| match layout.subject {
                Subject::Buffer(id) if module.buffers[id].kind == BufferKind::Uniform => Some((id, layout.content)),
                _ => None,
            })
            .collect();
        if all.is_empty() {
            return None;
        }
        let others = module.buffers.iter().filter(|(_, buffer)| buffer.kind != BufferKind::Uniform);
        let others: Vec<_> = others.map(|(id, buffer)| (id, buffer.content)).collect();
        let [holder, other] = [&all, &others].map(|buffers| holders(module, buffers));
        Some(Buffers { holder, in_several: in_several(module, &all), other, sized: sized(module), all })
    }

    /// How certain a fix is that changes a struct: it also moves members in the other buffers that contain it, unless all uniform buffers need it.
    fn applicability(&self, changed: TypeId, is_for_all: bool) -> Applicability {
        let index = changed.index();
        match (is_for_all || !self.in_several[index]) && self.other[index].is_none() && !self.sized[index] {
            true => Applicability::MachineApplicable,
            false => Applicability::MaybeIncorrect,
        }
    }
}

/// By type: the first buffer that contains the type.
fn holders(module: &Module, buffers: &[(BufferId, TypeId)]) -> Vec<Option<BufferId>> {
    let mut holder = vec![None; module.types.len()];
    buffers.iter().rev().for_each(|&(id, content)| holder[content.index()] = Some(id));
    // A contained type has a smaller id.
    for (ty, contained) in module.types.iter().rev() {
        let Some(buffer) = holder[ty.index()] else { continue };
        match *contained {
            Type::Array { element, .. } => _ = holder[element.index()].get_or_insert(buffer),
            Type::Struct(id) => module.structs[id].fields.iter().for_each(|field| _ = holder[field.ty.index()].get_or_insert(buffer)),
            _ => {}
        }
    }
    holder
}

/// By type: whether several buffers contain it.
fn in_several(module: &Module, buffers: &[(BufferId, TypeId)]) -> Vec<bool> {
    let mut found: Vec<(Option<BufferId>, bool)> = vec![(None, false); module.types.len()];
    let add = |known: &mut (Option<BufferId>, bool), (buffer, is_several): (Option<BufferId>, bool)| {
        known.1 |= is_several || known.0.is_some() && buffer.is_some() && known.0 != buffer;
        known.0 = known.0.or(buffer);
    };
    buffers.iter().for_each(|&(id, content)| add(&mut found[content.index()], (Some(id), false)));
    // A contained type has a smaller id.
    for (ty, contained) in module.types.iter().rev() {
        let own = found[ty.index()];
        match *contained {
            Type::Array { element, .. } => add(&mut found[element.index()], own),
            Type::Struct(id) => module.structs[id].fields.iter().for_each(|field| add(&mut found[field.ty.index()], own)),
            _ => {}
        }
    }
    found.into_iter().map(|(_, is_several)| is_several).collect()
}

/// By type: whether a member with `@size` contains it.
fn sized(module: &Module) -> Vec<bool> {
    let mut sized = vec![false; module.types.len()];
    // A contained type has a smaller id.
    for (ty, contained) in module.types.iter().rev() {
        match *contained {
            Type::Array { element, .. } => sized[element.index()] |= sized[ty.index()],
            Type::Struct(id) => {
                for field in &module.structs[id].fields {
                    sized[field.ty.index()] |= sized[ty.index()] || field.size().is_some();
                }
            }
            _ => {}
        }
    }
    sized
}

/// A violated constraint.
struct Violation {
    code: &'static Code,
    message: String,
    span: Span,
    help: String,
    fix: Option<Fix>,
}

impl Violation {
    fn with_applicability(mut self, applicability: Applicability) -> Violation {
        self.fix = self.fix.map(|fix| Fix { applicability, ..fix });
        self
    }
}

fn members(
    check: &mut Check<'_>,
    uniforms: Uniforms,
    types: &TypeLayouts,
    buffers: &Buffers,
    ty: TypeId,
    declared: &Struct,
    buffer: BufferId,
) {
    let mut before: Option<(&Field, &FieldLayout)> = None;
    for (field, placed) in types.fields(check.module, ty) {
        let name = check.module.name(field.name);
        let other_buffer = buffers.other[ty.index()];
        let stride = narrow_array(check, types, field.ty)
            .map(|array| narrow(check, buffers, &array, name, (field.span, &field.written), other_buffer));
        let misplaced_member = misplaced(check, types, declared, field, placed);
        let is_misplaced = misplaced_member.is_some();
        let misplaced_member = misplaced_member.or_else(|| close_member(check, types, declared, before?, field, placed));
        let misplaced_member = misplaced_member.map(|violation| violation.with_applicability(buffers.applicability(ty, true)));
        for broken in stride.into_iter().chain(misplaced_member) {
            let holder = &check.module.buffers[buffer];
            let container_note = format!("`{}`, a uniform buffer, contains it", check.module.name(holder.name));
            let label = (holder.span, container_note);
            report(check, uniforms, broken, Some(label));
        }
        // The members after a misplaced struct move with it.
        before = Some((field, placed)).filter(|_| !is_misplaced);
    }
}

/// The innermost array of a type, at any dimension, whose stride is not a multiple of 16.
struct NarrowArray {
    /// The type of the member or variable.
    declared: TypeId,
    ty: TypeId,
    stride: Stride,
    /// Number of enclosing arrays.
    depth: usize,
}

fn narrow_array(check: &Check<'_>, types: &TypeLayouts, declared: TypeId) -> Option<NarrowArray> {
    let (mut found, mut ty, mut depth) = (None, declared, 0);
    while let Type::Array { element, .. } = check.module.types[ty] {
        if let Ok(Shape::Array { stride }) = types.get(ty).map(|layout| layout.shape)
            && !stride.is_aligned(Align::SIXTEEN)
        {
            found = Some(NarrowArray { declared, ty, stride, depth });
        }
        (ty, depth) = (element, depth + 1);
    }
    found
}

/// `RequiredAlignOf`: at least 16 for arrays and structs.
fn required_align(check: &Check<'_>, types: &TypeLayouts, ty: TypeId) -> Option<Align> {
    match check.module.types[ty] {
        Type::Array { .. } | Type::Struct(_) => Some(types.get(ty).ok()?.align.max(Align::SIXTEEN)),
        _ => None,
    }
}

/// `other_buffer` is another buffer that also contains the member, and whose offsets must not change.
fn narrow(
    check: &Check<'_>,
    buffers: &Buffers,
    array: &NarrowArray,
    name: &str,
    (span, written): (Span, &Spelling),
    other_buffer: Option<BufferId>,
) -> Violation {
    let path = format!("{name}{}", "[]".repeat(array.depth));
    let stride = array.stride.bytes();
    let message = format!("`{path}` has stride {stride}; a uniform buffer requires a multiple of 16");
    let fix = if other_buffer.is_some() { None } else { widen(check, buffers, array, written) };
    let help = match (&fix, other_buffer) {
        (Some(fix), _) => fix.title.clone(),
        (None, Some(other_buffer)) => {
            let other_buffer = check.module.name(check.module.buffers[other_buffer].name);
            format!(
                "declare a separate struct for the uniform buffer: `{other_buffer}` has no such constraint, and its offsets would change"
            )
        }
        (None, None) => {
            let size = array.stride.bytes().next_multiple_of(16);
            format!("use an array of a struct that contains the `{}` with `@size({size})`", element_name(check, array.ty))
        }
    };
    Violation { code: &codes::UNIFORM_STRIDE, message, span, help, fix }
}

fn element_name(check: &Check<'_>, array: TypeId) -> String {
    match check.module.types[array] {
        Type::Array { element, .. } => check.type_name(element),
        _ => String::new(),
    }
}

/// The fix that makes the stride of an array a multiple of 16: it groups 32-bit scalars into vectors of four, and aligns structs to 16.
fn widen(check: &Check<'_>, buffers: &Buffers, array: &NarrowArray, written: &Spelling) -> Option<Fix> {
    let module = check.module;
    let Type::Array { element, count: Count::Known(count) } = module.types[array.ty] else { return None };
    let (scalar, width) = match module.types[element] {
        Type::Scalar(scalar) => (scalar, 1),
        Type::Vector { scalar, width } => (scalar, u64::from(width)),
        Type::Struct(id) => {
            let first = module.structs[id].fields.first()?;
            let title = format!("align the first member of `{}` to 16", module.name(module.structs[id].name));
            let applicability = buffers.applicability(element, false);
            return Some(Fix { title, edits: vec![require_align(first, Align::SIXTEEN)], applicability });
        }
        _ => return None,
    };
    let scalar = match scalar {
        Scalar::Float32 => "f32",
        Scalar::Int32 => "i32",
        Scalar::Uint32 => "u32",
        _ => return None,
    };
    let written = written.type_span?;
    let vectors = format!("array<vec4<{scalar}>, {}>", count.checked_mul(width)?.div_ceil(4));
    let new_type = written_as(check, array, &vectors)?;
    Some(Fix {
        title: format!("use four-component vectors: `{vectors}`"),
        edits: vec![Edit { span: written, text: new_type }],
        // Functions that read the array would have to change, and later members may get other offsets.
        applicability: Applicability::MaybeIncorrect,
    })
}

/// The type of a member or variable, with another type in place of the array inside.
fn written_as(check: &Check<'_>, array: &NarrowArray, instead: &str) -> Option<String> {
    let mut ty = array.declared;
    let mut counts = Vec::new();
    while ty != array.ty {
        let Type::Array { element, count: Count::Known(count) } = check.module.types[ty] else { return None };
        counts.push(count);
        ty = element;
    }
    let mut text = "array<".repeat(counts.len()) + instead;
    counts.iter().rev().for_each(|count| text.push_str(&format!(", {count}>")));
    Some(text)
}

fn misplaced(check: &Check<'_>, types: &TypeLayouts, declared: &Struct, field: &Field, placed: &FieldLayout) -> Option<Violation> {
    let align = required_align(check, types, field.ty)?;
    if placed.offset.is_aligned(align) {
        return None;
    }
    let module = check.module;
    let noun = if matches!(module.types[field.ty], Type::Struct(_)) { "a struct" } else { "an array" };
    let message = format!(
        "`{}`, {noun}, is at offset {} in `{}`; a uniform buffer requires a multiple of {align}",
        module.name(field.name),
        placed.offset,
        module.name(declared.name)
    );
    Some(aligned(&codes::UNIFORM_OFFSET, message, field, align.max(requested_align(module, field.ty))))
}

fn close_member(
    check: &Check<'_>,
    types: &TypeLayouts,
    declared: &Struct,
    (before, position): (&Field, &FieldLayout),
    field: &Field,
    placed: &FieldLayout,
) -> Option<Violation> {
    let module = check.module;
    let Type::Struct(_) = module.types[before.ty] else { return None };
    let size = types.get(before.ty).ok()?.size;
    let first = position.offset.plus(Size::new(size.bytes().checked_next_multiple_of(16)?))?;
    if placed.offset >= first {
        return None;
    }
    let message = format!(
        "`{}` is at offset {} in `{}`; after the struct `{}`, a uniform buffer requires at least {first}",
        module.name(field.name),
        placed.offset,
        module.name(declared.name),
        module.name(before.name)
    );
    Some(aligned(&codes::UNIFORM_GAP, message, field, Align::SIXTEEN.max(requested_align(module, field.ty))))
}

/// The largest alignment that a nested member requires. naga may ignore it (gfx-rs/wgpu issue 4377), but rejects an attribute that requires
/// less.
fn requested_align(module: &Module, ty: TypeId) -> Align {
    let (mut widest, mut pending, mut seen) = (Align::ONE, vec![ty], FxHashSet::default());
    while let Some(ty) = pending.pop() {
        if !seen.insert(ty) {
            continue;
        }
        match module.types[ty] {
            Type::Array { element, .. } => pending.push(element),
            Type::Struct(id) => {
                for field in &module.structs[id].fields {
                    widest = field.align().map_or(widest, |(align, _)| widest.max(align));
                    pending.push(field.ty);
                }
            }
            _ => {}
        }
    }
    widest
}

fn aligned(code: &'static Code, message: String, field: &Field, align: Align) -> Violation {
    let title = format!("add `@align({align})`");
    let fix = Fix { title: title.clone(), edits: vec![require_align(field, align)], applicability: Applicability::MachineApplicable };
    Violation { code, message, span: field.span, help: title, fix: Some(fix) }
}

fn report(check: &mut Check<'_>, uniforms: Uniforms, broken: Violation, label: Option<(Span, String)>) {
    let Violation { code, message, span, help, fix } = broken;
    let diagnostic = match uniforms {
        Uniforms::Legacy => Diagnostic::error(code, message, span),
        _ => Diagnostic::warning(code, message, span)
            .note("without the language extension `uniform_buffer_standard_layout`, naga, wgpu, Firefox, and Chrome before 144 reject it")
            .help("write `requires uniform_buffer_standard_layout;` if this is intended"),
    };
    let diagnostic = match label {
        Some((position, text)) => diagnostic.label(span, "this member").label(position, text),
        None => diagnostic,
    };
    let diagnostic = diagnostic.help(help);
    check.report_once(match fix {
        Some(fix) => diagnostic.with_fix(fix),
        None => diagnostic,
    });
}
