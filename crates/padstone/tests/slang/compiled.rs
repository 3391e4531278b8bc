//! The code that libslang compiles uses the locations of `padstone reflect`: sets and bindings of all resources,
//! offsets and strides of all scalars. Unused parameters are not in the code, so each program is extended by uses of
//! all of its parameters.
//!
//! For each set of programs, the files in `compiled` record in which of them libslang's code and reflection differ, line by line, and
//! which libslang does not compile, and why: as a whole (`not compiled`), or with a use of one of the parameters
//! (`without`). `PADSTONE_OVERWRITE=1` rewrites them.

mod codegen_mismatch;
mod compiled_locations;
mod structs;
mod uses;

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use padstone_read::emit::reflect::Program;
use padstone_read::layout::{Profile, Visit, VisitOrder, rows};
use padstone_read::model::Language;
use padstone_read::source::MemoryLoader;
use padstone_read::{Options, Unit};
use padstone_testing::is_full;
use padstone_testing::slang::{GeneratedCode, Request, Slang};

use crate::slang::golden::lines;
use crate::slang::live;
use crate::slang::reflect::options;
use codegen_mismatch::{CODEGEN_MISMATCHES, CodegenMismatch};
use compiled_locations::{CompiledLocations, for_hlsl, for_wgsl, is_of_part, of_hlsl, of_program, of_spirv, of_wgsl};
use uses::{Use, uses, with_uses};

/// The number of generated programs for each set of options.
const PROGRAMS: u64 = 24;
/// In an everyday run, libslang compiles one program in this many: compiling takes most of the time. A full run compares all.
const EVERYDAY: usize = 12;
/// The maximum number of disagreements printed.
const SHOWN: usize = 4;
const FLAGS: [&[&str]; 4] = [&[], &["-fvk-use-scalar-layout"], &["-fvk-use-dx-layout"], &["-fvk-use-c-layout"]];

/// A program and its options.
pub(crate) struct Case {
    pub(crate) name: String,
    /// The first file is compiled, and imports the others.
    pub(crate) files: Vec<(String, String)>,
    pub(crate) flags: Vec<String>,
}

#[test]
fn recorded_codegen_mismatches_still_exist() {
    let Some(slang) = Slang::find("known differences between reflection and code of libslang") else { return };
    for &CodegenMismatch { title, target, source, option, code, warning, .. } in CODEGEN_MISMATCHES {
        let flags = used_flags(option);
        let case = Case { name: title.to_owned(), files: vec![("program.slang".to_owned(), source.to_owned())], flags };
        let used = Used::of(&case, target).expect("it is read");
        let (_, found) = answers_to(&slang, &[used], target).remove(0).1.expect("it can be compared");
        let found: Vec<&str> = found.lines().filter_map(|line| line.strip_prefix("only in the code: ")).collect();
        assert_eq!(found, code, "{title}\n{source}");
        let (slang, request) = options(target, &used_flags(option));
        let options = Options { language: Language::Slang, slang, ..Options::default() };
        let unit = Unit::load_program(&["program.slang"], &MemoryLoader::new([("program.slang", source)]), &options);
        let layout = unit.program(&request);
        let warned: Vec<&str> = layout.diagnostics.iter().filter(|found| found.code.id == "P0631").map(|found| &*found.message).collect();
        let has_warning = |warning: &str| warned.iter().any(|message| message.starts_with(warning));
        assert!(warning.map_or(warned.is_empty(), has_warning), "{title}: {warned:?}\n{source}");
        let reads = read_offsets(&unit, request.target.family.profile);
        let is_read = |&(name, offset): &(&str, u64)| reads.contains(&(name.to_owned(), Some(offset)));
        let unread: Vec<(&str, u64)> =
            code.iter().filter(|_| warning.is_some()).filter_map(|line| member_in_code(line)).filter(|member| !is_read(member)).collect();
        assert_eq!(unread, [], "{title}: read offsets are {reads:?}\n{source}");
    }
}

/// The name and offset of a member in a line of code, `0.0 b at 16, 4 bytes, [] None`, or the stride of a structured buffer, `0.0 stride 24`.
fn member_in_code(line: &str) -> Option<(&str, u64)> {
    if let Some((_, stride)) = line.split_once(" stride ") {
        return Some(("stride", stride.parse().ok()?));
    }
    let (member, rest) = line.split_once(" at ")?;
    Some((member.rsplit_once(' ')?.1, rest.split_once(',')?.0.parse().ok()?))
}

/// The name and the read offset of each member of the buffers, and the strides with which code reads structured buffers.
fn read_offsets(unit: &Unit, profile: &'static Profile) -> Vec<(String, Option<u64>)> {
    let (layouts, mut found) = (unit.bytes(profile), Vec::new());
    for layout in &layouts.layouts {
        found.push(("stride".to_owned(), layout.read_stride.map(|stride| stride.bytes())));
        let _: ControlFlow<()> = rows(&unit.module, layouts.types(layout), layout, VisitOrder::Source, &mut |visit| {
            if let Visit::Row(row) = visit {
                let name = row.name.trim_start_matches('.').to_owned();
                found.push((name, row.read_offset.map(|offset| offset.bytes())));
            }
            ControlFlow::Continue(())
        });
    }
    found
}

fn used_flags(option: &str) -> Vec<String> {
    std::iter::once("-matrix-layout-row-major").chain(option.split_whitespace()).map(str::to_owned).collect()
}

#[test]
fn recorded_programs_read_the_reflected_offsets() {
    check("recorded programs compared with the code of libslang", "recorded", "spirv", &recorded("slang.jsonl", "spirv"), 200);
}

#[test]
fn generated_programs_read_the_reflected_offsets() {
    check("generated programs compared with the code of libslang", "generated", "spirv", &generated(), 96);
}

#[test]
fn examples_read_the_reflected_offsets() {
    check("examples compared with the code of libslang", "examples", "spirv", &examples(), 2);
}

#[test]
fn wgsl_bindings_match_reflection() {
    check("recorded programs compared with the WGSL of libslang", "wgsl", "wgsl", &recorded("slang-more.jsonl", "wgsl"), 30);
}

#[test]
fn hlsl_registers_match_reflection() {
    check("recorded programs compared with the HLSL of libslang", "hlsl", "hlsl", &recorded("slang.jsonl", "hlsl"), 200);
}

fn recorded(file: &str, target: &str) -> Vec<Case> {
    let recorded = lines(file).into_iter().filter(|line| line["target"] == target && !line["json"].is_null());
    recorded
        .map(|line| {
            let text = |key: &str| line[key].as_str().expect("a line has texts").to_owned();
            let mut files = vec![(text("file"), text("source"))];
            for (name, source) in line["files"].as_object().into_iter().flatten() {
                files.push((name.clone(), source.as_str().expect("a file is a text").to_owned()));
            }
            let flags = line["flags"].as_array().into_iter().flatten().filter_map(|flag| Some(flag.as_str()?.to_owned()));
            Case { name: text("id"), files, flags: flags.collect() }
        })
        .collect()
}

fn generated() -> Vec<Case> {
    let seeds = (0..PROGRAMS).flat_map(|seed| FLAGS.map(|flags| (seed, flags)));
    seeds
        .map(|(seed, flags)| {
            let flags: Vec<String> = ["-matrix-layout-row-major"].iter().chain(flags).map(|&flag| flag.to_owned()).collect();
            let Request { source, .. } = live::request(seed, "spirv", &flags, seed.is_multiple_of(2));
            Case { name: format!("seed {seed}"), files: vec![("program.slang".to_owned(), source)], flags }
        })
        .collect()
}

fn examples() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/slang");
    let file = |name: &str| (name.to_owned(), std::fs::read_to_string(folder.join(name)).expect("an example"));
    ["forward.slang", "path_tracer.slang"]
        .map(|name| Case {
            name: name.to_owned(),
            files: [name, "scene.slang", "materials.slang"].map(file).to_vec(),
            flags: vec!["-matrix-layout-row-major".to_owned()],
        })
        .into()
}

fn check(subject: &str, file: &str, target: &str, cases: &[Case], least: usize) {
    let Some(slang) = Slang::find(subject) else { return };
    let is_recording = std::env::var_os("PADSTONE_OVERWRITE").is_some();
    let step = if is_full() || is_recording { 1 } else { EVERYDAY };
    let used: Vec<Used> = cases.iter().step_by(step).filter_map(|case| Used::of(case, target)).collect();
    let (mut compared, mut objects, mut numbers, mut left_out) = (0, 0, 0, 0);
    let (mut answers, mut unexplained) = (Vec::new(), Vec::new());
    for (used, (leaving_out, answer)) in used.iter().zip(answers_to(&slang, &used, target)) {
        let name = format!("{} {}", used.case.name, used.case.flags.join(" "));
        let mut lines: String = leaving_out.iter().map(|(path, why)| format!("without {path}: {why}\n")).collect();
        match answer {
            Ok((ours, found)) => {
                compared += 1;
                objects += ours.objects.len();
                numbers += ours.numbers.len();
                left_out += used.left_out.len() + leaving_out.len();
                if !found.is_empty() && !CODEGEN_MISMATCHES.iter().any(|known| known.shows_in.contains(&&*used.case.name)) {
                    unexplained.push(format!("-- {name}\n{found}\nleft out: {:?}\n{}", used.left_out, used.case.files[0].1));
                }
                lines += &found;
            }
            Err(why) => lines += &format!("not compiled: {why}"),
        }
        answers.push((name, lines.trim_end().to_owned()));
    }
    println!("{subject}: {compared} programs, {objects} resources and {numbers} scalars compared; {left_out} parameters are not used");
    assert!(unexplained.is_empty(), "{} disagree\n{}", unexplained.len(), unexplained[..unexplained.len().min(SHOWN)].join("\n"));
    assert!(compared * step >= least, "only {compared} are compared");
    unchanged(file, &answers);
}

/// A program with the uses of its parameters.
struct Used<'c> {
    case: &'c Case,
    program: Program,
    uses: Vec<Use>,
    /// The parameters that cannot be used.
    left_out: Vec<String>,
}

impl Used<'_> {
    fn of<'c>(case: &'c Case, target: &str) -> Option<Used<'c>> {
        let program = program(case, &case.files[0].1, target).ok()?;
        let (uses, left_out) = uses(&program);
        Some(Used { case, program, uses, left_out })
    }

    fn source(&self, are_used: impl Fn(usize) -> bool + Clone) -> Result<String, String> {
        let uses = self.uses.iter().enumerate().filter(move |(index, _)| are_used(*index)).map(|(_, one)| one);
        with_uses(&self.case.files[0].1, &self.program, uses)
    }
}

/// padstone's locations for a program, and the differences in the code; or the reason why the code cannot be compared.
type Compared = Result<(CompiledLocations, String), String>;

/// The results of the programs. If a program cannot be compared with all of its uses, each use is tried alone, and those that
/// fail are left out and recorded with the reasons.
fn answers_to<'u>(slang: &Slang, used: &'u [Used<'_>], target: &str) -> Vec<(Vec<(&'u str, String)>, Compared)> {
    let ask = |which: Vec<(&Used<'_>, Vec<usize>)>| -> Vec<Compared> {
        let sources: Vec<_> = which.iter().map(|(used, uses)| used.source(|index| uses.contains(&index))).collect();
        let readable = which.iter().zip(&sources).filter_map(|((used, _), source)| Some(request(used.case, source.as_ref().ok()?, target)));
        let mut compiled = slang.compile(&readable.collect::<Vec<_>>()).into_iter();
        let compared = which.iter().zip(sources).map(|((used, uses), source)| {
            let is_whole = used.left_out.is_empty() && uses.len() == used.uses.len();
            compared_with(used.case, &source?, is_whole, target, compiled.next().expect("each program has a result"))
        });
        compared.collect()
    };
    let all = |used: &Used<'_>| (0..used.uses.len()).collect::<Vec<usize>>();
    let mut answers: Vec<(Vec<_>, Compared)> =
        ask(used.iter().map(|used| (used, all(used))).collect()).into_iter().map(|answer| (Vec::new(), answer)).collect();
    let failed: Vec<usize> = (0..used.len()).filter(|&position| answers[position].1.is_err()).collect();
    let alone: Vec<(usize, usize)> =
        failed.iter().flat_map(|&position| (0..used[position].uses.len()).map(move |one| (position, one))).collect();
    let of_each = ask(alone.iter().map(|&(position, one)| (&used[position], vec![one])).collect());
    let mut rest: Vec<Vec<usize>> = vec![Vec::new(); used.len()];
    for ((position, one), answer) in alone.into_iter().zip(of_each) {
        match answer {
            Ok(_) => rest[position].push(one),
            Err(why) => answers[position].0.push((&*used[position].uses[one].path, why)),
        }
    }
    let remaining: Vec<usize> = failed.into_iter().filter(|&position| !rest[position].is_empty()).collect();
    let of_rest = ask(remaining.iter().map(|&position| (&used[position], rest[position].clone())).collect());
    for (position, answer) in remaining.into_iter().zip(of_rest) {
        answers[position].1 = answer;
    }
    // If the program cannot use any parameter, the reasons are the result.
    for (leaving_out, answer) in &mut answers {
        if answer.is_err() {
            leaving_out.clear();
        }
    }
    answers
}

fn compared_with(case: &Case, source: &str, is_whole: bool, target: &str, compiled: GeneratedCode) -> Compared {
    match compiled {
        GeneratedCode::Code(codes) => compare(case, source, is_whole, target, &codes),
        GeneratedCode::Rejected(why) => {
            // For code that it does not support, the kind of error is on the next line.
            let lines = why.lines().skip_while(|line| !line.starts_with("error"));
            let count = if why.contains("Unhandled global inst") { 2 } else { 1 };
            Err(lines.take(count).flat_map(str::split_whitespace).collect::<Vec<_>>().join(" "))
        }
        GeneratedCode::Crashed => Err("too much for libslang".to_owned()),
    }
}

/// Whether the programs that differ, or are not compiled, are those that are recorded, with the same lines. `answers`: the name and the
/// lines of each program; no lines if code and reflection agree.
fn unchanged(file: &str, answers: &[(String, String)]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/slang/compiled/{file}.txt"));
    if std::env::var_os("PADSTONE_OVERWRITE").is_some() {
        let differing = answers.iter().filter(|(_, lines)| !lines.is_empty());
        let text: String = differing.map(|(name, lines)| format!("{name}\n{lines}\n\n")).collect();
        std::fs::write(&path, text).expect("the results can be written");
    }
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let recorded: HashMap<&str, &str> = text.split("\n\n").filter_map(|answer| answer.split_once('\n')).collect();
    let changed = answers.iter().filter(|(name, lines)| recorded.get(&**name).copied().unwrap_or_default() != lines);
    let mut changed: Vec<String> = changed.map(|(name, lines)| format!("{name}\n{lines}")).collect();
    if is_full() {
        let unused = recorded.keys().filter(|recorded| !answers.iter().any(|(name, _)| name == *recorded));
        changed.extend(unused.map(|name| format!("{name}\nno program has that name")));
    }
    assert!(
        changed.is_empty(),
        "{file}.txt is not what libslang answers now (PADSTONE_OVERWRITE=1 writes it anew):\n{}",
        changed.join("\n\n")
    );
}

/// padstone's locations, and the differences in the code, one per line.
fn compare(case: &Case, source: &str, is_whole: bool, target: &str, codes: &[Vec<u8>]) -> Compared {
    let program = program(case, source, target).map_err(|errors| errors.join("; "))?;
    let ours = match target {
        "wgsl" => for_wgsl(&program),
        "hlsl" => for_hlsl(&program),
        _ => of_program(&program),
    };
    let mut theirs = CompiledLocations { is_whole, ..CompiledLocations::default() };
    for code in codes {
        let seen = match target {
            "wgsl" => of_wgsl(code),
            "hlsl" => of_hlsl(code),
            _ => of_spirv(&case.name, code)?,
        };
        theirs.objects.extend(seen.objects);
        theirs.numbers.extend(seen.numbers);
        theirs.is_whole &= seen.is_whole;
    }
    let mut found = Vec::new();
    let in_other_form: BTreeSet<&String> = ours.other_forms.values().collect();
    let is_known = |line: &&String| {
        let is_part = ours.numbers.iter().any(|container| is_of_part(line, container));
        !ours.perhaps.contains(*line) && !in_other_form.contains(line) && !is_part
    };
    let mut differ = |ours_of: &BTreeSet<String>, theirs_of: &BTreeSet<String>| {
        found.extend(theirs_of.difference(ours_of).filter(is_known).map(|line| format!("only in the code: {line}")));
        // Parameters that could not be used or read are missing.
        let only_ours =
            ours_of.difference(theirs_of).filter(|line| theirs.is_whole && !theirs_of.iter().any(|part| is_of_part(part, line)));
        let only_ours = only_ours.filter(|line| !ours.other_forms.get(*line).is_some_and(|other| theirs_of.contains(other)));
        found.extend(only_ours.map(|line| format!("only in reflection: {line}")));
    };
    differ(&ours.objects, &theirs.objects);
    differ(&ours.numbers, &theirs.numbers);
    Ok((ours, found.join("\n")))
}

fn program(case: &Case, source: &str, target: &str) -> Result<Program, Vec<String>> {
    let (slang, request) = options(target, &case.flags);
    let files = std::iter::once((&*case.files[0].0, source)).chain(case.files[1..].iter().map(|(name, text)| (&**name, &**text)));
    let options = Options { language: Language::Slang, slang, ..Options::default() };
    let unit = Unit::load_program(&[&case.files[0].0], &MemoryLoader::new(files), &options);
    let layout = unit.program(&request);
    let found = unit.diagnostics.iter().chain(layout.diagnostics.iter());
    let errors: Vec<String> =
        found.filter(|found| found.severity == padstone_read::diag::Severity::Error).map(|found| found.message.to_string()).collect();
    if errors.is_empty() { Ok(unit.reflect(&layout, target).0) } else { Err(errors) }
}

/// Each program with imports has a directory for them.
pub(crate) fn request(case: &Case, source: &str, target: &str) -> Request {
    let mut options = vec!["-target".to_owned(), target.to_owned()];
    options.extend(case.flags.iter().cloned());
    if case.files.len() > 1 {
        let folder = folder();
        for (name, text) in &case.files[1..] {
            let path = folder.join(name);
            std::fs::create_dir_all(path.parent().expect("the path of a file")).expect("a directory can be made");
            std::fs::write(path, text).expect("there is room for a module");
        }
        for option in options.iter_mut().filter(|option| option.ends_with(".slang") || option.ends_with(".hlsl")) {
            *option = folder.join(&**option).to_string_lossy().into_owned();
        }
        options.extend(["-I".to_owned(), folder.to_string_lossy().into_owned()]);
    }
    Request { source: source.to_owned(), options }
}

fn folder() -> PathBuf {
    static FOLDERS: AtomicU32 = AtomicU32::new(0);
    let number = FOLDERS.fetch_add(1, Ordering::Relaxed);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("compiled-{number}"));
    std::fs::create_dir_all(&folder).expect("a directory can be created");
    folder
}
