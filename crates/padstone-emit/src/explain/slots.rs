//! Explains slots: the effect of each of the four steps of binding on a parameter.

mod paths;
mod step_texts;

use std::borrow::Cow;
use std::io::{self, Write};

use padstone_bind::{
    Amount, Assignment, AssignmentRole, Assignments, EntryLayout, Excluded, Exclusion, LayoutUnit, Leaf, LeafKind, LeafSlot, ProgramLayout,
    Variable, VariableDeclaration, entry_buffer, entry_leaves, leaves,
};
use padstone_model::{Module, TypeId};
use padstone_source::{SourceMap, Span};
use serde::Serialize;

use super::MemberPath;
use crate::diagnostics::TerminalColor;
use crate::display;
use crate::reflect::{kind_name, place_in_space};
use crate::style::{Styled, Styles};
use paths::{Aligned, align};
use step_texts::StepTexts;

/// A program with its layout, and the assignment of its slots.
#[derive(Clone, Copy)]
pub struct SlotQuestion<'a> {
    /// All files and macro expansions.
    pub sources: &'a SourceMap,
    /// The declarations.
    pub module: &'a Module,
    /// The layout.
    pub layout: &'a ProgramLayout,
    /// The assignment of its slots.
    pub assignments: &'a Assignments,
    /// The name of the target.
    pub target: &'a str,
}

/// The explanation of the slots of a parameter or of a part of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SlotExplanation {
    /// The name of the rules that assigned them.
    pub policy: &'static str,
    /// The name of the target.
    pub target: String,
    /// The path, as requested.
    pub path: String,
    /// The type of the parameter; `None` if it has none.
    pub ty: Option<String>,
    /// The declaration.
    pub span: Option<Span>,
    /// The slots of the resources at the path.
    pub slots: Vec<ExplainedSlot>,
    /// The step that determines which parameters are bound, and in which order.
    pub collect: SlotStep,
    /// The step that determines how many slots it requires.
    pub measure: SlotStep,
    /// The step that reserves its explicit binding, and those of others in the same space.
    pub reserve: SlotStep,
    /// The step that assigns its slots.
    pub allocate: SlotStep,
    summary: &'static str,
    declared: Option<String>,
}

/// One step of the engine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SlotStep {
    /// The findings of the step.
    pub facts: Vec<SlotFact>,
    /// The rule, with its source.
    pub rule: &'static str,
}

/// A finding of a step. The numbers are those in the text.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct SlotFact {
    /// The parameter or resource, if it is not the one at the path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The layout unit, by Slang's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<&'static str>,
    /// The space or set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub space: Option<u64>,
    /// The first slot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<u64>,
    /// The number of slots; omitted if unbounded or unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    /// The text for people.
    pub text: String,
}

/// The slots of a resource.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ExplainedSlot {
    /// The path.
    pub path: String,
    /// The layout unit, by Slang's name.
    pub kind: &'static str,
    /// The space or set; omitted if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub space: Option<u64>,
    /// The first slot; omitted if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<u64>,
    /// The number of slots; omitted if unbounded or unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    /// The text for people: `space 0, t3 to t10`.
    pub text: String,
    #[serde(skip)]
    ty: Option<TypeId>,
    #[serde(skip)]
    is_counter: bool,
}

/// A parameter that the path refers to.
#[derive(Default)]
struct SlotSubject<'a> {
    variable: Option<&'a Variable>,
    entry: Option<&'a EntryLayout>,
    /// The assignments; those of its entry point, if it is a uniform parameter of one.
    assignments: Vec<&'a Assignment>,
    exclusion: Option<Exclusion>,
    span: Option<Span>,
    slots: Vec<ExplainedSlot>,
    /// Whether the path is that of the parameter, not of a part of it.
    is_whole: bool,
}

impl<'a> SlotQuestion<'a> {
    /// Explains the slots of a parameter, of a resource in it, or of an entry point; one explanation for each that the path matches. Empty if
    /// the path matches no parameter, or leads to bytes.
    pub fn explain(self, path: &MemberPath) -> Vec<SlotExplanation> {
        if path.byte.is_some() {
            return Vec::new();
        }
        let subjects = self.subjects(path.text());
        let explanation = |mut subject: SlotSubject<'a>| {
            if !subject.is_whole && !subject.slots.is_empty() {
                // For a part, only the layout units that it takes.
                let uses_slots = |assignment: &&Assignment| {
                    assignment.is_space() || subject.slots.iter().any(|slot| slot.kind == kind_name(assignment.kind))
                };
                subject.assignments.retain(uses_slots);
            }
            self.explanation(path.text(), &subject)
        };
        subjects.into_iter().map(explanation).collect()
    }

    fn subjects(self, path: &str) -> Vec<SlotSubject<'a>> {
        let mut subjects = Vec::new();
        self.globals(path, &mut subjects);
        for entry in &self.layout.entries {
            self.of_entry(path, entry, &mut subjects);
        }
        let is_named = |excluded: &&Excluded| align(path, &excluded.name).is_some_and(|found| found.is_whole());
        for excluded in self.assignments.excluded.iter().filter(is_named) {
            let is_excluded = |subject: &&mut SlotSubject<'a>| subject.span == Some(excluded.span) && subject.assignments.is_empty();
            match subjects.iter_mut().find(is_excluded) {
                Some(subject) => subject.exclusion = Some(excluded.exclusion),
                None => {
                    subjects.push(SlotSubject { exclusion: Some(excluded.exclusion), span: Some(excluded.span), ..SlotSubject::default() })
                }
            }
        }
        subjects
    }

    /// The global parameters that a path matches. Rules for the parameters of one file bind the resources of a struct one by one: those of one
    /// parameter are one subject.
    fn globals(self, path: &str, subjects: &mut Vec<SlotSubject<'a>>) {
        let mut subject = SlotSubject::default();
        for variable in &self.layout.globals {
            let mut slots = Vec::new();
            let path = &*self.without_namespaces(path, variable);
            leaves(self.module, self.layout, variable, &mut |leaf| slots.extend(self.slot(path, &leaf)));
            let counted = self.layout.counted(variable.source);
            let name = counted.unwrap_or_else(|| self.layout.name(self.module, variable));
            let is_whole = align(path, name).is_some_and(|found| found.is_whole());
            if slots.is_empty() && !is_whole {
                continue;
            }
            let is_separate = !matches!(variable.source, VariableDeclaration::Bound(_));
            if is_separate && subject.variable.is_some() {
                subjects.push(std::mem::take(&mut subject));
            }
            let span = variable.source.field(self.module).map(|field| field.span);
            let of_variable = self.assignments.all.iter().filter(|assignment| {
                let is_role = (assignment.role == AssignmentRole::Counter) == counted.is_some();
                *assignment.path == *name && assignment.entry.is_none() && is_role && (span.is_none() || assignment.span == span)
            });
            subject.assignments.extend(of_variable);
            subject.variable = subject.variable.or(Some(variable));
            let of_constant = || Some(self.module.specialization_constants[self.layout.constant(variable.source)?].span);
            let of_assignment = || subject.assignments.first().and_then(|assignment| assignment.span);
            subject.span = subject.span.or(span).or_else(of_assignment).or_else(of_constant);
            subject.slots.append(&mut slots);
            subject.is_whole |= is_whole;
        }
        // A parameter without slots is not among the globals of the layout.
        let is_unplaced = |assignment: &&Assignment| {
            let is_parameter = !matches!(assignment.role, AssignmentRole::Varying | AssignmentRole::EntryPoint);
            let is_global = is_parameter && assignment.entry.is_none();
            is_global && !assignment.path.is_empty() && align(path, &assignment.path).is_some_and(|found| found.is_whole())
        };
        let known = subject.assignments.clone();
        let others = self
            .assignments
            .all
            .iter()
            .filter(is_unplaced)
            .filter(|assignment| !known.iter().any(|known| std::ptr::eq(*known, *assignment)));
        let others: Vec<_> = others
            .filter(|assignment| !subjects.iter().any(|subject| subject.assignments.iter().any(|known| std::ptr::eq(*known, *assignment))))
            .collect();
        subject.span = subject.span.or_else(|| others.first().and_then(|assignment| assignment.span));
        subject.assignments.extend(others);
        if subject.variable.is_some() || !subject.assignments.is_empty() {
            subjects.push(subject);
        }
    }

    /// A path without the namespaces of a parameter, if it starts with them: `material.albedo` for `scene::material.albedo`.
    fn without_namespaces<'p>(self, path: &'p str, variable: &Variable) -> Cow<'p, str> {
        let VariableDeclaration::Global(index) = variable.source else { return path.into() };
        let parameter = &self.module.parameters[self.module.program.globals[index].parameter];
        if parameter.qualified_name == parameter.name {
            return path.into();
        }
        // Slang has both operators.
        let segments = |text: &str| text.replace("::", ".");
        let (name, written) = (segments(self.module.name(parameter.qualified_name)), segments(path));
        match written.strip_prefix(&*name) {
            Some(rest) if rest.is_empty() || rest.starts_with(['.', '[']) => format!("{}{rest}", self.module.name(parameter.name)).into(),
            _ => path.into(),
        }
    }

    /// An entry point, or a parameter of it: `shade.mask` or `mask`.
    fn of_entry(self, path: &str, entry: &'a EntryLayout, subjects: &mut Vec<SlotSubject<'a>>) {
        let declared = &self.module.entry_points[entry.index];
        let name = self.module.name(declared.name);
        let share = || {
            self.assignments
                .all
                .iter()
                .filter(|assignment| assignment.role == AssignmentRole::EntryPoint && assignment.entry == Some(entry.index))
        };
        // Those of the parameters that the source binds.
        let own = || {
            let of_entry = self.assignments.all.iter().filter(|assignment| assignment.entry == Some(entry.index));
            of_entry.filter(|assignment| assignment.role == AssignmentRole::Parameter)
        };
        if path == name {
            let mut slots = Vec::new();
            entry_leaves(self.module, self.layout, entry, &mut |leaf| slots.extend(self.explained_slot(&leaf, &[])));
            let assignments: Vec<_> = share().chain(own()).collect();
            if !assignments.is_empty() {
                subjects.push(SlotSubject { entry: Some(entry), assignments, span: Some(declared.span), slots, ..SlotSubject::default() });
            }
            return;
        }
        let path = path.strip_prefix(name).and_then(|rest| rest.strip_prefix('.')).unwrap_or(path);
        for variable in entry.parameters.iter().chain(&entry.result) {
            let is_result = matches!(variable.source, VariableDeclaration::Result(_));
            let name = if is_result { "(result)" } else { self.layout.name(self.module, variable) };
            let mut slots = Vec::new();
            let alone = EntryLayout { parameters: vec![variable.clone()], result: None, ..entry.clone() };
            let is_whole = align(path, name).is_some_and(|found| found.is_whole());
            let usage = &self.layout.get(variable.layout).usage;
            // The bytes of uniform parameters are in the implicit buffer.
            let has_bytes = is_whole && variable.semantic.is_none() && usage.get(LayoutUnit::Uniform).is_some();
            let buffer = if has_bytes { entry_buffer(self.module, self.layout, entry) } else { None };
            entry_leaves(self.module, self.layout, &alone, &mut |leaf| match leaf.layout {
                Some(_) => slots.extend(self.slot(path, &leaf)),
                None if buffer.is_some() => slots.extend(self.explained_slot(&leaf, &[])),
                None => {}
            });
            let varying = |assignment: &&Assignment| {
                assignment.role == AssignmentRole::Varying && assignment.entry == Some(entry.index) && *assignment.path == *name
            };
            let mut assignments: Vec<_> = self.assignments.all.iter().filter(varying).filter(|_| is_whole).collect();
            if is_whole || !slots.is_empty() {
                let is_own = |kind| entry.explicit.contains(&(variable.source, kind));
                let is_used = |kind| usage.get(kind).is_some() || buffer.is_some_and(|buffer| buffer.kind == kind);
                assignments.extend(share().filter(|assignment| is_used(assignment.kind) && !is_own(assignment.kind)));
                assignments.extend(own().filter(|assignment| *assignment.path == *name));
            }
            if !assignments.is_empty() {
                let span = variable.source.field(self.module).map(|field| field.span);
                subjects.push(SlotSubject {
                    variable: Some(variable),
                    entry: Some(entry),
                    assignments,
                    span,
                    slots,
                    is_whole,
                    ..SlotSubject::default()
                });
            }
        }
    }

    /// The slots of a resource, if a path leads to it, to its container or to an element of it.
    fn slot(self, path: &str, leaf: &Leaf<'_>) -> Option<ExplainedSlot> {
        // A counter is found by the path of its buffer.
        let of_buffer = self.layout.counted(leaf.source).map(|counted| counted.to_owned() + &"[]".repeat(leaf.dims.len()));
        let Aligned { rest: 0, indices } = align(path, of_buffer.as_deref().unwrap_or(leaf.path))? else { return None };
        let is_in_range =
            |&(dim, index): &(usize, u64)| leaf.dims.get(dim).is_none_or(|dim| dim.count.known().is_none_or(|count| index < count));
        if !indices.iter().all(is_in_range) {
            return None;
        }
        self.explained_slot(leaf, &indices)
    }

    fn explained_slot(self, leaf: &Leaf<'_>, indices: &[(usize, u64)]) -> Option<ExplainedSlot> {
        let slot = match leaf.kind {
            LeafKind::Object(slot) => slot,
            LeafKind::Space(space) => {
                let count = Amount::Finite(1);
                let kind = LayoutUnit::SubElementRegisterSpace;
                LeafSlot { kind, space, index: Amount::Finite(space), count, stride: 0, bytes: None }
            }
            _ => return None,
        };
        let slot = paths::element(leaf.dims, slot, indices);
        let is_space = slot.kind == LayoutUnit::SubElementRegisterSpace;
        let text = match is_space {
            true => self.step_texts().space(slot.space),
            false => place_in_space(self.layout, &slot),
        };
        Some(ExplainedSlot {
            path: if leaf.layout.is_some() { paths::with_indices(leaf.path, indices) } else { "(uniform parameters)".to_owned() },
            kind: kind_name(slot.kind),
            space: (slot.space != padstone_bind::UNKNOWN_SPACE).then_some(slot.space),
            first: slot.index.finite(),
            count: slot.count.finite(),
            text,
            ty: leaf.ty,
            is_counter: self.layout.counted(leaf.source).is_some(),
        })
    }

    /// A slot with its distance from the first slot of the parameter.
    fn with_distance(self, subject: &SlotSubject<'a>, slot: &ExplainedSlot) -> ExplainedSlot {
        // The parameters of an entry point that the source binds have ranges of their own.
        let is_within = |assignment: &Assignment| match (assignment.range(), slot.first) {
            (Some((first, end)), Some(slot)) => assignment.entry.is_none() || (first..end).contains(&slot),
            _ => true,
        };
        let of_kind = subject
            .assignments
            .iter()
            .filter(|assignment| kind_name(assignment.kind) == slot.kind && assignment.role != AssignmentRole::Member)
            .filter(|assignment| is_within(assignment));
        let first =
            of_kind.filter_map(|assignment| assignment.first.filter(|first| Some(first.space) == slot.space)?.index.finite()).next();
        let distance =
            first.zip(slot.first).and_then(|(first, slot)| slot.checked_sub(first)).filter(|&distance| distance > 0 && !slot.is_counter);
        let after = distance.map_or(String::new(), |distance| format!(": {distance} after the first"));
        ExplainedSlot { text: format!("{}{after}", slot.text), ..slot.clone() }
    }

    fn step_texts(self) -> StepTexts<'a> {
        StepTexts { question: self }
    }

    fn explanation(self, path: &str, subject: &SlotSubject<'a>) -> SlotExplanation {
        let (rules, words) = (self.layout.rules.steps, self.step_texts());
        let step = |facts, rule| SlotStep { facts, rule };
        let whole_variable =
            subject.variable.filter(|variable| subject.is_whole && !matches!(variable.source, VariableDeclaration::Bound(_)));
        let ty = match (whole_variable, &subject.slots[..]) {
            (Some(variable), _) => self.layout.get(variable.layout).ty,
            (None, [assignment]) => assignment.ty,
            _ => None,
        };
        let ty = ty.map(|ty| self.module.type_name(ty).to_string()).filter(|ty| !ty.is_empty());
        let declared = subject.span.map(|span| {
            let position = self.sources.locate(span.start);
            format!("{}:{}", display::location_text(&position), position.column)
        });
        SlotExplanation {
            policy: self.layout.rules.name,
            target: self.target.to_owned(),
            path: path.to_owned(),
            ty,
            span: subject.span,
            slots: subject.slots.iter().map(|slot| self.with_distance(subject, slot)).collect(),
            collect: step(words.collect(subject), rules.collect),
            measure: step(words.measure(subject), rules.measure),
            reserve: step(words.reserve(subject), rules.reserve),
            allocate: step(words.allocate(subject), rules.allocate),
            summary: self.layout.rules.summary,
            declared,
        }
    }
}

impl SlotExplanation {
    /// Writes it as text.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, color: TerminalColor, out: &mut dyn Write) -> io::Result<()> {
        let styles = Styles::new(color);
        let ty = self.ty.as_ref().map_or(String::new(), |ty| format!(": {ty}"));
        writeln!(out, "{}{ty}", Styled(styles.title, &self.path))?;
        if let Some(declared) = &self.declared {
            writeln!(out, "{}", Styled(styles.faint, format!("declared at {declared}")))?;
        }
        writeln!(out, "{}", Styled(styles.faint, format!("{} (target {}): {}", self.policy, self.target, self.summary)))?;
        let steps = [("collect", &self.collect), ("measure", &self.measure), ("reserve", &self.reserve), ("allocate", &self.allocate)];
        // The ids of specialization constants are in the source: there is nothing to assign.
        let mut with_facts = steps.into_iter().filter(|(_, step)| !step.facts.is_empty()).peekable();
        if with_facts.peek().is_some() {
            writeln!(out)?;
        }
        for (name, step) in with_facts {
            let mut heading = name;
            for fact in &step.facts {
                writeln!(out, "  {}  {}", Styled(styles.strong, format!("{heading:8}")), fact.text)?;
                heading = "";
            }
            writeln!(out, "  {:8}  {}", "", Styled(styles.faint, format!("rule: {}", step.rule)))?;
        }
        if self.slots.is_empty() {
            return Ok(());
        }
        writeln!(out)?;
        let width = self.slots.iter().map(|slot| slot.path.chars().count()).max().unwrap_or(0);
        for slot in &self.slots {
            writeln!(out, "  {:width$}  {}", slot.path, Styled(styles.strong, &slot.text))?;
        }
        Ok(())
    }
}
