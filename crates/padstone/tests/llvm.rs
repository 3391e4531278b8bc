//! LLVM's own tools check the modules that padstone writes: `opt` verifies them and computes the offsets of all scalars, `lli` runs
//! their copies and accessors.

#![allow(clippy::print_stdout, reason = "prints the counts")]

mod driver;
mod scalars;
mod types;

use std::path::Path;
use std::sync::Arc;

use crate::common::program::{Dialect, Domain, generate};
use crate::common::random::Random;
use driver::Driver;
use padstone_read::diag::Severity;
use padstone_read::emit::llvm::{LlvmOptions, Target, TypeForm};
use padstone_read::layout::{self, ModuleLayout, Subject};
use padstone_read::model::BufferKind;
use padstone_read::source::{LoadError, Loader};
use padstone_read::{Options, Unit, cfamily};
use padstone_testing::{Oracle, is_full, seeds, test_data};
use scalars::Elements;

/// The number of generated files, and of cbuffers in each.
const GENERATED: [u64; 2] = [16, 200];
const BUFFERS: usize = 3;
/// If a tool must be started for each file, only one generated file in this many is used.
const SPARSE: usize = 4;
/// The number of rule sets for each input, besides `dxc`.
const RULE_SETS_OF_EACH: usize = 3;
/// The maximum number of disagreements printed.
const SHOWN: usize = 10;

#[test]
fn opt_verifies_modules_and_folds_the_expected_offsets() {
    let Some(opt) = Oracle::find("opt-22", "emitted LLVM modules verified, their offsets folded") else { return };
    let mut values = 0;
    check(inputs(), |unit, layouts| {
        for target in [Target::Dx, Target::Spirv] {
            let options = LlvmOptions { target, ..LlvmOptions::default() };
            folded_offsets_are_ours(&opt, unit, layouts, &options, &mut values).map_err(|why| format!("for {target:?}: {why}"))?;
        }
        Ok(())
    });
    println!("{values} offsets and sizes folded by opt");
    assert!(values > if is_full() { 20_000 } else { 10_000 }, "only {values} values");
}

/// Types that rules store differently: bools in one byte or four, enumerations, 3-vectors, matrices, arrays.
const STORED_DIFFERENTLY: &str = "enum class Wide : uint64_t { none }; struct V { bool a; bool3 b; float c; bool2x3 m; bool d; Wide w; };
    cbuffer C { float x; V v[2]; bool3 y[3]; float3 z; bool1x3 r; double3 e; min16float3 h; bool last; }";

/// Each input under a few of all rule sets, and one input under all.
#[test]
fn opt_folds_the_offsets_of_every_rule_set() {
    let Some(opt) = Oracle::find("opt-22", "offsets of every rule set folded") else { return };
    // clang's modules are compared with clang's own.
    let rule_sets = layout::rule_sets().iter().chain(layout::slang_rule_sets());
    let rule_sets: Vec<_> = rule_sets.filter(|rules| rules.llvm_shapes == layout::LlvmShapes::Exact).collect();
    let (mut next, mut values) = (0, 0);
    let input = Input { name: "types".into(), text: STORED_DIFFERENTLY.into(), native_16bit: false, is_generated: true };
    let inputs = std::iter::repeat_n(input, rule_sets.len().div_ceil(RULE_SETS_OF_EACH)).chain(sparse_inputs());
    check(inputs, |unit, _| {
        for _ in 0..RULE_SETS_OF_EACH {
            let rules = rule_sets[next % rule_sets.len()];
            next += 1;
            let layouts = unit.layout(layout::find(rules.name).expect("a profile of each rule set"));
            for target in [Target::Dx, Target::Spirv] {
                let options = LlvmOptions { target, ..LlvmOptions::default() };
                folded_offsets_are_ours(&opt, unit, &layouts, &options, &mut values)
                    .map_err(|why| format!("{} for {target:?}: {why}", rules.name))?;
            }
        }
        Ok(())
    });
    println!("{values} offsets and sizes folded by opt, of {} rule sets", rule_sets.len());
    assert!(values > 10_000, "only {values} values");
}

#[test]
fn opt_verifies_every_kind_of_module() {
    let Some(opt) = Oracle::find("opt-22", "emitted LLVM modules verified, their offsets folded") else { return };
    check(sparse_inputs(), |unit, layouts| {
        for target in [Target::Dx, Target::Spirv] {
            for form in [TypeForm::Padding, TypeForm::Layout] {
                let options = LlvmOptions { form, target, cbuf_arrays: true, copies: true, accessors: true };
                let verified = opt.run(&["-passes=verify", "-disable-output"], &module_text(unit, layouts, &options));
                verified.map_err(|why| format!("for {target:?} in {form:?} form: {why}"))?;
            }
        }
        Ok(())
    });
}

#[test]
fn copies_preserve_every_byte() {
    let Some(lli) = Oracle::find("lli-22", "emitted copies and accessors executed") else { return };
    let mut checks = 0;
    check(sparse_inputs(), |unit, layouts| {
        let options = LlvmOptions { target: Target::Host, copies: true, accessors: true, ..LlvmOptions::default() };
        let module = module_text(unit, layouts, &options);
        let driver = Driver::new(unit, layouts, &module);
        checks += driver.checks();
        match lli.run(&["-"], &format!("{module}{}", driver.text()))?.as_str() {
            "done\n" => Ok(()),
            printed => Err(format!("wrong bytes\n{}", driver.explain(printed))),
        }
    });
    println!("{checks} copies and accessors executed");
    assert!(checks > if is_full() { 1_000 } else { 500 }, "only {checks} checks");
}

/// Checks the module of every input under `dxc`, and fails with the first few errors.
fn check(inputs: impl Iterator<Item = Input>, mut is_right: impl FnMut(&Unit, &ModuleLayout) -> Result<(), String>) {
    let mut failures = Vec::new();
    for input in inputs {
        let unit = input.read();
        let layouts = unit.layout(&padstone_read::layout::DXC);
        let errors = unit.diagnostics.iter().chain(layouts.diagnostics.iter()).find(|found| found.severity == Severity::Error);
        let verdict = match errors.filter(|_| input.is_generated) {
            Some(error) => Err(format!("rejected: {}\n{}", error.message, input.text)),
            None => is_right(&unit, &layouts),
        };
        if let Err(why) = verdict {
            failures.push(format!("-- {}: {why}", input.name));
        }
    }
    assert!(failures.is_empty(), "{} modules\n{}", failures.len(), failures[..failures.len().min(SHOWN)].join("\n"));
}

/// Whether all scalars of all constant buffers have the offsets of the layouts in `opt`, and the sizes are the same.
fn folded_offsets_are_ours(
    opt: &Oracle,
    unit: &Unit,
    layouts: &ModuleLayout,
    options: &LlvmOptions,
    values: &mut usize,
) -> Result<(), String> {
    let module = module_text(unit, layouts, options);
    let theirs = types::fold(opt, &module)?;
    let ours = layouts.layouts.iter().filter_map(|layout| match layout.subject {
        // A packed struct cannot contain two members at one offset.
        _ if layout.size.bytes() == 0 || !layout.overlaps.is_empty() => None,
        Subject::Buffer(id) if unit.module.buffers[id].kind != BufferKind::Structured => Some((unit.module.buffers[id].name, layout)),
        _ => None,
    });
    let ours: Vec<_> = ours.collect();
    if theirs.len() != ours.len() {
        return Err(format!("{} handles for {} constant buffers", theirs.len(), ours.len()));
    }
    for (name, layout) in ours {
        let name = unit.module.name(name);
        let buffer = theirs.iter().find(|buffer| buffer.name == name).ok_or_else(|| format!("no handle of {name}"))?;
        let mut numbers = scalars::of(&unit.module, layouts.types(layout), layout.content, Elements::Ends);
        numbers.sort();
        *values += numbers.len() + 1;
        if buffer.size != layout.size.bytes() {
            return Err(format!("{name}: LLVM's size is {}, padstone's {}", buffer.size, layout.size));
        }
        if let Some((theirs, ours)) = buffer.numbers.iter().zip(&numbers).find(|(theirs, ours)| theirs != ours) {
            return Err(format!("{name}: LLVM has a scalar at {theirs:?}, padstone at {ours:?}"));
        }
        if buffer.numbers.len() != numbers.len() {
            return Err(format!("{name}: LLVM has {} scalars, padstone {}", buffer.numbers.len(), numbers.len()));
        }
    }
    Ok(())
}

fn module_text(unit: &Unit, layouts: &ModuleLayout, options: &LlvmOptions) -> String {
    let mut text = Vec::new();
    padstone_read::emit::llvm::write(&mut text, &unit.module, layouts, options).expect("a vector takes all");
    String::from_utf8(text).expect("modules are UTF-8")
}

/// A source file.
#[derive(Clone)]
struct Input {
    name: String,
    text: String,
    native_16bit: bool,
    /// Whether it was generated, and must have no errors.
    is_generated: bool,
}

impl Input {
    fn read(&self) -> Unit {
        let hlsl = cfamily::Options { native_16bit: self.native_16bit, ..cfamily::Options::default() };
        Unit::read(&self.name, (*self.text).into(), &Examples, &Options { hlsl, ..Options::default() })
    }
}

/// Every example, and every generated file.
fn inputs() -> impl Iterator<Item = Input> {
    examples().into_iter().chain(generated())
}

/// Every example, and some of the generated files.
fn sparse_inputs() -> impl Iterator<Item = Input> {
    examples().into_iter().chain(generated().step_by(SPARSE))
}

fn examples() -> Vec<Input> {
    let folder = std::fs::read_dir(test_data("../examples")).expect("the folder of examples");
    let mut paths: Vec<_> = folder.map(|entry| entry.expect("an entry of the folder").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "hlsl"));
    paths.sort();
    assert!(paths.len() >= 4, "there are at least four examples");
    let example = |path: std::path::PathBuf| Input {
        text: std::fs::read_to_string(&path).expect("an example can be read"),
        name: path.to_str().expect("a path in UTF-8").to_owned(),
        native_16bit: false,
        is_generated: false,
    };
    paths.into_iter().map(example).collect()
}

fn generated() -> impl Iterator<Item = Input> {
    seeds(GENERATED[0], GENERATED[1]).map(|seed| {
        let native_16bit = seed % 3 == 0;
        let text = generate(&mut Random::new(seed), Domain { native_16bit, dialect: Dialect::Dxc }, BUFFERS);
        Input { name: format!("seed {seed}"), text, native_16bit, is_generated: true }
    })
}

/// The files that the examples include.
struct Examples;

impl Loader for Examples {
    fn load(&self, path: &str) -> Result<Arc<str>, LoadError> {
        std::fs::read_to_string(Path::new(path)).map(Into::into).map_err(|_| LoadError::NotFound)
    }
}
