//! The policies of HLSL, GLSL and WGSL: registers and bindings are those of [`crate::policies`], bytes those of a profile.

use padstone_layout as layout;
use padstone_model::Language;

use crate::policies;
use crate::program::policy::{Method, ProgramPolicy};
use crate::program::targets::{D3D, GLSL as OPENGL_TARGET, VULKAN, WEBGPU};

/// DXC for DXIL.
pub static DXC: ProgramPolicy = ProgramPolicy {
    name: "dxc",
    summary: "DXC for DXIL",
    languages: &[Language::Hlsl],
    method: Method::Bound { policy: &policies::DXC, profile: &layout::DXC },
    targets: &[("hlsl", &D3D), ("dxil", &D3D)],
};

/// DXC for SPIR-V.
pub static DXC_SPIRV: ProgramPolicy = ProgramPolicy {
    name: "dxc-spirv",
    summary: "DXC for SPIR-V",
    languages: &[Language::Hlsl],
    method: Method::Bound { policy: &policies::DXC_SPIRV, profile: &layout::DXC_SPIRV },
    targets: &[("spirv", &VULKAN)],
};

/// glslang for Vulkan: what has no binding in the source has none.
pub static GLSLANG: ProgramPolicy = ProgramPolicy {
    name: "glslang",
    summary: "GLSL for Vulkan: the bindings of the source",
    languages: &[Language::Glsl],
    method: Method::Bound { policy: &policies::GLSLANG, profile: &layout::GLSLANG },
    targets: &[("spirv", &VULKAN)],
};

/// OpenGL: what has no binding in the source gets it from the program.
pub static OPENGL: ProgramPolicy = ProgramPolicy {
    name: "opengl",
    summary: "GLSL for OpenGL: the bindings of the source",
    languages: &[Language::Glsl],
    method: Method::Bound { policy: &policies::OPENGL, profile: &layout::GLSLANG },
    targets: &[("glsl", &OPENGL_TARGET)],
};

/// WGSL: the groups and bindings of the source.
pub static WGSL: ProgramPolicy = ProgramPolicy {
    name: "wgsl",
    summary: "WGSL: the groups and bindings of the source",
    languages: &[Language::Wgsl, Language::Wgsl2020],
    method: Method::Bound { policy: &policies::WGSL, profile: &layout::WGSL },
    targets: &[("wgsl", &WEBGPU)],
};
