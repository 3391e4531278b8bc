//! Variables of every address space.

use super::Generator;
use super::types::{AllowedTypes, Type};

/// A variable that functions can use.
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) ty: Type,
    /// Whether it can be written to.
    pub(super) writable: bool,
}

impl Generator<'_, '_> {
    pub(super) fn variables(&mut self) -> Vec<Variable> {
        let mut variables = Vec::new();
        let mut immediate = false;
        for binding in 0..self.choices.between(1, 5) {
            let group = self.choices.below(4);
            let bound = match self.choices.below(4) {
                3 => format!("@binding({binding}) @group({group})"),
                _ => format!("@group({group}) @binding({binding})"),
            };
            match self.choices.below(9) {
                0..3 => variables.push(self.storage(&bound)),
                3..6 => variables.extend(self.uniform(&bound)),
                6 => variables.push(self.unbound("private", AllowedTypes { atomic: false, boolean: true })),
                7 => variables.push(self.unbound("workgroup", AllowedTypes { atomic: true, boolean: true })),
                _ if self.domain.newest && !immediate => {
                    immediate = true;
                    variables.push(self.immediate());
                }
                _ => self.handle(&bound),
            }
        }
        variables
    }

    fn storage(&mut self, bound: &str) -> Variable {
        let may = AllowedTypes { atomic: true, boolean: false };
        let open: Vec<Type> = self.structs.all.iter().filter(|ty| ty.is_runtime() && !ty.boolean).cloned().collect();
        let ty = match self.choices.below(5) {
            0 | 1 if !open.is_empty() => self.choices.pick(&open).clone(),
            0 | 1 => self.ty(may),
            2 => self.runtime_array(may),
            _ => self.ty(may),
        };
        let writable = ty.atomic || self.choices.one_in(2);
        let access = match (writable, self.choices.one_in(2)) {
            (true, _) => ", read_write",
            (false, true) => ", read",
            (false, false) => "",
        };
        let name = self.name("storage");
        self.declare(format!("{bound} var<storage{access}> {name}: {};", ty.text));
        Variable { name, ty, writable }
    }

    fn uniform(&mut self, bound: &str) -> Option<Variable> {
        let ty = self.ty(AllowedTypes { atomic: false, boolean: false });
        if self.domain.legacy_uniform && !ty.legacy {
            return None;
        }
        let name = self.name("uniform");
        self.declare(format!("{bound} var<uniform> {name}: {};", ty.text));
        Some(Variable { name, ty, writable: false })
    }

    fn unbound(&mut self, space: &str, may: AllowedTypes) -> Variable {
        let ty = self.ty(may);
        let name = self.name(space);
        self.declare(format!("var<{space}> {name}: {};", ty.text));
        Variable { name, ty, writable: true }
    }

    /// The only immediate of a module: no arrays, and few bytes.
    fn immediate(&mut self) -> Variable {
        let ty = Type::vector(4, "f32", "vec4<f32>".to_owned());
        let name = self.name("immediate");
        self.declare(format!("var<immediate> {name}: {};", ty.text));
        Variable { name, ty, writable: false }
    }

    /// A texture or a sampler, which no function uses.
    fn handle(&mut self, bound: &str) {
        let ty = *self.choices.pick(&[
            "texture_2d<f32>",
            "sampler",
            "sampler_comparison",
            "texture_depth_2d",
            "texture_cube<f32>",
            "texture_2d_array<u32>",
            "texture_multisampled_2d<i32>",
            "texture_3d<f32>",
            "texture_storage_2d<rgba8unorm, write>",
            "texture_storage_3d<r32uint, read_write>",
        ]);
        let name = self.name("handle");
        self.declare(format!("{bound} var {name}: {ty};"));
    }
}
