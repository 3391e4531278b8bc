//! GLSL constant expressions have glslang's values, which the sizes of arrays show.

use padstone_generate::{Choices, bytes};
use padstone_read::cfamily::TargetEnv;
use padstone_testing::{Glslang, differences, ours, seeds};

/// Unspecified cases and edge cases, each an `int` or a `uint`.
const EDGES: &[&str] = &[
    "4294967295",
    "0x80000000 > 0 ? 1 : 2",
    "2147483648",
    "-2147483648",
    "037777777777",
    "1 / 0",
    "-1 / 0",
    "7 % 0",
    "-7 % 0",
    "1u / 0u",
    "7u % 0u",
    "(-2147483647 - 1) / -1",
    "(-2147483647 - 1) % -1",
    "ivec2(4, 9).y / 0",
    "2147483647 + 1",
    "1 << 32",
    "1 << 33u",
    "1 << -1",
    "-8 >> 33",
    "0x80000000u >> 31",
    "abs(-2147483647 - 1)",
    "-(-2147483647 - 1)",
    "int(1.0 / 0.0)",
    "int(0.0 / 0.0)",
    "int(3e10)",
    "int(-3e10)",
    "int(2147483647.5)",
    "uint(-1.5)",
    "uint(3e10)",
    "uint(-3e10)",
    "uint(1e30)",
    "ivec2(3e10, 2.5).x",
    "uvec3(-2.5).z",
    "int(0xffffffffu)",
    "int(16777217.0)",
    "int(float(16777217))",
    "int(-2.9)",
    "int(true) + int(bool(0.5))",
    "0.0 == -0.0 ? 1 : 2",
    "0.0 / 0.0 == 0.0 / 0.0 ? 1 : 2",
    "-1 > 1u ? 1 : 2",
    "int(round(2.5)) + int(roundEven(2.5)) * 16",
    "int(mod(-7.0, 3.0))",
    "int(5000000000L)",
    "int(1L / 0L)",
    "int((0xffffffffffffffffL >> 1) >> 32)",
    "int(min(9007199254740993L, 9007199254740992L) & 3L)",
    "int(int64_t(1e30) >> 60)",
    "int(uint64_t(1e19) >> 40ul)",
    "int(uint64_t(1e30) >> 40ul)",
];

/// The number of generated expressions, and of expressions in a shader.
const SHADERS: [u64; 2] = [8, 40];
const EXPRESSIONS: usize = 40;
const DECISIONS: usize = 8_000;

#[test]
fn constant_values_match_glslang() {
    let Some(glslang) = Glslang::find("constant expressions in GLSL") else { return };
    let edges = EDGES.iter().map(|&edge| edge.to_owned()).collect();
    let seeds = seeds(SHADERS[0], SHADERS[1]);
    let generated = seeds.clone().map(|seed| {
        let bytes = bytes(seed, DECISIONS);
        let mut choices = Choices::new(&bytes);
        (0..EXPRESSIONS).map(|_| integer(&mut choices, 4)).collect()
    });
    let (mut compared, mut differing) = (0, Vec::new());
    for expressions in std::iter::once(edges).chain(generated) {
        let expressions: Vec<String> = expressions;
        let source = block_per_expression(&expressions);
        let theirs = glslang.layouts("shader.comp", &source).unwrap_or_else(|error| panic!("{error}\n{source}"));
        let mine = ours("shader.comp", &source, "glslang", TargetEnv::Vulkan);
        assert_eq!(mine.errors, Vec::<String>::new(), "{source}");
        compared += theirs.len();
        let named = |name: &str| name.strip_prefix('B').and_then(|number| expressions.get(number.parse::<usize>().ok()?));
        for (name, layout) in &theirs {
            let one = |layout: &padstone_testing::Layout| [(name.clone(), layout.clone())].into_iter().collect();
            let found = match mine.layouts.get(name) {
                Some(mine) => differences("glslang", &one(layout), &one(mine)),
                None => vec!["padstone has no such block".to_owned()],
            };
            if !found.is_empty() {
                differing.push(format!("`{}`: {}", named(name).map_or(name, |expression| expression), found.join("; ")));
            }
        }
    }
    println!("{compared} constant expressions compared");
    assert_eq!(compared, EDGES.len() + seeds.count() * EXPRESSIONS);
    assert!(differing.is_empty(), "{} differ:\n{}", differing.len(), differing.join("\n"));
}

/// A shader with a block for each expression; the sizes of three arrays are its bits.
fn block_per_expression(expressions: &[String]) -> String {
    let blocks = expressions.iter().enumerate().map(|(number, expression)| {
        let ty = if expression.starts_with("uint(") || is_unsigned(expression) { "uint" } else { "int" };
        format!(
            "const {ty} n{number} = {expression};\nlayout(set = 0, binding = {number}, std430) buffer B{number} {{\n    \
             float a{number}[(int(n{number}) & 0x7ff) + 1];\n    float b{number}[((int(n{number}) >> 11) & 0x7ff) + 1];\n    \
             float c{number}[((int(n{number}) >> 22) & 0x3ff) + 1];\n    float d{number};\n}};\n"
        )
    });
    let uses = (0..expressions.len()).map(|number| format!("    d{number} = 1.0;\n"));
    let (blocks, uses) = (blocks.collect::<String>(), uses.collect::<String>());
    format!(
        "#version 460\n#extension GL_EXT_shader_explicit_arithmetic_types : require\n{blocks}layout(local_size_x = 1) in;\n\
         void main() {{\n{uses}}}\n"
    )
}

/// Whether an edge case is a `uint`, which does not convert to `int` implicitly.
fn is_unsigned(expression: &str) -> bool {
    !expression.contains('?') && (expression.starts_with("uvec") || expression.split(' ').next().is_some_and(|first| first.ends_with('u')))
}

/// An `int`.
fn integer(choices: &mut Choices<'_>, depth: usize) -> String {
    const NUMBERS: [&str; 16] =
        ["0", "1", "2", "3", "5", "7", "31", "32", "33", "-1", "-2", "2147483647", "0x80000000", "4294967295", "65537", "010"];
    const OPERATORS: [&str; 10] = ["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"];
    if depth == 0 || choices.one_in(6) {
        return format!("({})", choices.pick(&NUMBERS));
    }
    let next = depth - 1;
    match choices.below(12) {
        0 => format!("({}{})", choices.pick(&["-", "~", "+"]), integer(choices, next)),
        1 => format!("({} ? {} : {})", boolean(choices, next), integer(choices, next), integer(choices, next)),
        2 => format!("{}({}, {})", choices.pick(&["min", "max"]), integer(choices, next), integer(choices, next)),
        3 => format!("{}({})", choices.pick(&["abs", "sign"]), integer(choices, next)),
        4 => format!("int({})", real(choices, next)),
        5 => format!("int({})", boolean(choices, next)),
        6 => format!("int(uint({}) {} uint({}))", integer(choices, next), choices.pick(&OPERATORS), integer(choices, next)),
        7 => {
            let part = *choices.pick(&["x", "y", "r", "t", "z"]);
            format!("ivec3({}, {}, {}).{part}", integer(choices, next), integer(choices, next), integer(choices, next)).replace(".t", ".g")
        }
        8 => format!("int(int64_t({}) {} int64_t({}))", integer(choices, next), choices.pick(&OPERATORS), integer(choices, next)),
        _ => format!("({} {} {})", integer(choices, next), choices.pick(&OPERATORS), integer(choices, next)),
    }
}

fn real(choices: &mut Choices<'_>, depth: usize) -> String {
    const NUMBERS: [&str; 9] = ["0.0", "1.0", "-2.5", "0.5", "3e9", "-3e9", "16777217.0", "7.75", "1e20"];
    if depth == 0 || choices.one_in(4) {
        return format!("({})", choices.pick(&NUMBERS));
    }
    let next = depth - 1;
    match choices.below(5) {
        0 => format!("float({})", integer(choices, next)),
        1 => format!("{}({})", choices.pick(&["floor", "ceil", "abs", "trunc"]), real(choices, next)),
        2 => format!("{}({}, {})", choices.pick(&["min", "max"]), real(choices, next), real(choices, next)),
        _ => format!("({} {} {})", real(choices, next), choices.pick(&["+", "-", "*", "/"]), real(choices, next)),
    }
}

fn boolean(choices: &mut Choices<'_>, depth: usize) -> String {
    const COMPARED: [&str; 6] = ["==", "!=", "<", ">", "<=", ">="];
    if depth == 0 {
        return (*choices.pick(&["true", "false"])).to_owned();
    }
    let next = depth - 1;
    match choices.below(5) {
        0 => format!("!{}", boolean(choices, next)),
        1 => format!("({} {} {})", boolean(choices, next), choices.pick(&["&&", "||", "^^", "==", "!="]), boolean(choices, next)),
        2 => format!("bool({})", integer(choices, next)),
        3 => format!("({} {} {})", real(choices, next), choices.pick(&COMPARED), real(choices, next)),
        _ => format!("({} {} {})", integer(choices, next), choices.pick(&COMPARED), integer(choices, next)),
    }
}
