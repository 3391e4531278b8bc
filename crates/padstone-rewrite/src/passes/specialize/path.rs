//! Memory paths: a variable, and the members and elements up to the pointee.

use padstone_wgsl::tree::{Edition, ExprId, ExpressionKind, LiteralValue, Nodes};

use crate::Unit;

/// A memory path without the values of its indices: one clone is generated for each.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct PathPattern {
    /// The declaration of the variable.
    pub(super) root: usize,
    pub(super) steps: Vec<PatternStep>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum PatternStep {
    Member(String),
    Element,
}

/// The memory path of a pointer.
#[derive(Clone, Debug)]
pub(super) struct MemoryPath {
    pub(super) root: usize,
    pub(super) steps: Vec<PathStep>,
}

#[derive(Clone, Debug)]
pub(super) enum PathStep {
    Member(String),
    /// An element whose index is a name or a number.
    Named(String),
    /// An element whose index is an expression.
    Written(ExprId),
}

impl MemoryPath {
    pub(super) fn shape(&self) -> PathPattern {
        let step = |step: &PathStep| match step {
            PathStep::Member(name) => PatternStep::Member(name.clone()),
            PathStep::Named(_) | PathStep::Written(_) => PatternStep::Element,
        };
        PathPattern { root: self.root, steps: self.steps.iter().map(step).collect() }
    }

    /// The indices, in evaluation order.
    pub(super) fn indices(&self) -> impl Iterator<Item = &PathStep> {
        self.steps.iter().filter(|step| !matches!(step, PathStep::Member(_)))
    }
}

impl PathPattern {
    pub(super) fn elements(&self) -> usize {
        self.steps.iter().filter(|step| **step == PatternStep::Element).count()
    }

    /// `scene.lights[i].pos` as a part of a name: `scene_lights_pos`.
    pub(super) fn path_text(&self, unit: &Unit<'_>) -> String {
        let mut words = self.root_name(unit).to_owned();
        for step in &self.steps {
            if let PatternStep::Member(name) = step {
                words.push('_');
                words.push_str(name);
            }
        }
        words
    }

    /// The path as text, with names for its indices.
    pub(super) fn path_with_indices(&self, unit: &Unit<'_>, indices: &[String]) -> String {
        let (mut text, mut indices) = (self.root_name(unit).to_owned(), indices.iter());
        for step in &self.steps {
            match (step, indices.as_slice()) {
                (PatternStep::Member(name), _) => {
                    text.push('.');
                    text.push_str(name);
                }
                (PatternStep::Element, _) => {
                    let index = indices.next().map_or("0", String::as_str);
                    text.push_str(&format!("[{index}]"));
                }
            }
        }
        text
    }

    pub(super) fn root_name<'u>(&self, unit: &'u Unit<'_>) -> &'u str {
        unit.tree.declarations[self.root].name().map_or("", |name| unit.text(name.span))
    }

    /// The same path, with names for its indices.
    pub(super) fn named(&self, indices: &[String]) -> MemoryPath {
        let mut indices = indices.iter();
        let step = |step: &PatternStep| match step {
            PatternStep::Member(name) => PathStep::Member(name.clone()),
            PatternStep::Element => PathStep::Named(indices.next().cloned().unwrap_or_default()),
        };
        MemoryPath { root: self.root, steps: self.steps.iter().map(step).collect() }
    }
}

/// The text of a number literal as an index, which can be repeated anywhere.
pub(super) fn literal(unit: &Unit<'_>, nodes: &Nodes, index: ExprId) -> Option<String> {
    let ExpressionKind::Literal(literal) = nodes[index].kind else { return None };
    let text = unit.text(nodes[index].span);
    match literal.value() {
        // In 2020 a number without a suffix was an `i32`.
        LiteralValue::AbstractInt(_) if unit.source.edition == Edition::Draft2020 => Some(format!("{text}u")),
        LiteralValue::AbstractInt(_) | LiteralValue::U32(_) => Some(text.to_owned()),
        _ => None,
    }
}
