//! What holds for every module: passes are idempotent and deterministic, move no byte, and what comes out has no errors.

use padstone_generate::{Choices, bytes, wgsl};
use padstone_rewrite::PASSES;
use padstone_testing::Tint;
use padstone_wgsl::tree::Edition;

use crate::outcome::{Outcome, run};

/// How many modules.
const MODULES: u64 = 120;
/// How many of them tint is asked about.
const ASKED: u64 = 30;

#[test]
fn generated_modules_come_out_sound() {
    let tint = Tint::find("rewritten modules that are generated");
    for pass in PASSES.iter().filter(|pass| pass.takes.contains(&Edition::Today)) {
        let mut changed = 0;
        for seed in 0..MODULES {
            let text = wgsl::module(&mut Choices::new(&bytes(seed, 3000)), wgsl::Domain::everywhere());
            let outcome = run("generated.wgsl", &text, pass.name);
            changed += u64::from(outcome.text != text);
            let tint = tint.as_ref().filter(|_| seed < ASKED);
            if let Err(why) = check(pass.name, &outcome, tint) {
                panic!("{} of seed {seed}: {why}\n{text}\nbecame\n{}", pass.name, outcome.text);
            }
        }
        assert!(pass.name != "pin" || changed > MODULES / 4, "{changed} changed modules are too few to mean anything");
    }
}

fn check(pass: &str, outcome: &Outcome, tint: Option<&Tint>) -> Result<(), String> {
    if outcome.messages.contains("error[P1201]") {
        return Err(outcome.messages.clone());
    }
    let rows = || outcome.map.buffers.iter().flat_map(|buffer| &buffer.rows);
    if let Some(row) = rows().find(|row| row.offset != row.new_offset) {
        return Err(format!("moved: {row:?}"));
    }
    let again = run("generated.wgsl", &outcome.text, pass);
    if again.text != outcome.text {
        return Err(format!("became once more\n{}", again.text));
    }
    tint.map_or(Ok(()), |tint| tint.structs(&outcome.text).map(|_| ()))
}
