cbuffer Fog { float density; float3 wind[2]; }
