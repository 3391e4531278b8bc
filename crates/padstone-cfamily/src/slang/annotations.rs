//! Annotations of variables, lowered to the model.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Annotation, ExplicitBinding, Interpolation};
use padstone_source::Span;

use super::attributes::{image_format, is_format};
use super::keywords::Modifier;
use super::resolve::{Resolver, Scope};
use super::tree::{Attribute, DeclKind, ExprId};

const INTERPOLATIONS: [(Modifier, Interpolation); 6] = [
    (Modifier::Linear, Interpolation::Linear),
    (Modifier::Centroid, Interpolation::Centroid),
    (Modifier::NoPerspective, Interpolation::NoPerspective),
    (Modifier::NoInterpolation, Interpolation::None),
    (Modifier::Sample, Interpolation::Sample),
    (Modifier::PerVertex, Interpolation::PerVertex),
];

impl Resolver<'_> {
    /// The annotations of a variable or buffer.
    #[inline]
    pub(super) fn annotations(&mut self, scope: Scope) -> Vec<Annotation> {
        // Most variables have no annotations.
        if self.tree.decls[scope.decl].modifiers.is_empty() { Vec::new() } else { self.written_annotations(scope) }
    }

    fn written_annotations(&mut self, scope: Scope) -> Vec<Annotation> {
        let modifiers = &self.tree.decls[scope.decl].modifiers;
        let mut found = modifiers.annotations().to_vec();
        found.extend(
            INTERPOLATIONS
                .into_iter()
                .filter(|&(word, _)| modifiers.has(word))
                .map(|(_, interpolation)| Annotation::Interpolation(interpolation)),
        );
        if modifiers.has(Modifier::Uniform) {
            found.push(Annotation::Uniform);
        }
        if modifiers.has(Modifier::Shared) {
            found.push(Annotation::Shared);
        }
        for attribute in modifiers.attributes().to_vec() {
            self.annotation(&attribute, scope, &mut found);
        }
        self.layout_annotations(scope, &mut found);
        found.extend(self.user_attributes(scope).into_iter().map(Annotation::User));
        found
    }

    fn annotation(&mut self, attribute: &Attribute, scope: Scope, into: &mut Vec<Annotation>) {
        if !self.has_effect(attribute) {
            return;
        }
        let span = attribute.span;
        let name = self.text(attribute.name).to_owned();
        let text = attribute.arguments.first().and_then(|&argument| self.attribute_text(argument));
        let role = if name == "vk_offset" { "offset" } else { "binding location" };
        let mut number = |index: usize| self.small_number(*attribute.arguments.get(index)?, scope, role);
        let annotation = match &*name {
            "vk_binding" | "gl_binding" => {
                let binding = number(0);
                let set = (attribute.arguments.len() > 1).then(|| number(1));
                binding
                    .filter(|_| set != Some(None))
                    .map(|binding| Annotation::Binding(ExplicitBinding { binding, set: set.flatten(), span }))
            }
            "vk_location" => number(0).map(|location| Annotation::Location { location, span }),
            "vk_index" => number(0).map(Annotation::Index),
            "vk_offset" => number(0).map(|bytes| Annotation::Offset { bytes: bytes.into(), span }),
            "vk_input_attachment_index" => number(0).map(Annotation::InputAttachment),
            "vk_constant_id" => Some(Annotation::SpecializationConstant(number(0))),
            "vk_specialization_constant" | "SpecializationConstant" => Some(Annotation::SpecializationConstant(None)),
            "vk_push_constant" | "push_constant" => Some(Annotation::PushConstant(span)),
            "vk_shader_record" | "shader_record" => Some(Annotation::ShaderRecord(span)),
            "vk_image_format" | "format" => {
                into.extend(text.map(|text| Annotation::Format(self.names.intern(image_format(&text)))));
                return;
            }
            "allow" if text.as_deref() == Some("overlapping-bindings") => Some(Annotation::AllowOverlap),
            _ => return,
        };
        // A location that is not understood, which was reported, is unknown: no other is guessed.
        into.push(annotation.unwrap_or(Annotation::Unknown));
    }

    /// Layout qualifiers: `layout(binding = 1, set = 2)`.
    fn layout_annotations(&mut self, scope: Scope, into: &mut Vec<Annotation>) {
        let layout = self.tree.decls[scope.decl].modifiers.layout().to_vec();
        let (mut binding, mut set, mut position, mut is_unknown) = (None, None, Span::default(), false);
        for (name, value) in layout {
            let span = name.span;
            let role = if self.names.resolve(name.symbol) == "offset" { "offset" } else { "binding location" };
            let number = value.and_then(|value| self.small_number(value, scope, role));
            match (self.names.resolve(name.symbol), number) {
                ("binding", Some(number)) => (binding, position) = (Some(number), span),
                ("set", Some(number)) => (set, position) = (Some(number), if binding.is_some() { position } else { span }),
                ("location", Some(location)) => into.push(Annotation::Location { location, span }),
                ("index", Some(index)) => into.push(Annotation::Index(index)),
                ("offset", Some(bytes)) => into.push(Annotation::Offset { bytes: bytes.into(), span }),
                ("input_attachment_index", Some(index)) => into.push(Annotation::InputAttachment(index)),
                ("constant_id", id) => into.push(Annotation::SpecializationConstant(id)),
                ("push_constant", _) => into.push(Annotation::PushConstant(span)),
                ("shaderRecordEXT" | "shaderRecordNV", _) => into.push(Annotation::ShaderRecord(span)),
                ("binding" | "set", None) => is_unknown = true,
                ("location" | "index" | "offset" | "input_attachment_index", None) => into.push(Annotation::Unknown),
                (word, None) if is_format(word) => into.push(Annotation::Format(name.symbol)),
                _ => {}
            }
        }
        if is_unknown {
            into.push(Annotation::Unknown);
            return;
        }
        // On `cbuffer` and `tbuffer`, a later annotation replaces that part of an attribute (libslang 2026.12, measured).
        let is_buffer = matches!(self.tree.decls[scope.decl].kind, DeclKind::Buffer { .. });
        let before = into.iter_mut().find_map(|annotation| match annotation {
            Annotation::Binding(other) if is_buffer && other.span.start < position.start => Some(other),
            _ => None,
        });
        if let Some(before) = before {
            before.binding = binding.unwrap_or(before.binding);
            before.set = set.or(before.set);
            return;
        }
        // A set alone means binding 0; of several bindings the first in the source is effective (libslang 2026.12, measured).
        if binding.is_some() || set.is_some() {
            let is_after = |annotation: &Annotation| matches!(annotation, Annotation::Binding(other) if other.span.start > position.start);
            let first = into.iter().position(is_after).unwrap_or(into.len());
            into.insert(first, Annotation::Binding(ExplicitBinding { binding: binding.unwrap_or(0), set, span: position }));
        }
    }

    /// The low 32 bits of a number: libslang 2026.12 keeps only these, and accepts negative numbers.
    fn small_number(&mut self, argument: ExprId, scope: Scope, role: &str) -> Option<u32> {
        let value = self.known_integer(argument, scope)?;
        if i32::try_from(value).is_err() || value < 0 {
            let message = format!("{role} {value} is out of range: expected 0 to {}", i32::MAX);
            let found = Diagnostic::warning(&codes::ATTRIBUTE_ARGUMENT, message, self.span(argument));
            self.report(found.note("slangc accepts it silently and reports it as unknown, unbounded, or another number"));
        }
        Some(value as u32)
    }
}
