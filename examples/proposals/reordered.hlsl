cbuffer Fog { float density : packoffset(c2); float height : packoffset(c4); float2 wind : packoffset(c2.z); }
