//! `targets-differ`: a buffer whose members have different offsets for the targets of the project.

use std::collections::{HashMap, VecDeque};

use padstone_model::Buffer;

use super::context::BufferLayout;
use super::{LintContext, LintFindings};
use crate::abi::{RecordedLayout, RecordedMember, layout};

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
    let first_layout = layout(first.module, buffer_layout.types, buffer_layout.layout);
    let other_layout = layout(other.module, other_buffer.types, other_buffer.layout);
    let Some((member, other_buffer)) = first_divergence(&first_layout, &other_layout) else { return };
    let span = member.span.unwrap_or(buffer_layout.buffer.span);
    let message = format!(
        "`{}.{}` has different layouts for {} and {}",
        first.module.name(buffer_layout.buffer.name),
        member.path,
        first.target,
        other.target
    );
    findings.report(span, message, |found| {
        let placement = |context: &LintContext<'_>, member: &RecordedMember| {
            let stride = member.stride.map_or(String::new(), |stride| format!(", stride {stride}"));
            let matrix = member.matrix.as_ref().map_or(String::new(), |matrix| format!(", matrix stride {matrix}"));
            format!("target {}: offset {}{stride}{matrix}", context.target, member.offset)
        };
        found.label(span, "first member that diverges").note(placement(first, member)).note(placement(other, other_buffer)).help(command(
            first,
            other,
            buffer_layout.buffer,
        ))
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
fn first_divergence<'a>(left: &'a RecordedLayout, right: &'a RecordedLayout) -> Option<(&'a RecordedMember, &'a RecordedMember)> {
    let by_path: HashMap<&str, &RecordedMember> = right.members.iter().map(|member| (&*member.path, member)).collect();
    left.members.iter().enumerate().find_map(|(index, member)| {
        let other_buffer = *by_path.get(&*member.path)?;
        let part = |next: &RecordedMember| next.path.strip_prefix(&member.path).is_some_and(|rest| rest.starts_with(['.', '[']));
        let has_parts = member.stride.is_some() || member.matrix.is_some() || left.members.get(index + 1).is_some_and(part);
        let placement = |member: &'a RecordedMember| (member.offset, member.stride, &member.matrix, member.bits);
        let differs = placement(member) != placement(other_buffer) || (!has_parts && member.size != other_buffer.size);
        differs.then_some((member, other_buffer))
    })
}
