//! Invariants of every layout under all rules.

use std::rc::Rc;

use padstone_read::layout::{self, BindingModel, Profile, Subject as LayoutSubject, TypeLayouts};
use padstone_read::model::{self, Module, TypeId};

use crate::pipeline;
use crate::properties::check::check;
use crate::properties::compare::BOTH;
use crate::properties::each_program::for_each_program;
use crate::properties::generate::Dialect;
use crate::properties::pieces::covers;
use crate::properties::program::{Buffer, Content, ExplicitOffset, Major, Matrix, Member, Program, Scalar, Struct, Type};
use crate::properties::rows::{buffer, rows};
use crate::properties::subject::{Subject, options};

#[test]
fn two_runs_print_the_same_output() {
    for_each_program(Dialect::Hlsl, |subject| {
        let once = || {
            let mut out = Vec::new();
            pipeline::run(&subject.text, &options(&subject.program), &mut out).expect("a vector takes all");
            out
        };
        if once() == once() { Ok(()) } else { Err("two different outputs".to_owned()) }
    });
}

#[test]
fn every_byte_is_a_value_or_padding() {
    [Dialect::Hlsl, Dialect::Glsl, Dialect::Wgsl, Dialect::Wgsl2020].into_iter().for_each(check_every_byte);
}

fn check_every_byte(dialect: Dialect) {
    for_each_program(dialect, |subject| {
        for profile in layout::profiles() {
            if profile.binding == BindingModel::Vulkan && has_matrices_without_stride(&subject.unit.module) {
                continue;
            }
            let layouts = subject.unit.layout(profile);
            for layout in &layouts.layouts {
                covers(&subject.unit.module, &layouts, layout)
                    .map_err(|why| format!("under {}, in {:?}: {why}", profile.name, layout.subject))?;
            }
        }
        Ok(())
    });
}

/// DXC writes no `MatrixStride` for a matrix in an array of arrays in SPIR-V: the offsets of its vectors are unspecified, and
/// the reported size is that of a matrix without padding.
fn has_matrices_without_stride(module: &Module) -> bool {
    let element = |ty: TypeId| match module.types[ty] {
        model::Type::Array { element, .. } => Some(element),
        _ => None,
    };
    let is_matrix = |ty: TypeId| matches!(module.types[ty], model::Type::Matrix { .. });
    module.types.iter().any(|(ty, _)| element(ty).and_then(element).is_some_and(is_matrix))
}

/// Arrays so long that many sizes do not fit 64 bits: either the numbers of the naive implementation, which
/// computes in 128 bits, or a diagnostic and no numbers.
#[test]
fn overflows_are_reported() {
    for_each_program(Dialect::Huge, |subject| {
        for profile in layout::profiles() {
            subject.unit.layout(profile);
        }
        BOTH[..2].iter().try_for_each(|(rules, _, choose)| check(subject, rules, *choose))
    });
}

#[test]
fn each_type_is_laid_out_once() {
    for_each_program(Dialect::Hlsl, |subject| {
        // The standard layout, which comes first, ignores packoffset and register: it is separate if the program has any.
        let first = usize::from(has_places(&subject.unit.module));
        for profile in layout::profiles() {
            let layouts = subject.unit.layout(profile);
            for (index, types) in layouts.sets.iter().enumerate().skip(first) {
                let same = |earlier: &TypeLayouts| {
                    earlier.rules.name == types.rules.name && earlier.sizes == types.sizes && earlier.compiler_bugs == types.compiler_bugs
                };
                if layouts.sets[first..index].iter().any(same) {
                    return Err(format!("{} occurs twice under {}", types.rules.name, profile.name));
                }
            }
        }
        Ok(())
    });
}

/// Whether members of buffers have explicit offsets.
fn has_places(module: &Module) -> bool {
    let buffers = module.structs.iter().filter(|(_, declared)| declared.kind == model::StructKind::BufferMembers);
    buffers.flat_map(|(_, members)| &members.fields).any(|field| !field.annotations.is_empty())
}

#[test]
fn adding_a_last_member_moves_no_other() {
    for_each_program(Dialect::Hlsl, |subject| {
        for extra in extras(&subject.program) {
            let longer = Subject::new(lengthened(&subject.program, &extra));
            for profile in layout::profiles() {
                moves_nothing(subject, &longer, profile).map_err(|why| format!("under {} a {extra:?} {why}", profile.name))?;
            }
        }
        Ok(())
    });
}

/// The added member.
fn extras(program: &Program) -> Vec<Type> {
    let matrix = Matrix {
        scalar: Scalar::Float,
        rows: 3,
        columns: 2,
        keyword: Some(Major::Row),
        major: Major::Row,
        command_line: program.default_major,
    };
    vec![
        Type::Scalar(Scalar::Float),
        Type::Vector(Scalar::Min16Float, 3),
        Type::Array(Box::new(Type::Scalar(Scalar::Double)), 2),
        Type::Matrix(matrix),
    ]
}

/// The program with an additional member in each buffer without explicit offsets.
fn lengthened(program: &Program, extra: &Type) -> Program {
    let mut structs = program.structs.clone();
    let buffers = program.buffers.iter().enumerate().map(|(number, buffer)| {
        let member = Member::new(format!("extra{number}"), extra.clone());
        let content = match &buffer.content {
            Content::Members(members) if members.iter().all(|member| member.place == ExplicitOffset::Automatic) => {
                Content::Members(members.iter().cloned().chain([member]).collect())
            }
            // The struct may have other uses: a longer copy replaces it here.
            Content::Element(Type::Struct(structure)) if structure.argument.is_none() && structure.namespace.is_none() => {
                let members = structure.members.iter().cloned().chain([member]).collect();
                let longer =
                    Rc::new(Struct { base: structure.base.clone(), ..Struct::new(format!("{}Longer{number}", structure.name), members) });
                structs.push(longer.clone());
                Content::Element(Type::Struct(longer))
            }
            unchanged => unchanged.clone(),
        };
        Buffer { name: buffer.name.clone(), kind: buffer.kind, content }
    });
    let buffers = buffers.collect();
    Program { structs, buffers, ..*program }
}

/// The rows of each buffer are the first rows of the longer one.
fn moves_nothing(subject: &Subject, longer: &Subject, profile: &'static Profile) -> Result<(), String> {
    let (before, after) = (subject.unit.layout(profile), longer.unit.layout(profile));
    for layout in &before.layouts {
        let LayoutSubject::Buffer(id) = layout.subject else { continue };
        let name = subject.unit.module.name(subject.unit.module.buffers[id].name);
        let Some(longer_layout) = buffer(&longer.unit.module, &after, name) else {
            return Err(format!("makes `{name}` disappear"));
        };
        let (before, after) = (rows(&subject.unit.module, &before, layout), rows(&longer.unit.module, &after, longer_layout));
        if let Some((was, is)) = before.iter().zip(&after).find(|(was, is)| was != is) {
            return Err(format!("moves {was:?} of `{name}` to {is:?}"));
        }
    }
    Ok(())
}
