//! Reads source text and lays it out, for the tests of outputs.

use padstone_cfamily::{Options, read_hlsl};
use padstone_diag::Diagnostics;
use padstone_layout::{ModuleLayout, find, layout};
use padstone_model::Module;
use padstone_source::{MemoryLoader, SourceMap};

/// The module of an HLSL source and its layouts under a profile. For SPIR-V profiles, it is read as for SPIR-V; a source
/// that begins with `// 16` has 16-bit types.
pub(crate) fn read(source: &str, profile: &str) -> (Module, ModuleLayout) {
    let mut sources = SourceMap::new();
    let mut diagnostics = Diagnostics::new();
    let file = sources.add_file("test.hlsl", source.into()).expect("a test fits 4 GiB");
    let options = Options { spirv: profile.contains("spirv"), native_16bit: source.starts_with("// 16"), ..Options::default() };
    let module = read_hlsl(&mut sources, file, &MemoryLoader::default(), &options, &mut diagnostics);
    assert!(!diagnostics.has_errors(), "{source}\n{diagnostics:#?}");
    let layouts = layout(&module, find(profile).expect("a profile of that name"));
    (module, layouts)
}
