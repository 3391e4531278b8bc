#version 450
layout(set = 0, binding = 0) uniform sampler2D albedo;
