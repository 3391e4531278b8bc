#version 450
layout(set = 1, binding = 2) uniform Wind { vec2 wind; };
layout(binding = 4) uniform sampler2D maps[3];
layout(push_constant) uniform Tint { vec4 tint; };
layout(location = 2) in vec2 uv;
layout(location = 0) out vec4 color;
void main() { color = tint + texture(maps[1], uv + wind); }
