//! Reflection: registers, bindings and bytes of a program.

use std::sync::Arc;

use padstone_read::bind::Request;
use padstone_read::emit::reflect;
pub use padstone_read::emit::reflect::{BindingLocation, EntryPoint, Parameter, Program, ResourceSlot};

use crate::reading::Reading;
use crate::{Compiler, Diagnostics, Error, Unit};

/// The parameters of a program, with their registers, bindings and bytes.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Reflection {
    /// The program.
    pub program: Program,
    /// The diagnostics.
    pub diagnostics: Diagnostics,
}

impl Unit {
    /// Returns the registers, bindings and bytes of the program under a compiler.
    ///
    /// # Errors
    /// The compiler has no program layout for the language.
    ///
    /// ```
    /// use padstone::{Options, BindingLocation, Workspace};
    ///
    /// let mut ws = Workspace::new();
    /// ws.set_file("sky.slang", "struct Sky { float3 to; Texture2D clouds; }; ParameterBlock<Sky> day; ParameterBlock<Sky> night;");
    /// let unit = ws.unit("sky.slang", &Options::from_args(["-target", "spirv"])?)?;
    /// let reflection = unit.reflect(&unit.compiler())?;
    /// let clouds = reflection.slots().find(|slot| slot.path == "night.clouds").unwrap();
    /// assert_eq!(clouds.place, Some(BindingLocation::Vulkan { set: 1, binding: 1 }));
    /// # Ok::<(), padstone::Error>(())
    /// ```
    pub fn reflect(&self, by: &Compiler) -> Result<Reflection, Error> {
        self.with_program(by, |reading, request, target| {
            let read = &reading.unit;
            let layout = read.program(request);
            let reflection =
                reflect::Reflection { sources: &read.sources, module: &read.module, layout: &layout, target, documented: None };
            let (mut program, found) = reflect::reflect(&reflection);
            program.version = 2;
            let diagnostics = Diagnostics::new(reading, &[&read.diagnostics, &layout.diagnostics, &found]);
            Reflection { program, diagnostics }
        })
    }

    /// The unit as read for a compiler, with the request for its layout and the name of the target.
    pub(crate) fn with_program<T>(&self, by: &Compiler, answer: impl FnOnce(&Arc<Reading>, &Request, &str) -> T) -> Result<T, Error> {
        let unit = self.under(by);
        let (request, target) = by.request(unit.options(), unit.language(), unit.bind_options())?;
        Ok(answer(unit.reading(), &request, &target))
    }
}

impl Reflection {
    /// The slots of all scopes: those of the globals first, then those of each entry point.
    pub fn slots(&self) -> impl Iterator<Item = &ResourceSlot> {
        let Program { globals, parameters, entry_points, .. } = &self.program;
        let entries = entry_points
            .iter()
            .flat_map(|entry| entry.uniforms.iter().chain(entry.parameters.iter().flat_map(|entry_parameter| &entry_parameter.slots)));
        globals.iter().chain(parameters.iter().flat_map(|parameter| &parameter.slots)).chain(entries)
    }
}
