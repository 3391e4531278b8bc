//! The flags with which Vulkan's validator, `spirv-val`, accepts each rule set.

use padstone_layout::{ModuleLayout, Subject};
use padstone_model::Module;
use rspirv::spirv::StorageClass;

use super::blocks::storage_class;

/// The option under which the validator accepts the offsets. Each allows everything that the preceding ones allow.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ValidatorLayout {
    /// std140 in uniform blocks, std430 elsewhere: the rules of Vulkan 1.0.
    Standard,
    /// Vectors also at multiples of their components, unless they straddle a 16-byte boundary: the rules since Vulkan 1.1.
    Relaxed,
    /// The same rules in uniform blocks as elsewhere (`VK_KHR_uniform_buffer_standard_layout`).
    UniformStandard,
    /// Everything at multiples of its widest scalar (`VK_EXT_scalar_block_layout`).
    Scalar,
}

impl ValidatorLayout {
    /// All of them, the strictest first.
    pub const ALL: [ValidatorLayout; 4] =
        [ValidatorLayout::Standard, ValidatorLayout::Relaxed, ValidatorLayout::UniformStandard, ValidatorLayout::Scalar];

    /// The option of `spirv-val`, if any.
    pub const fn flag(self) -> Option<&'static str> {
        match self {
            ValidatorLayout::Standard => None,
            ValidatorLayout::Relaxed => Some("--relax-block-layout"),
            ValidatorLayout::UniformStandard => Some("--uniform-buffer-standard-layout"),
            ValidatorLayout::Scalar => Some("--scalar-block-layout"),
        }
    }
}

/// The block layout that a rule set requires.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockLayouts {
    /// The name of the rule set.
    pub rules: &'static str,
    /// In uniform blocks.
    pub uniform: ValidatorLayout,
    /// In storage blocks, push constants and shader records.
    pub other: ValidatorLayout,
}

/// The block layout that each rule set requires. Explicit offsets of members may require more.
pub const BLOCK_LAYOUTS: &[BlockLayouts] = {
    use ValidatorLayout::{Relaxed, Scalar, Standard, UniformStandard};
    const fn row(rules: &'static str, uniform: ValidatorLayout, other: ValidatorLayout) -> BlockLayouts {
        BlockLayouts { rules, uniform, other }
    }
    &[
        row("std140", Standard, Standard),
        row("std430", UniformStandard, Standard),
        row("scalar", Scalar, Scalar),
        row("vk-relaxed-std140", Relaxed, Relaxed),
        row("vk-relaxed-std430", UniformStandard, Relaxed),
        row("wgsl", UniformStandard, Standard),
        row("naga", UniformStandard, Standard),
        // Members in the tail padding of a struct.
        row("wgsl-2020", Scalar, Scalar),
        row("dx-cbuffer", Scalar, Scalar),
        row("fxc-cbuffer", Scalar, Scalar),
        row("dx-structured", Scalar, Scalar),
        row("vk-dx-cbuffer", Scalar, Scalar),
        row("vk-dx-structured", Scalar, Scalar),
        row("clang-22-cbuffer", Scalar, Scalar),
        row("clang-22-spirv-cbuffer", Scalar, Scalar),
        row("clang-22-structured", Scalar, Scalar),
        row("documented-cbuffer", Scalar, Scalar),
        row("documented-structured", Scalar, Scalar),
    ]
};

/// The block layout that all buffers of a module require, under the rules by which they were laid out.
pub fn block_layout(module: &Module, layouts: &ModuleLayout) -> ValidatorLayout {
    let of_buffer = |layout: &padstone_layout::Layout| {
        let Subject::Buffer(id) = layout.subject else { return ValidatorLayout::Standard };
        match BLOCK_LAYOUTS.iter().find(|row| row.rules == layouts.rules(layout).name) {
            Some(row) if storage_class(module.buffers[id].kind) == StorageClass::Uniform => row.uniform,
            Some(row) => row.other,
            None => ValidatorLayout::Scalar,
        }
    };
    layouts.layouts.iter().map(of_buffer).max().unwrap_or(ValidatorLayout::Standard)
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_rule_set_has_a_row() {
        for rules in padstone_layout::rule_sets() {
            assert!(super::BLOCK_LAYOUTS.iter().any(|row| row.rules == rules.name), "{} has none", rules.name);
        }
    }
}
