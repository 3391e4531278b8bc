//! Locations of inputs, outputs and uniforms: no two share a component of one (section 4.4.1).

use std::collections::BTreeMap;
use std::ops::Range;

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Count, LocationSizes, Scalar, Type, TypeId};
use padstone_source::{Span, Symbol};
use rustc_hash::FxHashMap;

use super::Parser;
use super::blocks::Block;
use super::layouts::Layout;
use super::qualifiers::Qualifiers;
use super::records::Body;
use super::storage::Storage;
use super::type_names::Dimensions;
use crate::reader::Reader;
use padstone_model::Stage;

/// What of a shader has a location so far.
#[derive(Default)]
pub(super) struct Locations {
    sizes: LocationSizes,
    /// By first location.
    taken: FxHashMap<Lane, BTreeMap<u64, Taken>>,
}

/// One component of all locations.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Lane {
    /// Inputs, outputs and uniforms have locations of their own.
    storage: Storage,
    /// That of dual-source blending.
    index: u32,
    component: u64,
}

#[derive(Clone, Copy)]
struct Taken {
    end: u64,
    name: Symbol,
    span: Span,
}

/// What an input, an output, or a member of a block of these is.
struct Located<'a> {
    name: Symbol,
    span: Span,
    element: TypeId,
    counts: &'a [Count],
    is_input: bool,
}

impl Parser<'_> {
    /// Notes the location of an input or output. Reports one that is taken.
    pub(super) fn locate_variable(&mut self, qualifiers: &Qualifiers, (name, span): (Symbol, Span), element: TypeId, dims: &Dimensions) {
        let Some(is_input) = self.has_locations(qualifiers.storage.map(|(storage, _)| storage)) else { return };
        let (layout, is_per_vertex) = (qualifiers.layout(), self.is_per_vertex(qualifiers, is_input));
        let (Some((location, _)), false) = (layout.location, layout.incomplete || dims.unknown) else { return };
        let counts = &dims.counts[usize::from(is_per_vertex && !dims.counts.is_empty())..];
        self.locate(location.into(), layout, &Located { name, span, element, counts, is_input });
    }

    /// Notes the locations of a uniform, one for each element. Reports those that are taken.
    pub(super) fn locate_uniform(&mut self, layout: &Layout, name: (Symbol, Span), dims: &Dimensions) {
        let (Some((location, _)), false) = (layout.location, layout.incomplete || dims.unknown) else { return };
        let location = u64::from(location);
        self.take(location..location.saturating_add(Count::product(&dims.counts)), 0..1, 0, Storage::Uniform, name);
    }

    /// Notes the locations of the members of a block. Reports those that are taken.
    pub(super) fn locate_block(&mut self, block: &Block, body: &Body) {
        let storage = block.qualifiers.storage.map(|(storage, _)| storage);
        let Some(is_input) = self.has_locations(storage) else { return };
        let is_per_vertex = self.is_per_vertex(&block.qualifiers, is_input);
        let counts = &block.dims.counts[usize::from(is_per_vertex && !block.dims.counts.is_empty())..];
        let layout = block.qualifiers.layout();
        let members = body.members.iter().map(|member| (member, body.qualifiers_of(member).layout()));
        if layout.incomplete || block.dims.unknown || members.clone().any(|(_, layout)| layout.incomplete) {
            return;
        }
        let mut next = layout.location.map(|(location, _)| u64::from(location));
        if !members.clone().any(|(_, layout)| layout.location.is_some()) {
            // glslang takes the first component only of what is a block as a whole.
            let sizes: Option<u64> = body.members.iter().map(|member| self.locations_of(member.ty, is_input)).sum();
            if let (Some(next), Some(size)) = (next, sizes) {
                let size = size.saturating_mul(Count::product(counts));
                self.take(next..next.saturating_add(size), 0..1, 0, storage_of(is_input), (block.name, block.span));
            }
            return;
        }
        // Members of arrays of blocks cannot have locations of their own.
        if !counts.is_empty() {
            return;
        }
        for (member, layout) in members {
            let Some(location) = layout.location.map(|(location, _)| u64::from(location)).or(next) else { return };
            // glslang takes the outermost dimension of such a member for that of the vertices.
            let counts: Vec<Count> = self.module.types.dimensions(member.ty).skip(usize::from(is_per_vertex)).collect();
            let element = self.module.types.peel_arrays(member.ty);
            self.locate(location, layout, &Located { name: member.name, span: member.span, element, counts: &counts, is_input });
            next = self.locations_of(member.ty, is_input).map(|size| location.saturating_add(size));
        }
    }

    fn locate(&mut self, location: u64, layout: &Layout, located: &Located<'_>) {
        let &Located { name, span, element, counts, is_input } = located;
        let Some(size) = self.locations_of(element, is_input) else { return };
        let start = layout.component.map_or(0, |(component, _)| u64::from(component));
        let index = layout.index.map_or(0, |(index, _)| index);
        let (width, is_double) = match self.module.types[element] {
            Type::Scalar(scalar) => (1, scalar == Scalar::Float64),
            Type::Vector { scalar, width } => (u64::from(width), scalar == Scalar::Float64),
            Type::Matrix { .. } => (4_u64.saturating_sub(start), false),
            _ => (1, false),
        };
        let name = (name, span);
        if is_double && width == 3 && size == 2 && counts.is_empty() {
            // All of the first, and half of the second.
            if self.take(location..location + 1, start..start + 4, index, storage_of(is_input), name) {
                self.take(location + 1..location + 2, start..start + 2, index, storage_of(is_input), name);
            }
            return;
        }
        let components = start..start + width * if is_double { 2 } else { 1 };
        let locations = location..location.saturating_add(size.saturating_mul(Count::product(counts)));
        self.take(locations, components, index, storage_of(is_input), name);
    }

    /// Whether a declaration is an input, if it is one or an output, and locations are checked.
    fn has_locations(&self, storage: Option<Storage>) -> Option<bool> {
        let stage = self.options.stage?;
        let is_input = match storage? {
            Storage::In => true,
            Storage::Out => false,
            _ => return None,
        };
        // OpenGL lets inputs of vertices share a location, if no more than one of them is used (section 4.4.1).
        let may_share = is_input && stage == Stage::Vertex && !self.is_vulkan() && !self.version.is_es();
        (!may_share && stage != Stage::Compute).then_some(is_input)
    }

    /// Whether the outermost dimension counts vertices.
    pub(super) fn is_per_vertex(&self, qualifiers: &Qualifiers, is_input: bool) -> bool {
        match self.options.stage {
            Some(Stage::Hull) => !qualifiers.patch,
            Some(Stage::Domain) => is_input && !qualifiers.patch,
            Some(Stage::Geometry) => is_input,
            Some(Stage::Fragment) => is_input && qualifiers.per_vertex,
            Some(Stage::Mesh) => !is_input,
            _ => false,
        }
    }

    /// How many locations a type takes.
    fn locations_of(&mut self, ty: TypeId, is_input: bool) -> Option<u64> {
        let is_vertex_input = is_input && self.options.stage == Some(Stage::Vertex) && !self.is_vulkan();
        self.locations.sizes.of(&self.module, ty)[usize::from(!is_vertex_input)]
    }

    /// Takes components of locations. Reports the first that is taken, and returns whether none is.
    fn take(&mut self, locations: Range<u64>, components: Range<u64>, index: u32, storage: Storage, (name, span): (Symbol, Span)) -> bool {
        let lanes = || components.clone().map(|component| Lane { storage, index, component });
        let before = |lane| {
            let (&first, taken) = self.locations.taken.get(&lane)?.range(..locations.end).next_back()?;
            (taken.end > locations.start).then_some((first, *taken))
        };
        let Some((first, other)) = lanes().find_map(before) else {
            for lane in lanes() {
                let taken = Taken { end: locations.end, name, span };
                self.locations.taken.entry(lane).or_default().insert(locations.start, taken);
            }
            return true;
        };
        let ends = lanes().filter_map(|lane| self.locations.taken.get(&lane)?.last_key_value().map(|(_, taken)| taken.end));
        let free = ends.max().unwrap_or(0);
        let (text, other_text) = (self.text(name), self.text(other.name));
        let message = format!("`{text}` overlaps `{other_text}` at location {}", locations.start.max(first));
        let found = Diagnostic::error(&codes::LOCATION_OVERLAP, message, span).label(other.span, format!("`{other_text}` is here"));
        self.report(found.help(format!("write `location = {free}`, or another free location")));
        false
    }
}

const fn storage_of(is_input: bool) -> Storage {
    if is_input { Storage::In } else { Storage::Out }
}
