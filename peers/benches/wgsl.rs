//! Compares the speed of padstone and naga on the same text: 2,000 structs of 12 members, nested three deep, at 1×, 4× and 16×.
//!
//! `cargo bench` prints the megabytes of source per second that each of them parses and lays out.

#![allow(missing_docs, reason = "a program for the terminal")]

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use padstone_generate::large_wgsl;
use padstone_read::model::Language;
use padstone_read::source::MemoryLoader;
use padstone_read::{Options, Unit, layout};

const SCALES: [usize; 3] = [1, 4, 16];
const STRUCTS: usize = 2_000;

fn main() {
    divan::main();
}

/// From text to layouts under the rules of WGSL, with all checks and warnings.
#[divan::bench(args = SCALES)]
fn padstone_read_and_layout(bencher: Bencher<'_, '_>, scale: usize) {
    let text = large_wgsl(STRUCTS * scale);
    let options = Options { language: Language::Wgsl, ..Options::default() };
    let wgsl = layout::find("wgsl").expect("a profile");
    bencher.counter(BytesCount::of_str(&text)).bench_local(|| {
        let unit = Unit::read("large.wgsl", black_box(&*text).into(), &MemoryLoader::default(), &options);
        assert!(unit.diagnostics.iter().next().is_none(), "the benchmark is a correct shader");
        let layouts = unit.layout(wgsl);
        (unit, layouts)
    });
}

/// From text to `Layouter`, without the validator, which would reject more.
#[divan::bench(args = SCALES, sample_count = 3, sample_size = 1)]
fn naga_parse_and_layouter(bencher: Bencher<'_, '_>, scale: usize) {
    let text = large_wgsl(STRUCTS * scale);
    bencher.counter(BytesCount::of_str(&text)).bench_local(|| {
        let module = naga::front::wgsl::Frontend::new().parse(black_box(&text)).expect("naga reads the benchmark");
        let mut layouter = naga::proc::Layouter::default();
        layouter.update(module.to_ctx()).expect("naga lays the benchmark out");
        (module, layouter)
    });
}
