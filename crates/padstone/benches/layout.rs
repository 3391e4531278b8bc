//! The speed of reading, laying out and printing a large shader: 2,000 structs of 12 members, nested, at 1×, 4× and 16×.
//!
//! `cargo bench` prints a table. The goals: 100 MB of source and 20 million members per second on one core, 3 ms for
//! startup. Linear growth means times that grow 4× and 16×. The table also contains clang 22 on the same text,
//! which parses it and builds its `__cblayout` types; a line says so if clang 22 is not installed.

#![allow(clippy::print_stderr, reason = "a program for the terminal")]

use std::io::{Write, sink};
use std::process::{Command, Stdio};

use divan::counter::{BytesCount, ItemsCount};
use divan::{Bencher, black_box};
use padstone_generate::large_hlsl;
use padstone_read::bind::{self, binding_rules};
use padstone_read::emit::diagnostics::TerminalColor;
use padstone_read::emit::{DrawnLines, FORMATS, Listing, Settings};
use padstone_read::source::MemoryLoader;
use padstone_read::{Options, Unit, layout};
use padstone_testing::scratch;

/// The numbers of repetitions of the 2,000 structs.
const SCALES: [usize; 3] = [1, 4, 16];
const STRUCTS: usize = 2_000;
const MEMBERS: usize = 12;

fn main() {
    divan::main();
}

/// From text to model: lexer, preprocessor, declarations, constants.
#[divan::bench(args = SCALES)]
fn read(bencher: Bencher<'_, '_>, scale: usize) {
    let text = source(scale);
    bencher.counter(BytesCount::of_str(&text)).bench_local(|| unit(black_box(&text)));
}

/// From model to layouts under DXC's rules; counts declared members.
#[divan::bench(args = SCALES)]
fn lay_out(bencher: Bencher<'_, '_>, scale: usize) {
    let unit = unit(&source(scale));
    let dxc = layout::find("dxc").expect("the default profile");
    bencher.counter(ItemsCount::new(scale * STRUCTS * MEMBERS)).bench_local(|| black_box(&unit).layout(dxc));
}

/// From layouts to JSON, with every member of every buffer and struct; counts the output.
#[divan::bench(args = SCALES)]
fn write_json(bencher: Bencher<'_, '_>, scale: usize) {
    bench_writing(bencher, "json", scale);
}

/// From layouts to tables, with every member of every struct; counts the output.
#[divan::bench(args = SCALES)]
fn write_text(bencher: Bencher<'_, '_>, scale: usize) {
    bench_writing(bencher, "text", scale);
}

fn bench_writing(bencher: Bencher<'_, '_>, format: &str, scale: usize) {
    let unit = unit(&source(scale));
    let layouts = unit.layout(layout::find("dxc").expect("the default profile"));
    let bindings = unit.bind(&binding_rules::DXC, &bind::Options::default());
    let listing = Listing { file: "bench.hlsl", sources: &unit.sources, module: &unit.module, layouts: &layouts, bindings: &bindings };
    let format = FORMATS.iter().find(|other| other.name == format).expect("a format");
    let write = |out: &mut dyn Write| {
        let mut writer = (format.writer)(Settings { color: TerminalColor::Never, row_bytes: 16, lines: DrawnLines::ALL, structs: true });
        writer.listing(&listing, out).and_then(|()| writer.finish(out)).expect("writing to memory never fails");
    };
    let mut once = Vec::new();
    write(&mut once);
    bencher.counter(BytesCount::new(once.len())).bench_local(|| write(&mut sink()));
}

/// From text to layouts; counts the source.
#[divan::bench(args = SCALES)]
fn whole(bencher: Bencher<'_, '_>, scale: usize) {
    let text = source(scale);
    let dxc = layout::find("dxc").expect("the default profile");
    bencher.counter(BytesCount::of_str(&text)).bench_local(|| unit(black_box(&text)).layout(dxc));
}

/// clang 22 on the same text, including its startup.
#[divan::bench(args = SCALES, sample_count = 3, sample_size = 1)]
fn clang_22(bencher: Bencher<'_, '_>, scale: usize) {
    if Command::new("clang-22").arg("--version").stdout(Stdio::null()).status().is_err() {
        eprintln!("clang-22 is not installed: not compared");
        return;
    }
    let folder = scratch("clang");
    let folder = folder.path();
    let path = folder.join("bench.hlsl");
    // clang includes hlsl.h implicitly; Debian does not ship it.
    let words = "typedef vector<float, 2> float2; typedef vector<float, 3> float3; typedef vector<float, 4> float4;\n\
        typedef unsigned int uint; typedef vector<uint, 2> uint2; typedef vector<int, 3> int3;\n\
        typedef float float4x4 __attribute__((matrix_type(4, 4)));\n";
    let text = source(scale);
    let written = std::fs::write(folder.join("hlsl.h"), words)
        .and_then(|()| std::fs::write(&path, format!("{text}[numthreads(1, 1, 1)] void main() {{}}\n")));
    written.expect("there is a folder for temporary files");
    bencher.counter(BytesCount::of_str(&text)).bench_local(|| {
        let mut clang = Command::new("clang-22");
        clang.args([
            "--target=dxil-pc-shadermodel6.3-compute",
            "-Xclang",
            "-disable-llvm-passes",
            "-Xclang",
            "-hlsl-entry",
            "-Xclang",
            "main",
        ]);
        let status = clang.args(["-S", "-emit-llvm", "-o", "-", "-I"]).arg(folder).arg(&path).stdout(Stdio::null()).status();
        assert!(status.is_ok_and(|status| status.success()), "clang-22 rejects the benchmark");
    });
}

/// The command on a file of one line, including startup.
#[divan::bench]
fn start(bencher: Bencher<'_, '_>) {
    let executable = std::env::current_exe().expect("this program");
    let Some(command) = executable.ancestors().nth(2).map(|folder| folder.join("padstone")).filter(|path| path.exists()) else {
        eprintln!("the command is not built: build it with `cargo build --release` to measure its startup");
        return;
    };
    let folder = scratch("start");
    let path = folder.path().join("bench.hlsl");
    std::fs::write(&path, "cbuffer C { float4x4 m; }\n").expect("the folder for temporary files");
    bencher.bench_local(|| {
        let status = Command::new(&command).arg("layout").arg(&path).stdout(Stdio::null()).status();
        assert!(status.is_ok_and(|status| status.success()), "the command fails");
    });
}

fn unit(text: &str) -> Unit {
    let unit = Unit::read("bench.hlsl", text.into(), &MemoryLoader::default(), &Options::default());
    assert!(unit.diagnostics.iter().next().is_none(), "the benchmark is a correct shader");
    unit
}

/// The source text.
fn source(scale: usize) -> String {
    large_hlsl(scale * STRUCTS)
}
