//! The changes between two ABIs, member by member.
//!
//! A change is compatible if a host that was written for the old ABI still works: the shader reads everything from the offsets at which the host
//! writes it, and finds all resources where the host binds them. New members in former padding are compatible, unless hosts write another member there, and so are removed members and
//! resources; new resources, which old hosts do not bind, are not compatible, and neither are buffers that grow.

use std::collections::{HashMap, HashSet};

use padstone_emit::display::with_article;
use padstone_model::Language;
use padstone_source::Span;

use super::languages::{lengths, translated};
use super::{Abi, BY_NAME, POINTEE, RecordedLayout, RecordedMember, RecordedResource, WITHOUT_VALUE};

/// One difference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AbiChange {
    /// The resource.
    pub resource: String,
    /// The kind of change.
    pub kind: ChangeKind,
    /// A description of the change, and of the change that caused it, if there is one.
    pub text: String,
    /// Whether a host that was written for the old ABI still works.
    pub compatible: bool,
    /// The declaration in the new version; `None` if it was removed.
    pub span: Option<Span>,
    /// The index, in the list that [`changes`] returns, of the change that caused it; `None` if no other did.
    pub cause: Option<usize>,
    /// The changed member of a struct; `None` if the resource itself changed. A struct in several resources has one change of a kind and member in
    /// each.
    pub member: Option<ChangedMember>,
}

/// The changed member of a struct, whichever resource contains the struct.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChangedMember {
    /// Its name.
    pub name: String,
    /// Its declaration in the new version; if it was removed, that of the first member of the struct.
    pub span: Span,
}

impl ChangedMember {
    fn new(path: &str, span: Option<Span>) -> Option<ChangedMember> {
        let name = path.trim_end_matches("[]").rsplit('.').next()?.to_owned();
        Some(ChangedMember { name, span: span? })
    }
}

/// The kind of change of a resource or member.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChangeKind {
    /// The item was added.
    Added,
    /// The item was removed.
    Removed,
    /// The item has another name.
    Renamed,
    /// The offset or its binding has changed.
    Moved,
    /// Its size has grown.
    Grown,
    /// Its size has shrunk.
    Shrunk,
    /// The item has another type or kind.
    Retyped,
    /// The stride or matrix stride has changed.
    Restrided,
    /// The rule set of the layout has changed.
    RuleSet,
}

impl ChangeKind {
    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            ChangeKind::Added => "added",
            ChangeKind::Removed => "removed",
            ChangeKind::Renamed => "renamed",
            ChangeKind::Moved => "moved",
            ChangeKind::Grown => "grown",
            ChangeKind::Shrunk => "shrunk",
            ChangeKind::Retyped => "retyped",
            ChangeKind::Restrided => "restrided",
            ChangeKind::RuleSet => "rule-set",
        }
    }
}

/// A description of an item, for messages.
fn kind_text(kind: &str) -> String {
    match kind {
        "structured" | "append structured" | "consume structured" | "uniform" => with_article(&format!("{kind} buffer")),
        "storage" | "read_write storage" | "readonly storage" | "writeonly storage" => with_article(&format!("{kind} buffer")),
        "push_constant" => "push constants".into(),
        "immediate" => "immediates".into(),
        "shader_record" | "parameter_block" => with_article(&kind.replace('_', " ")),
        other => with_article(other),
    }
}

/// The majorness and stride of a matrix, from their text in a lock file: `rows 16`.
fn matrix_text(recorded: &str) -> String {
    match recorded.split_once(' ') {
        Some(("rows", stride)) => format!("row-major with matrix stride {stride}"),
        Some((_, stride)) => format!("column-major with matrix stride {stride}"),
        None if recorded == "rows" => "row-major".to_owned(),
        None => "column-major".to_owned(),
    }
}

/// All changes: removals first, then the others in the order of the new version.
pub fn changes(old: &Abi, new: &Abi) -> Vec<AbiChange> {
    let translated = translated(old, new);
    let old = translated.as_ref().unwrap_or(old);
    let mut found = Vec::new();
    let before = earlier_versions(old, new);
    let matched: HashSet<usize> = before.iter().copied().flatten().collect();
    let mut rebound = ReboundResources::default();
    for (_, resource) in old.resources.iter().enumerate().filter(|(index, _)| !matched.contains(index)) {
        rebound.causes.extend(resource.binding.as_deref().map(|binding| (binding_class(binding).0, found.len())));
        found.push(AbiChange {
            resource: resource.name.clone(),
            kind: ChangeKind::Removed,
            text: format!("`{}` was removed", resource.name),
            // WebGPU rejects values for constants that a shader does not declare, Vulkan ignores them.
            compatible: !(resource.is_constant() && matches!(new.language, Some(Language::Wgsl | Language::Wgsl2020))),
            span: None,
            cause: None,
            member: None,
        });
    }
    for (resource, before) in new.resources.iter().zip(before) {
        match before {
            Some(index) => {
                let (first, earlier) = (found.len(), &old.resources[index]);
                rebound.add(earlier, resource, first);
                compare_resources(earlier, resource, &mut found);
                if earlier.kind != resource.kind && !resource.is_bound_explicitly {
                    follow_kind(first, &mut found);
                }
            }
            None => {
                rebound.causes.extend(resource.binding.as_deref().map(|binding| (binding_class(binding).0, found.len())));
                let binding_text = resource.binding.as_ref().map_or(String::new(), |binding| format!(" at {binding}"));
                let text = format!("`{}`, {}{binding_text}, was added", resource.name, kind_text(&resource.kind));
                // Hosts bind no pointee; the pointer to it is a change of its own.
                let (item_span, compatible) =
                    (resource.span, resource.kind == POINTEE || resource.is_constant() && !resource.kind.ends_with(WITHOUT_VALUE));
                let (resource, kind) = (resource.name.clone(), ChangeKind::Added);
                found.push(AbiChange { resource, kind, text, compatible, span: item_span, cause: None, member: None });
            }
        }
    }
    rebound.link(&mut found);
    found
}

/// Makes the new binding of a resource, whose changes start at an index, a consequence of its new kind: it has another class of registers.
fn follow_kind(first: usize, found: &mut [AbiChange]) {
    let is_of_resource = |index: &usize, kind| found[*index].kind == kind && found[*index].member.is_none();
    let retyped = (first..found.len()).find(|index| is_of_resource(index, ChangeKind::Retyped));
    let moved = (first..found.len()).find(|index| is_of_resource(index, ChangeKind::Moved));
    if let (Some(retyped), Some(moved)) = (retyped, moved) {
        found[moved].cause = Some(retyped);
    }
}

/// For each new resource, the index of the old one. Several may have one name, in several namespaces: they are in the same order. If another number of
/// them has that name now, those that are bound to the same slots are the same first.
fn earlier_versions(old: &Abi, new: &Abi) -> Vec<Option<usize>> {
    let mut by_name: HashMap<&str, Vec<usize>> = HashMap::new();
    for (index, resource) in old.resources.iter().enumerate() {
        by_name.entry(&resource.name).or_default().push(index);
    }
    let mut counts: HashMap<&str, usize> = HashMap::new();
    new.resources.iter().for_each(|resource| *counts.entry(&resource.name).or_default() += 1);
    let is_as_many = |name: &str, before: &[usize]| counts.get(name) == Some(&before.len());
    let changed: HashSet<&str> = by_name.iter().filter(|(name, before)| !is_as_many(name, before)).map(|(name, _)| *name).collect();
    let mut found = vec![None; new.resources.len()];
    for by_binding in [true, false] {
        for (found, resource) in found.iter_mut().zip(&new.resources).filter(|(found, _)| found.is_none()) {
            let Some(remaining) = by_name.get_mut(&*resource.name).filter(|_| !by_binding || changed.contains(&*resource.name)) else {
                continue;
            };
            let is_same = |index: &usize| !by_binding || old.resources[*index].binding == resource.binding;
            *found = remaining.iter().position(is_same).map(|position| remaining.remove(position));
        }
    }
    // Hosts identify constants by their ids.
    let has_id = |resource: &RecordedResource| resource.is_constant() && resource.binding.as_deref() != Some(BY_NAME);
    let mut remaining: Vec<usize> = by_name.into_values().flatten().filter(|&index| has_id(&old.resources[index])).collect();
    // In source order: constants of one declaration in GLSL may share an id.
    remaining.sort_unstable();
    for (found, resource) in found.iter_mut().zip(&new.resources).filter(|(found, resource)| found.is_none() && has_id(resource)) {
        let position = remaining.iter().position(|&index| old.resources[index].binding == resource.binding);
        *found = position.map(|position| remaining.remove(position));
    }
    found
}

/// The resources whose bindings changed: those for which the source specifies none follow the others.
#[derive(Default)]
struct ReboundResources {
    /// The classes of bindings that a change affects, with its index.
    causes: Vec<(String, usize)>,
    /// The class of a resource that got another binding from the compiler, and the index of its first change.
    followers: Vec<(String, usize)>,
}

impl ReboundResources {
    /// Adds a resource in both versions, whose first change has this index.
    fn add(&mut self, old: &RecordedResource, new: &RecordedResource, next: usize) {
        let (Some(before), Some(after)) = (&old.binding, &new.binding) else { return };
        if before == after && old.kind == new.kind {
            return;
        }
        let ((class, amount), (class_before, amount_before)) = (binding_class(after), binding_class(before));
        let is_cause = old.kind != new.kind || class != class_before || amount != amount_before || new.is_bound_explicitly;
        match is_cause {
            true => self.causes.extend([class_before, class].map(|class| (class, next))),
            false => self.followers.push((class, next)),
        }
    }

    /// Links each follower to the first change of its class; if only the order of resources changed, to the first of them.
    fn link(self, found: &mut [AbiChange]) {
        let mut first: HashMap<String, usize> = HashMap::new();
        for (class, index) in self.causes {
            first.entry(class).and_modify(|known| *known = index.min(*known)).or_insert(index);
        }
        for (class, index) in self.followers {
            let cause = *first.entry(class).or_insert(index);
            found[index].cause = (cause != index).then_some(cause);
        }
    }
}

/// The registers or set of a binding, without its own number, and the number of further ones: `t, space1` and `2` of `t3-t5, space1`, `set 0` and
/// nothing of `set 0, binding 3`.
fn binding_class(binding: &str) -> (String, String) {
    // The first slot of a combined texture and sampler.
    let binding = binding.split(" and ").next().unwrap_or(binding);
    let (position, amount) = binding.split_once(" × ").unwrap_or((binding, ""));
    if let Some((set, _)) = position.rsplit_once("binding ") {
        return (set.to_owned(), amount.to_owned());
    }
    let (registers, space) = position.split_once(',').map_or((position, ""), |(registers, space)| (registers, space));
    let (first, last) = registers.split_once('-').unwrap_or((registers, ""));
    let class = first.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = |register: &str| register.strip_prefix(class)?.parse::<u64>().ok();
    let further = match (number(first), number(last)) {
        (Some(first), Some(last)) => last.saturating_sub(first).to_string(),
        _ => last.to_owned(),
    };
    (format!("{class}{space}"), format!("{amount}{further}"))
}

fn compare_resources(old: &RecordedResource, new: &RecordedResource, found: &mut Vec<AbiChange>) {
    let name = &new.name;
    let mut push = |kind, text: String, compatible: bool| {
        found.push(AbiChange { resource: name.clone(), kind, text, compatible, span: new.span, cause: None, member: None });
        found.len() - 1
    };
    if old.name != new.name {
        push(ChangeKind::Renamed, format!("`{}` was renamed to `{name}`", old.name), true);
    }
    if old.kind != new.kind {
        let gets_value = new.is_constant() && old.kind.strip_suffix(WITHOUT_VALUE) == Some(&*new.kind);
        push(ChangeKind::Retyped, format!("`{name}` is now {} instead of {}", kind_text(&new.kind), kind_text(&old.kind)), gets_value);
    }
    match (&old.binding, &new.binding) {
        (Some(before), Some(after)) if before != after => {
            push(ChangeKind::Moved, format!("`{name}` moved from {before} to {after}"), false);
        }
        (Some(before), None) => _ = push(ChangeKind::Moved, format!("`{name}` is no longer bound at {before}"), true),
        (None, Some(after)) => _ = push(ChangeKind::Moved, format!("`{name}` is now bound at {after}"), false),
        _ => {}
    }
    match (&old.format, &new.format) {
        (Some(before), Some(after)) if before != after => {
            push(ChangeKind::Retyped, format!("`{name}` now has format {after} instead of {before}"), false);
        }
        (Some(before), None) => _ = push(ChangeKind::Retyped, format!("`{name}` no longer has format {before}"), true),
        // A lock file may lack formats.
        (None, Some(after)) if old.span.is_some() => _ = push(ChangeKind::Retyped, format!("`{name}` now has format {after}"), false),
        _ => {}
    }
    let (Some(before), Some(after)) = (&old.layout, &new.layout) else {
        match (&old.layout, &new.layout) {
            // It follows from the new kind.
            _ if old.kind != new.kind => {}
            (Some(_), None) => _ = push(ChangeKind::Retyped, format!("the layout of `{name}` is no longer known"), false),
            (None, Some(_)) => _ = push(ChangeKind::Retyped, format!("the layout of `{name}` is now known"), true),
            _ => {}
        }
        return;
    };
    if let (Some(from), Some(to)) = (&before.value, &after.value)
        && is_other_type(from, to)
    {
        push(ChangeKind::Retyped, format!("`{name}` is now `{to}` instead of `{from}`"), false);
    }
    let element = match (before.stride, after.stride) {
        (Some(from), Some(to)) if from != to => {
            Some(push(ChangeKind::Restrided, format!("the stride of `{name}` is now {to} instead of {from}"), false))
        }
        (None, Some(to)) => Some(push(ChangeKind::Restrided, format!("`{name}` now has elements with stride {to}"), false)),
        (Some(_), None) => Some(push(ChangeKind::Restrided, format!("`{name}` no longer has elements"), false)),
        _ if before.size < after.size => {
            Some(push(ChangeKind::Grown, format!("`{name}` grew from {} to {} bytes", before.size, after.size), false))
        }
        _ if before.size > after.size => {
            Some(push(ChangeKind::Shrunk, format!("`{name}` shrank from {} to {} bytes", before.size, after.size), true))
        }
        _ => None,
    };
    let known = found.len();
    let first = element.unwrap_or(known);
    let (old_members, new_members) = (MembersByParent::new(before), MembersByParent::new(after));
    let mut comparison = MemberComparison { resource: new, old: old_members, new: new_members, found, of_reordered: HashSet::new() };
    comparison.level("");
    let of_reordered = comparison.of_reordered;
    // The size of a buffer follows from its members.
    if let Some(element) = element {
        found[element].cause = first_cause(found, known, |change| change.kind != ChangeKind::Renamed);
    }
    if before.rules != after.rules {
        explain_by_rules((&before.rules, &after.rules), new, first, &of_reordered, found);
    }
}

/// Makes the changes that follow from another rule set consequences of one change; not those of members that the source moved past others.
fn explain_by_rules(
    (old, rules): (&str, &str),
    new: &RecordedResource,
    first: usize,
    of_reordered: &HashSet<usize>,
    found: &mut Vec<AbiChange>,
) {
    use ChangeKind::{Grown, Moved, Restrided, Shrunk};
    let follows =
        |index: usize, change: &AbiChange| matches!(change.kind, Grown | Moved | Restrided | Shrunk) && !of_reordered.contains(&index);
    let of_rules: HashSet<usize> = (first..found.len()).filter(|&index| follows(index, &found[index])).collect();
    let mut following = of_rules.iter().map(|&index| &found[index]).peekable();
    if following.peek().is_some() {
        let compatible = following.all(|change| change.compatible);
        let text = format!("the rule set is {rules} instead of {old}");
        let (resource, kind) = (new.name.clone(), ChangeKind::RuleSet);
        found.insert(first, AbiChange { resource, kind, text, compatible, span: new.span, cause: None, member: None });
        for (index, change) in found.iter_mut().enumerate().skip(first + 1) {
            let later = change.cause.map(|cause| if cause < first { cause } else { cause + 1 });
            change.cause = if of_rules.contains(&(index - 1)) { Some(first) } else { later };
        }
    }
}

/// The index of the first change from an index on that no other caused, and that fits.
fn first_cause(found: &[AbiChange], from: usize, fits: impl Fn(&AbiChange) -> bool) -> Option<usize> {
    (from..found.len()).find(|&index| found[index].cause.is_none() && fits(&found[index]))
}

/// The members of a layout by the path of their parent.
struct MembersByParent<'a> {
    rules: &'a str,
    by_parent: HashMap<&'a str, Vec<&'a RecordedMember>>,
    by_path: HashMap<&'a str, &'a RecordedMember>,
    /// The members without parts, by their first bit, each with the furthest end of those up to it.
    values: Vec<(u128, &'a RecordedMember)>,
}

impl<'a> MembersByParent<'a> {
    fn new(layout: &'a RecordedLayout) -> MembersByParent<'a> {
        let mut tree = MembersByParent { rules: &layout.rules, by_parent: HashMap::new(), by_path: HashMap::new(), values: Vec::new() };
        let mut outer: HashSet<&str> = HashSet::new();
        for member in &layout.members {
            tree.by_parent.entry(parent(&member.path)).or_default().push(member);
            tree.by_path.insert(&member.path, member);
            outer.extend(member.path.rsplit_once('.').map(|(outer, _)| outer));
        }
        let is_value = |member: &&RecordedMember| !tree.has_parts(&member.path) && !outer.contains(&*member.path);
        let mut values: Vec<(u128, &RecordedMember)> =
            layout.members.iter().filter(is_value).map(|member| (end_bit(member), member)).collect();
        values.sort_by_key(|(_, member)| (first_bit(member), &*member.path));
        let mut end = 0;
        for (furthest, _) in &mut values {
            end = end.max(*furthest);
            *furthest = end;
        }
        tree.values = values;
        tree
    }

    /// The first value that shares bits with a member.
    fn value_at(&self, member: &RecordedMember) -> Option<&'a RecordedMember> {
        let (_, value) = self.values.get(self.values.partition_point(|&(end, _)| end <= first_bit(member)))?;
        (first_bit(value) < end_bit(member)).then_some(*value)
    }

    fn level(&self, parent: &str) -> &[&'a RecordedMember] {
        self.by_parent.get(parent).map_or(&[], Vec::as_slice)
    }

    fn has_parts(&self, path: &str) -> bool {
        self.by_parent.contains_key(path)
    }

    fn type_of(&self, member: &'a RecordedMember) -> MemberType<'a> {
        match self.has_parts(&member.path) {
            true => MemberType::Parts { lengths: lengths(&member.ty) },
            false => MemberType::Value { name: &member.ty },
        }
    }

    /// The first bit of a member, from the start of its parent.
    fn inner_bit(&self, member: &RecordedMember) -> u128 {
        let base = self.by_path.get(parent(&member.path)).map_or(0, |parent| first_bit(parent));
        first_bit(member).saturating_sub(base)
    }
}

/// The properties of a member's type that hosts depend on.
#[derive(PartialEq, Eq, Hash)]
enum MemberType<'a> {
    Value {
        name: &'a str,
    },
    /// The parts are compared one by one, whatever the name of the struct.
    Parts {
        /// The lengths of an array, outermost first.
        lengths: Vec<&'a str>,
    },
}

/// The path of a member's parent, without the brackets of array elements, which have the offset of their array.
fn parent(path: &str) -> &str {
    let outer = match (path.strip_suffix("[]"), path.rsplit_once('.')) {
        (Some(array), _) => array,
        (None, Some((outer, _))) => outer,
        (None, None) => return "",
    };
    outer.trim_end_matches("[]")
}

/// The comparison of the members of one buffer.
struct MemberComparison<'a, 'f> {
    resource: &'a RecordedResource,
    old: MembersByParent<'a>,
    new: MembersByParent<'a>,
    found: &'f mut Vec<AbiChange>,
    /// The moves of members that the source moved past others.
    of_reordered: HashSet<usize>,
}

impl<'a> MemberComparison<'a, '_> {
    /// Compares the members of one struct, and recursively those of its members.
    fn level(&mut self, parent: &str) {
        let (old, new) = (self.old.level(parent).to_vec(), self.new.level(parent).to_vec());
        let renamed = self.renamed(&old, &new);
        let names: HashSet<&str> = renamed.values().map(|member| &*member.path).collect();
        // The preceding member in the old version, for each member in both versions.
        let mut remaining: HashMap<&str, Option<&RecordedMember>> = HashMap::new();
        let mut last = None;
        for &member in old.iter().filter(|member| self.new.by_path.contains_key(&*member.path)) {
            remaining.insert(&member.path, last.replace(member));
        }
        let reordered = self.reordered(&old, &new);
        let first = self.found.len();
        // The moves that a later member causes, because it was before them; ascending.
        let mut waiting: Vec<usize> = Vec::new();
        // The last change that no other caused, among those before an index.
        let (mut last_root, mut seen) = (None, first);
        // The last change that moves the members after it.
        let mut cause: Option<String> = None;
        let mut removed = old.iter().filter(|member| !remaining.contains_key(&*member.path)).copied().peekable();
        let mut before: Option<&RecordedMember> = None;
        let mut is_before_moved = false;
        for &member in &new {
            let was = self.old.by_path.get(&*member.path).copied();
            // Reports a removed member where it was.
            while let Some(left) = removed.next_if(|left| was.is_none_or(|was| first_bit(left) < first_bit(was))) {
                cause = self.report_removed(left, &renamed).or(cause);
            }
            match was {
                Some(was) => {
                    let known = self.found.len();
                    let is_reordered = reordered.contains(&*member.path);
                    let is_pushed = !is_reordered && (cause.is_some() || !reordered.is_empty());
                    let pushed = cause.clone().filter(|_| !is_reordered);
                    let preceded =
                        before.and_then(|before| self.old.by_path.get(&*before.path)).is_some_and(|old| first_bit(old) < first_bit(was));
                    let earlier = remaining.get(&*was.path).copied().flatten();
                    let pushed = pushed.or_else(|| new_neighbor(earlier, before.map(|before| (before, preceded))));
                    let after_moved =
                        before.filter(|_| pushed.is_none() && is_before_moved).map(|before| format!("`{}` moved", before.path));
                    let is_pushed = is_pushed || after_moved.is_some() && !is_reordered;
                    let pushed = pushed.or(after_moved);
                    cause = self.member((was, member), is_reordered, pushed).or(cause);
                    // A change of its own type changes its offset and stride; a change of a preceding member changes its offset.
                    let is_retyped = self.found.get(known).is_some_and(|change| change.kind == ChangeKind::Retyped);
                    let moves_others = |change: &AbiChange| change.cause.is_none() && change.kind != ChangeKind::Renamed;
                    let is_root = |index: &usize| moves_others(&self.found[*index]) && waiting.binary_search(index).is_err();
                    last_root = (seen..known).rev().find(is_root).or(last_root);
                    seen = known;
                    let root = if is_retyped { Some(known) } else { last_root };
                    for index in known..self.found.len() {
                        let change = &self.found[index];
                        let follows = match change.kind {
                            ChangeKind::Moved => is_pushed || is_retyped,
                            ChangeKind::Restrided => is_retyped,
                            _ => false,
                        };
                        match root {
                            _ if !follows || change.cause.is_some() => {}
                            Some(root) => self.found[index].cause = Some(root),
                            None => waiting.push(index),
                        }
                    }
                    before = Some(member);
                    is_before_moved = self.is_moved(was, member);
                }
                None if names.contains(&*member.path) => {}
                None => {
                    let mut text = format!("`{}` of type `{}` was added at offset {}", member.path, member.ty, member.offset);
                    // Hosts still write it.
                    let written = self.old.value_at(member);
                    if let Some(other) = written {
                        text.push_str(&format!(", where hosts write `{}`", other.path));
                    }
                    self.push(member, ChangeKind::Added, text, written.is_none());
                    cause = Some(format!("`{}` was added", member.path));
                }
            }
        }
        for left in removed {
            self.report_removed(left, &renamed);
        }
        let root = (first..self.found.len()).find(|index| self.found[*index].cause.is_none() && waiting.binary_search(index).is_err());
        waiting.into_iter().for_each(|index| self.found[index].cause = root);
    }

    /// The members that moved past others: all but the longest sequence in the same order as before. Empty if no such member has another offset.
    fn reordered(&self, old: &[&'a RecordedMember], new: &[&'a RecordedMember]) -> HashSet<&'a str> {
        let positions: HashMap<&str, usize> = old.iter().enumerate().map(|(position, member)| (&*member.path, position)).collect();
        let common: Vec<(usize, &RecordedMember)> =
            new.iter().filter_map(|&member| Some((*positions.get(&*member.path)?, member))).collect();
        let ascending: HashSet<usize> = longest_ascending(common.iter().map(|&(position, _)| position)).into_iter().collect();
        let passing = common.into_iter().filter(|(position, _)| !ascending.contains(position));
        let passing: Vec<(usize, &RecordedMember)> = passing.collect();
        if !passing.iter().any(|&(position, member)| self.is_moved(old[position], member)) {
            return HashSet::new();
        }
        passing.into_iter().map(|(_, member)| &*member.path).collect()
    }

    /// Whether a member has another offset in its struct.
    fn is_moved(&self, old: &RecordedMember, new: &RecordedMember) -> bool {
        self.old.inner_bit(old) != self.new.inner_bit(new)
    }

    /// The removed members that a new member replaces at the same offset with the same type and parts: they were renamed.
    fn renamed(&self, old: &[&'a RecordedMember], new: &[&'a RecordedMember]) -> HashMap<&'a str, &'a RecordedMember> {
        let placement = |member: &'a RecordedMember, ty: MemberType<'a>| {
            (first_bit(member), end_bit(member), ty, member.bits.is_some(), member.stride, member.matrix.as_deref())
        };
        let fresh = new.iter().filter(|member| !self.old.by_path.contains_key(&*member.path));
        let fresh: HashMap<_, &RecordedMember> = fresh.map(|&member| (placement(member, self.new.type_of(member)), member)).collect();
        let removed = old.iter().filter(|member| !self.new.by_path.contains_key(&*member.path));
        let renamed = removed.filter_map(|&member| Some((member, *fresh.get(&placement(member, self.old.type_of(member)))?)));
        renamed.filter(|(member, new)| self.has_same_parts(&member.path, &new.path)).map(|(member, new)| (&*member.path, new)).collect()
    }

    /// Whether two members have parts of the same names, types and offsets.
    fn has_same_parts(&self, old: &str, new: &str) -> bool {
        let (old, new) = (self.old.level(old), self.new.level(new));
        let is_same = |old: &RecordedMember, new: &RecordedMember| {
            let name = |member: &RecordedMember| member.path.len() - parent(&member.path).len();
            let described = |member: &RecordedMember| (first_bit(member), end_bit(member), member.stride, member.bits.is_some());
            old.path[old.path.len() - name(old)..] == new.path[new.path.len() - name(new)..]
                && described(old) == described(new)
                && (self.old.type_of(old), &old.matrix) == (self.new.type_of(new), &new.matrix)
                && self.has_same_parts(&old.path, &new.path)
        };
        old.len() == new.len() && old.iter().zip(new).all(|(old, new)| is_same(old, new))
    }

    /// Reports a removed or renamed member. Returns the reason why members after it move.
    fn report_removed(&mut self, left: &RecordedMember, renamed: &HashMap<&str, &RecordedMember>) -> Option<String> {
        if let Some(next) = renamed.get(&*left.path) {
            self.push(next, ChangeKind::Renamed, format!("`{}` was renamed to `{}`", left.path, next.path), true);
            return None;
        }
        let text = format!("`{}` was removed", left.path);
        self.found.push(AbiChange {
            resource: self.resource.name.clone(),
            kind: ChangeKind::Removed,
            text: text.clone(),
            compatible: true,
            span: self.resource.span,
            cause: None,
            member: ChangedMember::new(&left.path, self.new.level(parent(&left.path)).first().and_then(|first| first.span)),
        });
        Some(text)
    }

    /// Compares a member in both versions. Returns the reason why members after it move.
    fn member(&mut self, (old, new): (&RecordedMember, &RecordedMember), is_reordered: bool, pushed: Option<String>) -> Option<String> {
        let path = &new.path;
        let mut own_change = None;
        let is_renamed_struct = self.old.has_parts(path) && self.old.type_of(old) == self.new.type_of(new);
        // A struct and an enum may have the same name.
        let is_other_enum = old.ty != new.ty && self.old.has_parts(path) != self.new.has_parts(path);
        if (is_other_type(&old.ty, &new.ty) || is_other_enum) && !is_renamed_struct {
            self.push(new, ChangeKind::Retyped, format!("`{path}` is now `{}` instead of `{}`", new.ty, old.ty), false);
            own_change = Some(format!("`{path}` is now `{}`", new.ty));
        }
        let is_resized = width(old) != width(new);
        let has_bits = old.bits.is_some() || new.bits.is_some();
        if self.is_moved(old, new) {
            let offset_text = |member: &RecordedMember| match member.bits {
                Some((first, width)) => format!("{}, bits {first}..{}", member.offset, first.saturating_add(width)),
                None => member.offset.to_string(),
            };
            let cause = pushed.or_else(|| {
                let rules = (self.old.rules != self.new.rules).then_some((self.old.rules, self.new.rules));
                rules.map(|(old, new)| format!("the rule set is {new} instead of {old}"))
            });
            let cause = cause.or_else(|| own_change.as_ref().map(|_| format!("its type is now `{}`", new.ty)));
            let cause = cause.map_or(String::new(), |cause| format!(" because {cause}"));
            self.of_reordered.extend(is_reordered.then_some(self.found.len()));
            self.push(new, ChangeKind::Moved, format!("`{path}` moved from {} to {}{cause}", offset_text(old), offset_text(new)), false);
        } else if has_bits && is_resized {
            self.push(new, ChangeKind::Retyped, resized(old, new), false);
        }
        // A type of the same name whose values have another size, such as `min16float` with native 16-bit types; other sizes follow from the
        // members and from strides.
        let is_value = !has_bits && !self.old.has_parts(path) && !self.new.has_parts(path) && own_change.is_none();
        if is_value && is_resized && old.stride == new.stride && old.matrix == new.matrix {
            let kind = if width(old) < width(new) { ChangeKind::Grown } else { ChangeKind::Shrunk };
            self.push(new, kind, resized(old, new), false);
        }
        let stride = self.found.len();
        if let (Some(from), Some(to)) = (old.stride, new.stride)
            && from != to
        {
            self.push(new, ChangeKind::Restrided, format!("the stride of `{path}` is now {to} instead of {from}"), false);
        }
        let members = self.found.len();
        if let (Some(from), Some(to)) = (&old.matrix, &new.matrix)
            && from != to
        {
            self.push(new, ChangeKind::Restrided, format!("`{path}` is now {} instead of {}", matrix_text(to), matrix_text(from)), false);
        }
        self.level(path);
        // The stride of an array follows from the members of its elements.
        if stride < members && own_change.is_none() {
            self.found[stride].cause = first_cause(self.found, members, |change| change.kind != ChangeKind::Renamed);
        }
        own_change.or_else(|| is_resized.then(|| resized(old, new)))
    }

    fn push(&mut self, member: &RecordedMember, kind: ChangeKind, text: String, compatible: bool) {
        let span = member.span.or(self.resource.span);
        let (resource, changed) = (self.resource.name.clone(), ChangedMember::new(&member.path, member.span));
        self.found.push(AbiChange { resource, kind, text, compatible, span, cause: None, member: changed });
    }
}

/// Whether types differ. An older lock file does not record the values of an enum: `Kind` may be `Kind (uint)`.
fn is_other_type(old: &str, new: &str) -> bool {
    let name = |ty: &'_ str| ty.strip_suffix(')').and_then(|ty| Some(ty.split_once(" (")?.0.len())).unwrap_or(ty.len());
    old != new && old != &new[..name(new)] && new != &old[..name(old)]
}

/// The first bit of a member, from the start of its buffer.
fn first_bit(member: &RecordedMember) -> u128 {
    8 * u128::from(member.offset) + member.bits.map_or(0, |(first, _)| first.into())
}

/// The number of bits of a member. The size of a bit-field is that of its allocation unit, or 0 if it shares the preceding one.
fn width(member: &RecordedMember) -> u128 {
    member.bits.map_or(8 * u128::from(member.size), |(_, width)| width.into())
}

/// One past the last bit of a member, from the start of its buffer.
fn end_bit(member: &RecordedMember) -> u128 {
    first_bit(member) + width(member)
}

/// `` `lights` is now 64 bytes instead of 32 ``, with bits if one is a bit-field.
fn resized(old: &RecordedMember, new: &RecordedMember) -> String {
    let (unit, bits) = if old.bits.is_some() || new.bits.is_some() { ("bit", 1) } else { ("byte", 8) };
    let (before, after) = (width(old) / bits, width(new) / bits);
    format!("`{}` is now {after} {unit}{} instead of {before}", new.path, if after == 1 { "" } else { "s" })
}

/// The longest sequence of ascending numbers, in linearithmic time: `1 2 3` of `1 2 3 0`. The numbers differ.
fn longest_ascending(numbers: impl Iterator<Item = usize>) -> Vec<usize> {
    // For each length, the smallest last number of a sequence of that length; and the number before each number in its sequence.
    let mut ends: Vec<usize> = Vec::new();
    let mut preceding: HashMap<usize, usize> = HashMap::new();
    for number in numbers {
        let length = ends.partition_point(|&end| end < number);
        if let Some(&before) = length.checked_sub(1).and_then(|shorter| ends.get(shorter)) {
            preceding.insert(number, before);
        }
        match ends.get_mut(length) {
            Some(end) => *end = number,
            None => ends.push(number),
        }
    }
    let mut sequence: Vec<usize> = std::iter::successors(ends.last().copied(), |number| preceding.get(number).copied()).collect();
    sequence.reverse();
    sequence
}

/// The reason for a move if the member is no longer preceded by the same member. `before` is the member that precedes it now, and whether that
/// preceded it earlier too, with others between.
fn new_neighbor(earlier: Option<&RecordedMember>, before: Option<(&RecordedMember, bool)>) -> Option<String> {
    match (earlier, before) {
        (Some(earlier), Some((before, _))) if earlier.path == before.path => None,
        (Some(earlier), None | Some((_, true))) => Some(format!("`{}` no longer precedes it", earlier.path)),
        (_, Some((before, _))) => Some(format!("`{}` now precedes it", before.path)),
        (None, None) => None,
    }
}
