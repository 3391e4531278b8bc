//! The functions that get and set bit-fields, called by programs of each language.

use std::path::Path;
use std::process::Command;

use padstone_read::emit::host::{self, HostOptions, HostTypes};
use padstone_read::layout::{self, slang_profiles};
use padstone_read::model::Language;
use padstone_read::source::MemoryLoader;
use padstone_read::{Options, Unit};
use padstone_testing::Oracle;

/// Bit-fields with and without a sign, in allocation units of 4 and 8 bytes.
const SHADER: &str = "struct Packed { int a : 5; uint b : 27; int64_t c : 33; int64_t d : 31; int e : 32; uint f : 1; };\n\
    StructuredBuffer<Packed> Buffer;\n";

/// The values of the bit-fields; the test sets each to another value first.
const VALUES: [(&str, i64); 6] = [("a", -3), ("b", 5), ("c", -5), ("d", -1), ("e", -7), ("f", 1)];

/// A program that sets and prints all bit-fields.
struct Program {
    language: &'static str,
    types: Option<&'static str>,
    file: &'static str,
    main: &'static str,
    /// The text before and after the calls.
    around: (&'static str, &'static str),
    set: fn(&str, i64) -> String,
    print: fn(&str) -> String,
    commands: &'static [&'static [&'static str]],
}

const PROGRAMS: &[Program] = &[
    Program {
        language: "c",
        types: None,
        file: "bits.h",
        main: "main.c",
        around: ("#include \"bits.h\"\n#include <stdio.h>\nint main(void) {\n    Packed x = {0};\n", "}\n"),
        set: |name, value| format!("    Packed_set_{name}(&x, {value});\n"),
        print: |name| format!("    printf(\"%lld\\n\", (long long)Packed_get_{name}(&x));\n"),
        commands: &[
            &[
                "gcc",
                "-std=c11",
                "-Wall",
                "-Wextra",
                "-Wpedantic",
                "-Werror",
                "-fsanitize=undefined",
                "-fno-sanitize-recover",
                "main.c",
                "-o",
                "main-c",
            ],
            &["./main-c"],
        ],
    },
    Program {
        language: "cpp",
        types: None,
        file: "bits.hpp",
        main: "main.cpp",
        around: ("#include \"bits.hpp\"\n#include <cstdio>\nint main() {\n    Packed x{};\n", "}\n"),
        set: |name, value| format!("    x.set_{name}({value});\n"),
        print: |name| format!("    std::printf(\"%lld\\n\", static_cast<long long>(x.get_{name}()));\n"),
        commands: &[&["g++", "-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "main.cpp", "-o", "main-cpp"], &["./main-cpp"]],
    },
    Program {
        language: "rust",
        types: None,
        file: "bits.rs",
        main: "main.rs",
        around: ("mod bits;\nfn main() {\n    let mut x = bits::Packed::ZERO;\n", "}\n"),
        set: |name, value| format!("    x.set_{name}({value});\n"),
        print: |name| format!("    println!(\"{{}}\", x.{name}());\n"),
        commands: &[&["rustc", "--edition=2021", "-Dwarnings", "main.rs", "-o", "main-rs"], &["./main-rs"]],
    },
    Program {
        language: "typescript",
        types: None,
        file: "bits.ts",
        main: "main.ts",
        around: ("import { Packed } from \"./bits\";\nconst x: any = new Packed(new DataView(new ArrayBuffer(64)));\n", ""),
        set: |name, value| format!("x.{name} = typeof x.{name} === \"bigint\" ? {value}n : {value};\n"),
        print: |name| format!("console.log(String(x.{name}));\n"),
        commands: &[
            &["esbuild", "main.ts", "--bundle", "--platform=node", "--outfile=main.js", "--log-level=warning"],
            &["node", "main.js"],
        ],
    },
    Program {
        language: "python",
        types: Some("ctypes"),
        file: "bits_ctypes.py",
        main: "main_ctypes.py",
        around: ("from bits_ctypes import *\nx = Packed()\n", ""),
        set: |name, value| format!("x.{name} = {value}\n"),
        print: |name| format!("print(x.{name})\n"),
        commands: &[&["/usr/bin/python3", "-W", "error", "main_ctypes.py"]],
    },
    Program {
        language: "python",
        types: Some("numpy"),
        file: "bits_numpy.py",
        main: "main_numpy.py",
        around: ("from bits_numpy import *\nx = np.zeros((), Packed)\n", ""),
        set: |name, value| format!("Packed_set_{name}(x, {value})\n"),
        print: |name| format!("print(Packed_get_{name}(x))\n"),
        commands: &[&["/usr/bin/python3", "-W", "error", "main_numpy.py"]],
    },
    // All elements of an array at once.
    Program {
        language: "python",
        types: Some("numpy"),
        file: "bits_numpy.py",
        main: "main_arrays.py",
        around: ("from bits_numpy import *\nx = np.zeros(3, Packed)\n", ""),
        set: |name, value| format!("Packed_set_{name}(x, np.array([0, {value}, 1]))\n"),
        print: |name| format!("print(Packed_get_{name}(x)[1])\n"),
        commands: &[&["/usr/bin/python3", "-W", "error", "main_arrays.py"]],
    },
];

#[test]
fn bit_fields_keep_their_values_and_signs() {
    let slang = slang_profiles().iter().find(|profile| profile.name == "slang-spirv").expect("a profile");
    for (language, profile) in [(Language::Hlsl, &layout::DXC), (Language::Slang, slang)] {
        let unit = Unit::read("bits", SHADER.into(), &MemoryLoader::default(), &Options { language, ..Options::default() });
        assert!(!unit.diagnostics.has_errors());
        let layouts = unit.layout(profile);
        for program in PROGRAMS {
            let needs = program.commands[0][0];
            let purpose = format!("bit-fields in {}", program.language);
            if Oracle::find(needs, &purpose).is_none() {
                continue;
            }
            let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("bit-fields-{}", profile.name));
            std::fs::create_dir_all(&folder).expect("the folder can be made");
            let host_language = host::LANGUAGES.iter().find(|host| host.name == program.language).expect("a language");
            let types = HostTypes::new(host_language, program.types, &[]).expect("types of the language");
            let mut text = Vec::new();
            let options = HostOptions { file: "bits", selected: &[], ..HostOptions::default() };
            host::write(&mut text, &types, &unit.module, &layouts, &options).expect("a vector takes all");
            std::fs::write(folder.join(program.file), &text).expect("the file can be written");
            let (start, end) = program.around;
            let other = VALUES.map(|(name, value)| (program.set)(name, value ^ 1)).concat();
            let set = VALUES.map(|(name, value)| (program.set)(name, value)).concat();
            let print = VALUES.map(|(name, _)| (program.print)(name)).concat();
            std::fs::write(folder.join(program.main), [start, &other, &set, &print, end].concat()).expect("the program can be written");
            let mut printed = String::new();
            for command in program.commands {
                let output = Command::new(command[0]).args(&command[1..]).current_dir(&folder).output().expect("it starts");
                let messages = String::from_utf8_lossy(&output.stderr);
                let text = String::from_utf8_lossy(&text);
                assert!(output.status.success(), "{} of {}: {messages}\n{text}", program.main, profile.name);
                printed = String::from_utf8_lossy(&output.stdout).into_owned();
            }
            let expected = VALUES.map(|(_, value)| format!("{value}\n")).concat();
            assert_eq!(printed, expected, "{} of {}", program.main, profile.name);
        }
    }
}
