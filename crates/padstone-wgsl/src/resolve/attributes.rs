//! Attributes: which ones are allowed where, and the values of their arguments.

use padstone_diag::{Diagnostic, Edit, codes, nearest};
use padstone_source::Span;

use super::{Operand, Resolver};
use crate::attributes::{AttributeName, AttributeTarget};
use crate::scalar::{Number, Scalar};
use crate::tree::{Attribute, Edition, ExprId, ExpressionKind, Ident, List};
use crate::types::TypeId;

/// An attribute that is allowed at its position, with a valid number of arguments.
#[derive(Clone, Copy, Debug)]
pub(super) struct AttributeUse {
    pub(super) name: AttributeName,
    pub(super) arguments: List<ExprId>,
    pub(super) span: Span,
}

impl Resolver<'_> {
    /// The attributes of a list that are allowed on `place`; the others have been reported.
    pub(super) fn attributes(&mut self, list: List<Attribute>, place: AttributeTarget) -> Vec<AttributeUse> {
        let nodes = self.nodes;
        let mut attributes: Vec<AttributeUse> = Vec::with_capacity(list.len());
        for attribute in &nodes[list] {
            let Some(new) = self.attribute(attribute, place) else { continue };
            // Diagnostic rules are distinguished by their arguments.
            let earlier = attributes.iter().find(|earlier| earlier.name == new.name && new.name != AttributeName::Diagnostic);
            if let Some(earlier) = earlier {
                let message = format!("duplicate attribute `{}`", new.name.name());
                let found = Diagnostic::error(&codes::ATTRIBUTE_TWICE, message, new.span)
                    .label(new.span, "duplicate")
                    .label(earlier.span, "first occurrence")
                    .fix(format!("remove the duplicate `{}`", new.name.name()), vec![Edit { span: new.span, text: String::new() }]);
                self.report(found);
                continue;
            }
            attributes.push(new);
        }
        attributes
    }

    fn attribute(&mut self, attribute: &Attribute, place: AttributeTarget) -> Option<AttributeUse> {
        let edition = self.edition();
        let text = self.text(attribute.name.symbol);
        let Some(name) = AttributeName::of(text).filter(|name| name.is_of(edition)) else {
            if !text.is_empty() {
                let known = AttributeName::names().filter(|name| AttributeName::of(name).is_some_and(|known| known.is_of(edition)));
                let mut found = Diagnostic::error(&codes::ATTRIBUTE_UNKNOWN, format!("unknown attribute `{text}`"), attribute.span)
                    .label(attribute.name.span, "");
                let nearest = nearest(text, known);
                if let Some(near) = nearest.first() {
                    let edits = vec![Edit { span: attribute.name.span, text: (*near).to_owned() }];
                    found = found.help(format!("a similar name exists: `{near}`")).guess(format!("write `{near}`"), edits);
                }
                self.report_unknown_name(found, !nearest.is_empty());
            }
            return None;
        };
        if !name.is_allowed_on(place, edition) {
            let message = if name == AttributeName::Const {
                "`const` is reserved for built-in functions".to_owned()
            } else {
                format!("`{text}` is not allowed on {}", place.name())
            };
            self.error(&codes::ATTRIBUTE_PLACE, message, attribute.span);
            return None;
        }
        let count = attribute.arguments.map(List::len);
        let is_valid_count = match (name.arguments(), count) {
            (None, None) => true,
            // `@must_use()` is an error, and so is `[[block]]` with parentheses.
            (None, Some(_)) => false,
            (Some(range), Some(count)) => range.contains(&count),
            // Without a number, the pipeline sets it by name.
            (Some(_), None) => name == AttributeName::Override,
        };
        if !is_valid_count {
            let expected = match name.arguments() {
                None => "no parentheses".to_owned(),
                Some(range) if range.start() == range.end() && *range.end() == 1 => "one argument".to_owned(),
                Some(range) if range.start() == range.end() => format!("{} arguments", range.end()),
                Some(range) => format!("{} to {} arguments", range.start(), range.end()),
            };
            self.error(&codes::ATTRIBUTE_ARGUMENT, format!("`{text}` takes {expected}"), attribute.span);
            return None;
        }
        Some(AttributeUse { name, arguments: attribute.arguments.unwrap_or_default(), span: attribute.span })
    }

    /// Whether the list contains an attribute, missing from `attributes`, that may have been meant to place or bind its target.
    pub(super) fn hides_slot(&self, list: List<Attribute>, attributes: &[AttributeUse]) -> bool {
        self.nodes[list].iter().filter(|attribute| !attributes.iter().any(|used| used.span == attribute.span)).any(|attribute| {
            let known = AttributeName::of(self.text(attribute.name.symbol)).filter(|name| name.is_of(self.edition()));
            let places = |name| matches!(name, AttributeName::Align | AttributeName::Size | AttributeName::Offset | AttributeName::Stride);
            known.is_none_or(places)
        })
    }

    /// `[[access(read)]] T` of 2020, reported on targets that do not allow it.
    pub(super) fn type_attributes(&mut self, list: List<Attribute>) {
        for attribute in self.attributes(list, AttributeTarget::Type) {
            if attribute.name == AttributeName::Access {
                let message = "an access mode is allowed only on the type of a variable in `storage`";
                self.error(&codes::ATTRIBUTE_PLACE, message, attribute.span);
            }
        }
    }

    /// The only argument of an attribute as a constant integer of at least `least`.
    pub(super) fn integer_argument(&mut self, attribute: AttributeUse, least: i64) -> Option<u32> {
        let argument = *self.nodes[attribute.arguments].first()?;
        let span = self.nodes[argument].span;
        let role = format!("the argument of `{}`", attribute.name.name());
        let value = self.constant(argument, &role)?;
        let is_integer = value.as_number().is_some_and(|number| number.scalar().counts());
        if !is_integer {
            let message = format!("{role} must be `i32` or `u32`, found `{}`", self.type_name(value.ty()));
            self.error(&codes::ATTRIBUTE_ARGUMENT, message, span);
            return None;
        }
        let number = self.concrete_integer(Operand::constant(value), span)?;
        let value = number.as_integer().unwrap_or(0);
        match u32::try_from(value) {
            Ok(value) if i64::from(value) >= least => Some(value),
            _ => {
                let message = format!("{role} must be at least {least}, found {value}");
                self.error(&codes::ATTRIBUTE_ARGUMENT, message, span);
                None
            }
        }
    }

    /// An integer concretized to `i32`; reports a value out of range.
    pub(super) fn concrete_integer(&mut self, operand: Operand, span: Span) -> Option<Number> {
        let to = operand.value.component().map_or(TypeId::I32, |scalar| TypeId::scalar(Scalar::concrete(scalar)));
        self.convert(operand, to, span, "integer")?.value.as_number()
    }

    /// The context-dependent names in the parentheses of an attribute: `flat, first`.
    pub(super) fn identifier_arguments(&mut self, attribute: AttributeUse) -> Vec<Ident> {
        let nodes = self.nodes;
        let mut words = Vec::new();
        for &argument in &nodes[attribute.arguments] {
            let expression = nodes[argument];
            match expression.kind {
                ExpressionKind::Name(symbol) => words.push(Ident { symbol, span: expression.span }),
                // `chromium.unreachable_code`
                ExpressionKind::Member { .. } if attribute.name == AttributeName::Diagnostic => {}
                ExpressionKind::Error => {}
                _ => {
                    let message = format!("expected a name as an argument of `{}`", attribute.name.name());
                    self.error(&codes::ATTRIBUTE_ARGUMENT, message, expression.span);
                }
            }
        }
        words
    }

    /// Whether the edition is that of 2020.
    pub(crate) fn is_draft(&self) -> bool {
        self.edition() == Edition::Draft2020
    }
}
