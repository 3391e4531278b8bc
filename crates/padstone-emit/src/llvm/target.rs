//! The differences between targets: data layout, triple, address spaces, and the types of padding and handles.

use padstone_model::Size;

/// The target of an LLVM module.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Target {
    /// DXIL.
    #[default]
    Dx,
    /// SPIR-V for Vulkan.
    Spirv,
    /// The machine that padstone was built for: without target types, so that `lli` can run the module.
    Host,
}

impl Target {
    /// The LLVM data layout: those of clang 22's targets, so that LLVM computes the sizes that its back ends use.
    pub(super) const fn data_layout(self) -> Option<&'static str> {
        match self {
            Target::Dx => {
                Some("e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64-v48:16:16-v96:32:32-v192:64:64")
            }
            Target::Spirv => Some("e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G10"),
            Target::Host => HOST.data_layout,
        }
    }

    /// The target triple; `None` on an unknown host, for which LLVM's default applies.
    pub(super) const fn triple(self) -> Option<&'static str> {
        match self {
            Target::Dx => Some("dxil-pc-shadermodel6.6-compute"),
            Target::Spirv => Some("spirv-unknown-vulkan1.3-compute"),
            Target::Host => HOST.triple,
        }
    }

    /// The prefix of the target types: `dx` of `dx.Padding`.
    pub(super) const fn prefix(self) -> Option<&'static str> {
        match self {
            Target::Dx => Some("dx"),
            Target::Spirv => Some("spirv"),
            Target::Host => None,
        }
    }

    /// The type of a pointer into a constant buffer. The numbers are clang 22's for `hlsl_constant`.
    pub(super) const fn buffer_pointer(self) -> &'static str {
        match self {
            Target::Dx => "ptr addrspace(2)",
            Target::Spirv => "ptr addrspace(12)",
            Target::Host => "ptr",
        }
    }

    /// The address space of constant buffers, as globals spell it.
    pub(super) const fn buffer_space(self) -> &'static str {
        match self {
            Target::Dx => "addrspace(2) ",
            Target::Spirv => "addrspace(12) ",
            Target::Host => "",
        }
    }

    /// How `llvm.memcpy` names a pointer into a constant buffer.
    pub(super) const fn buffer_suffix(self) -> &'static str {
        match self {
            Target::Dx => "p2",
            Target::Spirv => "p12",
            Target::Host => "p0",
        }
    }

    /// The type of byte offsets and indices: as wide as the target's pointers.
    pub(super) const fn index(self) -> &'static str {
        match self {
            Target::Dx => "i32",
            Target::Spirv | Target::Host => "i64",
        }
    }

    /// The bytes that a vector occupies as a field of a packed struct: its size rounded up to its alignment. This matters only for
    /// 3-vectors: only the DXIL data layout aligns them to their elements (`v48:16:16-v96:32:32-v192:64:64`), those of 8-bit elements not.
    pub(super) const fn vector_bytes(self, component: Size, count: u8) -> Size {
        match (self, count, component.bytes()) {
            (Target::Spirv | Target::Host, 3, bytes) | (Target::Dx, 3, bytes @ 1) => Size::new(bytes * 4),
            _ => Size::new(component.bytes() * count as u64),
        }
    }
}

struct HostTarget {
    data_layout: Option<&'static str>,
    triple: Option<&'static str>,
}

/// Clang's names of the machines that padstone is usually built for.
const HOST: HostTarget = if cfg!(all(target_arch = "x86_64", target_os = "linux")) {
    HostTarget {
        data_layout: Some("e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"),
        triple: Some("x86_64-unknown-linux-gnu"),
    }
} else if cfg!(all(target_arch = "aarch64", target_os = "linux")) {
    HostTarget {
        data_layout: Some("e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"),
        triple: Some("aarch64-unknown-linux-gnu"),
    }
} else {
    HostTarget { data_layout: None, triple: None }
};
