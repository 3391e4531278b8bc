cbuffer Fog { float2 range : packoffset(c0.w); }
