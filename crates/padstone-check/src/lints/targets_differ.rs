//! `targets-differ`: a buffer whose members have different offsets for the targets of the project.

use std::collections::{HashMap, VecDeque};

use padstone_layout::{ComparedPart, Member, members};
use padstone_model::{Buffer, Major};

use super::context::BufferLayout;
use super::{LintContext, LintFindings};

pub(super) fn check(contexts: &[LintContext<'_>], findings: &mut LintFindings) {
    let Some((first, others)) = contexts.split_first() else { return };
    for other in others {
        let key = |context: &LintContext<'_>, buffer_layout: &BufferLayout<'_>| {
            (buffer_layout.buffer.kind, context.module.name(buffer_layout.buffer.name).to_owned())
        };
        // Buffers of several namespaces may have one name; they are in the same order for all targets.
        let mut all: HashMap<_, VecDeque<BufferLayout<'_>>> = HashMap::new();
        for buffer_layout in other.buffers() {
            all.entry(key(other, &buffer_layout)).or_default().push_back(buffer_layout);
        }
        for buffer_layout in first.buffers() {
            if let Some(counterpart) = all.get_mut(&key(first, &buffer_layout)).and_then(VecDeque::pop_front) {
                compare((first, buffer_layout), (other, counterpart), findings);
            }
        }
    }
}

fn compare(
    (first, buffer_layout): (&LintContext<'_>, BufferLayout<'_>),
    (other, other_buffer): (&LintContext<'_>, BufferLayout<'_>),
    findings: &mut LintFindings,
) {
    let first_members = members(first.module, first.layouts, buffer_layout.layout, ComparedPart::Members);
    let other_members = members(other.module, other.layouts, other_buffer.layout, ComparedPart::Members);
    let Some((member, other_member)) = first_divergence(&first_members, &other_members) else { return };
    let span = member.declared.map_or(buffer_layout.buffer.span, |(_, span)| span);
    let name = first.module.name(buffer_layout.buffer.name);
    let subject = if member.path.is_empty() { name.to_owned() } else { format!("{name}.{}", member.path) };
    let message = format!("`{subject}` has different layouts for {} and {}", first.target, other.target);
    let ty = |member: &Member| (member.abi.length, member.abi.encoding);
    let with_types = ty(member) != ty(other_member);
    findings.report(span, message, |found| {
        let placement = |context: &LintContext<'_>, member: &Member| {
            let ty = if with_types { format!(", {}", context.module.type_name(member.ty)) } else { String::new() };
            let stride = member.abi.stride.map_or(String::new(), |stride| format!(", stride {stride}"));
            let matrix = member.abi.matrix.map_or(String::new(), |(stride, major)| {
                let stride = stride.map_or(String::new(), |stride| format!(" {stride}"));
                format!(", matrix stride {}{stride}", if major == Major::Row { "rows" } else { "columns" })
            });
            format!("target {}: offset {}{ty}{stride}{matrix}", context.target, member.abi.offset)
        };
        let found = found.label(span, "first member that diverges").note(placement(first, member)).note(placement(other, other_member));
        found.help(command(first, other, buffer_layout.buffer))
    });
}

/// The command that shows why a buffer differs. `padstone compare` applies its options to all layouts, so targets with different options need two
/// commands.
fn command(first: &LintContext<'_>, other: &LintContext<'_>, buffer: &Buffer) -> String {
    let file = first.sources.files().next().map_or("FILE", |(_, file)| &file.name);
    let with_options = |command: String, options: &str| if options.is_empty() { command } else { format!("{command} {options}") };
    let layout = |context: &LintContext<'_>| {
        with_options(format!("padstone layout {file} --rules {}", context.layouts.profile.name), context.options)
    };
    if first.options != other.options {
        return format!("run `{}` and `{}`, and compare the offsets", layout(first), layout(other));
    }
    let (target, other_target) = (first.layouts.profile.name, other.layouts.profile.name);
    let command = format!("padstone compare {file}:{} --rules {target},{other_target}", first.module.name(buffer.name));
    format!("run `{}` to see why", with_options(command, first.options))
}

/// The first member that diverges. A difference in the tail padding of arrays, matrices and structs moves nothing.
fn first_divergence<'a>(left: &'a [Member], right: &'a [Member]) -> Option<(&'a Member, &'a Member)> {
    let by_key: HashMap<&str, &Member> = right.iter().map(|member| (member.key(), member)).collect();
    let pairs = left.iter().filter_map(|member| Some((member, *by_key.get(member.key())?)));
    pairs.into_iter().find(|(member, other)| member.abi != other.abi)
}
