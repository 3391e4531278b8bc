//! Programs that use all that they declare: a compiler drops the rest.

use padstone::emit::reflect::{Buffer, Member, ObjectKind, Program, Slot};

/// What is written to and read with. The set is one that no program has.
const TOOLS: &str = "
[[vk::binding(0, 60)]] RWByteAddressBuffer sink_;
[[vk::binding(1, 60)]] Texture2D texture_;
[[vk::binding(2, 60)]] SamplerState sampler_;
void touch_<T>(T value) { sink_.Store(0, value); }
";

/// Whether a name is that of one of them.
pub(crate) fn is_tool(name: &str) -> bool {
    ["sink_", "texture_", "sampler_"].iter().any(|tool| name.starts_with(tool))
}

/// A program whose entry points use every parameter that can be used, and what cannot.
pub(crate) struct Used {
    pub(crate) source: String,
    pub(crate) left_out: Vec<String>,
}

/// Puts uses of all parameters into the entry points of a program; into one of its own, if it has none.
pub(crate) fn with_uses(source: &str, program: &Program) -> Used {
    let mut left_out = Vec::new();
    let global = program.globals.iter().chain(program.parameters.iter().flat_map(|parameter| &parameter.slots));
    let shared = statements(source, global, &mut left_out);
    let mut text = source.to_owned();
    for entry in &program.entry_points {
        let own = entry.uniforms.iter().chain(entry.parameters.iter().flat_map(|parameter| &parameter.slots));
        let own = statements(source, own, &mut left_out);
        match body(&text, &entry.name) {
            Some(at) => text.insert_str(at, &format!("{shared}{own}")),
            None => left_out.push(format!("the body of {}", entry.name)),
        }
    }
    if program.entry_points.is_empty() {
        text.push_str(&format!("\n[shader(\"compute\")] [numthreads(1, 1, 1)] void uses_() {{{shared}}}\n"));
    }
    text.push_str(TOOLS);
    Used { source: text, left_out }
}

fn statements<'s>(source: &str, slots: impl Iterator<Item = &'s Slot>, left_out: &mut Vec<String>) -> String {
    let mut text = String::new();
    for slot in slots {
        // What goes along with rays has no place of its own.
        if slot.kind == ObjectKind::Value {
            continue;
        }
        match statement(source, slot) {
            Some(statement) => text.push_str(&format!(" {statement};")),
            None => left_out.push(format!("{} ({:?} {})", slot.path, slot.kind, slot.ty)),
        }
    }
    text
}

fn statement(source: &str, slot: &Slot) -> Option<String> {
    let path = expression(source, &slot.path)?;
    let zero = |count: u64| format!("float{count}(0)");
    let value = match slot.kind {
        ObjectKind::Sampler if slot.ty.contains("Comparison") => format!("texture_.SampleCmpLevelZero({path}, float2(0), 0)"),
        ObjectKind::Sampler => format!("texture_.SampleLevel({path}, float2(0), 0)"),
        ObjectKind::Texture | ObjectKind::RwTexture | ObjectKind::CombinedSampler => {
            let shape = slot.shape.as_ref()?;
            let layers = u64::from(shape.array);
            let dimensions = match shape.dimension? {
                "buffer" => 0,
                "1d" => 1,
                "2d" => 2,
                _ => 3,
            };
            let coordinates = dimensions + layers;
            match (slot.kind, shape.dimension?) {
                (ObjectKind::CombinedSampler, _) => format!("{path}.SampleLevel({}, 0)", zero(coordinates)),
                (_, "cube") => format!("{path}.SampleLevel(sampler_, {}, 0)", zero(coordinates)),
                (_, "buffer") => format!("{path}[0]"),
                (ObjectKind::RwTexture, _) => format!("{path}[uint{coordinates}(0)]"),
                _ if shape.multisample => format!("{path}.Load(int{coordinates}(0), 0)"),
                _ => format!("{path}.Load(int{}(0))", coordinates + 1),
            }
        }
        ObjectKind::ByteAddressBuffer | ObjectKind::RwByteAddressBuffer => format!("{path}.Load(0)"),
        ObjectKind::AccelerationStructure => {
            return Some(format!("{{ RayQuery<0> q; RayDesc r = {{}}; q.TraceRayInline({path}, 0, 0, r); touch_(q.Proceed() ? 1 : 0); }}"));
        }
        ObjectKind::StructuredBuffer | ObjectKind::RwStructuredBuffer if slot.ty.starts_with("AppendS") => {
            return Some(format!("{{ uint n, s; {path}.GetDimensions(n, s); touch_(n); }}"));
        }
        ObjectKind::SpecializationConstant => path,
        ObjectKind::SubpassInput => return None,
        _ => {
            let Buffer { members, .. } = slot.buffer.as_ref()?;
            let value = members.iter().find_map(|member| value(source, member))?;
            // What is consumed cannot be reached by number.
            if slot.ty.starts_with("ConsumeS") { value.replacen(&format!("{path}[0]"), &format!("{path}.Consume()"), 1) } else { value }
        }
    };
    Some(format!("touch_({value})"))
}

/// A number, or numbers, of a member.
fn value(source: &str, member: &Member) -> Option<String> {
    let path = expression(source, &member.path)?;
    let ty = member.ty.trim_start_matches("row_major ").trim_start_matches("column_major ");
    let is_number = ["float", "half", "double", "int", "uint"].iter().any(|word| {
        let rest = ty.strip_prefix(word).map(|rest| rest.trim_start_matches(['8', '1', '6', '3', '2', '4', '_', 't']));
        rest.is_some_and(|rest| rest.is_empty() || rest == "x")
    });
    match ty {
        "bool" => Some(format!("{path} ? 1u : 0u")),
        "bool2" | "bool3" | "bool4" => Some(format!("{path}.x ? 1u : 0u")),
        _ if is_number && member.matrix_stride.is_some() => Some(format!("{path}[0]")),
        _ if is_number || ty.starts_with("vector<") => Some(path),
        _ => None,
    }
}

/// A path as an expression: the first elements of arrays, and the members of a `cbuffer` by their own names.
fn expression(source: &str, path: &str) -> Option<String> {
    if path.contains('$') {
        return None;
    }
    let text = path.replace("[]", "[0]");
    let (head, rest) = text.split_once('.').unwrap_or((&text, ""));
    let is_block = words(source).zip(words(source).skip(1)).any(|(one, two)| matches!(one, "cbuffer" | "tbuffer") && two == head);
    Some(if is_block { rest.to_owned() } else { text })
}

fn words(source: &str) -> impl Iterator<Item = &str> {
    source.split(|letter: char| !letter.is_alphanumeric() && letter != '_').filter(|word| !word.is_empty())
}

/// Where the body of a function begins.
fn body(source: &str, name: &str) -> Option<usize> {
    source.match_indices(name).find_map(|(at, _)| {
        let is_word = |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '_');
        let rest = &source[at + name.len()..];
        if is_word(source[..at].chars().next_back()) || !rest.trim_start().starts_with('(') {
            return None;
        }
        let mut depth = 0;
        for (offset, letter) in rest.char_indices() {
            match letter {
                '(' => depth += 1,
                ')' => depth -= 1,
                '{' if depth == 0 => return Some(at + name.len() + offset + 1),
                ';' if depth == 0 => return None,
                _ => {}
            }
        }
        None
    })
}
