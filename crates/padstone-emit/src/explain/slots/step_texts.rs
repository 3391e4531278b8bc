//! The findings of the steps, as text.

use padstone_bind::{
    Amount, Assignment, AssignmentRole, Exclusion, LayoutId, LayoutUnit, ParameterGroup, ParameterRules, SlotAssignment, SlotRules,
    TypeStructure, VariableDeclaration,
};
use padstone_diag::counted;
use padstone_model::{BufferKind, Origin, Type};

use super::{SlotFact, SlotQuestion, SlotSubject};
use crate::reflect::{kind_name, metal_attribute};

/// The maximum number of names listed.
const LISTED: usize = 8;

pub(super) struct StepTexts<'a> {
    pub(super) question: SlotQuestion<'a>,
}

impl<'a> StepTexts<'a> {
    pub(super) fn collect(&self, subject: &SlotSubject<'a>) -> Vec<SlotFact> {
        if let Some(exclusion) = subject.exclusion {
            return vec![SlotFact { text: self.excluded(exclusion), ..SlotFact::default() }];
        }
        let all = &self.question.assignments.all;
        let mut facts: Vec<SlotFact> = Vec::new();
        for assignment in separate(subject) {
            let of_role = |other: &&Assignment| match assignment.role {
                AssignmentRole::Varying => other.role == AssignmentRole::Varying && other.entry == assignment.entry,
                _ => other.role != AssignmentRole::Varying,
            };
            let total = all.iter().filter(of_role).map(|other| other.position).max().unwrap_or(assignment.position);
            let order = match assignment.role {
                AssignmentRole::Varying => format!("{} of {total} parameters and results", assignment.position),
                _ => format!("{} of {total} in the order of assignment", assignment.position),
            };
            let unused = if assignment.reserves_only { "; no entry point reaches it: it only reserves its explicit slots" } else { "" };
            let text = format!("{}{}: {order}{unused}", self.named(subject, assignment), self.role(subject, assignment));
            if facts.iter().all(|fact| fact.text != text) {
                facts.push(SlotFact { path: self.other_path(subject, assignment), text, ..SlotFact::default() });
            }
        }
        facts
    }

    /// The path of an assignment before a fact, if the subject has several.
    fn named(&self, subject: &SlotSubject<'a>, assignment: &Assignment) -> String {
        match self.other_path(subject, assignment) {
            Some(path) => format!("`{path}`, "),
            None => String::new(),
        }
    }

    fn other_path(&self, subject: &SlotSubject<'a>, assignment: &Assignment) -> Option<String> {
        let is_one = subject.assignments.iter().all(|other| other.path == assignment.path);
        (!is_one && !has_joint_slots(subject)).then(|| assignment.path.to_string())
    }

    fn role(&self, subject: &SlotSubject<'a>, assignment: &Assignment) -> String {
        let module = self.question.module;
        let name = |index: usize| module.name(module.entry_points[index].name);
        match (assignment.role, assignment.entry) {
            (AssignmentRole::EntryPoint, Some(entry)) if subject.variable.is_some() => {
                format!("a uniform parameter of entry point `{}`, whose parameters are bound together", name(entry))
            }
            (AssignmentRole::EntryPoint, _) => "the uniform parameters of an entry point, bound together".into(),
            (AssignmentRole::Parameter, Some(entry)) => format!("a uniform parameter of entry point `{}`, bound by itself", name(entry)),
            (AssignmentRole::Varying, Some(entry)) => {
                let word = match assignment.kind {
                    LayoutUnit::VaryingInput => "a stage input",
                    LayoutUnit::VaryingOutput => "a stage output",
                    _ => "a payload or attribute",
                };
                format!("{word} of entry point `{}`", name(entry))
            }
            (AssignmentRole::Counter, _) => "the counter of the buffer".into(),
            (AssignmentRole::DefaultBuffer, _) => "the implicit buffer of the global constants".into(),
            (AssignmentRole::Heap, _) => "a descriptor heap that the shader uses".into(),
            (AssignmentRole::Member, _) => match assignment.group {
                Some(ParameterGroup::Nested) => "a resource in a struct or buffer".into(),
                _ => "a resource in a parameter".into(),
            },
            _ => match (assignment.group, subject.variable.map(|variable| variable.source)) {
                (Some(ParameterGroup::EntryUniforms), _) => "the uniform parameters of the entry point".into(),
                (Some(ParameterGroup::SamplerTextures), _) => "the texture of a sampler of Direct3D 9".into(),
                (Some(ParameterGroup::TextureBuffers), _) => "a texture buffer".into(),
                (Some(ParameterGroup::Nested), _) => "a resource in a buffer".into(),
                (_, Some(VariableDeclaration::Global(index))) => match module.program.globals.get(index).map(|global| global.origin) {
                    Some(Origin::Import(_)) => "a global parameter of an imported module".into(),
                    _ => "a global parameter".into(),
                },
                _ => "a global parameter".into(),
            },
        }
    }

    fn excluded(&self, exclusion: Exclusion) -> String {
        match exclusion {
            Exclusion::Unused => "not bound: no entry point reaches it".into(),
            Exclusion::NoConstants => "not bound: the buffer has no constants".into(),
            Exclusion::OtherMeans(BufferKind::PushConstant) => "not bound: push constants take no binding".into(),
            Exclusion::OtherMeans(BufferKind::ShaderRecord) => "not bound: a shader record takes no binding".into(),
            Exclusion::OtherMeans(_) => "not bound: immediate data takes no binding".into(),
            Exclusion::Nothing => "not bound: it takes no slot".into(),
        }
    }

    pub(super) fn measure(&self, subject: &SlotSubject<'a>) -> Vec<SlotFact> {
        let module = self.question.module;
        let fact = |assignment: &&Assignment| {
            let reason = match (assignment.role, subject.variable) {
                (AssignmentRole::EntryPoint, Some(variable)) => {
                    let amount = self.question.layout.get(variable.layout).usage.get(assignment.kind);
                    amount
                        .filter(|amount| *amount != assignment.amount || subject.entry.is_some_and(|entry| entry.parameters.len() > 1))
                        .map(|amount| format!("the parameters of the entry point together; {amount} for this one"))
                }
                (AssignmentRole::EntryPoint, None) => None,
                (AssignmentRole::Counter, _) => Some("a counter is a separate buffer".into()),
                (AssignmentRole::DefaultBuffer | AssignmentRole::Heap, _) => None,
                (AssignmentRole::Member, _) => {
                    let bound = self
                        .question
                        .layout
                        .globals
                        .iter()
                        .find(|variable| self.question.layout.name(module, variable) == &*assignment.path);
                    let requirement = bound.and_then(|bound| self.requirement(bound.layout, assignment.kind));
                    let own_amount = bound.and_then(|bound| self.question.layout.get(bound.layout).usage.get(assignment.kind));
                    match own_amount {
                        Some(amount) if amount != assignment.amount || has_joint_slots(subject) => {
                            let before = if assignment.before > 0 {
                                format!(", after {} for the resources before it", assignment.before)
                            } else {
                                String::new()
                            };
                            let together =
                                if has_joint_slots(subject) { "" } else { "all resources of the parameter together; for this one " };
                            Some(format!("{together}{amount}{before}"))
                        }
                        _ => requirement,
                    }
                }
                (_, Some(variable)) => self.requirement(variable.layout, assignment.kind),
                _ => None,
            };
            let reason = reason.map_or(String::new(), |reason| format!(": {reason}"));
            if has_joint_slots(subject) {
                let (first, own) = (reason.strip_prefix(": ").unwrap_or_default(), assignment.path.to_string());
                return SlotFact {
                    path: Some(own),
                    kind: Some(kind_name(assignment.kind)),
                    text: format!("  `{}`: {first}", assignment.path),
                    ..SlotFact::default()
                };
            }
            SlotFact {
                path: self.other_path(subject, assignment),
                kind: Some(kind_name(assignment.kind)),
                count: assignment.amount.finite(),
                text: format!("{}{}{reason}", self.named(subject, assignment), self.amount(assignment.amount, assignment.kind)),
                ..SlotFact::default()
            }
        };
        let together = subject.assignments.first().filter(|_| has_joint_slots(subject)).map(|assignment| SlotFact {
            kind: Some(kind_name(assignment.kind)),
            count: assignment.amount.finite(),
            text: format!("{}: all resources of the parameter together", self.amount(assignment.amount, assignment.kind)),
            ..SlotFact::default()
        });
        together.into_iter().chain(subject.assignments.iter().map(fact)).collect()
    }

    /// The composition of the amount of a layout unit that a type takes.
    fn requirement(&self, id: LayoutId, kind: LayoutUnit) -> Option<String> {
        let (module, program) = (self.question.module, self.question.layout);
        let layout = program.get(id);
        let amount = |id: LayoutId| program.get(id).usage.get(kind);
        match &layout.shape {
            TypeStructure::Struct(fields) => {
                let usages = fields.iter().filter_map(|field| Some((program.name(module, field), amount(field.layout)?)));
                let parts: Vec<String> =
                    usages.filter(|(_, amount)| *amount != Amount::Finite(0)).map(|(name, amount)| format!("`{name}` {amount}")).collect();
                Some(listed(&parts))
            }
            TypeStructure::Array { element, .. } => {
                let count = match layout.ty.map(|ty| module.types[ty]) {
                    Some(Type::Array { count, .. }) => count,
                    _ => return None,
                };
                let (total, element_amount) = (layout.usage.get(kind)?, amount(*element)?);
                let inner = self
                    .requirement(*element, kind)
                    .filter(|_| matches!(program.get(*element).shape, TypeStructure::Struct(_) | TypeStructure::Array { .. }));
                let inner = inner.map_or(String::new(), |inner| format!(" ({inner})"));
                Some(match count.known() {
                    Some(count) if total != element_amount || count == 1 => {
                        format!("{element_amount} for each of {}{inner}", counted(count, "element"))
                    }
                    Some(_) => format!("an array takes as many as one element{inner}"),
                    None if total == Amount::Unbounded => format!("{element_amount} for each element of an unbounded array{inner}"),
                    None => format!("an unbounded array takes as many as one element{inner}"),
                })
            }
            TypeStructure::Group(group) => {
                let (own, content) = (group.container.get(kind), amount(group.element.layout));
                let is_content = |amount: &Amount| kind != LayoutUnit::Uniform && *amount != Amount::Finite(0);
                match (own, content.filter(is_content)) {
                    _ if kind == LayoutUnit::SubElementRegisterSpace => Some("a parameter block takes a whole one for its contents".into()),
                    (Some(own), Some(content)) => Some(format!("{own} for the buffer, {content} for the resources in it")),
                    (Some(_), None) => Some("the buffer".into()),
                    (None, Some(content)) => Some(format!("{content} for the resources in the buffer")),
                    (None, None) => None,
                }
            }
            TypeStructure::Leaf | TypeStructure::Vector { .. } | TypeStructure::Matrix { .. } | TypeStructure::Elements(_) => {
                let name = module.type_name(layout.ty?).to_string();
                (!name.is_empty()).then(|| format!("one {name}"))
            }
        }
    }

    pub(super) fn reserve(&self, subject: &SlotSubject<'a>) -> Vec<SlotFact> {
        let assignments = self.question.assignments;
        let mut facts = Vec::new();
        for assignment in separate(subject) {
            let text = match (assignment.explicit, self.specified(assignment)) {
                (Some(_), Some(text)) => format!("explicit binding: {text}"),
                _ => "no explicit binding".to_owned(),
            };
            let text = format!("{}{text}", self.named(subject, assignment));
            if facts.iter().all(|fact: &SlotFact| fact.text != text) {
                facts.push(SlotFact { path: self.other_path(subject, assignment), text, ..SlotFact::default() });
            }
            for (other, range) in
                assignments.in_use(assignment).filter(|(other, _)| other.explicit.is_some() || other.role == AssignmentRole::RenderTargets)
            {
                let by = self.specified(other).map_or(String::new(), |text| format!(", {text}"));
                let space = other.first.map(|first| first.space);
                let text = format!("reserved: {} for {}{by}", self.range(other.kind, space, range), self.title(other));
                if facts.iter().all(|fact| fact.text != text) {
                    facts.push(SlotFact {
                        path: Some(other.path.to_string()),
                        kind: Some(kind_name(other.kind)),
                        space,
                        first: Some(range.0),
                        count: (range.1 != u64::MAX).then(|| range.1.saturating_sub(range.0)),
                        text,
                    });
                }
            }
        }
        facts
    }

    /// The text that specifies an explicit binding.
    fn specified(&self, assignment: &Assignment) -> Option<String> {
        let explicit = assignment.explicit?;
        let source = explicit.span.map(|span| {
            let sources = self.question.sources;
            format!("`{}`", sources.text(sources.spelling(span)).split_whitespace().collect::<Vec<_>>().join(" "))
        });
        let text = match (explicit.option, source) {
            (Some(option), Some(source)) => format!("`{option}` for {source}"),
            (Some(option), None) => format!("`{option}`"),
            (None, source) => source?,
        };
        Some(if explicit.shift == 0 { text } else { format!("{text}, shifted by {}", explicit.shift) })
    }

    pub(super) fn allocate(&self, subject: &SlotSubject<'a>) -> Vec<SlotFact> {
        let fact = |assignment: &&Assignment| {
            let space = assignment.first.map(|first| first.space);
            SlotFact {
                path: self.other_path(subject, assignment),
                kind: Some(kind_name(assignment.kind)),
                space: space.filter(|_| !assignment.is_space()),
                first: assignment.first.and_then(|first| first.index.finite()),
                count: assignment.amount.finite(),
                text: format!("{}{}", self.named(subject, assignment), self.allocated(assignment)),
            }
        };
        separate(subject).filter(|assignment| !assignment.reserves_only).map(|assignment| fact(&assignment)).collect()
    }

    fn allocated(&self, assignment: &Assignment) -> String {
        let is_of_types = matches!(self.question.layout.rules.slots, SlotRules::OfTypes(_));
        let Some(first) = assignment.first else {
            return match (self.question.layout.rules.slots, assignment.amount) {
                (SlotRules::OfParameters(ParameterRules { assignment: SlotAssignment::ExplicitOnly, .. }), _) => {
                    "none: only explicit bindings exist under these rules".into()
                }
                (_, Amount::Finite(count @ 2..)) => format!("none: no {count} contiguous {} are free", self.noun(assignment.kind)),
                _ => format!("none: no {} is free", self.singular(assignment.kind)),
            };
        };
        if assignment.amount == Amount::Finite(0) {
            return format!("no {}", self.noun(assignment.kind));
        }
        let Some(range) = assignment.range() else {
            return format!("{} unknown: it depends on an unsupported declaration, or on linking", self.noun(assignment.kind));
        };
        let location = self.range(assignment.kind, Some(first.space), range);
        if let Some(specified) = self.specified(assignment) {
            return format!("{location}, as {specified} specifies");
        }
        if assignment.kind == LayoutUnit::Uniform {
            return format!("{location} of the implicit buffer");
        }
        if assignment.role == AssignmentRole::Varying {
            return format!("{location}: after those of the preceding parameters");
        }
        if is_of_types && (assignment.is_space() || assignment.amount == Amount::Unbounded) {
            let spaces = self.question.assignments.spaces_in_use(assignment);
            let mut used: Vec<(u64, String)> = spaces.map(|(other, space)| (space, self.title(other))).collect();
            used.sort();
            used.dedup_by_key(|(space, _)| *space);
            let used: Vec<String> = used.into_iter().map(|(space, title)| format!("{space} ({title})")).collect();
            let word = self.question.layout.target.space_noun();
            let used = if used.is_empty() { String::new() } else { format!("; in use: {}", listed(&used)) };
            return match assignment.amount {
                Amount::Finite(count) if count > 1 => format!("{location}: the first {count} contiguous free {word}s{used}"),
                _ => format!("{location}: the first free {word}{used}"),
            };
        }
        let mut in_use: Vec<((u64, u64), String)> =
            self.question.assignments.in_use(assignment).map(|(other, range)| (range, self.title(other))).collect();
        in_use.sort();
        let used: Vec<String> =
            in_use.iter().map(|(range, title)| format!("{} ({title})", self.short_range(assignment.kind, *range))).collect();
        let used = if used.is_empty() { String::new() } else { format!("; in use: {}", listed(&used)) };
        match assignment.amount {
            Amount::Finite(1) => format!("{location}: the first free {}{used}", self.singular(assignment.kind)),
            Amount::Finite(count) => format!("{location}: the first {count} contiguous free {}{used}", self.noun(assignment.kind)),
            _ => format!("{location}: all after the highest in use{used}"),
        }
    }

    /// The kind of item that an assignment is for.
    fn title(&self, assignment: &Assignment) -> String {
        match assignment.role {
            AssignmentRole::RenderTargets => "render targets".into(),
            AssignmentRole::DefaultSpace => "parameters without an explicit space".into(),
            AssignmentRole::DefaultBuffer => "`$Globals`".into(),
            AssignmentRole::Counter => format!("the counter of `{}`", assignment.path),
            AssignmentRole::EntryPoint => format!("the parameters of `{}`", assignment.path),
            _ => format!("`{}`", assignment.path),
        }
    }

    fn amount(&self, amount: Amount, kind: LayoutUnit) -> String {
        match amount {
            Amount::Finite(1) => format!("1 {}", self.singular(kind)),
            Amount::Finite(count) => format!("{count} {}", self.noun(kind)),
            Amount::Unbounded => format!("an unbounded number of {}", self.noun(kind)),
            Amount::Unknown => format!("an unknown number of {}", self.noun(kind)),
        }
    }

    fn noun(&self, kind: LayoutUnit) -> String {
        let singular = self.singular(kind);
        match kind {
            LayoutUnit::SpecializationConstant => "constant ids".into(),
            LayoutUnit::InputAttachmentIndex => "input attachment indices".into(),
            _ if singular.ends_with("data") => singular,
            _ => format!("{singular}s"),
        }
    }

    fn singular(&self, kind: LayoutUnit) -> String {
        if let Some(attribute) = self.metal_attribute(kind) {
            return format!("{attribute} slot");
        }
        let is_bindings = self.question.layout.target.explicit == padstone_bind::ExplicitSource::Bindings;
        let letter = match kind {
            LayoutUnit::ConstantBuffer => 'b',
            LayoutUnit::ShaderResource => 't',
            LayoutUnit::UnorderedAccess => 'u',
            LayoutUnit::SamplerState => 's',
            _ => ' ',
        };
        match kind {
            _ if letter != ' ' && !is_bindings => format!("{letter} register"),
            _ if letter != ' ' => "binding".into(),
            LayoutUnit::DescriptorTableSlot => "binding".into(),
            LayoutUnit::Uniform => "byte".into(),
            LayoutUnit::VaryingInput => "input location".into(),
            LayoutUnit::VaryingOutput => "output location".into(),
            LayoutUnit::SubElementRegisterSpace | LayoutUnit::RegisterSpace => self.question.layout.target.space_noun().into(),
            LayoutUnit::PushConstantBuffer => "push constant block".into(),
            LayoutUnit::SpecializationConstant => "constant id".into(),
            LayoutUnit::InputAttachmentIndex => "input attachment index".into(),
            LayoutUnit::ShaderRecord => "shader record".into(),
            LayoutUnit::RayPayload => "ray payload".into(),
            LayoutUnit::HitAttributes => "hit attribute".into(),
            LayoutUnit::CallablePayload => "callable payload".into(),
            LayoutUnit::MetalArgumentBufferElement => "argument buffer element".into(),
            LayoutUnit::Generic => "unspecialized type".into(),
            LayoutUnit::ExistentialTypeParam => "interface type".into(),
            LayoutUnit::ExistentialObjectParam => "interface value".into(),
            LayoutUnit::ConstantBuffer | LayoutUnit::ShaderResource | LayoutUnit::UnorderedAccess | LayoutUnit::SamplerState => {
                "slot".into()
            }
        }
    }

    /// The attribute of a Metal slot. Elements of argument buffers have a separate name.
    fn metal_attribute(&self, kind: LayoutUnit) -> Option<&'static str> {
        metal_attribute(self.question.layout, kind).filter(|_| kind != LayoutUnit::MetalArgumentBufferElement)
    }

    /// `t3 to t10 of space 0`, or `texture(3) to texture(10)`: slots of Metal are in no space.
    fn range(&self, kind: LayoutUnit, space: Option<u64>, range: (u64, u64)) -> String {
        let short = self.short_range(kind, range);
        let is_in_space = kind == LayoutUnit::DescriptorTableSlot
            || matches!(
                kind,
                LayoutUnit::ConstantBuffer | LayoutUnit::ShaderResource | LayoutUnit::UnorderedAccess | LayoutUnit::SamplerState
            );
        let has_spaces = self.question.layout.rules.has_spaces() && self.metal_attribute(kind).is_none();
        match space.filter(|_| is_in_space && has_spaces) {
            Some(space) => format!("{short} of {}", self.space(space)),
            None => short,
        }
    }

    pub(super) fn space(&self, space: u64) -> String {
        let word = self.question.layout.target.space_noun();
        if space == padstone_bind::UNKNOWN_SPACE { format!("unknown {word}") } else { format!("{word} {space}") }
    }

    fn short_range(&self, kind: LayoutUnit, (first, end): (u64, u64)) -> String {
        if let Some(attribute) = self.metal_attribute(kind) {
            return match end.saturating_sub(first) {
                0 | 1 => format!("{attribute}({first})"),
                _ if end == u64::MAX || end == 1 << 32 => format!("{attribute}({first}) and up"),
                _ => format!("{attribute}({first}) to {attribute}({})", end - 1),
            };
        }
        let singular = self.singular(kind);
        let (word, letter) = match singular.strip_suffix(" register") {
            Some(letter) => (String::new(), letter.to_owned()),
            None if end.saturating_sub(first) > 1 => (format!("{} ", self.noun(kind)), String::new()),
            None => (format!("{singular} "), String::new()),
        };
        if kind == LayoutUnit::Uniform {
            return format!("bytes {first}..{end}");
        }
        match end.saturating_sub(first) {
            0 | 1 => format!("{word}{letter}{first}"),
            _ if end == u64::MAX || end == 1 << 32 => format!("{word}{letter}{first} and up"),
            _ => format!("{word}{letter}{first} to {letter}{}", end - 1),
        }
    }
}

/// Whether the resources of a parameter are bound together, with one range of slots.
fn has_joint_slots(subject: &SlotSubject<'_>) -> bool {
    let mut all = subject.assignments.iter().map(|assignment| (assignment.role, assignment.position));
    let first = all.next();
    first.is_some_and(|(role, _)| role == AssignmentRole::Member)
        && subject.assignments.len() > 1
        && all.all(|assignment| Some(assignment) == first)
}

/// The assignments; of those that are made together, only the first.
fn separate<'s, 'a>(subject: &'s SlotSubject<'a>) -> impl Iterator<Item = &'a Assignment> + use<'s, 'a> {
    let count = if has_joint_slots(subject) { 1 } else { subject.assignments.len() };
    subject.assignments.iter().take(count).copied()
}

/// The first of several texts, and the number of the others.
fn listed(texts: &[String]) -> String {
    let more = texts.len().saturating_sub(LISTED);
    let shown = texts[..texts.len() - more].join(", ");
    if more == 0 { shown } else { format!("{shown} and {more} more") }
}
