//! Locations of stage inputs and outputs.

use crate::{Count, Language, Module, Scalar, Type, TypeId};

/// The number of locations of types. As inputs of vertex shaders in OpenGL, 64-bit vectors of three and four components take one (The OpenGL Shading
/// Language 4.60, section 4.4.1); everywhere else, and in Vulkan as vertex inputs too, two (Vulkan, "Location and Component Assignment"; spirv-val).
#[derive(Clone, Debug, Default)]
pub struct LocationSizes {
    /// For each type: as a vertex input of OpenGL, and elsewhere; `None` for types that the front end did not understand.
    sizes: Vec<[Option<u64>; 2]>,
}

impl LocationSizes {
    /// The number of locations of a type as a vertex input of OpenGL, and elsewhere. An unsized array counts as one element.
    pub fn of(&mut self, module: &Module, ty: TypeId) -> [Option<u64>; 2] {
        // The rows of HLSL are the columns of SPIR-V.
        let has_rows = matches!(module.language, Language::Hlsl | Language::Slang);
        for (_, known) in module.types.iter().take(ty.index() + 1).skip(self.sizes.len()) {
            let sizes = |inner: TypeId| self.sizes[inner.index()];
            let vectors = |scalar, width: u8, count: u8| {
                let count = u64::from(count);
                [Some(count), Some(count * if scalar == Scalar::Float64 && width > 2 { 2 } else { 1 })]
            };
            let found = match *known {
                Type::Scalar(scalar) => vectors(scalar, 1, 1),
                Type::Vector { scalar, width } => vectors(scalar, width, 1),
                Type::Matrix { scalar, rows, columns, .. } if has_rows => vectors(scalar, columns, rows),
                Type::Matrix { scalar, rows, columns, .. } => vectors(scalar, rows, columns),
                Type::Enum(_) => vectors(Scalar::Int32, 1, 1),
                Type::Array { element, count } => sizes(element).map(|size| Some(size?.saturating_mul(count.known().unwrap_or(1)))),
                Type::Struct(id) => [0, 1].map(|index| {
                    let members = module.structs[id].fields.iter().map(|field| sizes(field.ty)[index]);
                    members.sum::<Option<u64>>()
                }),
                _ => [None, None],
            };
            self.sizes.push(found);
        }
        self.sizes[ty.index()]
    }
}

impl Count {
    /// The number of elements of all dimensions; an omitted size counts as 1, as in glslang.
    pub fn product(counts: &[Count]) -> u64 {
        counts.iter().fold(1, |all: u64, count| all.saturating_mul(count.known().unwrap_or(1)))
    }
}
