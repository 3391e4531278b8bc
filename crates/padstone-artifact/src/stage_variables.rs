//! Stage inputs and outputs: the variables in the interface of each entry point, with their locations (SPIR-V 1.6, 2.17 and 3.20).

use std::collections::{BTreeSet, HashMap};

use padstone_model::{
    Annotation, Count, Direction, Field, Interpolation, Major, Signature, SignatureId, Stage, Struct, StructKind, Type, TypeId,
};
use padstone_source::Span;
use rspirv::spirv::{BuiltIn, StorageClass};

use crate::module_info::{Decorations, SpirvEntryPoint, SpirvModule, TypeDefinition, TypeKind, Variable};
use crate::types::{ModuleConversion, contained_types, scalar};
use crate::words::SpirvId;

/// The types of stage inputs and outputs, which have no offsets.
pub(crate) struct StageTypes {
    /// By index in [`SpirvModule::types`]; `None` for types that no stage variable contains.
    types: Vec<Option<TypeId>>,
    /// By index: the nesting of arrays and structs.
    depths: Vec<u32>,
    /// The positions of the stage variables in [`SpirvModule::variables`].
    variables: HashMap<SpirvId, usize>,
}

/// The maximum nesting of arrays and structs: locations are assigned by recursion. Types that are nested more deeply are unknown.
const MAX_NESTING: u32 = 64;

impl StageTypes {
    /// Converts the types of all stage variables. A type is defined after those that it contains.
    pub(crate) fn new(conversion: &mut ModuleConversion<'_>) -> StageTypes {
        let info = conversion.info;
        let mut is_used = vec![false; info.types.len()];
        let mut variables = HashMap::new();
        for (position, variable) in info.variables.iter().enumerate().filter(|(_, variable)| direction(variable).is_some()) {
            pointee(info, variable).into_iter().for_each(|index| is_used[index] = true);
            variables.insert(variable.id, position);
        }
        let is_used = contained_types(info, is_used);
        let mut types = StageTypes { types: vec![None; info.types.len()], depths: vec![0; info.types.len()], variables };
        for index in (0..info.types.len()).filter(|&index| is_used[index]) {
            types.depths[index] = types.depth(info, index);
            let is_deep = types.depths[index] > MAX_NESTING;
            types.types[index] =
                Some(if is_deep { conversion.module.types.intern(Type::Unknown) } else { types.convert(conversion, index) });
        }
        types
    }

    fn depth(&self, info: &SpirvModule, index: usize) -> u32 {
        let inside = |id: &SpirvId| info.get(*id).map_or(0, |(part, _)| if part < index { self.depths[part] + 1 } else { 0 });
        match &info.types[index].kind {
            TypeKind::Array { element, .. } => inside(element),
            TypeKind::Struct { members } => members.iter().map(inside).max().unwrap_or(0),
            _ => 0,
        }
    }

    fn convert(&self, conversion: &mut ModuleConversion<'_>, index: usize) -> TypeId {
        let info = conversion.info;
        let definition = &info.types[index];
        let part = |id: u32| info.get(id).and_then(|(part, _)| self.types[part].filter(|_| part < index));
        let component = |id: u32| scalar(&info.get(id)?.1.kind);
        let ty = match &definition.kind {
            TypeKind::Int { .. } | TypeKind::Float { .. } => scalar(&definition.kind).map(Type::Scalar),
            TypeKind::Vector { component: id, count } => {
                let width = u8::try_from(*count).ok().filter(|width| (2..=4).contains(width));
                component(*id).zip(width).map(|(scalar, width)| Type::Vector { scalar, width })
            }
            TypeKind::Matrix { column, count } => conversion.matrix(*column, *count, Major::Column),
            TypeKind::Array { element, length } => {
                let count = info.constants.get(*length).map(Count::Known);
                part(*element).zip(count).map(|(element, count)| Type::Array { element, count })
            }
            TypeKind::Struct { members } => {
                let unknown = conversion.module.types.intern(Type::Unknown);
                let field = |(member, id): (u32, &u32)| {
                    let name = conversion.member_text(definition, member);
                    let annotations = annotations(info.member_decorations(definition.id, member), conversion);
                    Field::member(conversion.module.names.intern(&name), definition.span, part(*id).unwrap_or(unknown), annotations)
                };
                let fields = (0..).zip(members).map(field).collect();
                let name = conversion.type_text(definition);
                let name = conversion.module.names.intern(&name);
                // It has no offsets, as the members of an interface block of GLSL.
                let kind = StructKind::BufferMembers;
                let id = conversion.module.structs.push(Struct { name, span: definition.span, kind, fields, ty: None, contiguous: false });
                let ty = conversion.module.types.intern(Type::Struct(id));
                conversion.module.structs[id].ty = Some(ty);
                return ty;
            }
            _ => None,
        };
        conversion.module.types.intern(ty.unwrap_or(Type::Unknown))
    }

    /// The inputs and outputs of an entry point.
    pub(crate) fn signature(&self, conversion: &mut ModuleConversion<'_>, entry: &SpirvEntryPoint) -> SignatureId {
        let info = conversion.info;
        let interface: BTreeSet<usize> = entry.interface.iter().filter_map(|id| self.variables.get(id).copied()).collect();
        let parameter = |position: usize| {
            let variable = &info.variables[position];
            let direction = direction(variable)?;
            let index = pointee(info, variable)?;
            let decorations = info.decorations(variable.id);
            let mut annotations = annotations(decorations, conversion);
            annotations.push(Annotation::Direction(direction));
            let is_array = matches!(info.types[index].kind, TypeKind::Array { .. });
            if is_array && !decorations.patch && decorations.builtin.is_none() && has_vertices(entry.stage, direction) {
                annotations.push(Annotation::PerVertex);
            }
            let name = match info.name(variable.id) {
                "" => format!("_{}", variable.id),
                name => name.to_owned(),
            };
            Some(Field::member(conversion.module.names.intern(&name), variable.span, self.types[index]?, annotations))
        };
        let parameters = interface.into_iter().filter_map(parameter).collect();
        conversion.module.program.signatures.push(Signature { parameters, ..Signature::default() })
    }
}

/// Whether the outermost array of a variable has an element for each vertex, control point or primitive.
fn has_vertices(stage: Option<Stage>, direction: Direction) -> bool {
    match direction {
        Direction::In => matches!(stage, Some(Stage::Hull | Stage::Domain | Stage::Geometry)),
        _ => matches!(stage, Some(Stage::Hull | Stage::Mesh)),
    }
}

fn direction(variable: &Variable) -> Option<Direction> {
    match StorageClass::from_u32(variable.class)? {
        StorageClass::Input => Some(Direction::In),
        StorageClass::Output => Some(Direction::Out),
        _ => None,
    }
}

/// The index of the type of a variable.
fn pointee(info: &SpirvModule, variable: &Variable) -> Option<usize> {
    let (pointer, TypeDefinition { kind: TypeKind::Pointer { to, .. }, .. }) = info.get(variable.pointer)? else { return None };
    info.get(*to).map(|(index, _)| index).filter(|&index| index < pointer)
}

fn annotations(decorations: Decorations, conversion: &mut ModuleConversion<'_>) -> Vec<Annotation> {
    let span = Span::default();
    let mut annotations = Vec::new();
    annotations.extend(decorations.location.map(|location| Annotation::Location { location, span }));
    annotations.extend(decorations.component.map(Annotation::Component));
    annotations.extend(decorations.index.map(Annotation::Index));
    if let Some(builtin) = decorations.builtin {
        let name = BuiltIn::from_u32(builtin).map_or_else(|| builtin.to_string(), |builtin| format!("{builtin:?}"));
        annotations.push(Annotation::Builtin(conversion.module.names.intern(&name)));
    }
    let interpolations = [
        (decorations.flat, Interpolation::None),
        (decorations.no_perspective, Interpolation::NoPerspective),
        (decorations.centroid, Interpolation::Centroid),
        (decorations.sample, Interpolation::Sample),
    ];
    annotations.extend(interpolations.into_iter().filter(|(is_set, _)| *is_set).map(|(_, mode)| Annotation::Interpolation(mode)));
    annotations
}
