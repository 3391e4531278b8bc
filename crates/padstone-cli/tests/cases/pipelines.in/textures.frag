#version 460
layout(binding = 0) uniform sampler2D color;
layout(binding = 1) uniform sampler2DShadow shadow;
layout(binding = 2) uniform usampler2DMSArray ids;
layout(binding = 3) uniform texture2D alone;
layout(binding = 4) uniform sampler plain;
layout(binding = 5) uniform samplerShadow compares;
layout(binding = 6, rgba8) writeonly uniform image2DArray layers;
layout(binding = 7, r32i) uniform iimage2D counts;
layout(binding = 8) uniform samplerBuffer texels;
layout(input_attachment_index = 0, binding = 9) uniform subpassInput before;
layout(binding = 10) uniform sampler2DRect rectangle;
void main() {}
