//! The speed of checking a project: lints, recorded ABIs and their comparison, on 2,000 structs of 12 members at 1×, 4× and 16×.
//!
//! Linear growth means times that grow 4× and 16×. To measure a tree of many files on several cores, run
//! `padstone check` on the output of `cargo run -p padstone-generate --example tree -- DIR 5000`.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use padstone_check::Level;
use padstone_check::abi::{self, Abi, changes, lock};
use padstone_check::lints::{self, Levels, LintContext};
use padstone_generate::large_wgsl;
use padstone_read::bind::{self, Bindings, binding_rules};
use padstone_read::layout::ModuleLayout;
use padstone_read::model::Language;
use padstone_read::source::MemoryLoader;
use padstone_read::{Options, Unit, layout};

const SCALES: [usize; 3] = [1, 4, 16];
const STRUCTS: usize = 2_000;
const MEMBERS: usize = 12;

fn main() {
    divan::main();
}

/// A module with its layouts and bindings.
struct LaidOutModule {
    unit: Unit,
    layouts: ModuleLayout,
    bindings: Bindings,
}

impl LaidOutModule {
    fn new(scale: usize) -> LaidOutModule {
        let options = Options { language: Language::Wgsl, ..Options::default() };
        let unit = Unit::read("bench.wgsl", large_wgsl(scale * STRUCTS).into(), &MemoryLoader::default(), &options);
        let (layouts, bindings) = (unit.layout(&layout::WGSL), unit.bind(&binding_rules::WGSL, &bind::Options::default()));
        LaidOutModule { unit, layouts, bindings }
    }

    fn abi(&self) -> Abi {
        abi::record("bench.wgsl", "web", &self.unit.module, &self.layouts, &self.bindings)
    }
}

/// All lints.
#[divan::bench(args = SCALES)]
fn lint(bencher: Bencher<'_, '_>, scale: usize) {
    let laid = LaidOutModule::new(scale);
    let levels = Levels([("all".to_owned(), Level::Warn)].into());
    bencher.counter(ItemsCount::new(scale * STRUCTS * MEMBERS)).bench_local(|| {
        let view = LintContext::new(("web", ""), &laid.unit.sources, &laid.unit.module, &laid.layouts, false);
        lints::run(black_box(&[view]), &levels)
    });
}

/// The recorded ABI of a module, as the text of a lock file.
#[divan::bench(args = SCALES)]
fn record(bencher: Bencher<'_, '_>, scale: usize) {
    let laid = LaidOutModule::new(scale);
    bencher.counter(ItemsCount::new(scale * STRUCTS * MEMBERS)).bench_local(|| lock::write(&[black_box(&laid).abi()]));
}

/// Two equal recorded ABIs.
#[divan::bench(args = SCALES)]
fn compare(bencher: Bencher<'_, '_>, scale: usize) {
    let abi = LaidOutModule::new(scale).abi();
    bencher.counter(ItemsCount::new(scale * STRUCTS * MEMBERS)).bench_local(|| changes(black_box(&abi), black_box(&abi)));
}
