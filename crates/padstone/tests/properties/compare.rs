//! Compares the engine with the naive implementation.

use padstone::diag::codes;
use padstone::layout::{self, Layout, ModuleLayout};

use crate::generate::has_objects;
use crate::naive::{self, DxCBuffer, DxStructured, Row, Rules, Std140, Std430};
use crate::program::{Content, Kind, Program, Type};
use crate::rows;
use crate::subject::Subject;

/// Which rule set a profile has for a kind of buffer.
pub(crate) type Choose = for<'a> fn(&'a Program, Kind) -> Box<dyn Rules + 'a>;

/// DXC's, for DXIL.
pub(crate) fn choose_dxc(program: &Program, kind: Kind) -> Box<dyn Rules + '_> {
    match kind {
        Kind::StructuredBuffer | Kind::RwStructuredBuffer => Box::new(DxStructured(program)),
        _ => Box::new(DxCBuffer(program)),
    }
}

/// `std140` for everything.
pub(crate) fn choose_std140(program: &Program, _: Kind) -> Box<dyn Rules + '_> {
    Box::new(Std140(program))
}

/// `std430` for everything.
pub(crate) fn choose_std430(program: &Program, _: Kind) -> Box<dyn Rules + '_> {
    Box::new(Std430(program))
}

/// Compares every buffer, and every struct that is declared by name, under one profile.
pub(crate) fn check(subject: &Subject, profile: &str, choose: Choose) -> Result<(), String> {
    let profile = layout::find(profile).expect("a profile or rule set");
    compare(subject, &subject.unit.layout(profile), choose)
}

/// Compares layouts, however they were made, with the naive ones.
pub(crate) fn compare(subject: &Subject, layouts: &ModuleLayout, choose: Choose) -> Result<(), String> {
    let Subject { program, unit, .. } = subject;
    for buffer in &program.buffers {
        let (expected, size) = naive::lay_out(&*choose(program, buffer.kind), &buffer.content);
        let found = rows::buffer(&unit.module, layouts, &buffer.name);
        agree(subject, layouts, found, &buffer.name, expected, size)?;
    }
    for of in &program.structs {
        let ty = Type::Struct(of.clone());
        if of.argument.is_some() || has_objects(&ty) {
            continue;
        }
        let (expected, size) = naive::lay_out(&*choose(program, Kind::StructuredBuffer), &Content::Element(ty));
        let name = of.qualified_name();
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
        // What has no bytes has no layout; what has too many has a diagnostic.
        let fits = size <= u64::MAX.into();
        return if expected.is_empty() || !fits && reports_overflow(layouts) { Ok(()) } else { Err(format!("`{name}` is not laid out")) };
    };
    let rows = rows::rows(&subject.unit.module, layouts, layout);
    for (engine, naive) in rows.iter().zip(&expected) {
        if engine != naive {
            return Err(format!("in `{name}`\nthe engine says {engine:?}\nthe naive says  {naive:?}"));
        }
    }
    if rows.len() != expected.len() {
        let longer = if rows.len() > expected.len() { &rows } else { &expected };
        let extra = &longer[rows.len().min(expected.len())];
        return Err(format!("in `{name}` the engine has {} rows, the naive {}: {extra:?}", rows.len(), expected.len()));
    }
    if u128::from(layout.size.bytes()) != size {
        return Err(format!("`{name}` has {} bytes says the engine, {size} says the naive", layout.size));
    }
    Ok(())
}

fn reports_overflow(layouts: &ModuleLayout) -> bool {
    layouts.diagnostics.iter().any(|diagnostic| diagnostic.code == &codes::LAYOUT_OVERFLOW)
}
