//! The work grows linearly: runs every command, and every kind of `emit`, `reflect` and `rewrite`, on shapes of input at N and at 4 N. Reports
//! commands that take more than six times the processor time.
//!
//! The everyday run has one shape for each language, and checks that all commands still work on them; it is too small to find slow
//! growth. `PADSTONE_FULL=1 cargo test --release -p padstone-cli --test growth` runs all of them, and `PADSTONE_SHAPE=NAME` those with one name.

#![allow(clippy::print_stdout, reason = "prints the slowest inputs")]
#![cfg(target_os = "linux")]

mod shapes;

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use padstone_testing::{amount, is_full, scratch};
use shapes::{InputPattern, SHAPES};

/// The maximum ratio of the times for four times the input.
const MAX_GROWTH: f64 = 6.0;
/// Shorter times are noise, in seconds.
const NOISE: f64 = 0.2;
/// The maximum number of further measurements of a command that seems slow. Other tests run at the same time and share the caches, which
/// slows down the larger input more than the smaller one; quadratic work takes sixteen times as long each time.
const REPETITIONS: usize = 8;
/// The maximum time of linear work.
const MAX_TIME: Duration = Duration::from_secs(180);

/// Command lines: `FILE` is replaced by the input, `BUFFER` by its largest buffer or struct, `MEMBER` by the path of a member. The
/// extensions are those of the supported files (all, if there are none).
const COMMANDS: &[(&str, &[&str])] = &[
    ("layout FILE", &[]),
    ("layout --structs --format json FILE", &[]),
    ("layout --structs --format svg FILE", &[]),
    ("layout --structs --format html FILE", &[]),
    ("layout --structs --rules dxc,std430 FILE", &[]),
    ("explain FILE MEMBER", &[]),
    ("compare --rules dxc,std430 FILE", &[]),
    ("optimize FILE BUFFER", &[]),
    ("reflect FILE", &[]),
    ("reflect --format json FILE", &[]),
    ("reflect --format slang-json FILE", &["slang"]),
    ("check FILE", &[]),
    ("check --message-format sarif FILE", &[]),
    ("diff FILE FILE", &[]),
    ("diff FILE OTHER", &[]),
    ("emit llvm FILE", &["hlsl"]),
    ("emit spirv FILE", &["hlsl", "glsl"]),
    ("emit cb-struct FILE", &["hlsl"]),
    ("emit ast FILE", &["hlsl"]),
    ("emit copy-plan --from std140 --to std430 FILE", &[]),
    ("emit rust FILE", &[]),
    ("emit c FILE", &[]),
    ("emit cpp FILE", &[]),
    ("emit python FILE", &[]),
    ("emit typescript FILE", &[]),
    ("emit split FILE", &["slang"]),
    ("emit root-signature FILE", &["hlsl"]),
    ("emit vulkan-layout FILE", &["glsl", "slang"]),
    ("emit wgpu-layout FILE", &["wgsl"]),
    ("rewrite pack FILE", &["wgsl"]),
    ("rewrite scalarize FILE", &["wgsl"]),
    ("rewrite inline FILE", &["wgsl"]),
    ("rewrite specialize FILE", &["wgsl"]),
    ("rewrite legalize-uniform FILE", &["wgsl"]),
    ("rewrite pin FILE", &["wgsl"]),
];

#[test]
fn work_grows_linearly() {
    let selected = std::env::var("PADSTONE_SHAPE").ok();
    let everyday = |shape: &&InputPattern| is_full() || selected.is_some() || shape.is_everyday;
    let shapes = SHAPES.iter().filter(everyday).filter(|shape| selected.as_ref().is_none_or(|selected| shape.name == selected));
    let size = amount(20, 2_000) as usize;
    let (mut wrong, mut longest, mut count) = (Vec::new(), (0.0, String::new()), 0);
    for shape in shapes {
        let folder = scratch("growth");
        let files = [size, 4 * size].map(|size| {
            let file = folder.path().join(format!("{size}.{}", shape.extension));
            // The same file with one more member, for commands that compare two files.
            let other = folder.path().join(format!("{size}-other.{}", shape.extension));
            fs::write(&file, (shape.source)(size)).and_then(|()| fs::write(&other, (shape.source)(size + 1))).expect("a scratch folder");
            (file, other)
        });
        let is_for = |extensions: &[&str]| extensions.is_empty() || extensions.contains(&shape.extension);
        for line in COMMANDS.iter().filter(|(_, extensions)| is_for(extensions)).map(|(line, _)| line) {
            let mut measure = || {
                files.each_ref().map(|(file, other)| {
                    seconds(line, shape, file, other).unwrap_or_else(|why| {
                        wrong.push(format!("`{}`: `{line}` {why}", shape.name));
                        0.0
                    })
                })
            };
            let [mut small, mut large] = measure();
            // What else the machine does makes a command slower, never faster.
            for _ in 0..REPETITIONS {
                if large <= MAX_GROWTH * small + NOISE {
                    break;
                }
                let [again_small, again_large] = measure();
                (small, large) = (small.min(again_small), large.min(again_large));
            }
            if large > MAX_GROWTH * small + NOISE {
                let found = format!("`{}`: `{line}` takes {small:.2} s for {size}, {large:.2} s for four times as many", shape.name);
                println!("{found}");
                wrong.push(found);
            }
            if large > longest.0 {
                longest = (large, format!("`{line}` on `{}`", shape.name));
            }
            count += 1;
        }
    }
    println!("{count} commands, the longest {:.2} s: {}", longest.0, longest.1);
    assert!(count > 0, "no shape has this name");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The processor time of a command in seconds; an error if it is rejected, fails, or exceeds the maximum time.
fn seconds(line: &str, shape: &InputPattern, file: &Path, other: &Path) -> Result<f64, String> {
    let before = time_of_children();
    let mut command = Command::new(env!("CARGO_BIN_EXE_padstone"));
    command.arg("--no-project").args(line.split(' ').map(|word| match word {
        "FILE" => file.as_os_str(),
        "OTHER" => other.as_os_str(),
        "BUFFER" => shape.buffer.as_ref(),
        "MEMBER" => shape.member.as_ref(),
        word => word.as_ref(),
    }));
    let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("padstone starts");
    match wait(child) {
        // Some shapes contain errors on purpose.
        Some(0 | 1) => Ok(time_of_children() - before),
        Some(code) => Err(format!("ends with {code}")),
        None => Err(format!("takes more than {MAX_TIME:?}")),
    }
}

/// The exit code; `None` if it was killed because it took too long.
fn wait(mut child: Child) -> Option<i32> {
    let end = Instant::now() + MAX_TIME;
    loop {
        match child.try_wait().expect("a child can be waited for") {
            Some(status) => return status.code(),
            None if Instant::now() > end => {
                child.kill().and_then(|()| child.wait()).expect("a child can be ended");
                return None;
            }
            None => sleep(Duration::from_millis(1)),
        }
    }
}

/// proc(5), `/proc/pid/stat`: `cutime` and `cstime`, the times of the children that were waited for, in hundredths of seconds.
fn time_of_children() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").expect("Linux has /proc");
    let (_, fields) = stat.rsplit_once(')').expect("the name of the program is in parentheses");
    // The fields after the name start with the third.
    let ticks = fields.split_whitespace().skip(16 - 3).take(2).map(|field| field.parse::<f64>().expect("a number"));
    ticks.sum::<f64>() / 100.0
}
