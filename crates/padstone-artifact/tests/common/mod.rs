//! Modules written as text, and listings of the layouts read from them.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::ops::ControlFlow;

use padstone_artifact::{Artifact, read_spirv};
use padstone_layout::{Layout, Subject, Visit, VisitOrder, rows};
use padstone_model::{Access, BufferKind, Count, Major, Parameter, ParameterKind};
use rspirv::grammar::{INSTRUCTION_TABLE, OperandKind, OperandQuantifier};
use rspirv::spirv::{Capability, Decoration, Dim, ExecutionModel, ImageFormat, Op, SourceLanguage, StorageClass};

/// Assembles a module from text with one instruction per line: `%7 = OpTypeInt 32 0`. Ids are numbers, or names for numbers from
/// [`NAMED`] on; `;` starts a comment.
pub(crate) fn assemble(text: &str) -> Vec<u8> {
    let mut ids = HashMap::new();
    let mut words = vec![0x0723_0203, 0x0001_0500, 0, 0, 0];
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with(';')) {
        let instruction = instruction(line, &mut ids);
        words.push((instruction.len() as u32) << 16 | instruction[0]);
        words.extend(&instruction[1..]);
    }
    words[3] = NAMED + ids.len() as u32;
    words.into_iter().flat_map(u32::to_le_bytes).collect()
}

/// The first id of a name.
const NAMED: u32 = 100;

/// The opcode and the operands of a line.
fn instruction<'t>(line: &'t str, ids: &mut HashMap<&'t str, u32>) -> Vec<u32> {
    let (result, rest) = line.split_once(" = ").map_or((None, line), |(result, rest)| (Some(result), rest));
    let mut tokens = rest.split(' ').filter(|token| !token.is_empty());
    let name = tokens.next().and_then(|token| token.strip_prefix("Op")).expect("an instruction");
    let grammar = INSTRUCTION_TABLE.iter().find(|grammar| grammar.opname == name).unwrap_or_else(|| panic!("{line}"));
    let mut id = |name: &'t str| {
        let next = NAMED + ids.len() as u32;
        name[1..].parse().unwrap_or_else(|_| *ids.entry(name).or_insert(next))
    };
    let mut words = vec![grammar.opcode as u32];
    for operand in grammar.operands {
        if operand.kind == OperandKind::IdResult {
            words.push(id(result.expect("a result")));
            continue;
        }
        for token in tokens.by_ref() {
            words.extend(match operand.kind {
                _ if token.starts_with('%') => vec![id(token)],
                OperandKind::LiteralString => text(token),
                OperandKind::Decoration => vec![token.parse::<Decoration>().expect("a decoration") as u32],
                OperandKind::StorageClass => vec![token.parse::<StorageClass>().expect("a storage class") as u32],
                OperandKind::SourceLanguage => vec![token.parse::<SourceLanguage>().expect("a language") as u32],
                OperandKind::ExecutionModel => vec![token.parse::<ExecutionModel>().expect("a stage") as u32],
                OperandKind::Capability => vec![token.parse::<Capability>().expect("a capability") as u32],
                OperandKind::Dim => vec![token.parse::<Dim>().expect("a dimension") as u32],
                OperandKind::ImageFormat => vec![token.parse::<ImageFormat>().expect("a format") as u32],
                OperandKind::LiteralSpecConstantOpInteger => {
                    let op = INSTRUCTION_TABLE.iter().find(|grammar| grammar.opname == token).expect("an operation");
                    vec![op.opcode as u32]
                }
                _ => vec![token.parse().unwrap_or_else(|_| panic!("{token} of {line}"))],
            });
            if operand.quantifier != OperandQuantifier::ZeroOrMore {
                break;
            }
        }
    }
    // The additional operands of an enumerant or an operation.
    let more: Vec<u32> = tokens.map(|token| if token.starts_with('%') { id(token) } else { token.parse().expect("a number") }).collect();
    words.extend(more);
    words
}

/// A text as words, with at least one zero byte after it; `_` represents a space.
fn text(token: &str) -> Vec<u32> {
    let mut bytes = token.trim_matches('"').replace('_', " ").replace("  ", "_").into_bytes();
    bytes.resize(bytes.len() / 4 * 4 + 4, 0);
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().expect("four bytes"))).collect()
}

/// A listing of everything that is read from a module: buffers with their rows, other parameters, structs, diagnostics.
pub(crate) fn describe(bytes: &[u8]) -> String {
    let read = read_spirv("test.spv", bytes);
    let mut out = String::new();
    for layout in &read.layouts.layouts {
        match layout.subject {
            Subject::Buffer(id) => {
                let buffer = &read.module.buffers[id];
                let kind = match buffer.kind {
                    BufferKind::Uniform => "uniform",
                    BufferKind::Storage => "storage",
                    BufferKind::Structured => "structured",
                    BufferKind::PushConstant => "push_constant",
                    BufferKind::ShaderRecord => "shader_record",
                    other => panic!("{other:?}"),
                };
                let parameter = &read.module.parameters[buffer.parameter];
                let stride = layout.stride.map_or(String::new(), |stride| format!(" stride {stride}"));
                let name = read.module.name(buffer.name);
                writeln!(out, "{kind} {name}{} size {}{stride}", slot(parameter), layout.size).expect("text can be written");
            }
            Subject::Struct(id) => {
                let name = read.module.name(read.module.structs[id].name);
                writeln!(out, "struct {name} size {}", layout.size).expect("text can be written");
            }
        }
        write_rows(&read, layout, &mut out);
    }
    for (_, parameter) in read.module.parameters.iter() {
        let (kind, ty) = match parameter.kind {
            ParameterKind::Opaque(ty) => ("opaque", ty),
            ParameterKind::Uniform(ty) => ("loose", ty),
            _ => continue,
        };
        let (name, ty) = (read.module.name(parameter.name), read.module.type_name(ty));
        writeln!(out, "{kind} {name}: {ty}{}", slot(parameter)).expect("text can be written");
    }
    for constant in &read.module.specialization_constants {
        let (name, ty) = (read.module.name(constant.name), read.module.type_name(constant.ty));
        writeln!(out, "constant {:?} {name}: {ty}", constant.id).expect("text can be written");
    }
    for entry in &read.module.entry_points {
        writeln!(out, "entry {}", read.module.name(entry.name)).expect("text can be written");
    }
    for found in read.diagnostics.iter().chain(&read.layouts.diagnostics) {
        let location = found.span.map_or(String::new(), |span| {
            let position = read.sources.locate(span.start);
            format!(" at line {} «{}»", position.line, read.sources.text(span))
        });
        writeln!(out, "{:?} {}{location}: {}", found.severity, found.code.id, found.message).expect("text can be written");
    }
    out
}

fn slot(parameter: &Parameter) -> String {
    let mut out = String::new();
    for dim in &parameter.dims {
        match dim {
            Count::Known(count) => write!(out, "[{count}]").expect("text can be written"),
            Count::Runtime | Count::LinkTime => out.push_str("[]"),
        }
    }
    if let Some(binding) = parameter.binding {
        let set = binding.set.map_or(String::new(), |set| format!(" set {set}"));
        write!(out, "{set} binding {}", binding.binding).expect("text can be written");
    }
    if let Some(location) = parameter.location {
        write!(out, " location {location}").expect("text can be written");
    }
    out.push_str(match parameter.access {
        Some(Access::Read) => " read",
        Some(Access::Write) => " write",
        Some(Access::ReadWrite) => " read_write",
        None => "",
    });
    out
}

fn write_rows(read: &Artifact, layout: &Layout, out: &mut String) {
    let types = read.layouts.types(layout);
    let _: ControlFlow<()> = rows(&read.module, types, layout, VisitOrder::Source, &mut |visit| {
        if let Visit::Row(row) = visit {
            let ty = read.module.type_name(row.ty);
            write!(out, "  {} {ty} @{} size {}", row.path, row.offset, row.size).expect("text can be written");
            if let Some(stride) = row.stride {
                write!(out, " stride {stride}").expect("text can be written");
            }
            if let Some((matrix, stride)) = row.matrix.and_then(|matrix| Some((matrix, matrix.stride?))) {
                let major = if matrix.major == Major::Row { "rows" } else { "columns" };
                write!(out, " {major} {stride}").expect("text can be written");
            }
            out.push('\n');
        }
        ControlFlow::Continue(())
    });
}

/// The words of a module in the other byte order.
pub(crate) fn swapped(bytes: &[u8]) -> Vec<u8> {
    bytes.chunks_exact(4).flat_map(|word| word.iter().rev().copied().collect::<Vec<u8>>()).collect()
}

/// The first word of an instruction.
pub(crate) fn head(op: Op, words: u32) -> u32 {
    words << 16 | op as u32
}
