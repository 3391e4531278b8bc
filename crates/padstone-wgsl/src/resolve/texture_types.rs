//! Texture types (WGSL, section 6.5).

use padstone_diag::codes;

use super::Resolver;
use crate::predeclared::Predeclared;
use crate::scalar::Scalar;
use crate::tree::ExprId;
use crate::types::{AccessMode, SampledTexture, StorageTexture, TexelFormat, Texture, Type, TypeId};

impl Resolver<'_> {
    pub(super) fn sampled_texture(&mut self, texture: SampledTexture, sampled_type: ExprId) -> Option<TypeId> {
        let is_texel = |scalar| matches!(scalar, Scalar::F32 | Scalar::I32 | Scalar::U32);
        let scalar = self.scalar_argument(sampled_type, "a texel component", "`f32`, `i32`, or `u32`", is_texel)?;
        Some(self.types.intern(Type::Texture(Texture::Sampled(texture, scalar))))
    }

    pub(super) fn storage_texture(&mut self, texture: StorageTexture, format: ExprId, access: ExprId) -> Option<TypeId> {
        let format = self.texel_format(format);
        let access = self.access_mode(access)?;
        Some(self.types.intern(Type::Texture(Texture::Storage(texture, format?, access))))
    }

    pub(super) fn texel_buffer(&mut self, format: ExprId, access: ExprId) -> Option<TypeId> {
        let format = self.texel_format(format);
        let access_at = self.nodes[access].span;
        let access = self.access_mode(access)?;
        if access == AccessMode::Write {
            self.error(&codes::ACCESS_MODE, "a `texel_buffer` must be `read` or `read_write`", access_at);
            return None;
        }
        Some(self.types.intern(Type::Texture(Texture::TexelBuffer(format?, access))))
    }

    fn texel_format(&mut self, id: ExprId) -> Option<TexelFormat> {
        self.word(id, "a texel format", |word| if let Predeclared::TexelFormat(format) = word { Some(format) } else { None })
    }
}
