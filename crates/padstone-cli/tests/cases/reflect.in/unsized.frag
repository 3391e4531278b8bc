#version 450
#extension GL_EXT_nonuniform_qualifier : enable
layout(set = 0, binding = 0) uniform sampler2D albedo[];
layout(set = 0, binding = 6) uniform sampler2D unused[];
layout(set = 1, binding = 0, rgba8) uniform readonly image2D layers[][2];
layout(set = 2, binding = 0) uniform sampler2D bindless[];
layout(location = 0) flat in int material;
layout(location = 0) out vec4 color;
const int LAST = 4;

void main()
{
    color = texture(albedo[LAST], vec2(0)) + imageLoad(layers[2][material % 2], ivec2(0)) + texture(bindless[material], vec2(0));
}
