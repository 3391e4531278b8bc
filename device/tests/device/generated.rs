//! Rewrites generated programs with every pass. With `PADSTONE_SEED=5`, it runs only that program, and prints its texts.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use padstone_device::{Gpu, buffers};
use padstone_generate::wgsl::{BeyondNaga, Executable, draft_2020, executable, executable_with_shared_structs};
use padstone_generate::{Choices, bytes};
use padstone_read::layout;
use padstone_testing::amount;
use padstone_wgsl::tree::Edition;

use crate::rewrite_equivalence::{Program, Tally, Verdict, compare, sequences, unit};

/// The maximum number of choices for a program.
const DECISIONS: usize = 20_000;

/// The number of programs; more with `PADSTONE_FULL`.
fn programs() -> u64 {
    amount(100, 200)
}

/// The number of programs whose variables share structs.
fn programs_with_shared_structs() -> u64 {
    amount(60, 3_000)
}

#[test]
fn rewritten_programs_have_the_same_effect() {
    check(programs(), |gpu, seed| run(gpu, seed, executable));
}

/// Structs in uniform and storage variables, in arrays and in other structs: a change for one variable must not affect another.
#[test]
fn rewritten_programs_with_shared_structs_have_the_same_effect() {
    check(programs_with_shared_structs(), |gpu, seed| run(gpu, seed, executable_with_shared_structs));
}

/// Compares the translation to today's WGSL with a program that reads and writes words at the offsets in the table of the proposal.
#[test]
fn rewritten_programs_of_2020_have_the_same_effect() {
    check(programs(), run_2020);
}

fn check(programs: u64, run: impl Fn(&Gpu, u64) -> Vec<(String, Verdict)> + Sync) {
    let Some(gpu) = Gpu::find("rewritten programs on a device") else { return };
    drop(gpu);
    let only: Option<u64> = std::env::var("PADSTONE_SEED").ok().and_then(|seed| seed.parse().ok());
    let seeds = only.map_or(0..programs, |seed| seed..seed + 1);
    let (next, tally) = (AtomicU64::new(seeds.start), Mutex::new(Tally::default()));
    let workers = thread::available_parallelism().map_or(1, |count| count.get().min(8));
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                let Some(gpu) = Gpu::find("rewritten programs on a device") else { return };
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= seeds.end {
                        break;
                    }
                    let found = run(&gpu, seed);
                    tally.lock().expect("no worker panics with it").add(found);
                }
            });
        }
    });
    let tally = tally.into_inner().expect("no worker panics with it");
    println!("{tally}");
    tally.assert_equal();
}

/// Runs a program of 2020 through every sequence of passes, and executes those that result in today's WGSL.
fn run_2020(gpu: &Gpu, seed: u64) -> Vec<(String, Verdict)> {
    let generated = draft_2020(&mut Choices::new(&bytes(seed, DECISIONS)));
    let program = Program {
        name: format!("seed {seed}"),
        edition: Edition::Draft2020,
        reference: generated.twin.expect("a program of 2020 has a twin"),
        takes_naga: false,
        // naga has no pointers to parts of buffers as arguments.
        naga_after: "specialize".to_owned(),
        text: generated.text,
        buffers: generated.buffers,
        seed,
    };
    compare(gpu, &program, &sequences(&program), std::env::var_os("PADSTONE_SEED").is_some())
}

/// Runs a program through every sequence of passes.
fn run(gpu: &Gpu, seed: u64, generate: fn(&mut Choices<'_>, BeyondNaga) -> Executable) -> Vec<(String, Verdict)> {
    let beyond = BeyondNaga { pointers: seed % 3 == 1, uniforms: !seed.is_multiple_of(3) };
    let generated = generate(&mut Choices::new(&bytes(seed, DECISIONS)), beyond);
    let program = Program {
        name: format!("seed {seed}"),
        edition: Edition::Current,
        reference: generated.twin.clone().unwrap_or_else(|| generated.text.clone()),
        takes_naga: generated.twin.is_none(),
        naga_after: "specialize".to_owned(),
        text: generated.text,
        buffers: generated.buffers,
        seed,
    };
    // The generator computes offsets itself.
    let mut ours = buffers(&unit(&program.text, Edition::Current), layout::find("wgsl").expect("a profile"));
    let results = ours.iter_mut().find(|buffer| buffer.name == "results").expect("a buffer of results");
    (results.size, results.values) = (program.buffers.last().expect("a buffer of results").size, Vec::new());
    for theirs in &program.buffers {
        let ours = ours.iter().find(|ours| ours.name == theirs.name);
        assert_eq!(ours.map(|ours| &ours.values), Some(&theirs.values), "seed {seed}: `{}`\n{}", theirs.name, program.text);
    }
    compare(gpu, &program, &sequences(&program), std::env::var_os("PADSTONE_SEED").is_some())
}
