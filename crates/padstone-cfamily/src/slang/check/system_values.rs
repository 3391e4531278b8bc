//! System-value semantics: the stages that have them (E30702 of slangc), their types (E30701, E38024), and unknown ones (E49999). Each was
//! measured in libslang 2026.12 in each stage, and with each kind of type.

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Annotation, Direction, Field, FieldRole, ResourceKind, Scalar, Stage, StructKind, Type, TypeId};
use padstone_source::Span;
use rustc_hash::FxHashSet;

use super::super::resolve::Resolver;

const V: u16 = 1;
const H: u16 = 1 << 1;
const D: u16 = 1 << 2;
const G: u16 = 1 << 3;
const P: u16 = 1 << 4;
const C: u16 = 1 << 5;
const M: u16 = 1 << 6;
const A: u16 = 1 << 7;
const ANY: u16 = u16::MAX;

/// The types that a system value converts to.
#[derive(Clone, Copy)]
enum RequiredType {
    Anything,
    Float,
    /// A float, or an array of floats.
    Floats,
    Integer,
    Bool,
    /// A float vector with a minimum and maximum number of components.
    FloatVector(u8, u8),
    /// A vector of two integers.
    IntVector,
    /// Up to three integers.
    Integers,
    /// Up to three integers, without conversions.
    ThreadId,
}

/// A system-value semantic.
struct SystemValue {
    name: &'static str,
    required: RequiredType,
    /// Stages that read it.
    reads: u16,
    writes: u16,
}

const fn system_value(name: &'static str, required: RequiredType, reads: u16, writes: u16) -> SystemValue {
    SystemValue { name, required, reads, writes }
}

const SYSTEM_VALUES: &[SystemValue] = &[
    system_value("SV_POSITION", RequiredType::FloatVector(2, 4), P | G, V | H | D | G | M),
    system_value("SV_TARGET", RequiredType::Anything, ANY, ANY),
    system_value("SV_DEPTH", RequiredType::Float, 0, P),
    system_value("SV_DEPTHGREATEREQUAL", RequiredType::Float, 0, P),
    system_value("SV_DEPTHLESSEQUAL", RequiredType::Float, 0, P),
    system_value("SV_STENCILREF", RequiredType::Integer, 0, P),
    system_value("SV_COVERAGE", RequiredType::Integer, P, P),
    system_value("SV_INNERCOVERAGE", RequiredType::Integer, P, 0),
    system_value("SV_VERTEXID", RequiredType::Integer, V, 0),
    system_value("SV_INSTANCEID", RequiredType::Integer, V | P, V),
    system_value("SV_PRIMITIVEID", RequiredType::Integer, P | H | D | G, M | G),
    system_value("SV_ISFRONTFACE", RequiredType::Bool, P, G),
    system_value("SV_SAMPLEINDEX", RequiredType::Integer, P, 0),
    system_value("SV_DISPATCHTHREADID", RequiredType::ThreadId, C | A | M, 0),
    system_value("SV_GROUPID", RequiredType::Integers, C | A | M, 0),
    system_value("SV_GROUPTHREADID", RequiredType::Integers, C | A | M, 0),
    system_value("SV_GROUPINDEX", RequiredType::Integer, C | A | M, 0),
    system_value("SV_GSINSTANCEID", RequiredType::Integer, G, 0),
    system_value("SV_OUTPUTCONTROLPOINTID", RequiredType::Integer, H, 0),
    system_value("SV_DOMAINLOCATION", RequiredType::FloatVector(2, 3), D, 0),
    system_value("SV_TESSFACTOR", RequiredType::Floats, D, H),
    system_value("SV_INSIDETESSFACTOR", RequiredType::Floats, D, H),
    system_value("SV_CLIPDISTANCE", RequiredType::Floats, P, V | H | D | G | M),
    system_value("SV_CULLDISTANCE", RequiredType::Floats, P, V | H | D | G | M),
    system_value("SV_RENDERTARGETARRAYINDEX", RequiredType::Integer, P, V | H | D | G | M),
    system_value("SV_VIEWPORTARRAYINDEX", RequiredType::Integer, P, V | H | D | G | M),
    system_value("SV_VIEWID", RequiredType::Integer, V | H | D | G | P | M, 0),
    system_value("SV_BARYCENTRICS", RequiredType::FloatVector(3, 3), P, 0),
    system_value("SV_SHADINGRATE", RequiredType::Integer, P, V | G | M),
    system_value("SV_CULLPRIMITIVE", RequiredType::Bool, 0, M),
    system_value("SV_STARTVERTEXLOCATION", RequiredType::Integer, V, 0),
    system_value("SV_STARTINSTANCELOCATION", RequiredType::Integer, V, 0),
    system_value("SV_POINTSIZE", RequiredType::Float, 0, V | G | M),
    system_value("SV_POINTCOORD", RequiredType::FloatVector(2, 2), P, 0),
    system_value("SV_DRAWINDEX", RequiredType::Integer, V | A | M, 0),
    system_value("SV_FRAGINVOCATIONCOUNT", RequiredType::Integer, P, 0),
    system_value("SV_FRAGSIZE", RequiredType::IntVector, P, 0),
    system_value("SV_VULKANVERTEXID", RequiredType::Integer, V, 0),
    system_value("SV_VULKANINSTANCEID", RequiredType::Integer, V, 0),
    system_value("SV_VULKANSAMPLEPOSITION", RequiredType::FloatVector(2, 2), P, 0),
    system_value("SV_WAVELANEINDEX", RequiredType::Integer, V | H | D | G | P | C | M | A, 0),
    system_value("SV_WAVELANECOUNT", RequiredType::Integer, V | H | D | G | P | C | M | A, 0),
    system_value("SV_WAVEINDEX", RequiredType::Integer, C, 0),
    system_value("SV_RAYPAYLOAD", RequiredType::Anything, ANY, ANY),
    system_value("SV_INTERSECTIONATTRIBUTES", RequiredType::Anything, ANY, ANY),
    system_value("SV_DEVICEINDEX", RequiredType::Integer, V | H | D | G | P | C | M | A, 0),
];

impl Resolver<'_> {
    /// Checks an input or output of an entry point.
    pub(in crate::slang) fn check_system_values(&mut self, field: &Field, stage: Stage) {
        let direction = field.annotations.iter().find_map(|annotation| match annotation {
            Annotation::Direction(direction) => Some(*direction),
            _ => None,
        });
        let (reads, writes) = match direction {
            Some(Direction::InOut) => (true, true),
            Some(Direction::Out) => (false, true),
            _ => (true, false),
        };
        if reads {
            self.check_system_value(field, stage, true);
        }
        if writes {
            self.check_system_value(field, stage, false);
        }
    }

    /// Checks the result of a function.
    pub(in crate::slang) fn check_system_result(&mut self, result: &Field, stage: Stage) {
        if let Type::Array { .. } = self.module.types[result.ty] {
            // E38012 of slangc.
            let found = Diagnostic::error(&codes::NOT_VARYING, "an entry point cannot return an array", result.span);
            self.report(found.help("return a struct that contains the array"));
        }
        if self.contents(result.ty).classes != 0 {
            // E38011 of slangc.
            let message = format!("an entry point cannot return `{}`, which is or contains a resource", self.type_text(result.ty));
            let found = Diagnostic::error(&codes::NOT_VARYING, message, result.span);
            self.report(found.help("return ordinary data, and declare the resource as a parameter of the program"));
        }
        self.check_system_value(result, stage, false);
    }

    fn check_system_value(&mut self, field: &Field, stage: Stage, is_read: bool) {
        // Each struct is checked once, however often it occurs.
        let mut seen = FxHashSet::default();
        let mut pending = vec![(field.clone(), is_read)];
        while let Some((field, is_read)) = pending.pop() {
            let semantic = field.annotations.iter().find_map(|annotation| match annotation {
                Annotation::Semantic { name, .. } => Some(*name),
                _ => None,
            });
            if let Some(name) = semantic {
                let name = self.text(name).to_owned();
                self.check_semantic(&name, &field, stage, is_read);
            }
            let (inner, is_read) = match self.module.types[field.ty] {
                // Values in streams and meshes are outputs, independently of the modifiers of the parameter.
                Type::Resource(resource)
                    if matches!(resource.kind, ResourceKind::OutputStream | ResourceKind::MeshOutput | ResourceKind::MeshIndices) =>
                {
                    let Some(element) = resource.element else { continue };
                    (element, false)
                }
                // libslang does not check arrays and patches.
                _ => (field.ty, is_read),
            };
            let Type::Struct(id) = self.module.types[inner] else { continue };
            let declared = &self.module.structs[id];
            if declared.kind == StructKind::Tuple || !seen.insert((id, is_read)) {
                continue;
            }
            let members = declared.fields.iter().rev().filter(|field| field.role != FieldRole::Base);
            pending.extend(members.map(|field| (field.clone(), is_read)));
        }
    }

    fn check_semantic(&mut self, name: &str, field: &Field, stage: Stage, is_read: bool) {
        if !name.starts_with("SV_") {
            return;
        }
        let position = field.span;
        let Some(known) = SYSTEM_VALUES.iter().find(|known| known.name == name) else {
            let found = Diagnostic::error(&codes::SYSTEM_VALUE, format!("unknown system-value semantic `{name}`"), position);
            let near = padstone_diag::nearest(name, SYSTEM_VALUES.iter().map(|known| known.name));
            self.report(match near.first() {
                Some(near) => found.help(format!("a similar name exists: `{near}`")),
                None => found.help("use a name without `SV_` for a user-defined semantic"),
            });
            return;
        };
        let stages = if is_read { known.reads } else { known.writes };
        if stages != ANY && stages & stage_bit(stage) == 0 {
            let verb = if is_read { "read" } else { "written" };
            let found = Diagnostic::error(&codes::SYSTEM_VALUE, format!("`{name}` cannot be {verb} in this stage"), position);
            self.report(found.help("use a user-defined semantic that the adjacent stage declares too"));
        }
        let is_of_parameter = field.annotations.contains(&Annotation::OfParameter);
        if is_of_parameter && !matches!(known.required, RequiredType::Anything)
            || !is_of_parameter && !self.is_allowed_type(field.ty, known.required)
        {
            let text = self.type_text(field.ty);
            self.system_value_type(name, &text, known.required, position);
        }
    }

    fn system_value_type(&mut self, name: &str, text: &str, required: RequiredType, span: Span) {
        let help = match required {
            RequiredType::Anything => return,
            RequiredType::Float => "declare it as `float`".to_owned(),
            RequiredType::Floats => "declare it as `float` or an array of `float`".to_owned(),
            RequiredType::Integer => "declare it as `uint`".to_owned(),
            RequiredType::Bool => "declare it as `bool`".to_owned(),
            RequiredType::FloatVector(_, most) => format!("declare it as `float{most}`"),
            RequiredType::IntVector => "declare it as `int2`".to_owned(),
            RequiredType::Integers => "declare it as `uint3`".to_owned(),
            RequiredType::ThreadId => "declare it as `uint3`, `uint2`, or `uint`".to_owned(),
        };
        let found = Diagnostic::error(&codes::SYSTEM_VALUE_TYPE, format!("`{name}` cannot have type `{text}`"), span);
        self.report(found.help(help));
    }

    fn is_allowed_type(&self, ty: TypeId, required: RequiredType) -> bool {
        let ty = self.module.types[ty];
        if matches!(ty, Type::Unknown | Type::Unspecialized(_)) {
            return true;
        }
        let is_scalar = matches!(ty, Type::Scalar(scalar) if scalar != Scalar::Void);
        // A vector with one component differs from its component type, and no other type converts to it.
        let is_vector = |from: u8, to: u8, component: Scalar| match ty {
            Type::Vector { scalar, width: 1 } => scalar == component,
            Type::Vector { width, .. } => (from..=to).contains(&width),
            _ => false,
        };
        match required {
            RequiredType::Anything => true,
            RequiredType::Float => is_scalar,
            RequiredType::Floats => match ty {
                Type::Array { element, .. } => matches!(self.module.types[element], Type::Scalar(_)),
                _ => is_scalar,
            },
            RequiredType::Integer => is_scalar || matches!(ty, Type::Enum(_)),
            RequiredType::Bool => is_scalar || matches!(ty, Type::Enum(_) | Type::Pointer(_)),
            RequiredType::FloatVector(least, most) => is_vector(least, most, Scalar::Float32),
            RequiredType::IntVector => is_vector(2, 2, Scalar::Int32),
            RequiredType::Integers => is_scalar || matches!(ty, Type::Enum(_)) || is_vector(2, 3, Scalar::Uint32),
            RequiredType::ThreadId => match ty {
                Type::Scalar(scalar) => matches!(scalar, Scalar::Int32 | Scalar::Uint32),
                Type::Vector { scalar: Scalar::Int32, width } => (2..=3).contains(&width),
                Type::Vector { scalar: Scalar::Uint32, width } => (1..=3).contains(&width),
                _ => false,
            },
        }
    }
}

fn stage_bit(stage: Stage) -> u16 {
    match stage {
        Stage::Vertex => V,
        Stage::Hull => H,
        Stage::Domain => D,
        Stage::Geometry => G,
        Stage::Fragment => P,
        Stage::Compute => C,
        Stage::Mesh => M,
        Stage::Amplification => A,
        // Ray tracing stages have no system-value semantics.
        _ => 0,
    }
}
