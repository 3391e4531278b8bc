// rewrite pack
// Comments and parentheses remain; of an unused value, only the first scalar is read; a member that fills a slot is read as a whole.
struct Sun {
    /// How bright it is.
    // in lux
    // Where it is.
    /* degrees */
    /* times 2 */
    intensity_direction_size: vec4<f32>,
    // The color.
    color: vec4<f32>, // linear
}
struct Camera { /* left */ offset_x_to_viewscale_y: vec4<f32>, slot_1: vec4<u32>, slopes_of_the_right_side: vec4<f32> }
struct Table {
    count_weights: array<vec4<u32>, 25001>,
    normals: array<vec4<f32>, 6>,
    few: array<vec4<u32>, 2>,
}

@group(0) @binding(0) var<uniform> sun: Sun;

fn load_sun_direction(i: u32) -> f32 {
    let at = 1u + min(i, 1u);
    return sun.intensity_direction_size[at];
}
@group(0) @binding(1) var<uniform> camera: Camera;
@group(0) @binding(2) var<storage> table: Table;

fn load_table_few_a(i: u32) -> f32 {
    let at = min(i, 2u) * 2u;
    return bitcast<f32>(table.few[at / 4u][at % 4u]);
}

fn load_table_normals_1_z(i: u32) -> f32 {
    let at = 1u + min(i, 2u) * 2u;
    return table.normals[at].z;
}

fn load_table_normals(i: u32, j: u32) -> vec3<f32> {
    let at = min(i, 2u) * 2u + min(j, 1u);
    return table.normals[at].xyz;
}

fn load_table_normals_0(i: u32) -> vec3<f32> {
    let at = min(i, 1u);
    return table.normals[at].xyz;
}

fn read(i: u32) -> f32 {
    _ = table.count_weights[0].x;
    _ = bitcast<f32>(table.count_weights[0].y);
    _ = sun.intensity_direction_size.x;
    _ = load_table_few_a(i);
    switch (table.count_weights[0].x) {
        case 1u: {
            return (sun.intensity_direction_size.w);
        }
        default: {
        }
    }
    switch(table.few[0].w) {
        default: {
        }
    }
    if (camera.slot_1.y == 1u) {
        return (camera.offset_x_to_viewscale_y.z) * sun.color.y + load_sun_direction(i);
    }
    while (camera.slot_1.y > 2u) {
    }
    let p = (&camera);
    let q_at = i;
    let q = &table;
    return load_table_normals_1_z(i) + dot(load_table_normals(i, i), load_table_normals_0(i)) + (*p).offset_x_to_viewscale_y.x + load_table_few_a(q_at) + bitcast<f32>(camera.slot_1.z);
}
