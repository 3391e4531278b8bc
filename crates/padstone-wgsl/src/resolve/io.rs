//! The interface of entry points: `@builtin`, `@location` and their qualifiers (WGSL, section 13.3).

mod builtin_values;

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Annotation, Interpolation as ModelInterpolation};
use padstone_source::{Interner, Span};

use super::Resolver;
use super::attributes::AttributeUse;
use super::directives::Extension;
use crate::attributes::AttributeName;
use crate::scalar::Scalar;
use crate::tree::Member;
use crate::types::TypeId;
pub(super) use builtin_values::{BuiltinValue, StageDirection};

/// A member, parameter or result with interface attributes.
#[derive(Clone, Copy, Debug)]
pub(super) struct IoMember {
    /// The position among the members of its struct.
    pub(super) position: usize,
    pub(super) ty: TypeId,
    /// The span for its diagnostics.
    pub(super) at: Span,
    pub(super) io: IoAttributes,
}

/// Interface attributes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct IoAttributes {
    pub(super) builtin: Option<(BuiltinValue, Span)>,
    pub(super) location: Option<(u32, Span)>,
    pub(super) blend_src: Option<(u32, Span)>,
    pub(super) interpolate: Option<(Interpolation, Span)>,
    /// An attribute with an invalid argument, which has been reported; the name `builtin` for an attribute of an extension that padstone does
    /// not support.
    pub(super) misread: Option<AttributeName>,
}

impl IoAttributes {
    /// The corresponding annotations of the model.
    pub(super) fn annotations(self, names: &Interner) -> impl Iterator<Item = Annotation> {
        let location = self.location.map(|(location, span)| Annotation::Location { location, span });
        let index = self.blend_src.map(|(index, _)| Annotation::Index(index));
        let builtin = self.builtin.and_then(|(builtin, _)| names.lookup(builtin.name())).map(Annotation::Builtin);
        let (mode, sampling) = self.interpolate.map_or((None, None), |(interpolate, _)| (Some(interpolate.mode), interpolate.sampling));
        let interpolation = mode.into_iter().chain(sampling).map(Annotation::Interpolation);
        location.into_iter().chain(index).chain(builtin).chain(interpolation)
    }

    /// The attributes of a target, one of which may belong to an extension that padstone does not support.
    pub(super) fn with_unsupported(self, has_unsupported: bool) -> IoAttributes {
        IoAttributes { misread: self.misread.or(has_unsupported.then_some(AttributeName::Builtin)), ..self }
    }

    /// Whether an attribute has an invalid argument, or is unknown.
    pub(super) fn is_misread(self) -> bool {
        self.misread.is_some() && self.builtin.is_none() && self.location.is_none()
    }

    /// Whether the value is uniform (section 15.2.7).
    pub(super) fn is_uniform(self) -> bool {
        self.builtin.is_some_and(|(builtin, _)| builtin.is_uniform())
    }
}

/// `@interpolate(…)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Interpolation {
    mode: ModelInterpolation,
    /// `centroid` or `sample`.
    sampling: Option<ModelInterpolation>,
}

impl Interpolation {
    pub(super) fn is_flat(self) -> bool {
        self.mode == ModelInterpolation::None
    }
}

impl Resolver<'_> {
    /// The interface attributes of a member, if it has any.
    pub(super) fn io_member(&mut self, member: &Member, ty: TypeId, attributes: &[AttributeUse], position: usize) -> Option<IoMember> {
        let (at, has_unsupported) = (member.name.span, self.has_unsupported_attribute(member.attributes));
        let io = self.io(attributes, ty, at).or(has_unsupported.then(IoAttributes::default))?;
        Some(IoMember { position, ty, at, io: io.with_unsupported(has_unsupported) })
    }

    /// The interface attributes, checked against the type of their target. `None` if there are none.
    pub(super) fn io(&mut self, attributes: &[AttributeUse], ty: TypeId, index: Span) -> Option<IoAttributes> {
        if attributes.is_empty() {
            return None;
        }
        let mut io = IoAttributes::default();
        let mut invariant = None;
        let mut has_io = false;
        for &attribute in attributes {
            has_io |= self.io_attribute(attribute, ty, index, &mut io, &mut invariant);
        }
        if let Some((_, span)) = io.interpolate
            && io.location.is_none()
            && !attributes.iter().any(|attribute| attribute.name == AttributeName::Location)
        {
            self.error(&codes::SHADER_IO, "`@interpolate` requires `@location`", span);
        }
        if let Some((_, span)) = io.interpolate.filter(|(interpolate, _)| !interpolate.is_flat())
            && self.types.component(ty).is_some_and(Scalar::is_integer)
        {
            self.error(&codes::SHADER_IO, "interpolation must be `flat`: integers are not interpolated", span);
        }
        if let Some(span) = invariant
            && !io.builtin.is_some_and(|(builtin, _)| builtin.is_position())
            && !self.is_draft()
        {
            self.error(&codes::SHADER_IO, "only `@builtin(position)` can be invariant", span);
        }
        has_io.then_some(io)
    }

    fn io_attribute(
        &mut self,
        attribute: AttributeUse,
        ty: TypeId,
        span: Span,
        io: &mut IoAttributes,
        invariant: &mut Option<Span>,
    ) -> bool {
        match attribute.name {
            AttributeName::Builtin => {
                io.builtin = self.builtin_value(attribute, ty).map(|builtin| (builtin, attribute.span));
                io.misread = io.misread.or(io.builtin.is_none().then_some(attribute.name));
            }
            AttributeName::Location => {
                io.location = self.integer_argument(attribute, 0).map(|location| (location, attribute.span));
                io.misread = io.misread.or(io.location.is_none().then_some(attribute.name));
                let is_numeric = self.types.component(ty).is_some_and(|scalar| scalar.is_numeric());
                if !is_numeric && ty != TypeId::UNKNOWN {
                    let message = format!("`@location` requires a numeric scalar or vector, found `{}`", self.type_name(ty));
                    self.error(&codes::SHADER_IO, message, span);
                }
            }
            AttributeName::BlendSrc => {
                if !self.requires_extension(Extension::DualSourceBlending, attribute.span, "`blend_src`") {
                    return true;
                }
                let index = self.integer_argument(attribute, 0);
                if let Some(index) = index.filter(|&index| index > 1) {
                    self.error(&codes::SHADER_IO, format!("blend source must be 0 or 1, found {index}"), attribute.span);
                }
                io.blend_src = index.filter(|&index| index <= 1).map(|index| (index, attribute.span));
                io.misread = io.misread.or(io.blend_src.is_none().then_some(attribute.name));
            }
            AttributeName::Interpolate => io.interpolate = self.interpolation(attribute).map(|mode| (mode, attribute.span)),
            AttributeName::Invariant => *invariant = Some(attribute.span),
            _ => return false,
        }
        true
    }

    fn interpolation(&mut self, attribute: AttributeUse) -> Option<Interpolation> {
        let words = self.identifier_arguments(attribute);
        let word = *words.first()?;
        let mode = match self.text(word.symbol) {
            "flat" => ModelInterpolation::None,
            "perspective" => ModelInterpolation::Linear,
            // Without perspective correction.
            "linear" => ModelInterpolation::NoPerspective,
            other => {
                let message = format!("unknown interpolation `{other}`");
                self.error_help(&codes::SHADER_IO, message, word.span, "use `perspective`, `linear`, or `flat`");
                return None;
            }
        };
        let (mut interpolation, is_flat) = (Interpolation { mode, sampling: None }, mode == ModelInterpolation::None);
        if let Some(&sampling) = words.get(1) {
            let (fits, position) = match self.text(sampling.symbol) {
                "center" => (!is_flat, None),
                "centroid" => (!is_flat, Some(ModelInterpolation::Centroid)),
                "sample" => (!is_flat, Some(ModelInterpolation::Sample)),
                "first" | "either" => (is_flat, None),
                other => {
                    let message = format!("unknown interpolation sampling `{other}`");
                    let help = "use `center`, `centroid`, or `sample`; with `flat`, use `first` or `either`";
                    self.error_help(&codes::SHADER_IO, message, sampling.span, help);
                    return None;
                }
            };
            if !fits {
                let message = format!("sampling `{}` is not allowed with `{}`", self.text(sampling.symbol), self.text(word.symbol));
                self.error(&codes::SHADER_IO, message, sampling.span);
                return None;
            }
            interpolation.sampling = position;
        }
        Some(interpolation)
    }

    /// Checks the interface attributes of a struct, independently of its uses.
    pub(super) fn check_struct_io(&mut self, members: &[IoMember]) {
        self.check_locations(members);
        let sources: Vec<(u32, Span, &IoMember)> =
            members.iter().filter_map(|member| member.io.blend_src.map(|(index, span)| (index, span, member))).collect();
        let Some(&(_, first_at, first)) = sources.first() else { return };
        // An attribute with an error may be the missing one.
        if members.iter().any(|member| member.io.misread.is_some()) {
            return;
        }
        let mut seen = [false; 2];
        for &(index, span, member) in &sources {
            if member.io.location.is_none_or(|(location, _)| location != 0) {
                self.error(&codes::SHADER_IO, "a blend source must have location 0", span);
            }
            if member.ty != first.ty {
                self.error(&codes::SHADER_IO, "both blend sources must have the same type", span);
            }
            if let Some(seen) = seen.get_mut(index as usize) {
                *seen = true;
            }
        }
        if seen != [true; 2] {
            let missing = usize::from(seen[0]);
            self.error(&codes::SHADER_IO, format!("a struct with one blend source must also have `@blend_src({missing})`"), first_at);
        }
        for member in members.iter().filter(|member| member.io.blend_src.is_none()) {
            if let Some((_, span)) = member.io.location {
                self.error(&codes::SHADER_IO, "a struct with blend sources cannot have other locations", span);
            }
        }
    }

    /// Reports duplicate locations; blend sources share one.
    pub(super) fn check_locations(&mut self, members: &[IoMember]) {
        let key = |member: &IoMember| {
            let (location, span) = member.io.location?;
            Some((location, member.io.blend_src.map(|(index, _)| index), span))
        };
        let mut located: Vec<(u32, Option<u32>, Span)> = members.iter().filter_map(key).collect();
        located.sort_by_key(|&(location, index, span)| (location, index, span.start));
        for pair in located.windows(2).filter(|pair| (pair[0].0, pair[0].1) == (pair[1].0, pair[1].1)) {
            let (location, first, second) = (pair[0].0, pair[0].2, pair[1].2);
            let message = format!("duplicate location {location}");
            self.report(Diagnostic::error(&codes::SHADER_IO, message, second).label(second, "duplicate").label(first, "first occurrence"));
        }
    }
}
