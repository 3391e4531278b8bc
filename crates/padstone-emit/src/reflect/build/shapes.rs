//! What textures and typed buffers look like: in Slang their types say it in parts, elsewhere by their names.

use padstone_model::{BaseShape, Field, Module, Resource, ResourceAccess, ResourceKind};

use crate::reflect::data::ObjectShape;
use crate::reflect::slang_json::formats;

/// The shape of a resource that has texels; `None` for others.
pub(super) fn shape(module: &Module, resource: &Resource, field: Option<&Field>) -> Option<ObjectShape> {
    let has_texels = matches!(
        resource.kind,
        ResourceKind::Texture | ResourceKind::RwTexture | ResourceKind::CombinedSampler | ResourceKind::SubpassInput
    );
    if !has_texels {
        return None;
    }
    let result = resource.element.map(|element| module.type_name(element).to_string());
    let dimension = match resource.shape.base {
        BaseShape::Texture1D => "1d",
        BaseShape::Texture2D | BaseShape::SubpassInput => "2d",
        BaseShape::Texture3D => "3d",
        BaseShape::TextureCube => "cube",
        BaseShape::TextureBuffer => "buffer",
        _ => return Some(by_name(module.name(resource.name), resource.kind, result)),
    };
    Some(ObjectShape {
        dimension: Some(dimension),
        array: resource.shape.array,
        multisample: resource.shape.multisample,
        access: match resource.shape.access {
            ResourceAccess::Read => "read",
            ResourceAccess::Write => "write",
            ResourceAccess::ReadWrite => "read_write",
            ResourceAccess::RasterOrdered => "raster_ordered",
            ResourceAccess::Append => "append",
            ResourceAccess::Consume => "consume",
            ResourceAccess::Feedback => "feedback",
        },
        result,
        format: field.and_then(|field| formats::format(module, field)),
    })
}

/// `RWTexture2DArray` of HLSL, `usampler2DMS` of GLSL, `texture_storage_2d<rgba8unorm, write>` of WGSL.
fn by_name(name: &str, kind: ResourceKind, result: Option<String>) -> ObjectShape {
    let (name, arguments) = name.split_once('<').map_or((name, ""), |(name, rest)| (name, rest.trim_end_matches('>')));
    let mut arguments = arguments.split(',').map(str::trim).filter(|argument| !argument.is_empty());
    let lower = name.to_ascii_lowercase();
    let has = |word: &str| lower.contains(word);
    let dimension = [("cube", "cube"), ("1d", "1d"), ("3d", "3d"), ("2d", "2d"), ("rect", "2d"), ("buffer", "buffer")];
    let numbers = match lower.split_at_checked(1) {
        Some(("i", rest)) if rest.starts_with(['s', 'i', 't']) => "int",
        Some(("u", rest)) if rest.starts_with(['s', 'i', 't']) => "uint",
        _ => "float",
    };
    let format = arguments.next().filter(|_| has("storage")).map(str::to_owned);
    let access = match (arguments.next(), kind) {
        (Some("read"), _) => "read",
        (Some("write"), _) => "write",
        (_, ResourceKind::RwTexture) => "read_write",
        _ => "read",
    };
    ObjectShape {
        dimension: dimension.into_iter().find(|(word, _)| has(word)).map(|(_, dimension)| dimension),
        array: has("array"),
        multisample: lower.ends_with("ms") || has("msarray") || has("multisampled"),
        access,
        result: result.or_else(|| Some(numbers.to_owned())),
        format,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_shapes() {
        let check = |name: &str, kind, expected: (&str, bool, bool, &str, &str)| {
            let shape = by_name(name, kind, None);
            let found =
                (shape.dimension.unwrap_or(""), shape.array, shape.multisample, shape.access, shape.result.as_deref().unwrap_or(""));
            assert_eq!(found, expected, "{name}");
        };
        check("Texture2DMSArray", ResourceKind::Texture, ("2d", true, true, "read", "float"));
        check("RWTexture3D", ResourceKind::RwTexture, ("3d", false, false, "read_write", "float"));
        check("RWBuffer", ResourceKind::RwTexture, ("buffer", false, false, "read_write", "float"));
        check("usamplerCubeArray", ResourceKind::CombinedSampler, ("cube", true, false, "read", "uint"));
        check("iimage1D", ResourceKind::RwTexture, ("1d", false, false, "read_write", "int"));
        check("image2D", ResourceKind::RwTexture, ("2d", false, false, "read_write", "float"));
        check("texture_depth_2d_array", ResourceKind::Texture, ("2d", true, false, "read", "float"));
        check("texture_storage_2d<rgba8unorm, write>", ResourceKind::RwTexture, ("2d", false, false, "write", "float"));
        assert_eq!(by_name("texture_storage_2d<rgba8unorm, write>", ResourceKind::RwTexture, None).format.as_deref(), Some("rgba8unorm"));
    }
}
