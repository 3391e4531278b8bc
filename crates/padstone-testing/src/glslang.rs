//! glslang: the decorations of its SPIR-V for a shader.

mod decorations;

use padstone_read::cfamily::TargetEnv;

use crate::{Layouts, Oracle, StageInterface, scratch};

/// `glslangValidator`.
#[derive(Clone, Debug)]
pub struct Glslang(Oracle);

/// The target of a shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Vulkan 1.2, as SPIR-V.
    Vulkan,
    /// OpenGL, from GLSL.
    OpenGl,
    /// OpenGL, as SPIR-V.
    OpenGlSpirv,
}

impl Target {
    /// All targets, with their keys in `tests/validation/glsl.jsonl`.
    pub const ALL: [(&'static str, Target); 3] =
        [("vulkan", Target::Vulkan), ("opengl", Target::OpenGl), ("openglSpirv", Target::OpenGlSpirv)];

    /// The same environment in padstone.
    pub fn env(self) -> TargetEnv {
        match self {
            Target::Vulkan => TargetEnv::Vulkan,
            Target::OpenGl | Target::OpenGlSpirv => TargetEnv::OpenGl,
        }
    }
}

impl Glslang {
    /// Finds the program, or records the checks that were skipped.
    pub fn find(report_unchecked: &str) -> Option<Glslang> {
        Oracle::find("glslangValidator", report_unchecked).map(Glslang)
    }

    /// Whether glslang accepts a shader; the extension of the file is that of its stage.
    ///
    /// # Errors
    ///
    /// glslang's output, if it rejects the shader.
    pub fn accepts(&self, file: &str, source: &str, target: Target) -> Result<(), String> {
        self.compile(file, source, target).map(drop)
    }

    /// Whether glslang accepts each fragment shader for Vulkan. One run finds those that do not compile; each of the others gets a separate run,
    /// because one run links all compiled shaders to one program.
    ///
    /// # Panics
    ///
    /// If the shaders cannot be written.
    pub fn accepts_each(&self, shaders: &[String]) -> Vec<bool> {
        let folder = scratch("glslang");
        let paths: Vec<String> =
            (0..shaders.len()).map(|index| folder.path().join(format!("shader{index}.frag")).to_string_lossy().into_owned()).collect();
        for (path, shader) in paths.iter().zip(shaders) {
            std::fs::write(path, shader).expect("the shader can be written");
        }
        let files = paths.iter().map(String::as_str);
        let arguments: Vec<&str> = ["-V", "--target-env", "vulkan1.2", "-o", "/dev/null"].into_iter().chain(files).collect();
        let output = self.0.output(&arguments, "");
        let messages = String::from_utf8_lossy(&output.stdout);
        let has_error = |path: &String| messages.contains(&format!("ERROR: {path}:"));
        paths.iter().zip(shaders).map(|(path, shader)| !has_error(path) && self.accepts(path, shader, Target::Vulkan).is_ok()).collect()
    }

    /// The offsets in the blocks of the module for Vulkan.
    ///
    /// # Errors
    ///
    /// glslang's output, if it rejects the shader.
    pub fn layouts(&self, file: &str, source: &str) -> Result<Layouts, String> {
        self.compile(file, source, Target::Vulkan).map(|listing| decorations::layouts(&listing))
    }

    /// The locations of the inputs and outputs of the module for Vulkan.
    ///
    /// # Errors
    ///
    /// glslang's output, if it rejects the shader.
    pub fn interface(&self, file: &str, source: &str) -> Result<StageInterface, String> {
        self.compile(file, source, Target::Vulkan).map(|listing| decorations::interface(&listing))
    }

    /// The listing of the module.
    fn compile(&self, file: &str, source: &str, target: Target) -> Result<String, String> {
        let stage = file.rsplit('.').next().unwrap_or_default();
        let options: &[&str] = match target {
            Target::Vulkan => &["-V", "--target-env", "vulkan1.2", "-H", "-o", "/dev/null"],
            Target::OpenGl => &[],
            Target::OpenGlSpirv => &["-G", "-o", "/dev/null"],
        };
        self.0.run(&[options, &["--stdin", "-S", stage]].concat(), source)
    }
}
