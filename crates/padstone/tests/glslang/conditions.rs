//! `#if` in GLSL: the same conditions are true, and the same are rejected, as in glslang.

use padstone_generate::{Choices, bytes};
use padstone_read::cfamily::TargetEnv;
use padstone_testing::{Glslang, ours, seeds};

const VERSIONS: [&str; 2] = ["450", "310 es"];

/// Edge cases: 32-bit limits, the syntax of integers, operands skipped by `&&` and `||`, rules inherited from C.
const EDGES: &[&str] = &[
    "0x80000000 > 0",
    "0xffffffff == -1",
    "4294967295 == -1",
    "4294967296",
    "0x00000000000000001",
    "0x1ffffffff",
    "0x",
    "037777777777 == -1",
    "040000000000",
    "08",
    "0b11",
    "1u",
    "1l",
    "1ul",
    "1s",
    "1.0",
    "1e3",
    "'a'",
    "\"a\"",
    "2147483647 + 1 < 0",
    "-2147483648 / -1 == 0",
    "-2147483648 / 1 == -2147483648",
    "-2147483648 % -1",
    "1 << 31 < 0",
    "1 << 32",
    "1 << -1 == -2147483648",
    "8 >> 33 == 4",
    "-1 >> 31 == -1",
    "1 / 0",
    "1 % 0",
    "0 && 1 / 0",
    "1 || 1 / 0",
    "1 ? 2 : 3",
    "(1, 2)",
    "1, 2",
    "UNDEFINED",
    "!UNDEFINED",
    "UNDEFINED == UNDEFINED",
    "0 && UNDEFINED",
    "1 || UNDEFINED > 2",
    "1 && UNDEFINED",
    "defined(UNDEFINED) && UNDEFINED > 2",
    "defined UNDEFINED",
    "defined(UNDEFINED",
    "defined()",
    "GL_ES",
    "true",
    "false == 0",
    "__has_include(\"a\")",
    "a(1)",
    "1 = 1",
    "1 > > 1",
    "1 &",
    "()",
    "- - 1 == 1",
    "1 < 2 < 3",
    "1 | 2 == 3",
    "1 + 2 << 1 == 6",
    "VULKAN == 100",
    "IS_DEFINED",
    "DEFINED(VULKAN)",
    "IDENTITY(defined(VULKAN))",
    "TEST(VULKAN)",
    "IDENTITY",
    "0 && IDENTITY",
    "1 || IDENTITY",
    "IDENTITY (1)",
    "IDENTITY(IDENTITY)",
    "defined(IDENTITY)",
    "ITSELF",
    "ITSELF == 0",
    "PASTE(1, 2)",
    "PASTE(VUL, KAN)",
];

/// The macros of the edge cases.
const MACROS: &str = "#define IS_DEFINED defined(VULKAN)\n#define DEFINED defined\n#define IDENTITY(x) x\n#define TEST(x) defined(x)\n\
                      #define ITSELF ITSELF\n#define PASTE(a, b) a##b\n";

/// glslang 12 deviates from its specification: `||` evaluates its right operand unless the left one is 1, not 0 (The OpenGL ES Shading
/// Language 3.20, section 3.4: "if and only if the first operand evaluates to zero").
const KNOWN_DIFFERENCES: [(&str, &str); 1] = [("310 es", "2 || UNDEFINED")];

/// The number of generated conditions, and of conditions in a shader.
const SHADERS: [u64; 2] = [12, 60];
const CONDITIONS: usize = 40;
const DECISIONS: usize = 6_000;

#[test]
fn edge_case_conditions_match_glslang() {
    let Some(glslang) = Glslang::find("the edges of conditions in GLSL") else { return };
    let differing = |version: &str, condition: &str| {
        let source = block_per_condition(version, MACROS, &[condition.to_owned()]);
        let theirs = glslang.layouts("shader.comp", &source).map(|blocks| !blocks.is_empty()).map_err(drop);
        let found = ours("shader.comp", &source, "glslang", TargetEnv::Vulkan);
        let mine = if found.errors.is_empty() { Ok(!found.layouts.is_empty()) } else { Err(()) };
        (theirs != mine).then(|| format!("#version {version}, `{condition}`: glslang {theirs:?}, padstone {mine:?} {:?}", found.errors))
    };
    let both = |&condition: &&'static str| VERSIONS.map(|version| (version, condition));
    let found: Vec<_> = EDGES.iter().flat_map(both).filter_map(|(version, condition)| differing(version, condition)).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
    for (version, condition) in KNOWN_DIFFERENCES {
        assert!(differing(version, condition).is_some(), "glslang now agrees; remove this case: {version} {condition}");
    }
}

#[test]
fn generated_conditions_match_glslang() {
    let Some(glslang) = Glslang::find("generated conditions in GLSL") else { return };
    let (mut hold, mut differing) = (0, Vec::new());
    let seeds = seeds(SHADERS[0], SHADERS[1]);
    for seed in seeds.clone() {
        let bytes = bytes(seed, DECISIONS);
        let mut choices = Choices::new(&bytes);
        let conditions: Vec<_> = (0..CONDITIONS).map(|_| condition(&mut choices, 3)).collect();
        let source = block_per_condition(VERSIONS[seed as usize % VERSIONS.len()], "", &conditions);
        let theirs = glslang.layouts("shader.comp", &source).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{source}"));
        let mine = ours("shader.comp", &source, "glslang", TargetEnv::Vulkan);
        assert_eq!(mine.errors, Vec::<String>::new(), "seed {seed}:\n{source}");
        hold += theirs.len();
        for (number, condition) in conditions.iter().enumerate() {
            let name = format!("B{number}");
            if theirs.contains_key(&name) != mine.layouts.contains_key(&name) {
                differing.push(format!("`{condition}`: glslang says {}", theirs.contains_key(&name)));
            }
        }
    }
    let condition_count = seeds.count() * CONDITIONS;
    println!("{condition_count} conditions compared, {hold} hold");
    assert!(hold > condition_count / 5 && hold < condition_count * 4 / 5, "{hold} of {condition_count} hold");
    assert!(differing.is_empty(), "{} differ:\n{}", differing.len(), differing.join("\n"));
}

/// A shader that declares the block `B3` if the condition with that number is true.
fn block_per_condition(version: &str, macros: &str, conditions: &[String]) -> String {
    let blocks = conditions.iter().enumerate().map(|(number, condition)| {
        format!("#if {condition}\nlayout(set = 0, binding = {number}) uniform B{number} {{ float a{number}; }};\n#endif\n")
    });
    let uses = conditions.iter().enumerate().map(|(number, condition)| format!("#if {condition}\n    x += a{number};\n#endif\n"));
    let (blocks, uses) = (blocks.collect::<String>(), uses.collect::<String>());
    format!(
        "#version {version}\n{macros}{blocks}layout(local_size_x = 1) in;\nlayout(set = 1, binding = 0) buffer Out {{ float o; }};\n\
         void main() {{\n    float x = 0.0;\n{uses}    o = x;\n}}\n"
    )
}

/// A valid condition: nothing undefined, no division by a possible 0.
fn condition(choices: &mut Choices<'_>, depth: usize) -> String {
    const NUMBERS: [&str; 16] = [
        "0",
        "1",
        "2",
        "3",
        "7",
        "31",
        "32",
        "33",
        "010",
        "0x10",
        "65536",
        "2147483647",
        "0x80000000",
        "4294967295",
        "__VERSION__",
        "defined(GL_ES)",
    ];
    const BINARY: [&str; 16] = ["||", "&&", "|", "^", "&", "==", "!=", "<", ">", "<=", ">=", "<<", ">>", "+", "-", "*"];
    const DIVISORS: [&str; 5] = ["1", "2", "-1", "-3", "0x7fffffff"];
    if depth == 0 || choices.one_in(5) {
        return (*choices.pick(&NUMBERS)).to_owned();
    }
    match choices.below(8) {
        0 => format!("{}{}", choices.pick(&["-", "+ ", "~", "!"]), parenthesised(choices, depth)),
        1 => format!("({} {} {})", condition(choices, depth - 1), choices.pick(&["/", "%"]), choices.pick(&DIVISORS)),
        2 => parenthesised(choices, depth),
        _ => format!("{} {} {}", condition(choices, depth - 1), choices.pick(&BINARY), condition(choices, depth - 1)),
    }
}

fn parenthesised(choices: &mut Choices<'_>, depth: usize) -> String {
    format!("({})", condition(choices, depth - 1))
}
