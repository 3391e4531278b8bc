//! Scalars whose values the application gives when it creates a pipeline (SPIR-V 1.6, 2.12).

use padstone_model::{Scalar, SpecializationConstant, Type};
use rspirv::spirv::Op;

use crate::module_info::{SpecializedScalar, TypeKind};
use crate::types::{ModuleConversion, scalar};

/// Lists the specialization constants of a module.
pub(crate) fn convert(conversion: &mut ModuleConversion<'_>) {
    for constant in &conversion.info.specialized {
        let Some(id) = conversion.info.decorations(constant.id).specialization_id else { continue };
        let ty = conversion.info.get(constant.ty).and_then(|(_, definition)| value_type(&definition.kind));
        let ty = conversion.module.types.intern(ty.map_or(Type::Unknown, Type::Scalar));
        let name = name(conversion, constant);
        let name = conversion.module.names.intern(&name);
        let constant = SpecializationConstant { name, span: constant.span, ty, id: Some(id), has_value: true };
        conversion.module.specialization_constants.push(constant);
    }
}

fn value_type(kind: &TypeKind) -> Option<Scalar> {
    match kind {
        TypeKind::Other { opcode } if *opcode == Op::TypeBool as u32 => Some(Scalar::Bool),
        other => scalar(other),
    }
}

/// The name in the file; compilers give none to the size of workgroups, which `local_size_x_id` of GLSL specializes.
fn name(conversion: &ModuleConversion<'_>, constant: &SpecializedScalar) -> String {
    let info = conversion.info;
    match (info.name(constant.id), info.workgroup_size.iter().position(|&part| part == constant.id)) {
        ("", Some(axis @ 0..3)) => format!("gl_WorkGroupSize.{}", ["x", "y", "z"][axis]),
        ("", _) => format!("_{}", constant.id),
        (name, _) => name.to_owned(),
    }
}
