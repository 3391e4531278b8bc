//! `padstone.toml`: valid settings, and diagnostics for invalid ones.

use padstone_check::config::{self, Config};
use padstone_diag::Diagnostics;
use padstone_emit::diagnostics::{Context, FORMATS, TerminalColor};
use padstone_source::{Interner, SourceMap};

const WHOLE: &str = r#"
files = ["shaders/**/*.hlsl", "!shaders/old/**"]
include-dirs = "shaders/include"
rules = ["dxc", "dxc-spirv"]
defines = ["SHADOWS", "SAMPLES=4"]
options = ["-enable-16bit-types", "-T", "cs_6_6"]

[languages]
"*.inc" = "hlsl"
"*.txt" = "wgsl"

[[target]]
name = "d3d12"
files = ["**/*.hlsl"]
rules = "dxc"

[[target]]
name = "vulkan"
rules = ["dxc-spirv"]
defines = ["VULKAN"]
options = ["-spirv"]

[lints]
all = "warn"
bool-in-host-shared = "allow"
placed-elsewhere = "error"

[[host]]
language = "rust"
types = "glam"
derive = ["bytemuck"]
file = "src/uniforms.rs"
shader = "shaders/scene.hlsl"
buffers = ["Camera"]
"#;

fn read(text: &str) -> (Config, String) {
    let mut sources = SourceMap::new();
    let file = sources.add_file("padstone.toml", text.into()).expect("it fits");
    let mut found = Diagnostics::new();
    let config = config::read(&sources, file, &mut found);
    let mut printed = Vec::new();
    let mut renderer = (FORMATS.iter().find(|format| format.name == "text").expect("there is text").renderer)(TerminalColor::Never);
    for diagnostic in &found {
        let names = Interner::new();
        renderer
            .diagnostic(Context { sources: &sources, names: &names }, diagnostic, &mut printed)
            .expect("writing to a vector never fails");
    }
    (config, String::from_utf8(printed).expect("diagnostics are text"))
}

#[test]
fn settings_are_read() {
    let (config, printed) = read(WHOLE);
    assert_eq!(printed, "");
    assert!(config.files.matches("shaders/a/b.hlsl") && !config.files.matches("shaders/old/b.hlsl"));
    assert_eq!(config.include_dirs[0].value, "shaders/include");
    assert_eq!(config.languages.iter().map(|(_, language)| &*language.value).collect::<Vec<_>>(), ["hlsl", "wgsl"]);
    let targets: Vec<_> = config.targets.iter().map(|target| (&*target.name.value, target.settings.rules.len())).collect();
    assert_eq!(targets, [("d3d12", 1), ("vulkan", 1)]);
    assert!(config.targets[1].files.is_empty() && config.targets[0].files.matches("a/b.hlsl"));
    assert_eq!((config.lints.0.len(), &*config.hosts[0].shader.value), (3, "shaders/scene.hlsl"));
}

/// The first line of the first diagnostic for a text, with its position.
fn check(text: &str, expected: &[&str]) {
    let (_, printed) = read(text);
    let printed_lines: Vec<&str> =
        printed.lines().filter(|line| line.starts_with("error") || line.contains("-->")).map(str::trim).collect();
    assert_eq!(printed_lines, expected, "{text}\n{printed}");
}

#[test]
fn errors_have_the_span_of_the_value() {
    check(
        "flies = []\n[[target]]\nname = \"a\"\ndefine = \"X\"\n",
        &["error[P1402]: unknown key `define`", "--> padstone.toml:4:1", "error[P1402]: unknown key `flies`", "--> padstone.toml:1:1"],
    );
    check("rules = [\"whatever\"]\n", &["error[P1404]: unknown rule set or profile `whatever`", "--> padstone.toml:1:10"]);
    assert!(read("rules = [\"whatever\"]\n").1.contains("help: `padstone layout --rules help` lists them all"));
    check("rules = [\"dxd\"]\n", &["error[P1404]: unknown rule set or profile `dxd`", "--> padstone.toml:1:10"]);
    check("files = 3\n", &["error[P1403]: expected a list of strings, found a number", "--> padstone.toml:1:9"]);
    check("files = [3]\n", &["error[P1403]: expected a string, found a number", "--> padstone.toml:1:10"]);
    check("target = \"a\"\n", &["error[P1403]: expected tables headed `[[target]]`, found a string", "--> padstone.toml:1:10"]);
    check("[[target]]\nrules = \"dxc\"\n", &["error[P1405]: missing key `name`", "--> padstone.toml:1:1"]);
    check(
        "[[target]]\nname = \"a\"\nfiles = []\n",
        &["error[P1404]: `files` is empty: the target would have no file", "--> padstone.toml:3:9"],
    );
    check("[[target]]\nname = \"a\"\n[[target]]\nname = \"a\"\n", &["error[P1404]: duplicate target `a`", "--> padstone.toml:4:8"]);
    check(
        "[[target]]\nname = \"a, dxc\"\nrules = \"dxc-spirv\"\n[[target]]\nname = \"a\"\nrules = [\"dxc\", \"fxc\"]\n",
        &["error[P1404]: the results of target `a` for one of its rule sets are named `a, dxc`", "--> padstone.toml:2:8"],
    );
    check("[lints]\nall = \"deny\"\n", &["error[P1404]: unknown level `deny`", "--> padstone.toml:2:7"]);
    check("[lints]\nplaced-elswhere = \"warn\"\n", &["error[P1404]: unknown lint or warning `placed-elswhere`", "--> padstone.toml:2:1"]);
    check(
        "[[host]]\nlanguage = \"rusty\"\nfile = \"a\"\nshader = \"b\"\n",
        &["error[P1404]: unknown host language `rusty`", "--> padstone.toml:2:12"],
    );
    check(
        "[[host]]\nlanguage = \"rust\"\ntypes = \"glm\"\nfile = \"a\"\nshader = \"b\"\n",
        &["error[P1404]: unknown `types` value `glm`", "--> padstone.toml:3:9"],
    );
    check("files = [\"a[\"]\n", &["error[P1404]: invalid glob `a[`: unclosed character class; missing ']'", "--> padstone.toml:1:10"]);
    check("files = [\n", &["error[P1401]: invalid TOML: unclosed array, expected `]`", "--> padstone.toml:1:10"]);
}

#[test]
fn misspelled_keys_and_values_have_a_fix() {
    let (_, printed) = read("[[target]]\nname = \"a\"\ndefine = \"X\"\n");
    assert!(printed.contains("3 | defines = \"X\""), "{printed}");
}

#[test]
fn reading_arbitrary_text_never_panics() {
    let deep = "[".repeat(100_000);
    for text in ["", "\u{0}", "=", "[[[", &deep, "a = [1, {}, []]", "[target]\nname = 1\n", "lints = []", "[lints]\nall = {}"] {
        read(text);
    }
}

#[test]
fn the_schema_matches_the_reader() {
    let schema: serde_json::Value = serde_json::from_str(config::SCHEMA).expect("the schema is JSON");
    let keys = |table: &serde_json::Value| {
        let mut keys: Vec<String> = table["properties"].as_object().expect("properties").keys().cloned().collect();
        keys.sort();
        keys
    };
    let sorted = |keys: &[&str]| {
        let mut keys: Vec<String> = keys.iter().map(|&key| key.to_owned()).collect();
        keys.sort();
        keys
    };
    assert_eq!(keys(&schema), sorted(config::TOP));
    assert_eq!(keys(&schema["$defs"]["target"]), sorted(config::TARGET));
    assert_eq!(keys(&schema["$defs"]["host"]), sorted(config::HOST));
    let hosts: Vec<&str> = padstone_emit::host::LANGUAGES.iter().map(|language| language.name).collect();
    assert_eq!(schema["$defs"]["host"]["properties"]["language"]["enum"], serde_json::json!(hosts));

    let validator = jsonschema::validator_for(&schema).expect("the schema is valid");
    let valid = |text: &str| validator.is_valid(&toml::from_str::<serde_json::Value>(text).expect("TOML"));
    assert!(valid(WHOLE) && valid(""));
    for wrong in ["flies = []", "files = 3", "[[target]]", "[lints]\nall = \"deny\"", "[[host]]\nlanguage = \"rust\""] {
        assert!(!valid(wrong), "{wrong}");
    }
}
