#version 450
layout(offset = 16) uniform;
layout(binding = 0, std140) uniform Exact { float exact; };
layout(binding = 1) uniform Default { float of_default; };
layout(binding = 2, offset = 16, std140) uniform Block { float of_block; };
