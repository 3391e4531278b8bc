//! glslang: the decorations of its SPIR-V for a shader.

mod decorations;

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};

use padstone_read::cfamily::TargetEnv;

use crate::{Layouts, Oracle, StageInterface, report_unchecked};

/// The program that calls glslang; its comment describes requests and answers.
const DRIVER: &str = include_str!("../oracles/glslang.cpp");
const HEADER: &str = "/usr/include/glslang/Public/ShaderLang.h";
/// The static libraries of glslang 12, each before those that it uses.
const LIBRARIES: [&str; 10] = [
    "-lSPIRV",
    "-lglslang",
    "-lMachineIndependent",
    "-lOSDependent",
    "-lHLSL",
    "-lOGLCompiler",
    "-lGenericCodeGen",
    "-lglslang-default-resource-limits",
    "-lSPIRV-Tools-opt",
    "-lSPIRV-Tools",
];

/// Processes that wait for the next shader.
static IDLE: Mutex<Vec<Driver>> = Mutex::new(Vec::new());

/// glslang's library, called by a program that compiles one shader after another.
#[derive(Clone, Debug)]
pub struct Glslang(PathBuf);

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

    /// The target in a request.
    fn word(self) -> &'static str {
        match self {
            Target::Vulkan => "vulkan1.2",
            Target::OpenGl => "opengl",
            Target::OpenGlSpirv => "opengl-spirv",
        }
    }

    /// The same environment in padstone.
    pub fn env(self) -> TargetEnv {
        match self {
            Target::Vulkan => TargetEnv::Vulkan,
            Target::OpenGl | Target::OpenGlSpirv => TargetEnv::OpenGl,
        }
    }
}

impl Glslang {
    /// Finds the library and builds the program, or records the checks that were skipped.
    ///
    /// # Panics
    ///
    /// If the program cannot be built.
    pub fn find(checks: &str) -> Option<Glslang> {
        static BUILT: OnceLock<PathBuf> = OnceLock::new();
        if !Path::new(HEADER).is_file() {
            report_unchecked(&format!("{checks}: glslang-dev is not installed"), true);
            return None;
        }
        Oracle::find("g++", checks)?;
        Some(Glslang(BUILT.get_or_init(build).clone()))
    }

    /// Whether glslang accepts a shader; the extension of the file is that of its stage.
    ///
    /// # Errors
    ///
    /// glslang's messages, if it rejects the shader.
    pub fn accepts(&self, file: &str, source: &str, target: Target) -> Result<(), String> {
        self.compile(file, source, target).map(drop)
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

    /// A decoration of variables: its number for each, by name.
    ///
    /// # Errors
    ///
    /// glslang's output, if it rejects the shader.
    pub fn decorations(&self, file: &str, source: &str, target: Target, decoration: &'static str) -> Result<BTreeMap<String, u64>, String> {
        self.compile(file, source, target).map(|listing| decorations::of_variables(&listing, decoration))
    }

    /// The module for Vulkan, of the version that the stage requires.
    ///
    /// # Errors
    ///
    /// glslang's messages, if it rejects the shader.
    pub fn module(&self, file: &str, source: &str) -> Result<Vec<u8>, String> {
        let target = if file.ends_with(".mesh") || file.ends_with(".task") { "vulkan1.3" } else { "vulkan1.2" };
        self.answer(target, file, source).map(|answer| answer.module)
    }

    /// The listing of the module.
    fn compile(&self, file: &str, source: &str, target: Target) -> Result<String, String> {
        self.answer(target.word(), file, source).map(|answer| answer.text)
    }

    fn answer(&self, target: &str, file: &str, source: &str) -> Result<Answer, String> {
        let stage = file.rsplit('.').next().unwrap_or_default();
        let idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut driver = idle.unwrap_or_else(|| Driver::start(&self.0));
        match driver.answer(&format!("{target} {stage} {}\n", source.len()), source) {
            Some(answer) => {
                IDLE.lock().unwrap_or_else(PoisonError::into_inner).push(driver);
                if answer.is_accepted { Ok(answer) } else { Err(answer.text) }
            }
            None => {
                // It has ended, or its answer is invalid.
                let _ = driver.process.kill();
                Err(format!("glslang crashed: {:?}", driver.process.wait()))
            }
        }
    }
}

/// The answer to a request.
struct Answer {
    is_accepted: bool,
    text: String,
    module: Vec<u8>,
}

/// A running program.
struct Driver {
    process: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Driver {
    fn start(program: &Path) -> Driver {
        let mut command = Command::new(program);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().unwrap_or_else(|error| panic!("{}: {error}", program.display()));
        let requests = process.stdin.take().expect("its input is piped");
        let answers = BufReader::new(process.stdout.take().expect("its output is piped"));
        Driver { process, requests, answers }
    }

    /// `None` if it crashed.
    fn answer(&mut self, request: &str, source: &str) -> Option<Answer> {
        self.requests.write_all(request.as_bytes()).and_then(|()| self.requests.write_all(source.as_bytes())).ok()?;
        let mut line = String::new();
        self.answers.read_line(&mut line).ok()?;
        let numbers: Vec<usize> = line.split_whitespace().filter_map(|number| number.parse().ok()).collect();
        let &[accepted, text_bytes, module_bytes] = &numbers[..] else { return None };
        let mut bytes = |count| {
            let mut bytes = vec![0; count];
            self.answers.read_exact(&mut bytes).ok().map(|()| bytes)
        };
        let text = String::from_utf8_lossy(&bytes(text_bytes)?).into_owned();
        Some(Answer { is_accepted: accepted == 1, text, module: bytes(module_bytes)? })
    }
}

/// Builds the program once for each version of its source.
fn build() -> PathBuf {
    let mut hasher = DefaultHasher::new();
    DRIVER.hash(&mut hasher);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/oracles/glslang");
    let program = folder.join(format!("driver-{:x}", hasher.finish()));
    if !program.is_file() {
        // Other test programs may build it at the same time.
        let own = folder.join(std::process::id().to_string());
        std::fs::create_dir_all(&own).expect("the folder of oracles can be written");
        let (source, built) = (own.join("driver.cpp"), own.join("driver"));
        std::fs::write(&source, DRIVER).expect("the driver can be written");
        let output = Command::new("g++").args(["-std=c++17", "-O1"]).arg(&source).arg("-o").arg(&built).args(LIBRARIES).output();
        let output = output.expect("g++ was found");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        std::fs::rename(&built, &program).and_then(|()| std::fs::remove_dir_all(&own)).expect("the driver can be moved");
    }
    program
}
