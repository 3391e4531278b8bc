//! Meson, with the program of the archive.

use crate::documents::Example;
use crate::packages::{are_there, unpack};
use crate::scratch::Scratch;

#[test]
fn the_page_generates_and_regenerates_a_header() {
    if !are_there(&["meson", "ninja", "g++"]) {
        return;
    }
    let mut scratch = Scratch::new("page meson");
    let Some(prefix) = unpack(&scratch) else { return };
    let others = std::env::var("PATH").unwrap_or_default();
    scratch.set("PATH", &format!("{}:{others}", prefix.join("bin").display()));
    Example::of("meson").check(&scratch);

    let build = || scratch.run("ninja", &["-C", "build", "-v"]);
    assert!(build().contains("no work to do"));
    scratch.write("light.hlsli", "struct Light { float3 color; float range; float4 place; };\n");
    let printed = build();
    assert!(printed.contains("emit cpp") && printed.contains(" -c "), "{printed}");
    assert_eq!(scratch.run("build/app", &[]).trim(), "64 bytes");
    assert!(build().contains("no work to do"));
    // A comment changes no header.
    scratch.write("light.hlsli", "struct Light { float3 color; float range; float4 place; }; // in metres\n");
    let printed = build();
    assert!(printed.contains("emit cpp") && !printed.contains(" -c "), "{printed}");
    assert!(build().contains("no work to do"));
}
