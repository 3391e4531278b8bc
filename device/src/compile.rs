//! Compiles WGSL to SPIR-V with naga.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::sync::Once;

use naga::back::spv::{self, PipelineOptions, WriterFlags};
use naga::front::wgsl::Frontend;
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use naga::valid::{Capabilities, ValidationFlags, Validator};
use naga::{AddressSpace, Module, ResourceBinding, ShaderStage, StorageAccess};

use crate::BufferAccess;

/// The message of [`compile`] for a valid module on which naga's back end panics, a bug of naga.
pub const NAGA_PANICS: &str = "naga takes the module and then panics";

/// A module that can run.
#[derive(Clone, Debug)]
pub struct CompiledModule {
    /// The SPIR-V module, in which the buffers have set 0 and bindings 0, 1, 2…
    pub words: Vec<u32>,
    /// The name of its compute shader.
    pub entry_point: String,
    /// The buffers, in the order of their bindings in `words`.
    pub resources: Vec<Resource>,
}

/// A buffer of a module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resource {
    /// The variable.
    pub name: String,
    /// `@group` and `@binding` in the module.
    pub binding: (u32, u32),
    /// How the shader may access it.
    pub kind: BufferAccess,
}

/// Compiles a WGSL module for running its first compute shader.
///
/// An index that is out of range is clamped to the range of its array. WGSL allows several behaviors for such an
/// access; this makes two programs comparable.
///
/// Uniform buffers become read-only storage buffers: their layout is the same, and naga 30 neither accepts all of them nor writes
/// valid SPIR-V for those with matrices of two rows and pointers into them.
///
/// # Errors
/// The errors of naga's front end, validator or back end.
pub fn compile(source: &str) -> Result<CompiledModule, String> {
    let module = parse(source)?;
    let entry = module.entry_points.iter().find(|entry| entry.stage == ShaderStage::Compute);
    let entry_point = entry.ok_or("no compute shader")?.name.clone();
    write(source, module, entry_point, StorageAccess::LOAD)
}

/// Compiles a WGSL module like [`compile`], but allows the compute shader to write every buffer, regardless of its declared access.
///
/// # Errors
/// The errors of naga's front end, validator or back end.
pub fn compile_writable(source: &str, entry_point: &str) -> Result<CompiledModule, String> {
    write(source, parse(source)?, entry_point.to_owned(), StorageAccess::LOAD | StorageAccess::STORE)
}

fn parse(source: &str) -> Result<Module, String> {
    Frontend::new().parse(source).map_err(|error| error.emit_to_string(source))
}

fn write(source: &str, mut module: Module, entry_point: String, least: StorageAccess) -> Result<CompiledModule, String> {
    let resources = number(&mut module, least);
    let validated = Validator::new(ValidationFlags::all(), Capabilities::all()).validate(&module);
    let info = validated.map_err(|error| error.emit_to_string(source))?;
    let policy = BoundsCheckPolicy::Restrict;
    let options = spv::Options {
        lang_version: (1, 3),
        flags: WriterFlags::empty(),
        bounds_check_policies: BoundsCheckPolicies { index: policy, buffer: policy, ..BoundsCheckPolicies::default() },
        // Generated loops terminate, so the code that limits iterations would only cost time.
        force_loop_bounding: false,
        ..spv::Options::default()
    };
    let pipeline = PipelineOptions { shader_stage: ShaderStage::Compute, entry_point: entry_point.clone() };
    let written = catch_quietly(|| spv::write_vec(&module, &info, &options, Some(&pipeline)));
    let words = written.ok_or_else(|| NAGA_PANICS.to_owned())?.map_err(|error| error.to_string())?;
    Ok(CompiledModule { words, entry_point, resources })
}

/// The result of a function, or `None` if it panics. The panic is not printed: thousands of them are expected, each with a backtrace.
fn catch_quietly<T>(function: impl FnOnce() -> T) -> Option<T> {
    thread_local! {
        static EXPECTS_PANIC: Cell<bool> = const { Cell::new(false) };
    }
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let print = panic::take_hook();
        panic::set_hook(Box::new(move |panicked| {
            if !EXPECTS_PANIC.get() {
                print(panicked);
            }
        }));
    });
    EXPECTS_PANIC.set(true);
    let result = catch_unwind(AssertUnwindSafe(function));
    EXPECTS_PANIC.set(false);
    result.ok()
}

/// Assigns consecutive bindings to the buffers of a module, and makes all of them storage buffers with at least that access.
fn number(module: &mut Module, least: StorageAccess) -> Vec<Resource> {
    let mut resources = Vec::new();
    for (_, variable) in module.global_variables.iter_mut() {
        let access = match variable.space {
            AddressSpace::Storage { access } => access | least,
            AddressSpace::Uniform => least,
            _ => continue,
        };
        variable.space = AddressSpace::Storage { access };
        let kind = if access.contains(StorageAccess::STORE) { BufferAccess::ReadWrite } else { BufferAccess::Read };
        let Some(binding) = &mut variable.binding else { continue };
        let name = variable.name.clone().unwrap_or_default();
        let number = u32::try_from(resources.len()).expect("there are few buffers");
        resources.push(Resource { name, binding: (binding.group, binding.binding), kind });
        *binding = ResourceBinding { group: 0, binding: number };
    }
    resources
}
