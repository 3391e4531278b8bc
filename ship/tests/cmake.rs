//! The CMake package, installed from the archive, with make and with ninja.

use crate::documents::Example;
use crate::packages::{are_there, find};
use crate::scratch::Scratch;

/// A directory with the archive unpacked as its page specifies.
fn installed(name: &str) -> Option<Scratch> {
    if !are_there(&["cmake", "make", "ninja", "g++"]) {
        return None;
    }
    let archive = find("padstone-", ".tar.gz")?;
    let scratch = Scratch::new(name);
    let install = format!("mkdir -p ~/.local && tar -xzf '{}' -C ~/.local --strip-components 1", archive.display());
    scratch.run("bash", &["-c", &install]);
    Some(scratch)
}

#[test]
fn the_page_generates_a_header() {
    let Some(scratch) = installed("page cmake") else { return };
    Example::of("cmake").check(&scratch);
}

/// Two headers, one of which depends on an include, and a source for each.
const PROJECT: &str = r#"
cmake_minimum_required(VERSION 3.21)
project(app LANGUAGES CXX)
find_package(padstone 0.1 REQUIRED)
add_executable(app main.cpp sky.cpp)
target_compile_features(app PRIVATE cxx_std_17)
padstone_generate(TARGET app HEADER scene.hpp SHADERS scene.hlsl more.hlsl RULES dxc BUFFERS Scene)
padstone_generate(TARGET app HEADER nested/sky.hpp SHADERS sky.wgsl)
"#;

fn incremental(generator: &str, nothing: &str) {
    let Some(scratch) = installed(&format!("cmake with {generator}")) else { return };
    scratch.write("CMakeLists.txt", PROJECT);
    scratch.write("main.cpp", "#include \"scene.hpp\"\n#include <cstdio>\nint main() { std::printf(\"%zu\\n\", sizeof(Scene)); }\n");
    scratch.write("sky.cpp", "#include \"nested/sky.hpp\"\nstatic_assert(sizeof(Sky) == 16);\n");
    scratch.write("scene.hlsl", "#include \"my light.hlsli\"\ncbuffer Scene { Light lights[2]; };\n");
    scratch.write("more.hlsl", "cbuffer More { float4 more; };\n");
    scratch.write("my light.hlsli", "struct Light { float4 color; };\n");
    scratch.write("sky.wgsl", "struct Sky { tint: vec3f, exposure: f32 }\n@group(0) @binding(0) var<uniform> sky: Sky;\n");
    let prefix = format!("-DCMAKE_PREFIX_PATH={}", scratch.home.join(".local").display());
    scratch.run("cmake", &["-G", generator, "-S", ".", "-B", "build", &prefix]);
    let build = || {
        // Modification times may have a resolution of a second.
        std::thread::sleep(std::time::Duration::from_millis(20));
        scratch.run("cmake", &["--build", "build", "--verbose"])
    };
    // Commands in the output of both tools.
    let generates =
        |printed: &str, header: &str| printed.lines().any(|line| line.contains("emit cpp") && line.contains(&format!("/{header}.d")));
    let compiles = |printed: &str, source: &str| printed.lines().any(|line| line.contains(" -c ") && line.contains(source));
    let nothing_to_do = |printed: &str| !printed.contains("emit cpp") && !printed.contains(" -c ") && printed.contains(nothing);
    let size = || scratch.run("build/app", &[]).trim().to_owned();

    let printed = build();
    assert!(generates(&printed, "scene.hpp") && generates(&printed, "sky.hpp"), "{printed}");
    assert_eq!(size(), "32");
    let printed = build();
    assert!(nothing_to_do(&printed), "{printed}");

    // Only the files that depend on the include are rebuilt.
    scratch.write("my light.hlsli", "struct Light { float4 color; float4 place; };\n");
    let printed = build();
    assert!(generates(&printed, "scene.hpp") && compiles(&printed, "main.cpp"), "{printed}");
    assert!(!generates(&printed, "sky.hpp") && !compiles(&printed, "sky.cpp"), "{printed}");
    assert_eq!(size(), "64");
    let printed = build();
    assert!(nothing_to_do(&printed), "{printed}");

    // A comment changes no header, so nothing is compiled.
    scratch.write("my light.hlsli", "struct Light { float4 color; float4 place; }; // in lumen\n");
    let printed = build();
    assert!(generates(&printed, "scene.hpp") && !compiles(&printed, "main.cpp"), "{printed}");
    let printed = build();
    assert!(nothing_to_do(&printed), "{printed}");

    // The second shader of a header is a dependency too.
    scratch.write("more.hlsl", "cbuffer More { float4 more; float2 less; };\n");
    let printed = build();
    assert!(generates(&printed, "scene.hpp") && !generates(&printed, "sky.hpp"), "{printed}");
    let printed = build();
    assert!(nothing_to_do(&printed), "{printed}");
}

#[test]
fn make_rebuilds_changed_files() {
    incremental("Unix Makefiles", "Built target app");
}

#[test]
fn ninja_rebuilds_changed_files() {
    incremental("Ninja", "no work to do");
}

#[test]
fn another_minor_version_is_rejected() {
    let Some(scratch) = installed("cmake versions") else { return };
    let prefix = format!("-DCMAKE_PREFIX_PATH={}", scratch.home.join(".local").display());
    let accepts = |version: &str| {
        let project = "cmake_minimum_required(VERSION 3.21)\nproject(app LANGUAGES NONE)\n";
        scratch.write("CMakeLists.txt", &format!("{project}find_package(padstone {version} REQUIRED)\n"));
        scratch.output("cmake", &["-S", ".", "-B", &format!("build {version}"), &prefix]).status.success()
    };
    assert!(accepts("") && accepts("0.1") && accepts("0.1.0"));
    assert!(!accepts("0.0") && !accepts("0.2") && !accepts("0.1.99") && !accepts("1.0"));
}
