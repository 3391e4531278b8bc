// rewrite pack
// Comments and parentheses remain; of an unused value, only the first scalar is read; a member that fills a slot is read as a whole.
struct Sun {
    /// How bright it is.
    intensity: f32, // in lux
    // Where it is.
    direction: array<f32, 2>, /* degrees */
    /* times 2 */ size: f32,
    // The color.
    color: vec3f, // linear
}
struct Camera { offset_x: f32, /* left */ offset_y: f32, viewscale_x: f32, viewscale_y: f32, inner: Inner, slopes_of_the_left_side: f32, slopes_of_the_right_side: vec2f }
struct Inner {
    a: f32,
    b: u32,
}
struct Table {
    count: u32,
    weights: array<f32, 100000>,
    normals: array<array<vec3f, 2>, 3>,
    few: array<Inner, 3>,
}

@group(0) @binding(0) var<uniform> sun: Sun;
@group(0) @binding(1) var<uniform> camera: Camera;
@group(0) @binding(2) var<storage> table: Table;

fn read(i: u32) -> f32 {
    _ = table;
    _ = table.weights;
    _ = sun.intensity;
    _ = table.few[i];
    switch (table.count) {
        case 1u: {
            return (sun.size);
        }
        default: {
        }
    }
    switch(table.few[1].b) {
        default: {
        }
    }
    if (camera.inner.b == 1u) {
        return (camera.viewscale_x) * (sun.color).y + ((sun.direction))[i];
    }
    while (camera.inner.b > 2u) {
    }
    let p = (&camera);
    let q = &(table.few[i]);
    return table.normals[i][1].z + dot(table.normals[i][i], table.normals[0][i]) + (*p).offset_x + (*q).a + camera.slopes_of_the_left_side;
}
