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

/// A header of a library is found by what links the library; wrong calls are errors when CMake configures.
#[test]
fn targets_share_the_header_of_a_library() {
    let Some(scratch) = installed("cmake libraries") else { return };
    let project = "cmake_minimum_required(VERSION 3.21)\nproject(app LANGUAGES CXX)\nfind_package(padstone 0.1 REQUIRED)\nset(CMAKE_CXX_STANDARD 17)\n";
    let shared = "add_executable(app main.cpp)\ntarget_link_libraries(app PRIVATE shaders)\nadd_executable(tool main.cpp)\ntarget_link_libraries(tool PRIVATE shaders)\n";
    let generate = "padstone_generate(TARGET shaders HEADER scene.hpp SHADERS scene.hlsl RULES dxc)\n";
    scratch.write("main.cpp", "#include \"scene.hpp\"\nint main() { return sizeof(Scene) == 16 ? 0 : 1; }\n");
    scratch.write("part.cpp", "#include \"scene.hpp\"\nunsigned long part() { return sizeof(Scene); }\n");
    scratch.write("scene.hlsl", "cbuffer Scene { float4 tint; };\n");
    scratch.write("elsewhere/CMakeLists.txt", "add_library(other INTERFACE)\n");
    let prefix = format!("-DCMAKE_PREFIX_PATH={}", scratch.home.join(".local").display());
    for (index, library) in ["add_library(shaders INTERFACE)\n", "add_library(shaders STATIC part.cpp)\n"].iter().enumerate() {
        scratch.write("CMakeLists.txt", &format!("{project}{library}{generate}{shared}"));
        let build = format!("build {index}");
        scratch.run("cmake", &["-G", "Ninja", "-S", ".", "-B", &build, &prefix]);
        scratch.run("cmake", &["--build", &build]);
        scratch.run(format!("{build}/app"), &[]);
    }
    let rejected = |call: &str, message: &str| {
        scratch.write("CMakeLists.txt", &format!("{project}add_subdirectory(elsewhere)\nadd_library(shaders INTERFACE)\n{call}\n"));
        let output = scratch.output("cmake", &["-S", ".", "-B", "rejected", &prefix]);
        let printed = String::from_utf8_lossy(&output.stderr).replace("\n  ", " ");
        assert!(!output.status.success() && printed.contains(message), "{printed}");
    };
    rejected("padstone_generate(TARGET other HEADER a.hpp SHADERS scene.hlsl)", "call padstone_generate there");
    rejected("padstone_generate(TARGET none HEADER a.hpp SHADERS scene.hlsl)", "there is no target none");
    rejected("padstone_generate(TARGET shaders HEADER a.hpp SHADERS none.hlsl)", "there is no shader");
}
