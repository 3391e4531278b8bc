//! Compares the engine with the naive implementation.

use padstone_read::diag::codes;
use padstone_read::layout::{Layout, ModuleLayout};

use crate::properties::generate::{Dialect, has_objects};
use crate::properties::naive::{self, DxCBuffer, DxStructured, Naga, Row, Rules, Scalar, Std140, Std430, Wgsl, Wgsl2020};
use crate::properties::program::{Content, ExplicitOffset, Language, Major, Program, Type};
use crate::properties::rows;
use crate::properties::subject::Subject;

/// The rule sets that both implement, each with the dialect of the programs to compare.
pub(crate) const BOTH: [(&str, Dialect, Choose); 10] = [
    ("dx-cbuffer", Dialect::Hlsl, |program| Box::new(DxCBuffer(program))),
    ("dx-structured", Dialect::Hlsl, |program| Box::new(DxStructured(program))),
    ("std140", Dialect::Common, |program| Box::new(Std140(program))),
    ("std430", Dialect::Common, |program| Box::new(Std430(program))),
    ("std140", Dialect::Glsl, |program| Box::new(Std140(program))),
    ("std430", Dialect::Glsl, |program| Box::new(Std430(program))),
    ("scalar", Dialect::Glsl, |program| Box::new(Scalar(program))),
    ("wgsl", Dialect::Wgsl, |_| Box::new(Wgsl)),
    ("naga", Dialect::Wgsl, |_| Box::new(Naga)),
    ("wgsl-2020", Dialect::Wgsl2020, |_| Box::new(Wgsl2020)),
];

/// The naive implementation of a rule set.
pub(crate) type Choose = for<'a> fn(&'a Program) -> Box<dyn Rules + 'a>;

/// Compares every buffer, and every named struct, with the naive implementation.
pub(crate) fn compare(subject: &Subject, layouts: &ModuleLayout, rules: &dyn Rules) -> Result<(), String> {
    let Subject { program, unit, .. } = subject;
    for buffer in &program.buffers {
        if has_explicit_places(&buffer.content) && !rules.has_explicit_places() {
            continue;
        }
        let (expected, size) = naive::lay_out(rules, &buffer.content);
        let found = rows::buffer(&unit.module, layouts, &buffer.name);
        agree(subject, layouts, found, &buffer.name, expected, size)?;
    }
    for structure in &program.structs {
        let ty = Type::Struct(structure.clone());
        if structure.argument.is_some() || has_objects(&ty) || goes_by_its_block(program) {
            continue;
        }
        let (expected, size) = naive::lay_out(rules, &Content::Element(ty));
        let name = structure.qualified_name();
        let found = rows::structure(&unit.module, layouts, &name);
        agree(subject, layouts, found, &name, expected, size)?;
    }
    Ok(())
}

fn agree(
    subject: &Subject,
    layouts: &ModuleLayout,
    found: Option<&Layout>,
    name: &str,
    expected: Vec<Row>,
    size: u128,
) -> Result<(), String> {
    let Some(layout) = found else {
        // A type without bytes has no layout; one with too many has a diagnostic.
        let fits = size <= i64::MAX as u128;
        return if expected.is_empty() || !fits && reports_overflow(layouts) { Ok(()) } else { Err(format!("`{name}` is not laid out")) };
    };
    let rows = rows::rows(&subject.unit.module, layouts, layout);
    for (engine, naive) in rows.iter().zip(&expected) {
        let unjudged = naive.align.is_none() && Row { align: None, ..engine.clone() } == *naive;
        if engine != naive && !unjudged {
            return Err(format!("in `{name}`\nthe engine: {engine:?}\nthe naive implementation: {naive:?}"));
        }
    }
    if rows.len() != expected.len() {
        let longer = if rows.len() > expected.len() { &rows } else { &expected };
        let extra = &longer[rows.len().min(expected.len())];
        return Err(format!("in `{name}` the engine has {} rows, the naive implementation {}: {extra:?}", rows.len(), expected.len()));
    }
    if u128::from(layout.size.bytes()) != size {
        return Err(format!("`{name}`: {} bytes in the engine, {size} in the naive implementation", layout.size));
    }
    Ok(())
}

/// Whether the layout of a struct outside a block differs: in GLSL, a block specifies the majorness.
fn goes_by_its_block(program: &Program) -> bool {
    program.language == Language::Glsl && program.default_major == Major::Row
}

fn reports_overflow(layouts: &ModuleLayout) -> bool {
    layouts.diagnostics.iter().any(|diagnostic| diagnostic.code == &codes::LAYOUT_OVERFLOW)
}

fn has_explicit_places(content: &Content) -> bool {
    match content {
        Content::Members(members) => members.iter().any(|member| member.place != ExplicitOffset::Automatic || member.align.is_some()),
        Content::Element(_) | Content::Value(_) => false,
    }
}
