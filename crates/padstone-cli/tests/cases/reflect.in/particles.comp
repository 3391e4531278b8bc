#version 450
layout(local_size_x_id = 7) in;
layout(constant_id = 3) const int STEPS = 4;
layout(binding = 2, offset = 4) uniform atomic_uint born;
layout(binding = 2) uniform atomic_uint dead[3];
layout(binding = 2, offset = 32) uniform atomic_uint;
layout(binding = 2) uniform atomic_uint moved;
uniform float step;
layout(location = 7) uniform mat4 view;
layout(std430, binding = 0) buffer Particles { vec4 particles[]; };
void main() { particles[atomicCounterIncrement(moved)] = view * vec4(step * STEPS); }
