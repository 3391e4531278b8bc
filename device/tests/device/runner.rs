//! Tests of the runner itself.

use padstone_device::{BufferAccess, Gpu, NAGA_PANICS, compile};

#[test]
fn bytes_move_as_wgsl_specifies() {
    let Some(gpu) = Gpu::find("the runner of shaders") else { return };
    let source = "
        struct Item { position: vec3f, weight: f32, cell: vec2u }
        struct Scene { count: u32, items: array<Item> }
        @group(1) @binding(2) var<uniform> which: vec4u;
        @group(0) @binding(7) var<storage, read_write> scene: Scene;
        @compute @workgroup_size(1) fn main() {
            scene.items[which.x].position = vec3f(1.0, 2.0, 4.0);
            scene.items[which.y].cell.y = arrayLength(&scene.items);
            // Out of range, so it is clamped.
            scene.items[which.z].weight = 8.0;
            scene.count += which.w;
        }";
    let compiled = compile(source).expect("naga compiles it");
    let found: Vec<_> = compiled.resources.iter().map(|resource| (resource.name.as_str(), resource.binding, resource.kind)).collect();
    assert_eq!(found, [("which", (1, 2), BufferAccess::Read), ("scene", (0, 7), BufferAccess::ReadWrite)]);

    let which: Vec<u8> = [1_u32, 0, 9, 5].into_iter().flat_map(u32::to_le_bytes).collect();
    let mut scene = vec![0xCC; 16 + 3 * 32];
    scene[..4].copy_from_slice(&7_u32.to_le_bytes());
    let kernel = gpu.kernel(&compiled.words, &compiled.entry_point, &[BufferAccess::Read, BufferAccess::ReadWrite]).expect("a kernel");
    let after = kernel.run(&[which.clone(), scene.clone()]).expect("it runs");

    let mut write = |offset: usize, bytes: [u8; 4]| scene[offset..offset + 4].copy_from_slice(&bytes);
    write(0, 12_u32.to_le_bytes());
    write(16 + 32, 1_f32.to_le_bytes());
    write(16 + 32 + 4, 2_f32.to_le_bytes());
    write(16 + 32 + 8, 4_f32.to_le_bytes());
    write(16 + 20, 3_u32.to_le_bytes());
    write(16 + 2 * 32 + 12, 8_f32.to_le_bytes());
    assert_eq!(after, [which, scene]);
}

/// naga 30 accepts a part of a parameter's pointee as an argument without the required feature, and then panics. Remove
/// [`NAGA_PANICS`] when naga fixes this.
#[test]
fn naga_panics_on_pointers_to_parts_of_parameters() {
    let source = "
        struct Pair { x: u32, y: u32 }
        fn inner(pointer: ptr<private, u32>) -> u32 { return *pointer; }
        fn outer(pointer: ptr<private, Pair>) -> u32 { return inner(&(*pointer).y); }
        @compute @workgroup_size(1) fn main() {}";
    assert_eq!(compile(source).err().as_deref(), Some(NAGA_PANICS));
}
