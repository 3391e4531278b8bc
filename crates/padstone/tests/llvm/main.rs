//! LLVM's own tools judge the modules that padstone writes: `opt` verifies them and folds the places of all numbers, `lli` runs
//! their copies and accessors.

mod driver;
mod numbers;
mod types;

#[path = "../common/oracle.rs"]
mod oracle;
#[path = "../common/program.rs"]
mod program;
#[path = "../common/random.rs"]
mod random;

use std::path::Path;
use std::sync::Arc;

use numbers::Elements;
use oracle::{Oracle, test_data};
use padstone::emit::llvm::{Form, LlvmOptions, Target};
use padstone::layout::{ModuleLayout, Subject};
use padstone::model::BufferKind;
use padstone::source::{LoadError, Loader};
use padstone::{Options, Unit, cfamily};
use program::{Dialect, Domain, generate};
use random::Random;

const GENERATED: u64 = 500;
const BUFFERS: usize = 3;
/// How many disagreements are printed.
const SHOWN: usize = 10;

#[test]
fn opt_verifies_modules_and_folds_our_offsets() {
    let Some(opt) = Oracle::find("opt-22", "emitted LLVM modules verified, their offsets folded") else { return };
    let (mut values, mut failures) = (0, Vec::new());
    for input in inputs() {
        let unit = input.read();
        let layouts = unit.layout(padstone::layout::find("dxc").expect("a profile"));
        for target in [Target::Dx, Target::Spirv] {
            let options = LlvmOptions { target, copies: true, accessors: true, ..LlvmOptions::default() };
            if let Err(why) = folded_offsets_are_ours(&opt, &unit, &layouts, &options, &mut values) {
                failures.push(format!("-- {} for {target:?}: {why}", input.name));
            }
            let options = LlvmOptions { form: Form::Layout, target, cbuf_arrays: true, ..LlvmOptions::default() };
            if let Err(why) = opt.run(&["-passes=verify", "-disable-output"], &module_text(&unit, &layouts, &options)) {
                failures.push(format!("-- {} for {target:?} in the layout form: {why}", input.name));
            }
        }
    }
    println!("{values} offsets and sizes folded by opt");
    assert!(values > 100_000, "only {values} values");
    assert!(failures.is_empty(), "{} modules\n{}", failures.len(), failures[..failures.len().min(SHOWN)].join("\n"));
}

#[test]
fn every_byte_arrives() {
    let Some(lli) = Oracle::find("lli-22", "emitted copies and accessors executed") else { return };
    let (mut checks, mut failures) = (0, Vec::new());
    for input in inputs() {
        let unit = input.read();
        let layouts = unit.layout(padstone::layout::find("dxc").expect("a profile"));
        let options = LlvmOptions { target: Target::Host, copies: true, accessors: true, ..LlvmOptions::default() };
        let module = module_text(&unit, &layouts, &options);
        let driver = driver::Driver::new(&unit, &layouts, &module);
        checks += driver.checks();
        match lli.run(&["-"], &format!("{module}{}", driver.text())) {
            Ok(printed) if printed == "done\n" => {}
            Ok(printed) => failures.push(format!("-- {}: wrong bytes\n{}", input.name, driver.explain(&printed))),
            Err(error) => failures.push(format!("-- {}: {error}", input.name)),
        }
    }
    println!("{checks} copies and accessors executed");
    assert!(checks > 5_000, "only {checks} checks");
    assert!(failures.is_empty(), "{} modules\n{}", failures.len(), failures[..failures.len().min(SHOWN)].join("\n"));
}

/// Whether all numbers of all constant buffers lie, according to `opt`, where the layouts say, and the sizes are the same.
fn folded_offsets_are_ours(
    opt: &Oracle,
    unit: &Unit,
    layouts: &ModuleLayout,
    options: &LlvmOptions,
    values: &mut usize,
) -> Result<(), String> {
    let module = module_text(unit, layouts, options);
    let theirs = types::fold(opt, &module)?;
    let ours = layouts.layouts.iter().filter(|layout| match layout.subject {
        Subject::Buffer(id) => !matches!(unit.module.buffers[id].kind, BufferKind::Structured) && layout.size.bytes() > 0,
        Subject::Struct(_) => false,
    });
    let ours: Vec<_> = ours.map(|layout| (layout, numbers::of(&unit.module, layouts.types(layout), layout.content, Elements::Ends))).collect();
    if theirs.len() != ours.len() {
        return Err(format!("{} handles for {} constant buffers", theirs.len(), ours.len()));
    }
    for (buffer, (layout, mut numbers)) in theirs.iter().zip(ours) {
        numbers.sort();
        numbers.dedup();
        *values += numbers.len() + 1;
        if buffer.size != layout.size.bytes() {
            return Err(format!("{}: LLVM's size is {}, ours {}", buffer.name, buffer.size, layout.size));
        }
        if let Some((theirs, ours)) = buffer.numbers.iter().zip(&numbers).find(|(theirs, ours)| theirs != ours) {
            return Err(format!("{}: LLVM has a number at {theirs:?}, we at {ours:?}", buffer.name));
        }
        if buffer.numbers.len() != numbers.len() {
            return Err(format!("{}: LLVM has {} numbers, we {}", buffer.name, buffer.numbers.len(), numbers.len()));
        }
    }
    Ok(())
}

fn module_text(unit: &Unit, layouts: &ModuleLayout, options: &LlvmOptions) -> String {
    let mut text = Vec::new();
    padstone::emit::llvm::write(&mut text, &unit.module, layouts, options).expect("a vector takes all");
    String::from_utf8(text).expect("modules are UTF-8")
}

/// A source file.
struct Input {
    name: String,
    text: String,
    native_16bit: bool,
}

impl Input {
    fn read(&self) -> Unit {
        let hlsl = cfamily::Options { native_16bit: self.native_16bit, ..cfamily::Options::default() };
        Unit::read(&self.name, (*self.text).into(), &Examples, &Options { hlsl, ..Options::default() })
    }
}

/// Every example, and generated files.
fn inputs() -> impl Iterator<Item = Input> {
    let folder = std::fs::read_dir(test_data("../examples")).expect("the folder of examples");
    let mut paths: Vec<_> = folder.map(|entry| entry.expect("an entry of the folder").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "hlsl"));
    paths.sort();
    assert!(paths.len() >= 4, "there are at least four examples");
    let examples = paths.into_iter().map(|path| Input {
        text: std::fs::read_to_string(&path).expect("an example can be read"),
        name: path.to_str().expect("a path in UTF-8").to_owned(),
        native_16bit: false,
    });
    let generated = (0..GENERATED).map(|seed| {
        let native_16bit = seed % 2 == 0;
        let text = generate(&mut Random::new(seed), Domain { native_16bit, dialect: Dialect::Dxc }, BUFFERS);
        Input { name: format!("seed {seed}"), text, native_16bit }
    });
    examples.chain(generated)
}

/// What the examples include.
struct Examples;

impl Loader for Examples {
    fn load(&self, path: &str) -> Result<Arc<str>, LoadError> {
        std::fs::read_to_string(Path::new(path)).map(Into::into).map_err(|_| LoadError::NotFound)
    }
}
