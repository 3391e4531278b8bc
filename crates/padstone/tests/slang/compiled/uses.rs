//! Generates uses of all declarations of a program, because a compiler removes unused ones.

use padstone_read::emit::reflect::{Buffer, Member, ObjectKind, Parameter, Program, ResourceSlot};

use crate::slang::reflect::{as_libslang, bases};

/// The buffers for the uses. No program uses this set.
const TOOLS: &str = "
[[vk::binding(0, 60)]] RWByteAddressBuffer sink_;
[[vk::binding(1, 60)]] Texture2D texture_;
[[vk::binding(2, 60)]] SamplerState sampler_;
void touch_<T>(T value) { sink_.Store(0, value); }
";

/// Whether a name is one of theirs.
pub(crate) fn is_tool(name: &str) -> bool {
    ["sink_", "texture_", "sampler_"].iter().any(|tool| name.starts_with(tool))
}

/// A use of a parameter, or of a part of one.
pub(crate) struct Use {
    /// The path of the parameter or part.
    pub(crate) path: String,
    /// The entry point that contains it; `None` for all.
    entry: Option<usize>,
    statement: String,
}

/// All uses of the parameters of a program, and the parameters that cannot be used.
pub(crate) fn uses(program: &Program) -> (Vec<Use>, Vec<String>) {
    let (mut uses, mut left_out) = (Vec::new(), Vec::new());
    let globals = program.globals.iter().chain(program.parameters.iter().flat_map(|parameter| &parameter.slots));
    let mut slots: Vec<(Option<usize>, &ResourceSlot)> = globals.map(|slot| (None, slot)).collect();
    for (index, entry) in program.entry_points.iter().enumerate() {
        let entry_parameters = entry.uniforms.iter().chain(entry.parameters.iter().flat_map(|parameter| &parameter.slots));
        slots.extend(entry_parameters.map(|slot| (Some(index), slot)));
    }
    // Ray tracing payloads have no binding location.
    for (entry, slot) in slots.into_iter().filter(|(_, slot)| slot.kind != ObjectKind::Value) {
        match statement(program, slot) {
            Some(statement) => uses.push(Use {
                path: if slot.path.is_empty() { "the loose numbers".to_owned() } else { slot.path.clone() },
                entry,
                statement,
            }),
            None => left_out.push(format!("{} ({:?} {})", slot.path, slot.kind, slot.ty)),
        }
    }
    (uses, left_out)
}

/// Inserts uses into the entry points of a program; into a new one, if it has none. `Err` is an entry point whose body was not
/// found.
pub(crate) fn with_uses<'u>(source: &str, program: &Program, uses: impl Iterator<Item = &'u Use> + Clone) -> Result<String, String> {
    let mut text = source.to_owned();
    let uses_of = |entry: Option<usize>| -> String {
        let uses = uses.clone().filter(|one| one.entry.is_none() || one.entry == entry);
        uses.map(|one| format!(" {};", one.statement)).collect()
    };
    for (index, entry) in program.entry_points.iter().enumerate() {
        let position = body(&text, &entry.name).ok_or_else(|| format!("the body of {} is not found", entry.name))?;
        text.insert_str(position, &uses_of(Some(index)));
    }
    if program.entry_points.is_empty() {
        text.push_str(&format!("\n[shader(\"compute\")] [numthreads(1, 1, 1)] void uses_() {{{}}}\n", uses_of(None)));
    }
    for namespace in namespaces(source) {
        text.push_str(&format!("using namespace {namespace};\n"));
    }
    text.push_str(TOOLS);
    Ok(text)
}

fn statement(program: &Program, slot: &ResourceSlot) -> Option<String> {
    let path = expression(program, &slot.path)?;
    let zero = |count: u64| format!("float{count}(0)");
    let value = match slot.kind {
        // Only fragment shaders of D3D write them.
        _ if slot.ty.starts_with("FeedbackTexture") => return None,
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
            let use_of_number = members.iter().find_map(|member| number(program, slot, member))?;
            let is_consumed = slot.ty.starts_with("ConsumeS");
            // The elements of a consume buffer have no index.
            let replaced = is_consumed.then(|| use_of_number.replacen(&format!("{path}[0]"), &format!("{path}.Consume()"), 1));
            return Some(replaced.unwrap_or(use_of_number));
        }
    };
    Some(format!("touch_({value})"))
}

/// A use of a scalar, or of the scalars, of a member.
fn number(program: &Program, slot: &ResourceSlot, member: &Member) -> Option<String> {
    let path = expression(program, &member.path).filter(|_| member.bits.is_none())?;
    let ty = member.ty.trim_start_matches("row_major ").trim_start_matches("column_major ");
    let is_number = ["float", "half", "double", "int", "uint"].iter().any(|word| {
        let rest = ty.strip_prefix(word).map(|rest| rest.trim_start_matches(['8', '1', '6', '3', '2', '4', '_', 't']));
        rest.is_some_and(str::is_empty)
    });
    match ty {
        "bool" => Some(format!("touch_({path} ? 1u : 0u)")),
        "bool2" | "bool3" | "bool4" => Some(format!("touch_({path}.x ? 1u : 0u)")),
        _ if member.matrix_stride.is_some() => Some(format!("touch_({path}[0])")),
        // The inferred type would be `ConstantBuffer<float4>`.
        _ if is_number && member.path == slot.path => Some(format!("touch_<{ty}>({path})")),
        _ if is_number || ty.starts_with("vector<") => Some(format!("touch_({path})")),
        _ => None,
    }
}

/// A path as an expression: the first elements of arrays, and members of a `cbuffer` without its name.
fn expression(program: &Program, path: &str) -> Option<String> {
    if as_libslang(path, &bases(program)).contains('$') {
        return None;
    }
    let text = path.replace("[]", "[0]");
    let (head, rest) = text.split_once('.').unwrap_or((&text, ""));
    let is_block = |parameter: &Parameter| parameter.name == head && matches!(parameter.ty.split('<').next(), Some("cbuffer" | "tbuffer"));
    Some(if program.parameters.iter().any(is_block) { rest.to_owned() } else { text })
}

/// The qualified namespaces of a text: `gfx`, `gfx.deep`.
fn namespaces(source: &str) -> Vec<String> {
    let mut around: Vec<Option<String>> = Vec::new();
    let mut found = Vec::new();
    let mut rest = source;
    while let Some(index) = rest.find(['{', '}']) {
        let head = rest[..index].rsplit([';', '}', '{']).next().unwrap_or("").split_whitespace().collect::<Vec<_>>();
        let name = head.iter().position(|&word| word == "namespace").and_then(|index| head.get(index + 1));
        if &rest[index..=index] == "}" {
            around.pop();
        } else {
            let name = name.map(|&name| around.iter().flatten().last().map_or(name.to_owned(), |outer| format!("{outer}.{name}")));
            found.extend(name.clone());
            around.push(name);
        }
        rest = &rest[index + 1..];
    }
    found.sort();
    found.dedup();
    found
}

/// The start of a function's body.
fn body(source: &str, name: &str) -> Option<usize> {
    source.match_indices(name).find_map(|(position, _)| {
        let is_word = |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '_');
        let rest = &source[position + name.len()..];
        if is_word(source[..position].chars().next_back()) || !rest.trim_start().starts_with(['(', '<']) {
            return None;
        }
        let mut depth = 0;
        for (offset, letter) in rest.char_indices() {
            match letter {
                '(' => depth += 1,
                ')' => depth -= 1,
                '{' if depth == 0 => return Some(position + name.len() + offset + 1),
                ';' if depth == 0 => return None,
                _ => {}
            }
        }
        None
    })
}
