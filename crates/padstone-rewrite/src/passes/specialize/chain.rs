//! ByteSnapshot: a variable, and the members and elements on the way to what is pointed to.

use padstone_wgsl::tree::{Edition, ExprId, ExpressionKind, LiteralValue, Nodes};

use crate::Unit;

/// A place without the values of its indices: what a function is made for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Shape {
    /// The declaration of the variable.
    pub(super) root: usize,
    pub(super) steps: Vec<ShapeStep>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum ShapeStep {
    Member(String),
    Element,
}

/// A place where a pointer points.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    pub(super) root: usize,
    pub(super) steps: Vec<Step>,
}

#[derive(Clone, Debug)]
pub(super) enum Step {
    Member(String),
    /// An element whose index has a name or is a number.
    Named(String),
    /// An element whose index is the expression.
    Written(ExprId),
}

impl Chain {
    pub(super) fn shape(&self) -> Shape {
        let step = |step: &Step| match step {
            Step::Member(name) => ShapeStep::Member(name.clone()),
            Step::Named(_) | Step::Written(_) => ShapeStep::Element,
        };
        Shape { root: self.root, steps: self.steps.iter().map(step).collect() }
    }

    /// The indices, in the order in which they are evaluated.
    pub(super) fn indices(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter().filter(|step| !matches!(step, Step::Member(_)))
    }
}

impl Shape {
    pub(super) fn elements(&self) -> usize {
        self.steps.iter().filter(|step| **step == ShapeStep::Element).count()
    }

    /// `scene.lights[i].pos` as part of a name: `scene_lights_pos`.
    pub(super) fn words(&self, unit: &Unit<'_>) -> String {
        let mut words = self.root_name(unit).to_owned();
        for step in &self.steps {
            if let ShapeStep::Member(name) = step {
                words.push('_');
                words.push_str(name);
            }
        }
        words
    }

    /// The place, with names for its indices.
    pub(super) fn written(&self, unit: &Unit<'_>, indices: &[String]) -> String {
        let (mut text, mut indices) = (self.root_name(unit).to_owned(), indices.iter());
        for step in &self.steps {
            match (step, indices.as_slice()) {
                (ShapeStep::Member(name), _) => {
                    text.push('.');
                    text.push_str(name);
                }
                (ShapeStep::Element, _) => {
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

    /// The same place, as a chain whose indices have names.
    pub(super) fn named(&self, indices: &[String]) -> Chain {
        let mut indices = indices.iter();
        let step = |step: &ShapeStep| match step {
            ShapeStep::Member(name) => Step::Member(name.clone()),
            ShapeStep::Element => Step::Named(indices.next().cloned().unwrap_or_default()),
        };
        Chain { root: self.root, steps: self.steps.iter().map(step).collect() }
    }
}

/// The text of an index that is a number and nothing else: it is as good in one place as in another.
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
