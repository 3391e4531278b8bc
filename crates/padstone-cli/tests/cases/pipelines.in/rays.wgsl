enable wgpu_ray_query, wgpu_ray_query_vertex_return;
@group(0) @binding(0) var scene: acceleration_structure<vertex_return>;
@group(0) @binding(1) var lights: acceleration_structure;
@compute @workgroup_size(1) fn main() {
    var query: ray_query<vertex_return>;
    var shadow: ray_query;
    rayQueryInitialize(&query, scene, RayDesc(0, 255, 0.1, 100.0, vec3f(), vec3f()));
    rayQueryInitialize(&shadow, lights, RayDesc(0, 255, 0.1, 100.0, vec3f(), vec3f()));
}
