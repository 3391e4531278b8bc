#version 460
layout(std140, binding = 2) uniform Offset { float e; Missing m; layout(offset = 12) vec3 f; };
