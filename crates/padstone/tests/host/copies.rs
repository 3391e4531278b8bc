//! `emit copy-plan` beside numpy: a program copies bytes by the plan from a structure with one layout to a structure with the other. Each
//! scalar has its bytes then, and all other bytes are unchanged.

use std::path::Path;
use std::process::Command;

use padstone_read::Unit;
use padstone_read::emit::copy_plan;
use padstone_read::emit::host::{self, HostOptions, HostTypes};
use padstone_read::layout;
use padstone_read::model::Language;
use padstone_testing::{Oracle, is_full};

use super::programs::units;

/// The layouts to copy between, in both directions.
fn profiles(language: Language) -> [&'static str; 2] {
    match language {
        Language::Hlsl => ["dxc", "dxc-spirv"],
        Language::Slang => ["slang-hlsl", "slang-metal"],
        _ => ["std140", "std430"],
    }
}

/// numpy knows the bytes of each scalar; elements of arrays with padding are structures with one member.
const MAIN: &str = r#"
import glob, importlib, math, re
import numpy as np

def scalars(dtype, at=0):
    if dtype.subdtype:
        element, shape = dtype.subdtype
        for index in range(math.prod(shape)):
            yield from scalars(element, at + index * element.itemsize)
    elif dtype.names is not None:
        # Generated files list members by their offsets.
        for name in sorted(dtype.names):
            member, offset = dtype.fields[name][:2]
            yield from scalars(member, at + offset)
    else:
        yield at, dtype.itemsize

def find(module, name, rules):
    text = open(module.__file__).read()
    found = re.search(rf"^# {re.escape(name)}, {rules}: .*\n(\w+) = ", text, re.MULTILINE)
    return found and getattr(module, found.group(1))

types = rows = numbers = 0
for path in sorted(glob.glob("plan*.txt")):
    stem = path[4:-4]
    modules = [importlib.import_module(f"{side}{stem}") for side in ("source", "destination")]
    parts = [part.splitlines() for part in open(path).read().strip().split("\n\n")]
    headings = [part[0] for part in parts]
    for heading, _, *lines in parts:
        # A block can change the matrices of a struct: two types have its name then.
        if headings.count(heading) > 1:
            continue
        name, sides = heading.split(": ")
        # A file has only the layouts of a struct that its buffers need.
        defined = [find(module, name, rules) for module, rules in zip(modules, sides.split(" to "))]
        if None in defined:
            continue
        source, destination = defined
        random = np.random.default_rng(rows)
        read = random.integers(0, 256, source.itemsize, np.uint8)
        before = random.integers(0, 256, destination.itemsize, np.uint8)
        written = before.copy()
        for line in lines:
            start, end, length = map(int, line.split())
            assert start + length <= len(read) and end + length <= len(written), f"{path}: {name}: {line}"
            written[end:end + length] = read[start:start + length]
            rows += 1
        expected = before.copy()
        pairs = [list(scalars(side)) for side in defined]
        # Specialization constants and handles have bytes only on some targets.
        if len(pairs[0]) != len(pairs[1]) and (name == "$Globals" or ".Handle" in open(modules[0].__file__).read() + open(modules[1].__file__).read()):
            continue
        assert len(pairs[0]) == len(pairs[1]), f"{path}: {name}: {len(pairs[0])} and {len(pairs[1])} numbers"
        pairs = list(zip(*pairs))
        for (start, size), (end, same) in pairs:
            assert size == same, f"{path}: {name}: {size} and {same} bytes"
            expected[end:end + size] = read[start:start + size]
        assert (written == expected).all(), f"{path}: {name}: bytes {np.flatnonzero(written != expected)[:20]}"
        types += 1
        numbers += len(pairs)
print(types, rows, numbers)
"#;

#[test]
fn plans_copy_numpy_structures() {
    let python = "/usr/bin/python3";
    if Oracle::find(python, "copies by plan").is_none() {
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("copies");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let write = |name: String, text: &[u8]| std::fs::write(folder.join(name), text).expect("the file can be written");
    for (index, (unit, _)) in units().iter().step_by(if is_full() { 1 } else { 4 }).enumerate() {
        let mut names = profiles(unit.module.language);
        if index % 2 == 1 {
            names.reverse();
        }
        let [from, to] = names.map(|name| unit.layout(layout::find(name).expect("a profile")));
        // Offsets in the source may overlap under the other rules.
        if [&from, &to].iter().any(|side| side.diagnostics.has_errors()) {
            continue;
        }
        let mut plan = Vec::new();
        copy_plan::write(&mut plan, &unit.module, &from, &to).expect("a vector takes all");
        if plan.is_empty() {
            continue;
        }
        write(format!("plan{index}.txt"), &plan);
        write(format!("source{index}.py"), &python_types(unit, &from));
        write(format!("destination{index}.py"), &python_types(unit, &to));
    }
    write("main.py".into(), MAIN.as_bytes());
    let output = Command::new(python).arg("main.py").current_dir(&folder).output().expect("Python starts");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{printed}{}", String::from_utf8_lossy(&output.stderr));
    let counts: Vec<u64> = printed.split_whitespace().map(|count| count.parse().expect("a number")).collect();
    println!("{} types copied, {} rows of plans, {} numbers", counts[0], counts[1], counts[2]);
    assert!(counts[0] > 30, "{printed}");
}

fn python_types(unit: &Unit, layouts: &layout::ModuleLayout) -> Vec<u8> {
    let language = host::LANGUAGES.iter().find(|language| language.name == "python").expect("a language");
    let types = HostTypes::new(language, Some("numpy"), &[]).expect("types of the language");
    let mut out = Vec::new();
    let options = HostOptions { file: "main", ..HostOptions::default() };
    host::write_all(&mut out, &types, &[(&unit.module, layouts)], &options).expect("a vector takes all");
    out
}
