//! naga: its front end, its `Layouter`, its validator, and its SPIR-V back end.

use naga::back::spv;
use naga::front::wgsl::Frontend;
use naga::proc::Layouter;
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{AddressSpace, ArraySize, Handle, Module, Scalar, ScalarKind, Type, TypeInner};
use padstone_testing::{Layout, Layouts, Member};

/// naga's layout of a module, even if its validator rejects it.
///
/// # Errors
/// The errors of its front end.
pub fn layouts(source: &str) -> Result<Layouts, String> {
    layouts_of(&parse(source)?)
}

/// The same for a parsed module.
///
/// # Errors
/// Types that are too large.
pub fn layouts_of(module: &Module) -> Result<Layouts, String> {
    let mut layouter = Layouter::default();
    layouter.update(module.to_ctx()).map_err(|error| error.to_string())?;
    let walk = Walk { module, layouter: &layouter };
    let buffers = module
        .global_variables
        .iter()
        .filter(|(_, variable)| matches!(variable.space, AddressSpace::Uniform | AddressSpace::Storage { .. } | AddressSpace::Immediate));
    let buffers = buffers.filter_map(|(_, variable)| {
        let binding = variable.binding.map(|binding| (binding.group.into(), binding.binding.into()));
        Some((variable.name.clone()?, Layout { binding, ..walk.layout(variable.ty) }))
    });
    let structs = module.types.iter().filter(|(_, ty)| matches!(ty.inner, TypeInner::Struct { .. }));
    // A type that contains a bool is not host-shareable.
    let structs = structs.filter(|(handle, _)| !walk.has_bool(*handle));
    let structs = structs.filter_map(|(handle, ty)| Some((ty.name.clone()?, walk.layout(handle))));
    Ok(buffers.chain(structs).collect())
}

/// Checks that naga and its validator accept a module.
///
/// # Errors
/// The reason why they reject it.
pub fn accepts(source: &str) -> Result<(), String> {
    validate(source, &parse(source)?).map(drop)
}

/// naga's SPIR-V for a module, with names.
///
/// # Errors
/// The errors of its front end, its validator or its back end.
pub fn compile(source: &str) -> Result<Vec<u8>, String> {
    let module = parse(source)?;
    let info = validate(source, &module)?;
    let mut options = spv::Options::default();
    options.flags |= spv::WriterFlags::DEBUG;
    let words = spv::write_vec(&module, &info, &options, None).map_err(|error| error.to_string())?;
    Ok(words.into_iter().flat_map(u32::to_le_bytes).collect())
}

fn validate(source: &str, module: &Module) -> Result<ModuleInfo, String> {
    let validated = Validator::new(ValidationFlags::all(), Capabilities::all()).validate(module);
    validated.map_err(|error| error.emit_to_string(source))
}

fn parse(source: &str) -> Result<Module, String> {
    Frontend::new().parse(source).map_err(|error| error.emit_to_string(source))
}

struct Walk<'a> {
    module: &'a Module,
    layouter: &'a Layouter,
}

impl Walk<'_> {
    fn layout(&self, ty: Handle<Type>) -> Layout {
        let mut layout = Layout { size: self.size(ty), align: Some(self.align(ty)), ..Layout::default() };
        self.inside(ty, "", 0, &mut layout);
        layout
    }

    /// Adds the members of a value of that type, which starts at `offset` and has the path `path`.
    fn inside(&self, ty: Handle<Type>, path: &str, offset: u64, layout: &mut Layout) {
        match &self.module.types[ty].inner {
            TypeInner::Struct { members, .. } => {
                for member in members {
                    let name = member.name.as_deref().expect("members have names in WGSL");
                    let path = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
                    self.member(member.ty, &path, offset + u64::from(member.offset), layout);
                }
            }
            &TypeInner::Array { base, .. } => self.member(base, &format!("{path}[]"), offset, layout),
            _ => {}
        }
    }

    fn member(&self, ty: Handle<Type>, path: &str, offset: u64, layout: &mut Layout) {
        let (mut stride, mut count, mut matrix_stride) = (None, None, None);
        match self.module.types[ty].inner {
            TypeInner::Array { stride: from_one_to_next, .. } => {
                stride = Some(from_one_to_next.into());
                count = Some(self.count(ty));
            }
            TypeInner::Matrix { rows, scalar, .. } => {
                let components = if rows == naga::VectorSize::Bi { 2 } else { 4 };
                matrix_stride = Some(components * u64::from(scalar.width));
            }
            _ => {}
        }
        let align = Some(self.align(ty));
        let member = Member { offset, size: self.size(ty), align, stride, count, matrix_stride, row_major: None };
        layout.members.insert(path.to_owned(), member);
        self.inside(ty, path, offset, layout);
    }

    /// The size of a type; `None` for types that end with the buffer.
    fn size(&self, ty: Handle<Type>) -> Option<u64> {
        match &self.module.types[ty].inner {
            TypeInner::Array { stride, .. } => Some(u64::from(*stride) * self.count(ty)?),
            TypeInner::Struct { members, span } => {
                let last = members.last().map_or(Some(0), |last| self.size(last.ty));
                last.map(|_| u64::from(*span))
            }
            _ => Some(self.layouter[ty].size.into()),
        }
    }

    fn align(&self, ty: Handle<Type>) -> u64 {
        (self.layouter[ty].alignment * 1).into()
    }

    fn count(&self, ty: Handle<Type>) -> Option<u64> {
        match self.module.types[ty].inner {
            TypeInner::Array { size: ArraySize::Constant(count), .. } => Some(count.get().into()),
            _ => None,
        }
    }

    fn has_bool(&self, ty: Handle<Type>) -> bool {
        let is_bool = |scalar: &Scalar| scalar.kind == ScalarKind::Bool;
        match &self.module.types[ty].inner {
            TypeInner::Scalar(scalar) | TypeInner::Vector { scalar, .. } => is_bool(scalar),
            &TypeInner::Array { base, .. } => self.has_bool(base),
            TypeInner::Struct { members, .. } => members.iter().any(|member| self.has_bool(member.ty)),
            _ => false,
        }
    }
}
