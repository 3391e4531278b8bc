//! The command and projects: lock files, generated files, dependencies.

use std::fs;

use crate::folder::Folder;

fn read(folder: &Folder, name: &str) -> String {
    fs::read_to_string(folder.path.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn stderr(folder: &Folder, code: i32, arguments: &[&str]) -> String {
    String::from_utf8(folder.run(code, arguments).stderr).expect("messages are text")
}

const SETTINGS: &str = "files = [\"*.hlsl\"]\nrules = [\"dxc\", \"dxc-spirv\"]\n[lints]\ntargets-differ = \"allow\"\n";
const SHADER: &str = "cbuffer A { float3x3 turn; float exposure; };\nTexture2D sky;\n";

fn project(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("padstone.toml", SETTINGS);
    folder.write("a.hlsl", SHADER);
    folder.write("b.hlsl", "cbuffer B { float4 b; };\n");
    folder
}

#[test]
fn the_recorded_abi_changes_only_with_accept() {
    let folder = project("lock");
    folder.run(0, &["check"]);
    assert!(!folder.path.join("padstone.lock").exists());
    folder.run(0, &["check", "--accept"]);
    let first = read(&folder, "padstone.lock");
    assert!(
        first.contains("\na.hlsl (dxc)\n  A: cbuffer; at b0; rules dx-cbuffer; size 48\n    0..44 turn: float3x3; matrix columns 16\n")
    );
    assert_eq!(first.matches("sky: Texture2D; at ").count(), 2);
    folder.run(0, &["check"]);

    // A break is an error, in any working directory, and for the file alone too.
    folder.write("a.hlsl", &SHADER.replace("float3x3", "float4x4"));
    for arguments in [&["check"][..], &["check", "a.hlsl"]] {
        let errors = stderr(&folder, 1, arguments);
        // One cause is one finding, for both targets; its consequence is a note.
        assert_eq!(errors.matches("error[").count(), 1, "{errors}");
        assert!(errors.contains("error[P1411]: `turn` is now `float4x4` instead of `float3x3` (dxc, dxc-spirv)"), "{errors}");
        assert!(errors.contains("`exposure` moved from 44 to 64 because `turn` is now `float4x4` (dxc)"), "{errors}");
        assert!(errors.contains("`exposure` moved from 48 to 64 because `turn` is now `float4x4` (dxc-spirv)"), "{errors}");
    }
    folder.run(0, &["check", "b.hlsl"]);
    // A changed type in a shared struct is also one cause: the move of the next member is a note, although its offset differs in each file.
    folder.write("a.hlsl", &format!("#include \"shared.hlsli\"\n{SHADER}"));
    folder.write("b.hlsl", "#include \"shared.hlsli\"\ncbuffer B { float4 b; float first; Shared shared; };\n");
    folder.write("shared.hlsli", "struct Shared { float3 p; float q; };\ncbuffer S { Shared s; };\n");
    folder.run(0, &["check", "--accept"]);
    folder.write("shared.hlsli", "struct Shared { float3 p; float2 q; };\ncbuffer S { Shared s; };\n");
    let errors = stderr(&folder, 1, &["check"]);
    let found: Vec<&str> = errors.lines().filter(|line| line.starts_with("error[")).collect();
    assert_eq!(found, ["error[P1411]: `s.q` is now `float2` instead of `float` (dxc, dxc-spirv; 2 files)"], "{errors}");
    assert!(errors.contains("= note: the same change: in `B`, `shared.q` is now `float2` instead of `float`\n"), "{errors}");
    assert!(errors.contains("`s.q` moved from 12 to 16 because its type is now `float2`"), "{errors}");
    assert!(errors.contains("`shared.q` moved from 44 to 48 because its type is now `float2`"), "{errors}");
    fs::remove_file(folder.path.join("shared.hlsli")).expect("it is there");
    folder.write("a.hlsl", &SHADER.replace("float3x3", "float4x4"));
    folder.write("b.hlsl", "cbuffer B { float4 b; };\n");
    folder.run(0, &["check", "--accept"]);
    // Accepting one file does not change the entries of others.
    folder.run(0, &["check", "--accept", "a.hlsl"]);
    let second = read(&folder, "padstone.lock");
    assert!(second.contains("turn: float4x4") && second.contains("\nb.hlsl (dxc)\n"));
    folder.run(0, &["check"]);

    // A compatible change is a warning.
    folder.write("b.hlsl", "cbuffer B { float4 c; };\n");
    assert!(stderr(&folder, 1, &["check"]).contains("warning[P1412]: `b` was renamed to `c` (dxc, dxc-spirv)"));
    folder.run(0, &["check", "--allow-warnings"]);

    // A file with errors keeps its entry, and a removed file is reported.
    folder.write("b.hlsl", "cbuffer B { Missing b; };\n");
    folder.run(1, &["check", "--accept"]);
    assert_eq!(read(&folder, "padstone.lock"), second);
    fs::remove_file(folder.path.join("b.hlsl")).expect("it is there");
    assert!(stderr(&folder, 1, &["check"]).contains("padstone.lock records deleted files: `b.hlsl` (dxc, dxc-spirv)"));
    folder.write("c.hlsl", "cbuffer B { float4 b; };\n");
    let errors = stderr(&folder, 1, &["check"]);
    assert!(errors.contains("padstone.lock records `c.hlsl` under its former name `b.hlsl` (dxc, dxc-spirv)"), "{errors}");
    assert_eq!(errors.matches("[P1412]").count(), 1, "{errors}");
    fs::remove_file(folder.path.join("c.hlsl")).expect("it is there");
    folder.run(0, &["check", "--accept"]);
    assert!(!read(&folder, "padstone.lock").contains("b.hlsl"));
}

/// The access of a storage buffer is a part of the bind group layout in WebGPU.
#[test]
fn the_access_of_a_storage_buffer_is_a_part_of_its_abi() {
    let folder = project("access");
    let shader = "@group(0) @binding(0) var<storage, read> cells: array<u32>;\n";
    folder.write("c.wgsl", shader);
    folder.write("padstone.toml", "files = [\"*.wgsl\"]\n");
    folder.run(0, &["check", "--accept"]);
    folder.write("c.wgsl", &shader.replace("read>", "read_write>"));
    let errors = stderr(&folder, 1, &["check"]);
    assert!(errors.contains("`cells` is now a read_write storage buffer instead of a storage buffer"), "{errors}");
}

/// Formats and access are a part of the ABI in GLSL as in WGSL, whose types contain them.
#[test]
fn formats_and_access_of_glsl_are_recorded() {
    let folder = Folder::new("access in glsl");
    let shader = "#version 450\nlayout(binding = 0, r32f) uniform image2D i;\nlayout(binding = 1, std430) readonly buffer B { float x[]; };\nvoid main() {}\n";
    folder.write("c.comp", shader);
    folder.write("padstone.toml", "files = [\"*.comp\"]\n");
    folder.run(0, &["check", "--accept"]);
    folder.run(0, &["check"]);
    folder.write("c.comp", &shader.replace("r32f", "rgba8").replace("readonly ", ""));
    let errors = stderr(&folder, 1, &["check"]);
    assert!(errors.contains("error[P1411]: `i` now has format rgba8 instead of r32f\n"), "{errors}");
    assert!(errors.contains("error[P1411]: `B` is now a storage buffer instead of a readonly storage buffer\n"), "{errors}");
    folder.write("c.comp", &shader.replace("uniform image2D", "uniform writeonly image2D"));
    let errors = stderr(&folder, 1, &["check"]);
    assert!(errors.contains("error[P1411]: `i` is now a writeonly image2D instead of an image2D\n"), "{errors}");
}

/// A project without targets has no name.
#[test]
fn the_last_target_can_be_removed() {
    let folder = Folder::new("removed target");
    folder.write("a.hlsl", SHADER);
    let target = "[[target]]\nname = \"windows\"\n";
    folder.write("padstone.toml", &format!("files = [\"*.hlsl\"]\n{target}"));
    folder.run(0, &["check", "--accept"]);
    folder.write("padstone.toml", "files = [\"*.hlsl\"]\n");
    let errors = stderr(&folder, 1, &["check"]);
    let expected = "warning[P1412]: padstone.lock records the files under target `windows`, which padstone.toml no longer has\n";
    assert!(errors.contains(expected), "{errors}");
    folder.run(0, &["check", "--accept"]);
    folder.write("padstone.toml", &format!("files = [\"*.hlsl\"]\n{target}"));
    let errors = stderr(&folder, 1, &["check"]);
    assert!(errors.contains("warning[P1412]: padstone.lock records the files of target `windows` without a target\n"), "{errors}");
}

/// Targets may compile another length or encoding of a member at the same offset.
#[test]
fn lengths_and_encodings_of_targets_are_compared() {
    let folder = Folder::new("lengths of targets");
    let array = "\n#ifdef INTS\nuvec4\n#else\nvec4\n#endif\nv[N];";
    folder.write("a.comp", &format!("#version 450\nlayout(binding = 0, std140) uniform A {{ vec4 first; {array} }};\nvoid main() {{}}\n"));
    let target = |name: &str, defines: &str| format!("[[target]]\nname = \"{name}\"\ndefines = [{defines}]\n");
    for (first, second, types) in
        [("\"N=8\"", "\"N=4\"", ["vec4[8]", "vec4[4]"]), ("\"N=4\", \"INTS\"", "\"N=4\"", ["uvec4[4]", "vec4[4]"])]
    {
        folder.write("padstone.toml", &format!("files = \"*.comp\"\n{}{}", target("a", first), target("b", second)));
        let errors = stderr(&folder, 1, &["check"]);
        assert!(errors.contains("warning[P1506]: `A.v"), "{errors}");
        assert!(errors.contains(" has different layouts for a and b\n"), "{errors}");
        assert!(types == ["uvec4[4]", "vec4[4]"] || types.iter().all(|ty| errors.contains(&format!(", {ty}, stride 16\n"))), "{errors}");
    }
}

/// A renamed target is named: its files are not deleted.
#[test]
fn a_missing_target_is_reported() {
    let folder = project("renamed target");
    folder.run(0, &["check", "--accept"]);
    let settings = read(&folder, "padstone.toml");
    folder.write("padstone.toml", &settings.replace("dxc-spirv", "dxc-spirv-scalar"));
    let errors = stderr(&folder, 1, &["check"]);
    assert!(errors.contains("records removed targets of `a.hlsl`, `b.hlsl` (dxc-spirv; 2 files)"), "{errors}");
    assert!(!errors.contains("deleted"), "{errors}");
}

/// A target that was renamed is compared with its record, if the rules are the same.
#[test]
fn a_renamed_target_that_breaks_its_abi_is_an_error() {
    let folder = project("renamed target and changed");
    let settings = |target: &str| format!("files = [\"a.hlsl\"]\n[[target]]\nname = \"{target}\"\nrules = \"dxc\"\n");
    folder.write("padstone.toml", &settings("windows"));
    folder.run(0, &["check", "--accept"]);
    folder.write("padstone.toml", &settings("desktop"));
    folder.run(0, &["check", "--allow-warnings"]);
    folder.write("a.hlsl", &SHADER.replace("float3x3", "float4x4"));
    let errors = stderr(&folder, 1, &["check", "--allow-warnings"]);
    assert!(errors.contains("error[P1411]: `turn` is now `float4x4` instead of `float3x3` (desktop)\n --> a.hlsl:1:"), "{errors}");
    assert!(errors.contains("= note: padstone.lock records it for the target `windows`\n"), "{errors}");
    assert!(errors.contains("warning[P1412]: padstone.lock records target `desktop` under its former name `windows`\n"), "{errors}");
}

/// Hosts create a counter for append and consume buffers.
#[test]
fn a_buffer_that_gets_a_counter_breaks_the_abi() {
    let folder = project("counter");
    folder.write("a.hlsl", "RWStructuredBuffer<float4> particles : register(u0);\n");
    folder.run(0, &["check", "--accept"]);
    folder.write("a.hlsl", "AppendStructuredBuffer<float4> particles : register(u0);\n");
    let errors = stderr(&folder, 1, &["check", "--allow-warnings"]);
    assert!(errors.contains("`particles` is now an append structured buffer instead of a structured buffer (dxc, dxc-spirv)"), "{errors}");
}

/// A file that was renamed and changed is compared with its record.
#[test]
fn a_renamed_file_that_breaks_its_abi_is_an_error() {
    let folder = project("renamed and changed");
    folder.run(0, &["check", "--accept"]);
    fs::remove_file(folder.path.join("a.hlsl")).expect("it is there");
    folder.write("z.hlsl", &SHADER.replace("float3x3", "float4x4"));
    let errors = stderr(&folder, 1, &["check", "--allow-warnings"]);
    assert_eq!(errors.matches("error[").count(), 1, "{errors}");
    assert!(errors.contains("error[P1411]: `turn` is now `float4x4` instead of `float3x3` (dxc, dxc-spirv)\n --> z.hlsl:1:"), "{errors}");
    assert!(errors.contains("= note: padstone.lock records it as `a.hlsl`\n"), "{errors}");
    // A removed member is compatible, unless it moves others.
    folder.write("a.hlsl", "cbuffer A { float4 first; float second; };\n");
    fs::remove_file(folder.path.join("z.hlsl")).expect("it is there");
    folder.run(0, &["check", "--accept"]);
    fs::remove_file(folder.path.join("a.hlsl")).expect("it is there");
    folder.write("y.hlsl", "cbuffer A { float second; };\n");
    let errors = stderr(&folder, 1, &["check", "--allow-warnings"]);
    assert!(errors.contains("error[P1411]: `first` was removed (dxc, dxc-spirv)"), "{errors}");
    assert!(
        errors.contains("as a consequence, `A` shrank from 20 to 4 bytes; `second` moved from 16 to 0 because `first` was removed"),
        "{errors}"
    );
}

/// A file that several others include and that is missing is one error.
#[test]
fn a_missing_include_is_one_error() {
    let folder = project("missing include");
    let shader = "#include \"missing.hlsli\"\ncbuffer A { float a; };\n";
    folder.write("a.hlsl", shader);
    folder.write("b.hlsl", shader);
    let errors = stderr(&folder, 1, &["check"]);
    assert_eq!(errors.matches("error[").count(), 1, "{errors}");
    assert!(errors.contains("error[P0101]: file `missing.hlsli` not found (dxc, dxc-spirv; 2 files)\n --> a.hlsl:1:10\n"), "{errors}");
}

/// A renamed directory and a change in a header of all its files are one error and one warning.
#[test]
fn files_of_a_renamed_directory_are_compared_with_their_records() {
    let folder = project("renamed directory");
    folder.write("padstone.toml", "files = [\"*/*.hlsl\"]\nrules = [\"dxc\", \"dxc-spirv\"]\n[lints]\ntargets-differ = \"allow\"\n");
    folder.write("scene.hlsli", "cbuffer Scene { float2 tint; float2 size; };\n");
    let write = |directory: &str| {
        for number in 0..12 {
            let path = format!("{directory}/f{number}.hlsl");
            fs::create_dir_all(folder.path.join(directory)).expect("a writable folder");
            folder.write(&path, "#include \"../scene.hlsli\"\n");
        }
    };
    write("sh");
    folder.run(0, &["check", "--accept"]);
    fs::remove_dir_all(folder.path.join("sh")).expect("it is there");
    write("shaders");
    folder.write("scene.hlsli", "cbuffer Scene { float3 tint; float2 size; };\n");
    let errors = stderr(&folder, 1, &["check"]);
    assert_eq!(errors.matches("error[").count(), 1, "{errors}");
    let expected = "error[P1411]: `tint` is now `float3` instead of `float2` (dxc, dxc-spirv; 12 files)\n --> scene.hlsli:1:24\n";
    assert!(errors.contains(expected), "{errors}");
    assert_eq!(errors.matches("warning[").count(), 1, "{errors}");
    let renamed = "padstone.lock records former names: `sh/f0.hlsl` of `shaders/f0.hlsl`, `sh/f1.hlsl` of `shaders/f1.hlsl`";
    assert!(errors.contains(renamed), "{errors}");
}

/// Bindings that the compiler assigns follow those of other resources, and strides follow from members: one cause is one finding.
#[test]
fn consequences_of_a_change_are_notes() {
    let check = |name: &str, old: &str, new: &str, expected: &[&str], consequences: &str| {
        let folder = project(name);
        folder.write("padstone.toml", "files = [\"a.hlsl\"]\nrules = [\"dxc\"]\n");
        folder.write("a.hlsl", old);
        folder.run(0, &["check", "--accept"]);
        folder.write("a.hlsl", new);
        let errors = stderr(&folder, 1, &["check"]);
        let found: Vec<&str> = errors.lines().filter(|line| line.starts_with("error[") || line.starts_with("warning[")).collect();
        assert_eq!(found, expected, "{errors}");
        assert!(errors.contains(consequences), "{errors}");
    };
    let textures = "Texture2D a; Texture2D b; Texture2D c; SamplerState s;\n";
    let moves = "as a consequence, `a` moved from t0 to t1; `b` moved from t1 to t2; `c` moved from t2 to t3\n";
    check("added", textures, &format!("Texture2D n;\n{textures}"), &["error[P1411]: `n`, a Texture2D at t0, was added"], moves);
    let larger = textures.replace("Texture2D b", "Texture2D b[3]");
    check("count", textures, &larger, &["error[P1411]: `b` moved from t1 to t1-t3"], "as a consequence, `c` moved from t2 to t4\n");
    let explicit = textures.replace("Texture2D a", "Texture2D a : register(t1)");
    check("explicit", textures, &explicit, &["error[P1411]: `a` moved from t0 to t1"], "as a consequence, `b` moved from t1 to t0\n");
    let nested = "struct S { float3 a; float b; }; cbuffer C { S s[2]; float last; };\n";
    check(
        "stride",
        nested,
        &nested.replace("float3", "float4"),
        &["error[P1411]: `s[].a` is now `float4` instead of `float3`"],
        "as a consequence, `C` grew from 36 to 56 bytes; the stride of `s` is now 32 instead of 16; `s[].b` moved",
    );
    let scene = "cbuffer Scene : register(b0) { float2 first; float4 rest; float tail; };\n";
    check(
        "two causes",
        scene,
        &scene.replace("b0", "b1").replace("float4 rest", "float2 rest"),
        &["error[P1411]: `Scene` moved from b0 to b1", "error[P1411]: `rest` is now `float2` instead of `float4`"],
        "as a consequence, `Scene` shrank from 36 to 20 bytes; `rest` moved from 16 to 8",
    );
}

/// Other outputs do not replace the lock file or the settings.
#[test]
fn outputs_do_not_replace_files_of_projects() {
    let folder = project("outputs");
    for (name, reason) in [("padstone.lock", "the lock file of a project"), ("padstone.toml", "the settings of a project")] {
        let before = fs::read(folder.path.join(name)).ok();
        for arguments in [&["check", "-MD", "-MF", name][..], &["check", "-o", name], &["layout", "a.hlsl", "-o", name]] {
            let errors = stderr(&folder, 1, arguments);
            assert!(errors.contains(&format!("cannot write `{name}`: a file of this name")) && errors.contains(reason), "{errors}");
            assert_eq!(fs::read(folder.path.join(name)).ok(), before, "{arguments:?}");
        }
    }
}

#[test]
fn unreadable_and_unwritable_lock_files_are_errors() {
    let folder = project("broken lock");
    folder.run(0, &["check", "--accept"]);
    let lock = read(&folder, "padstone.lock");
    let conflict = lock.replacen("\nb.hlsl", "\n<<<<<<< HEAD\nb.hlsl", 1);
    let twice = format!("{lock}\na.hlsl (dxc)\n");
    for (text, expected) in [
        (conflict.as_str(), "error[P1410]: unresolved merge conflict"),
        (&twice, "error[P1410]: second record of a file and target"),
        ("", "error[P1410]: a lock file must start with `version 1`, but this one is empty"),
        ("# empty\n\n", "error[P1410]: a lock file must start with `version 1`, but this one is empty"),
        ("version x\n", "error[P1410]: a lock file must start with `version 1`"),
        ("\u{1}\u{2}\n\n\u{3}", "error[P1410]: a lock file must start with `version 1`"),
    ] {
        folder.write("padstone.lock", text);
        let errors = stderr(&folder, 1, &["check"]);
        assert!(errors.contains(expected) && errors.matches("error[").count() == 1, "{errors}");
        // Rewriting the lock file would drop its entries for the other files.
        assert!(stderr(&folder, 1, &["check", "--accept", "a.hlsl"]).contains(expected));
        assert_eq!(read(&folder, "padstone.lock"), text);
        folder.run(0, &["check", "--accept"]);
        assert_eq!(read(&folder, "padstone.lock"), lock);
    }
    // One of a newer padstone is not replaced.
    let newer = lock.replacen("version 1", "version 2", 1);
    folder.write("padstone.lock", &newer);
    for arguments in [&["check"][..], &["check", "--accept"]] {
        let errors = stderr(&folder, 1, arguments);
        assert!(errors.contains("error[P1410]: lock file of version 2: this padstone reads version 1"), "{errors}");
        assert_eq!(read(&folder, "padstone.lock"), newer);
    }
    fs::remove_file(folder.path.join("padstone.lock")).expect("it is there");
    fs::create_dir(folder.path.join("padstone.lock")).expect("it can be made");
    for arguments in [&["check"][..], &["check", "--accept"]] {
        let errors = stderr(&folder, 1, arguments);
        assert!(errors.contains("`padstone.lock`: is a directory"), "{errors}");
    }
}

#[test]
fn generated_files_that_cannot_be_written_are_named() {
    let folder = project("hosts nowhere");
    let host = "[[host]]\nlanguage = \"rust\"\nfile = \"a.hlsl/a.rs\"\nshader = \"a.hlsl\"\nrules = \"dxc\"\n";
    folder.write("padstone.toml", &format!("{SETTINGS}{host}"));
    let errors = stderr(&folder, 1, &["check", "--write"]);
    assert!(errors.contains("cannot write `a.hlsl/a.rs`: "), "{errors}");
}

#[test]
fn generated_files_are_compared_and_written() {
    let folder = project("hosts");
    let host = "[[host]]\nlanguage = \"rust\"\nfile = \"src/a.rs\"\nshader = \"a.hlsl\"\nbuffers = [\"A\"]\nrules = \"dxc\"\n";
    folder.write("padstone.toml", &format!("{SETTINGS}{host}"));
    assert!(stderr(&folder, 1, &["check"]).contains("error[P1420]: cannot compare `src/a.rs`"));
    folder.run(0, &["check", "--write"]);
    folder.run(0, &["check"]);
    let emitted = folder.run(0, &["emit", "rust", "a.hlsl", "A", "--rules", "dxc"]).stdout;
    assert_eq!(read(&folder, "src/a.rs"), String::from_utf8(emitted).expect("Rust is text"));
    // As git checks it out on Windows.
    folder.write("src/a.rs", &read(&folder, "src/a.rs").replace('\n', "\r\n"));
    folder.run(0, &["check"]);
    folder.write("a.hlsl", "cbuffer A { float exposure; };\n");
    assert!(stderr(&folder, 1, &["check"]).contains("error[P1420]: `src/a.rs` differs from the output of `a.hlsl`"));
    folder.run(0, &["check", "b.hlsl"]);
    folder.write("a.hlsl", "cbuffer B { float exposure; };\n");
    assert!(stderr(&folder, 1, &["check"]).contains("no buffer or struct is named `A`"));
}

/// A host file has the layouts that the lock file records: those of the target of its shader.
#[test]
fn generated_files_have_the_settings_of_their_target() {
    let folder = Folder::new("hosts of targets");
    let block = "layout(set = 0, binding = 0, std140) uniform Cam { vec4 eye;\n#ifdef SHADOWS\nmat4 shadow;\n#endif\nfloat near; } cam;\n";
    folder.write("a.frag", &format!("#version 450\n{block}void main() {{}}\n"));
    let target = |name: &str, rest: &str| format!("[[target]]\nname = \"{name}\"\n{rest}\n");
    let host = |rest: &str| format!("[[host]]\nlanguage = \"cpp\"\nfile = \"cam.hpp\"\nshader = \"a.frag\"\n{rest}");
    let game = target("game", "defines = [\"SHADOWS\"]");
    folder.write("padstone.toml", &format!("files = \"*.frag\"\n{game}{}", host("")));
    folder.run(0, &["check", "--accept", "--write"]);
    assert!(read(&folder, "padstone.lock").contains("    80..84 near: float\n"));
    assert!(read(&folder, "cam.hpp").contains("offsetof(Cam, near_) == 80"));
    // Several targets are allowed while their layouts are equal.
    let with_tools = |rest: &str, of_host: &str| format!("files = \"*.frag\"\n{game}{}{}", target("tools", rest), host(of_host));
    folder.write("padstone.toml", &with_tools("defines = [\"SHADOWS\", \"DEBUG\"]", ""));
    folder.run(0, &["check", "--accept", "--write"]);
    folder.write("padstone.toml", &format!("{}[lints]\ntargets-differ = \"allow\"\n", with_tools("", "")));
    let errors = stderr(&folder, 1, &["check", "--accept", "--write"]);
    let expected = "error[P1404]: `a.frag` has different layouts for `game` and `tools`, and `cam.hpp` can have only one\n";
    assert!(errors.contains(expected), "{errors}");
    for (name, near) in [("game", 80), ("tools", 16)] {
        let settings = with_tools("", &format!("target = \"{name}\"\n"));
        folder.write("padstone.toml", &format!("{settings}[lints]\ntargets-differ = \"allow\"\n"));
        folder.run(0, &["check", "--accept", "--write"]);
        assert!(read(&folder, "cam.hpp").contains(&format!("offsetof(Cam, near_) == {near}")), "{name}");
    }
    folder.write("padstone.toml", &with_tools("", "target = \"tool\"\n"));
    let errors = stderr(&folder, 1, &["check"]);
    assert!(errors.contains("error[P1404]: unknown target `tool`\n"), "{errors}");

    // Rules and options are settings of a target too, and those of a project without targets apply.
    folder.write("b.hlsl", "cbuffer B : register(b0) { float3x3 m; float z; };\n");
    let host = "[[host]]\nlanguage = \"c\"\nfile = \"b.h\"\nshader = \"b.hlsl\"\n";
    for settings in [target("vk", "options = [\"-Zpr\"]\nrules = \"dxc-spirv\""), "options = [\"-Zpr\"]\nrules = \"dxc-spirv\"\n".into()] {
        folder.write("padstone.toml", &format!("files = \"*.hlsl\"\n{settings}{host}"));
        folder.run(0, &["check", "--accept", "--write"]);
        let emitted = folder.run(0, &["emit", "c", "b.hlsl", "--rules", "dxc-spirv", "-Zpr"]).stdout;
        assert_eq!(read(&folder, "b.h"), String::from_utf8(emitted).expect("C is text"));
        fs::remove_file(folder.path.join("b.h")).expect("it is there");
    }
    folder.write("c.frag", "#version 450\nlayout(std140) uniform Cam { vec4 eye; };\nvoid main() {}\n");
    let host = "[[host]]\nlanguage = \"c\"\nfile = \"c.h\"\nshader = \"c.frag\"\n";
    folder.write("padstone.toml", &format!("files = \"c.frag\"\n{}{host}", target("gl", "options = [\"-G\"]")));
    folder.run(0, &["check", "--accept", "--write"]);
}

#[test]
fn initial_settings_select_shaders_of_all_languages() {
    let folder = Folder::new("init of all languages");
    folder.run(0, &["check", "--init"]);
    let shader = "#version 450\nlayout(binding = 0, std140) uniform A { vec4 a; };\n";
    folder.write("a.geom", &format!("{shader}layout(points) in;\nlayout(points, max_vertices = 1) out;\nvoid main() {{}}\n"));
    folder.write("b.frag.glsl", &format!("{shader}void main() {{}}\n"));
    folder.write("c.slang", "ConstantBuffer<float4> c;\n");
    folder.write("d.hlsli", "this is no shader\n");
    folder.write("e.fx", SHADER);
    assert!(String::from_utf8_lossy(&folder.run(0, &["check"]).stdout).contains("checked 4 files\n"));
}

#[test]
fn initial_settings_are_valid() {
    let folder = Folder::new("init");
    folder.run(0, &["check", "--init"]);
    folder.write("a.hlsl", SHADER);
    folder.run(0, &["check"]);
    folder.run(2, &["check", "--init"]);
}

#[test]
fn every_command_that_reads_writes_dependencies() {
    let folder = Folder::new("dependency files");
    folder.write("padstone.toml", "files = [\"*.hlsl\"]\ninclude-dirs = \"inc\"\n");
    folder.write("a.hlsl", "#include \"t.hlsli\"\ncbuffer A { T a; };\n");
    folder.write("b.hlsl", "#include \"t.hlsli\"\ncbuffer B { T b; };\n");
    folder.write("inc/t.hlsli", "typedef float4 T;\n");
    let check = |arguments: &[&str], expected: &str| {
        folder.run(0, &[arguments, &["-MD", "-MF", "deps.d"]].concat());
        assert_eq!(read(&folder, "deps.d"), expected, "{arguments:?}");
    };
    let of_a = "padstone.toml \\\n  a.hlsl \\\n  inc/t.hlsli\n";
    check(&["layout", "a.hlsl", "-o", "a.txt"], &format!("a.txt: \\\n  {of_a}"));
    check(&["emit", "rust", "a.hlsl", "-o", "a.rs"], &format!("a.rs: \\\n  {of_a}"));
    check(&["emit", "spirv", "a.hlsl", "-o", "a.spv"], &format!("a.spv: \\\n  {of_a}"));
    check(&["explain", "a.hlsl", "A.a"], &format!("deps.d: \\\n  {of_a}"));
    let of_all = "a.hlsl \\\n  b.hlsl \\\n  inc/t.hlsli \\\n  padstone.toml\n";
    check(&["check", "-o", "stamp"], &format!("stamp: \\\n  {of_all}"));
    folder.run(0, &["check", "--accept"]);
    check(&["check", "-o", "stamp"], &format!("stamp: \\\n  {}", of_all.replace("padstone.toml", "padstone.lock \\\n  padstone.toml")));
    // No stamp if there are findings.
    fs::remove_file(folder.path.join("stamp")).expect("it was written");
    folder.write("b.hlsl", "cbuffer B { Missing b; };\n");
    folder.run(1, &["check", "-o", "stamp"]);
    assert!(!folder.path.join("stamp").exists());
}

#[test]
fn output_does_not_depend_on_the_threads() {
    let folder = Folder::new("threads");
    folder.write("padstone.toml", "files = [\"**/*.hlsl\"]\nrules = [\"dxc\", \"dxc-spirv\"]\n[lints]\nall = \"warn\"\n");
    for number in 0..60 {
        let padding = "float3 a; ".repeat(number % 7);
        let padding: String = padding.split("a;").enumerate().map(|(index, part)| format!("{part}m{index};")).collect();
        folder.write(
            &format!("{}/{number}.hlsl", number % 5),
            &format!("struct S {{ {padding} }};\ncbuffer C{number} {{ S s; float f; }};\n"),
        );
    }
    let one = folder.run(1, &["check", "--jobs", "1"]);
    assert!(one.stderr.len() > 1000);
    for jobs in ["2", "3", "16", "0"] {
        let several_threads = folder.run(1, &["check", "--jobs", jobs]);
        assert!(one.stderr == several_threads.stderr && one.stdout == several_threads.stdout, "{jobs} threads");
    }
}

#[test]
fn the_recorded_abi_of_slang_contains_its_bindings() {
    let folder = Folder::new("lock of slang");
    folder.write("padstone.toml", "files = [\"*.slang\"]\nrules = [\"slang-spirv\", \"slang-hlsl\", \"slang-metal\"]\n");
    let source = "struct Material { float4 tint; Texture2D map; }\nParameterBlock<Material> material;\nTexture2D maps[4];\n\
        [shader(\"compute\")] [numthreads(1, 1, 1)] void main(uniform float time, uint3 id : SV_DispatchThreadID) {}\n";
    folder.write("a.slang", source);
    folder.run(0, &["check", "--accept"]);
    let lock = read(&folder, "padstone.lock");
    for line in [
        "material: parameter_block; at set 1, binding 0; rules slang-std140; size 16\n",
        "material.map: Texture2D<float4>; at set 1, binding 1\n",
        "maps[]: Texture2D<float4>; at set 0, binding 0 × 4\n",
        "entry:main: uniform; at push constant buffer 0; ",
        "material.map: Texture2D<float4>; at t0\n",
        "maps[]: Texture2D<float4>; at t1 × 4\n",
        "maps[]: Texture2D<float4>; at texture 0 × 4\n",
    ] {
        assert!(lock.contains(line), "{line}{lock}");
    }
    folder.run(0, &["check"]);
    folder.write("a.slang", &source.replace("Texture2D maps", "Texture2D first;\nTexture2D maps"));
    let errors = stderr(&folder, 1, &["check"]);
    assert_eq!(errors.matches("error[").count(), 1, "{errors}");
    assert!(errors.contains("`first`, a Texture2D<float4> at set 0, binding 0, was added (slang-spirv)\n --> a.slang:3:11"), "{errors}");
    assert!(errors.contains("= note: as a consequence, `maps[]` moved from set 0, binding 0 × 4 to set 0, binding 1 × 4; "), "{errors}");
}

/// A file without a target is not checked, and not counted as checked.
#[test]
fn files_without_a_target_are_errors() {
    let folder = Folder::new("targets");
    folder.write("a.hlsl", SHADER);
    folder.write("b.hlsl", "cbuffer A { nonsense !\n");
    folder.write("old/c.hlsl", "cbuffer A { nonsense !\n");
    let target = |name: &str, files: &str| format!("[[target]]\nname = \"{name}\"\nfiles = [{files}]\nrules = \"dxc\"\n");
    let head = "files = [\"**/*.hlsl\"]\n";
    let check = |settings: &str, arguments: &[&str], code: i32, expected: &[&str], summary: &str| {
        folder.write("padstone.toml", settings);
        let output = folder.run(code, &[&["check"], arguments].concat());
        let (stderr, printed) = (String::from_utf8_lossy(&output.stderr), String::from_utf8_lossy(&output.stdout));
        assert!(
            expected.iter().all(|expected| stderr.contains(expected)) && (code != 0 || stderr.is_empty()),
            "{settings}{arguments:?}: {stderr}"
        );
        assert!(printed.starts_with(summary), "{settings}{arguments:?}: {printed}");
    };
    let one = head.to_owned() + &target("d3d", "\"a.hlsl\"");
    check(&one, &[], 1, &["error[P1421]: 2 files match no target", "files: `b.hlsl`, `old/c.hlsl`"], "checked 1 file");
    check(&one, &["b.hlsl"], 1, &["error[P1421]: `b.hlsl` matches no target"], "checked 0 files");
    check(&one, &["a.hlsl"], 0, &[], "checked 1 file");
    check(&one, &["a.hlsl", "./a.hlsl"], 0, &[], "checked 1 file");
    check(&one, &["a.hlsl", "b.hlsl"], 1, &["`b.hlsl` matches no target"], "checked 1 file");
    check(&one, &["b.hlsl", "--rules", "dxc"], 1, &["error[P0"], "checked 1 file");
    check(&one, &["missing.hlsl", "--rules", "dxc"], 1, &["error[P0001]"], "checked 0 files");
    // A target that matches no file checks nothing.
    let unmatched = "files = [\"a.hlsl\"]\n".to_owned() + &target("d3d", "\"*.hlsl\"") + &target("metal", "\"metal/*.hlsl\"");
    check(&unmatched, &[], 1, &["error[P1422]: target `metal` matches no file", "padstone.toml:7:8"], "checked 1 file");
    check(&unmatched, &["a.hlsl"], 0, &[], "checked 1 file");
    // An entry of `files` that names a missing file or directory is an error too. A glob that starts with a wildcard may match none.
    let listed = |files: &str| format!("files = [\"a.hlsl\", {files}]\n");
    check(&listed("\"**/*.slang\", \"!gone/**\""), &[], 0, &[], "checked 1 file");
    check(&listed("\"gone/*.hlsl\""), &[], 1, &["error[P1406]: `gone/*.hlsl` matches no file", "padstone.toml:1:20"], "checked 1 file");
    check(&listed("\"gone.hlsl\""), &[], 1, &["error[P1406]: `gone.hlsl` matches no file"], "checked 1 file");
    // If nothing matches, every entry is wrong.
    let none = "files = [\"**/*.frag\"]\n";
    check(none, &["--allow-warnings"], 1, &["error[P1406]: `**/*.frag` matches no file", "padstone.toml:1:10"], "checked 0 files");
    check(none, &["-MD", "-MF", "check.d", "-DX=1"], 1, &["error[P1406]: `**/*.frag` matches no file"], "checked 0 files");
    check(
        "files = []\n",
        &["--allow-warnings"],
        1,
        &["error[P1406]: the project has no files to check", "padstone.toml:1:1"],
        "checked 0 files",
    );
    check(&listed("\"../*.hlsl\""), &[], 1, &["error[P1404]: glob `../*.hlsl` can match no file"], "");
    check(&listed("\"/a/*.hlsl\""), &[], 1, &["error[P1404]: glob `/a/*.hlsl` can match no file"], "");
    // Globs with only `!` match all other files.
    let excluded = "files = [\"**/*.hlsl\", \"!b.hlsl\"]\n".to_owned() + &target("d3d", "\"!old/**\"");
    check(&excluded, &[], 1, &["`old/c.hlsl` matches no target"], "checked 1 file");
    let stderr = stderr(&folder, 1, &["diff", "old/c.hlsl", "a.hlsl"]);
    assert!(stderr.contains("`old/c.hlsl` matches no target"), "{stderr}");
}

/// Host files are checked with their shaders, however both paths are spelled.
#[test]
fn host_files_belong_to_the_specified_shader() {
    let folder = Folder::new("hosts of a shader");
    folder.write("a.hlsl", SHADER);
    folder.write("padstone.toml", "files = [\"*.hlsl\"]\n[[host]]\nlanguage = \"c\"\nfile = \"a.h\"\nshader = \"./x/../a.hlsl\"\n");
    fs::create_dir_all(folder.path.join("x")).expect("a folder can be made");
    assert!(stderr(&folder, 1, &["check", "./a.hlsl"]).contains("error[P1420]"));
}

/// Entries of the lock file are removed only if the settings are valid: a misspelled glob selects nothing.
#[test]
fn wrong_settings_remove_no_record() {
    let folder = Folder::new("lock-settings");
    let target =
        |name: &str, files: &str, rules: &str| format!("[[target]]\nname = \"{name}\"\nfiles = [\"{files}\"]\nrules = \"{rules}\"\n");
    let settings = |files: &str, d3d: &str, vulkan: &str| {
        format!("files = [\"{files}\"]\n{}{}", target("d3d", d3d, "dxc"), target("vulkan", vulkan, "dxc-spirv"))
    };
    folder.write("shaders/a.hlsl", "cbuffer A { float4 a; };\n");
    folder.write("shaders/b.hlsl", "cbuffer B { float4 b; };\n");
    let right = settings("**/*.hlsl", "**/*.hlsl", "**/*.hlsl");
    folder.write("padstone.toml", &right);
    folder.run(0, &["check", "--accept"]);
    let recorded = read(&folder, "padstone.lock");
    assert_eq!(recorded.matches("hlsl (").count(), 4);
    let wrong = [
        ("P1421", settings("**/*.hlsl", "**/a.hlsl", "**/a.hlsl")),
        ("P1422", settings("**/*.hlsl", "**/*.hlsl", "**/*.hsls")),
        ("P1404", settings("**/*.hlsl", "**/*.hlsl", "**/a.hlsl").replace("dxc-spirv", "dxc-spriv")),
        ("`**/*.hsls` matches no file", settings("**/*.hsls", "**/*.hlsl", "**/*.hlsl")),
    ];
    for (code, wrong) in wrong {
        folder.write("padstone.toml", &wrong);
        let errors = stderr(&folder, 1, &["check", "--accept"]);
        assert!(errors.contains(code), "{errors}");
        assert_eq!(read(&folder, "padstone.lock"), recorded, "{code}");
        let errors = stderr(&folder, 1, &["check"]);
        assert!(!errors.contains("records files that are gone"), "{errors}");
    }
    folder.write("padstone.toml", &right);
    let errors = stderr(&folder, 2, &["check", "--accept", "--rules", "dxc"]);
    assert!(errors.contains("`--accept` records layouts under the rules of padstone.toml"), "{errors}");
    // A file that the right settings exclude is removed.
    folder.write("padstone.toml", &settings("**/a.hlsl", "**/*.hlsl", "**/*.hlsl"));
    folder.run(0, &["check", "--accept"]);
    assert_eq!(read(&folder, "padstone.lock").matches("hlsl (").count(), 2);
}

/// A change in one line of a header that affects twelve files and two targets is one finding; `--accept` reports what it records, and warnings do not stop it.
#[test]
fn one_cause_is_one_finding() {
    let folder = Folder::new("one cause");
    folder.write("padstone.toml", "files = [\"*.hlsl\"]\nrules = [\"dxc\", \"dxc-spirv\"]\n[lints]\nimplicit-padding = \"warn\"\n");
    folder.write("common.hlsli", "struct S { float3 a; float2 b; };\n");
    for file in 0..12 {
        folder.write(&format!("{file:02}.hlsl"), "#include \"common.hlsli\"\ncbuffer A { S s; float last; };\n");
    }
    let output = folder.run(0, &["check", "--accept"]);
    let printed = String::from_utf8(output.stdout).expect("text");
    assert!(printed.starts_with("wrote padstone.lock: 24 recorded, 24 new or changed, 0 removed\nchecked 12 files"), "{printed}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("warning[P15") && printed.contains(" warning"), "{printed}");
    folder.write("common.hlsli", "struct S { float4 a; float2 b; };\n");
    let errors = stderr(&folder, 1, &["check"]);
    assert_eq!(errors.matches("error[").count(), 1, "{errors}");
    assert!(errors.contains("`s.a` is now `float4` instead of `float3` (dxc, dxc-spirv; 12 files)"), "{errors}");
    // New files are one finding too.
    folder.write("13.hlsl", "cbuffer B { float4 b; };\n");
    folder.write("14.hlsl", "cbuffer B { float4 b; };\n");
    let errors = stderr(&folder, 1, &["check"]);
    assert!(errors.contains("padstone.lock does not record `13.hlsl`, `14.hlsl` (dxc, dxc-spirv; 2 files)"), "{errors}");
    let printed = String::from_utf8(folder.run(0, &["check", "--accept"]).stdout).expect("text");
    assert!(printed.starts_with("wrote padstone.lock: 28 recorded, 28 new or changed, 0 removed"), "{printed}");
    // It records the rules of the project, so that others cannot be recorded with `--accept`.
    let warnings = stderr(&folder, 1, &["check", "--rules", "std140", "13.hlsl"]);
    assert!(warnings.contains("padstone.lock does not record `13.hlsl`\n"), "{warnings}");
    assert!(
        warnings.contains("= help: padstone.lock records the rules of padstone.toml: to compare with it, omit `--rules`"),
        "{warnings}"
    );
    // Nothing to record: the file stays as it is.
    let lock = folder.path.join("padstone.lock");
    let written = || fs::metadata(&lock).and_then(|data| data.modified()).expect("the lock file exists");
    let before = written();
    let printed = String::from_utf8(folder.run(0, &["check", "--accept"]).stdout).expect("text");
    assert!(printed.starts_with("padstone.lock is unchanged: 28 recorded\nchecked 14 files"), "{printed}");
    assert_eq!(written(), before);
}

/// A binding that targets number differently, a removed resource of an include, and another rule set are one finding each, in `check` and in `diff`.
#[test]
fn one_cause_is_one_finding_for_all_targets() {
    let folder = Folder::new("one cause, two targets");
    let settings = |rules: &str| folder.write("padstone.toml", &format!("files = [\"*.hlsl\"]\n{rules}"));
    let header = |text: &str| folder.write("common.hlsli", text);
    let found = |arguments: &[&str]| {
        let errors = stderr(&folder, 1, arguments);
        errors.lines().filter(|line| line.contains("[P14") || line.contains("change:")).collect::<Vec<_>>().join("\n")
    };
    settings("rules = [\"dxc\", \"dxc-spirv\"]\n");
    header("Texture2D sky : register(t0);\nTexture2D sea : register(t1);\n");
    for file in ["a.hlsl", "b.hlsl", "c.hlsl"] {
        folder.write(file, "#include \"common.hlsli\"\n");
    }
    folder.run(0, &["check", "--accept"]);
    header("Texture2D sea : register(t2);\n");
    let expected = "\
warning[P1412]: a.hlsl: `sky` was removed (dxc, dxc-spirv; 3 files)
error[P1411]: `sea` moved from t1 to t2 (dxc; 3 files)
  = note: the same change: `sea` moved from set 0, binding 1 to set 0, binding 2 (dxc-spirv)";
    assert_eq!(found(&["check"]), expected);

    settings("[[target]]\nname = \"gpu\"\nrules = \"dxc-spirv\"\n");
    header("cbuffer A { float3 a; float b[2]; float c; };\ncbuffer B { float3 d; float e[2]; };\n");
    folder.run(0, &["check", "--accept"]);
    settings("[[target]]\nname = \"gpu\"\nrules = \"dxc-spirv-scalar\"\n");
    let errors = stderr(&folder, 1, &["check"]);
    assert_eq!(errors.matches("[P14").count(), 1, "{errors}");
    assert!(errors.contains("error[P1411]: the rule set is "), "{errors}");
}

/// A changed member of a struct is one finding in all buffers that contain the struct, also if only some of them break.
#[test]
fn a_change_of_a_shared_struct_is_one_finding() {
    let folder = Folder::new("shared struct");
    folder.write("padstone.toml", "files = [\"*.hlsl\"]\nrules = \"dxc\"\n");
    let shader = |members: &str| {
        let text = format!("struct Light {{ {members} }};\nStructuredBuffer<Light> lights;\ncbuffer C {{ Light light; }};\n");
        folder.write("a.hlsl", &text);
    };
    let check = |members: &str, expected: &str| {
        shader(members);
        let errors = stderr(&folder, 1, &["check"]);
        let found: Vec<&str> = errors.lines().filter(|line| line.contains("[P14") || line.starts_with("  = note")).collect();
        assert_eq!(found.join("\n"), expected, "{errors}");
    };
    shader("float3 at; float2 cone; float range;");
    folder.run(0, &["check", "--accept"]);
    check(
        "float3 at; float2 cone;",
        "\
error[P1411]: `range` was removed
  = note: the same change, without a break: in `C`, `light.range` was removed
  = note: as a consequence, the stride of `lights` is now 20 instead of 24; `C` shrank from 28 to 24 bytes
  = note: hosts rely on the ABI that padstone.lock records",
    );
    check(
        "float3 at; float2 cone; float range; float3 color;",
        "\
error[P1411]: `color` of type `float3` was added at offset 24
  = note: the same change: in `C`, `light.color` of type `float3` was added at offset 32
  = note: as a consequence, the stride of `lights` is now 36 instead of 24; `C` grew from 28 to 44 bytes
  = note: hosts rely on the ABI that padstone.lock records",
    );
    // Another member of the same name, and another change, are others.
    shader("float3 at; float2 cone; float range;");
    folder.write("b.hlsl", "cbuffer D { float4 d; float range; };\n");
    folder.run(0, &["check", "--accept"]);
    folder.write("b.hlsl", "cbuffer D { float4 d; };\n");
    shader("float3 at; float2 cone;");
    let errors = stderr(&folder, 1, &["check"]);
    assert_eq!((errors.matches("[P1411]").count(), errors.matches("[P1412]").count()), (1, 1), "{errors}");
}

/// A change that breaks the ABI is named first: with the member and the targets that it breaks, and apart from those that it does not break.
#[test]
fn the_finding_names_the_member_that_breaks() {
    let folder = Folder::new("breaking member");
    let target = |name: &str, rules: &str| format!("[[target]]\nname = \"{name}\"\nrules = \"{rules}\"\n");
    folder.write("padstone.toml", &format!("files = [\"*.hlsl\"]\n{}{}", target("d3d12", "dxc"), target("vulkan", "dxc-spirv")));
    let shader = |member: &str| {
        let members = format!("float3 pos; {member}float2 uv; double d;");
        let text = format!("struct Light {{ {members} }};\ncbuffer C {{ Light l[2]; float3 q; }};\nStructuredBuffer<Light> u;\n");
        folder.write("a.hlsl", &text);
    };
    shader("");
    folder.run(0, &["check", "--accept"]);
    // Only structured buffers of D3D have `uv` at offset 12.
    shader("float k; ");
    let errors = stderr(&folder, 1, &["check"]);
    let found: Vec<&str> = errors.lines().filter(|line| line.contains("[P14") || line.starts_with("  = note")).collect();
    let expected = "\
error[P1411]: `k` of type `float` was added at offset 12, where hosts write `uv` (d3d12)
  = note: the same change, without a break: in `C`, `l[].k` of type `float` was added at offset 12 (d3d12, vulkan); `k` of type `float` was added at offset 12 (vulkan)
  = note: as a consequence, `uv` moved from 12 to 16 because `k` was added
  = note: hosts rely on the ABI that padstone.lock records";
    assert_eq!(found.join("\n"), expected, "{errors}");
}

/// The help of `targets-differ` has the options of the targets, which decide what is compiled.
#[test]
fn the_command_for_different_targets_has_their_options() {
    let folder = Folder::new("options of targets");
    let target = |name: &str, rules: &str, rest: &str| format!("[[target]]\nname = \"{name}\"\nrules = \"{rules}\"\n{rest}");
    folder.write("a.hlsl", "cbuffer A { float3x3 turn[COUNT]; float fog; };\n");
    let check = |first: &str, second: &str, expected: &str| {
        let settings = format!("files = [\"*.hlsl\"]\n{first}{second}[lints]\ntargets-differ = \"warn\"\n");
        folder.write("padstone.toml", &settings);
        let errors = stderr(&folder, 1, &["check"]);
        assert!(errors.contains(&format!("= help: run {expected}\n")), "{errors}");
    };
    let defines = |count: u32| format!("defines = [\"COUNT={count}\", \"NAME=a b\"]\n");
    check(
        &target("d3d", "dxc", &defines(1)),
        &target("vulkan", "dxc-spirv", &defines(1)),
        "`padstone compare a.hlsl:A --rules dxc,dxc-spirv -D COUNT=1 -D 'NAME=a b'` to see why",
    );
    check(
        &target("small", "dxc", &defines(1)),
        &target("large", "dxc", &format!("options = [\"-Zpr\"]\n{}", defines(2))),
        "`padstone layout a.hlsl --rules dxc -D COUNT=1 -D 'NAME=a b'` and `padstone layout a.hlsl --rules dxc -Zpr -D COUNT=2 -D 'NAME=a b'`, \
         and compare the offsets",
    );
    // The command works as printed.
    folder.run(1, &["compare", "a.hlsl:A", "--rules", "dxc,dxc-spirv", "-D", "COUNT=1", "-D", "NAME=a b"]);
}

/// A part of a Slang module is checked in its module. Alone it is an error, as in slangc.
#[test]
fn parts_of_modules_are_checked_in_their_module() {
    let folder = Folder::new("parts");
    folder.write("padstone.toml", "files = [\"*.slang\"]\nrules = \"slang-hlsl\"\n");
    folder.write("lighting.slang", "module lighting;\n__include \"shadows\";\npublic struct Light { float3 dir; Shadow shadow; }\n");
    folder.write("shadows.slang", "implementing lighting;\npublic struct Shadow { float4x4 view; float bias; }\n");
    folder.write("main.slang", "import lighting;\nConstantBuffer<Light> light;\n");
    let out = String::from_utf8(folder.run(0, &["check"]).stdout).expect("text");
    assert_eq!(out, "checked 3 files\n");
    folder.write("fog.slang", "implementing lighting;\npublic struct Fog { float density; }\n");
    let errors = stderr(&folder, 1, &["check"]);
    assert!(errors.contains("error[P1170]: this file is part of module `lighting` and cannot be read without it"), "{errors}");
    assert!(errors.contains("fog.slang:1:1") && !errors.contains("shadows.slang"), "{errors}");
    // An error in a part is reported once.
    folder.write("fog.slang", "struct Fog { float density; }\n");
    folder.write("shadows.slang", "implementing lighting;\npublic struct Shadow { Missing view; float bias; }\n");
    let errors = stderr(&folder, 1, &["check"]);
    assert_eq!(errors.matches("error[P0301]").count(), 1, "{errors}");
}

/// The same overlap for two targets is one finding; offsets that differ between targets are in findings of their own.
#[test]
fn findings_of_several_targets_say_what_is_true_of_each() {
    let folder = Folder::new("findings of targets");
    let project = |other: &str| {
        let target = |name: &str, rules: &str| format!("[[target]]\nname = \"{name}\"\nfiles = [\"*.hlsl\"]\nrules = \"{rules}\"\n");
        folder.write("padstone.toml", &format!("files = [\"*.hlsl\"]\n{}{}", target("d3d12", "dxc"), target("other", other)));
    };
    project("fxc");
    let textures =
        "Texture2D a : register(t0);\nTexture2D b : register(t0);\nfloat4 main() : SV_Target { return a.Load(0) + b.Load(0); }\n";
    folder.write("a.hlsl", textures);
    let errors = stderr(&folder, 1, &["check"]);
    assert_eq!(errors.matches("error[P0601]").count(), 1, "{errors}");
    assert!(errors.contains("in space0 (dxc, fxc; d3d12, other)\n"), "{errors}");
    project("dxc-spirv");
    folder.write("a.hlsl", "cbuffer C { float3 a; float b : packoffset(c9); };\n");
    let warnings = stderr(&folder, 1, &["check"]);
    for line in
        ["others have none (d3d12)\n", "no packoffset: offset 148, c9.y", "others have none (other)\n", "no packoffset: offset 0, c0"]
    {
        assert!(warnings.contains(line), "{line}{warnings}");
    }
}

/// Pairs of shaders whose hosts differ though no name, offset or number of bytes of a buffer does: `check` and `diff` report each.
/// A combined texture and sampler has two registers in D3D; two cbuffers of a name have one binding each.
#[test]
fn every_register_of_a_resource_is_recorded() {
    let folder = Folder::new("lock of registers");
    folder.write("padstone.toml", "files = [\"*.slang\"]\nrules = [\"slang-hlsl\", \"slang-metal\"]\n");
    let source = "Sampler2D both;\nnamespace A { cbuffer C { float a; } Texture2D t; }\nnamespace B { cbuffer C { float4 b; } ConstantBuffer<float2> t; }\n\
        [shader(\"fragment\")] float4 main(uniform Sampler2D own) : SV_Target { return 0; }\n";
    folder.write("a.slang", source);
    folder.run(0, &["check", "--accept"]);
    let lock = read(&folder, "padstone.lock");
    for line in [
        "  both: Sampler2D<float4>; at t0 and s0\n",
        "  A.C: cbuffer; at b0; rules slang-cbuffer; size 4\n",
        "  B.C: cbuffer; at b1; rules slang-cbuffer; size 16\n",
        "  B.t: cbuffer; at b2; rules slang-cbuffer; size 8; type float2\n",
        "  A.t: Texture2D<float4>; at t1\n",
        "  entry:main.own: Sampler2D<float4>; at t2 and s1\n",
        "  both: Sampler2D<float4>; at texture 0 and sampler 0\n",
    ] {
        assert!(lock.contains(line), "{line}{lock}");
    }
    folder.run(0, &["check"]);
    folder.write("a.slang", &format!("Texture2D first;\n{source}"));
    let errors = stderr(&folder, 1, &["check"]);
    assert!(errors.contains("`both` moved from t0 and s0 to t1 and s0"), "{errors}");
}

/// The host creates image views with the formats, and render passes with the input attachments.
#[test]
fn formats_and_input_attachments_are_recorded() {
    let folder = Folder::new("lock of formats");
    let targets = [("frag", "glslang"), ("hlsl", "dxc-spirv"), ("slang", "slang-spirv")];
    let targets = targets.map(|(name, rules)| format!("[[target]]\nname = \"{name}\"\nfiles = [\"*.{name}\"]\nrules = \"{rules}\"\n"));
    folder.write("padstone.toml", &format!("files = [\"a.*\"]\n{}", targets.concat()));
    let frag = "#version 450\nlayout(set = 0, binding = 0, rgba8) uniform image2D im;\n\
        layout(set = 0, binding = 1, input_attachment_index = 2) uniform subpassInput sp;\nvoid main() {}\n";
    let hlsl = "[[vk::image_format(\"rgba8\")]] RWTexture2D<float4> im;\n[[vk::input_attachment_index(2)]] SubpassInput<float4> sp;\n";
    let slang = hlsl.replace("vk::image_format", "format");
    let files = [("a.frag", frag), ("a.hlsl", hlsl), ("a.slang", &*slang)];
    files.iter().for_each(|(name, text)| folder.write(name, text));
    folder.run(0, &["check", "--accept"]);
    let lock = read(&folder, "padstone.lock");
    assert_eq!(lock.matches("; format rgba8\n").count(), 3, "{lock}");
    assert_eq!(lock.matches(" and input attachment index 2\n").count(), 3, "{lock}");
    folder.run(0, &["check"]);
    for (name, text) in files {
        folder.write(name, &text.replace("rgba8", "rg32f").replace("(2)", "(4)").replace("index = 2", "index = 4"));
    }
    let errors = stderr(&folder, 1, &["check"]);
    assert_eq!(errors.matches("`im` now has format rg32f instead of rgba8").count(), 3, "{errors}");
    assert_eq!(errors.matches(" and input attachment index 4").count(), 3, "{errors}");
}

#[test]
fn constants_and_counters_are_recorded() {
    for (file, before, after, change) in [
        (
            "a.comp",
            "#version 450\nlayout(constant_id = 3) const int N = 4;\nvoid main() {}\n",
            "#version 450\nlayout(constant_id = 4) const int N = 4;\nvoid main() {}\n",
            "breaks  `N` moved from constant 3 to constant 4",
        ),
        (
            "a.comp",
            "#version 450\nlayout(local_size_x_id = 3) in;\nvoid main() {}\n",
            "#version 450\nlayout(local_size_x_id = 5) in;\nvoid main() {}\n",
            "breaks  `gl_WorkGroupSize.x` moved from constant 3 to constant 5",
        ),
        ("a.wgsl", "@id(3) override n: i32 = 4;", "@id(3) override n: u32 = 4;", "breaks  `n` is now a u32 instead of an i32"),
        ("a.wgsl", "override n: i32 = 4;", "@id(1) override n: i32 = 4;", "breaks  `n` moved from constant by name to constant 1"),
        // Hosts identify constants by their ids, and those without one by their names.
        ("a.wgsl", "@id(3) override f: f32 = 1.5;", "@id(3) override g: f32 = 1.5;", "fits    `f` was renamed to `g`"),
        (
            "a.comp",
            "#version 450\nlayout(constant_id = 2) const int N = 4;\nvoid main() {}\n",
            "#version 450\nlayout(constant_id = 2) const float M = 4;\nvoid main() {}\n",
            "breaks  `M` is now a float instead of an int",
        ),
        (
            "a.hlsl",
            "namespace A { [[vk::constant_id(0)]] const int N = 4; } namespace B { [[vk::constant_id(1)]] const int N = 4; }",
            "namespace A { [[vk::constant_id(1)]] const int N = 4; } namespace B { [[vk::constant_id(0)]] const int N = 4; }",
            "breaks  `A::N` moved from constant 0 to constant 1",
        ),
        (
            "a.comp",
            "#version 450\nlayout(constant_id = 2) const int A = 4, B = 5;\nvoid main() {}\n",
            "#version 450\nlayout(constant_id = 2) const int C = 4, D = 5;\nvoid main() {}\n",
            "fits    `B` was renamed to `D`",
        ),
        // Without a value, the host program must specify one.
        (
            "a.wgsl",
            "@id(3) override f: f32 = 1.5;",
            "@id(3) override f: f32;",
            "breaks  `f` is now an f32 without a value instead of an f32",
        ),
        (
            "a.wgsl",
            "@id(3) override f: f32;",
            "@id(3) override f: f32 = 1.5;",
            "fits    `f` is now an f32 instead of an f32 without a value",
        ),
        ("a.wgsl", "", "override u: f32;", "breaks  `u`, an f32 without a value at constant by name, was added"),
        // WebGPU rejects values for unknown constants, Vulkan ignores them. All constants have a value without the host.
        ("a.wgsl", "override n: i32 = 4;", "", "breaks  `n` was removed"),
        ("a.wgsl", "", "override n: i32 = 4;", "fits    `n`, an i32 at constant by name, was added"),
        ("a.hlsl", "[[vk::constant_id(3)]] const int n = 4;", "", "fits    `n` was removed"),
        (
            "a.comp",
            "#version 450\nlayout(binding = 0) uniform atomic_uint a; layout(binding = 0) uniform atomic_uint b; void main() {}\n",
            "#version 450\nlayout(binding = 0) uniform atomic_uint b; layout(binding = 0) uniform atomic_uint a; void main() {}\n",
            "breaks  `a` moved from binding 0 and offset 0 to binding 0 and offset 4",
        ),
    ] {
        let folder = Folder::new("constants and counters");
        folder.write(&format!("old-{file}"), before);
        folder.write(file, after);
        let is_break = change.starts_with("breaks");
        let options: &[&str] = match file {
            "a.comp" if before.contains("atomic") => &["-G"],
            "a.hlsl" => &["-spirv"],
            _ => &[],
        };
        let output = folder.run(i32::from(is_break), &[&["diff", &format!("old-{file}"), file], options].concat());
        let text = String::from_utf8(output.stdout).expect("it is text");
        assert!(text.contains(change), "{change}\n{text}");
    }
}

#[test]
fn other_types_of_the_same_name_are_breaks() {
    let folder = Folder::new("same names");
    folder.write("padstone.toml", "files = [\"*.slang\", \"*.wgsl\", \"*.hlsl\"]\n");
    for (file, before, after, expected) in [
        (
            "a.slang",
            "enum E : uint8_t { A }; struct S { E e; float f; }; StructuredBuffer<S> s;",
            "enum E : uint16_t { A }; struct S { E e; float f; }; StructuredBuffer<S> s;",
            "`e` is now `E (uint16_t)` instead of `E (uint8_t)`",
        ),
        (
            "a.hlsl",
            "enum E { A }; cbuffer C { E e; };",
            "enum E : uint { A }; cbuffer C { E e; };",
            "`e` is now `E (uint)` instead of `E (int)`",
        ),
        (
            "a.wgsl",
            "@group(0) @binding(0) var<uniform> u: vec4f;",
            "@group(0) @binding(0) var<uniform> u: vec4i;",
            "`u` is now `vec4<i32>` instead of `vec4<f32>`",
        ),
        (
            "a.wgsl",
            "@group(0) @binding(0) var<storage, read_write> w: atomic<u32>;",
            "@group(0) @binding(0) var<storage, read_write> w: atomic<i32>;",
            "`w` is now `atomic<i32>` instead of `atomic<u32>`",
        ),
        (
            "a.slang",
            "ConstantBuffer<float2x3> m;",
            "ConstantBuffer<row_major float2x3> m;",
            "`m` is now `float2x3, rows 16` instead of `float2x3, columns 16`",
        ),
        (
            "a.slang",
            "struct S { float a; uint b; }; struct P { S* p; }; ConstantBuffer<P> c;",
            "struct S { uint b; float a; }; struct P { S* p; }; ConstantBuffer<P> c;",
            "`b` moved from 4 to 0",
        ),
        (
            "a.hlsl",
            "cbuffer C { min16float c; float4 b; };",
            "// @native\ncbuffer C { min16float c; float4 b; };",
            "`c` is now 2 bytes instead of 4",
        ),
    ] {
        let options: &[&str] = if after.contains("@native") { &["-enable-16bit-types", "-T", "lib_6_6"] } else { &[] };
        for name in ["a.slang", "a.wgsl", "a.hlsl", "padstone.lock", "old"] {
            let _ = fs::remove_file(folder.path.join(name));
        }
        folder.write(file, before);
        folder.run(0, &["check", "--accept"]);
        folder.run(0, &["check"]);
        folder.write(file, after);
        let errors = stderr(&folder, 1, &[&["check"][..], options].concat());
        assert!(errors.contains("error[P1411]") && errors.contains(expected), "{before}\n{after}\n{errors}");
        if options.is_empty() {
            let old = format!("old.{}", file.rsplit('.').next().expect("an extension"));
            folder.write(&old, before);
            let output = folder.run(1, &["diff", &old, file]);
            let text = String::from_utf8(output.stdout).expect("it is text");
            assert!(text.contains(expected), "{before}\n{after}\n{text}");
            fs::remove_file(folder.path.join(old)).expect("it is there");
        }
    }
    // A buffer that has no layout is not equal to another one without.
    let nested = |ty: &str| format!("cbuffer C {{ {ty} a[4000000000][4000000000][4000000000]; }};");
    folder.write("old.hlsl", &nested("float4"));
    folder.write("a.hlsl", &nested("float2"));
    let output = folder.run(1, &["diff", "old.hlsl", "a.hlsl"]);
    let text = String::from_utf8(output.stdout).expect("it is text");
    assert!(!text.contains("no layout or binding changed"), "{text}");
}

#[test]
fn any_file_name_can_be_recorded() {
    let folder = Folder::new("names in the lock file");
    folder.write("padstone.toml", "files = [\"**\", \"!padstone.*\"]\n[[target]]\nname = \"d3d12\"\nrules = \"dxc\"\n");
    for name in ["#a.hlsl", " a.hlsl", "<<<<<<<.hlsl", "=======x.hlsl", "a (b).hlsl"] {
        folder.write(name, "cbuffer A { float4 a; };\n");
    }
    folder.run(0, &["check", "--accept"]);
    folder.run(0, &["check"]);
    folder.write("#a.hlsl", "cbuffer A { float2 b; float4 a; };\n");
    assert!(stderr(&folder, 1, &["check"]).contains("error[P1411]"));
    folder.write("padstone.toml", "files = [\"*.hlsl\"]\n[[target]]\nname = \"d3d12 (debug)\"\nrules = \"dxc\"\n");
    assert!(stderr(&folder, 1, &["check"]).contains("error[P1404]: the name of a target must have a character"));
}

#[test]
fn a_file_under_two_paths_is_checked_once() {
    let folder = project("two paths");
    let absolute = folder.path.join("a.hlsl");
    let output = folder.run(0, &["check", "a.hlsl", "./a.hlsl", absolute.to_str().expect("it is text")]);
    let summary = String::from_utf8(output.stdout).expect("it is text");
    assert!(summary.contains("checked 1 file\n"), "{summary}");
}

/// Hosts create descriptors with the length of arrays, and set uniforms of OpenGL by their location and type.
#[test]
fn array_lengths_and_opengl_locations_are_compared() {
    let folder = Folder::new("diff of descriptors");
    let check = |file: &str, old: &str, new: &str, options: &[&str], expected: &str| {
        let other = format!("new-{file}");
        folder.write(file, old);
        folder.write(&other, new);
        let printed = folder.run(1, &[&["diff", file, &other, "--"], options].concat()).stdout;
        let printed = String::from_utf8_lossy(&printed).into_owned();
        assert!(printed.contains(&format!("breaks  {expected}\n")), "{old}\n{new}\n{printed}");
        folder.run(0, &[&["diff", file, file, "--"], options].concat());
    };
    for (old, new, expected) in [
        ("Texture2D t[2];", "Texture2D t[3];", "`t[]` moved from set 0, binding 0 × 2 to set 0, binding 0 × 3"),
        ("SamplerState s[];", "SamplerState s[4];", "`s[]` moved from set 0, binding 0 × … to set 0, binding 0 × 4"),
        (
            "struct D { float4 a; };\nStructuredBuffer<D> d[2][3];",
            "struct D { float4 a; };\nStructuredBuffer<D> d[2][4];",
            "`d[][]` moved from set 0, binding 0 × 2 × 3 to set 0, binding 0 × 2 × 4",
        ),
    ] {
        check("a.slang", old, new, &[], expected);
    }
    let arrays = |count: &str| format!("enable wgpu_binding_array;\n@group(0) @binding(0) var t: binding_array<texture_2d<f32>{count}>;\n");
    check("a.wgsl", &arrays(", 4"), &arrays(", 8"), &[], "`t` moved from group 0, binding 0 × 4 to group 0, binding 0 × 8");
    check("a.wgsl", &arrays(", 4"), &arrays(""), &[], "`t` moved from group 0, binding 0 × 4 to group 0, binding 0 × …");
    let source = "#version 450\nlayout(std140, binding = 3) uniform B { vec4 a; };\nlayout(binding = 2) uniform sampler2D s;\n\
        uniform sampler2D q;\nlayout(location = 2) uniform mat4 m;\nuniform float w[2];\n\
        void main() { gl_Position = m * a * texture(s, vec2(w[0])) * texture(q, vec2(w[1])); }\n";
    for (from, to, expected) in [
        (", binding = 3", "", "`B` moved from binding 3 to an unspecified binding"),
        ("layout(binding = 2) ", "", "`s` moved from binding 2 to an unspecified binding"),
        ("std140", "shared", "`B` is now a buffer instead of a uniform buffer"),
        ("location = 2", "location = 5", "`m` moved from location 2 to location 5"),
        ("mat4 m", "mat4x3 m", "`m` is now a mat4x3 instead of a mat4"),
        ("float w[2]", "float w[3]", "`w` is now a float × 3 instead of a float × 2"),
        ("sampler2D q", "samplerCube q", "`q` is now a samplerCube instead of a sampler2D"),
    ] {
        check("a.vert", source, &source.replace(from, to), &["-G"], expected);
    }
}

/// A file without a language does not stop the check of the others. Settings cannot tell the language of a file without a project.
#[test]
fn a_file_of_unknown_language_is_one_of_the_findings() {
    let folder = Folder::new("unknown language");
    folder.write("padstone.toml", "files = [\"shaders/*\"]\n");
    folder.write("shaders/a.hlsl", "cbuffer A { flot a; };\n");
    folder.write("shaders/readme.md", "text\n");
    let check = |arguments: &[&str]| stderr(&folder, 1, &[&["check"], arguments].concat());
    let unknown = "error[P1424]: cannot infer the language of `shaders/readme.md`";
    let text = check(&[]);
    let help = "= help: set its language in `[languages]` of padstone.toml, or exclude it in `files` with `!`\n";
    assert!(text.contains(unknown) && text.contains(help) && text.contains("error[P0301]: unknown type `flot`"), "{text}");
    let github = check(&["--message-format", "github"]);
    let place = "::error file=shaders/readme.md,line=1,endLine=1,col=1,endColumn=1,title=padstone P1424 file-language-unknown::";
    assert!(github.contains(place) && github.contains("file=shaders/a.hlsl,line=1,"), "{github}");
    let sarif: serde_json::Value = serde_json::from_str(&check(&["--message-format", "sarif"])).expect("JSON");
    let codes: Vec<_> = sarif["runs"][0]["results"].as_array().into_iter().flatten().map(|found| &found["ruleId"]).collect();
    assert_eq!(codes, ["P1424", "P0301"]);
    assert!(check(&["shaders/readme.md"]).contains(unknown));
    let usage = stderr(&folder, 2, &["check", "--no-project", "shaders/readme.md"]);
    assert!(usage.contains("cannot infer the language of `shaders/readme.md`; pass `--lang`"), "{usage}");
    // The globs of the settings match the file.
    folder.write("padstone.toml", "files = [\"shaders/a.hlsl\", \"shaders/readme.md\"]\n");
    assert!(!check(&[]).contains("P1406"));
    folder.write("padstone.toml", "files = [\"shaders/*\", \"!**/*.md\"]\n");
    assert!(!check(&[]).contains("P1424"));
}
