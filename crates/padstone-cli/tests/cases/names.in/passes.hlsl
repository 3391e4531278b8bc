namespace shadows { cbuffer Pass { float4x4 view; float bias; }; }
namespace lighting { cbuffer Pass { float4 color; float bias_scale; }; }
struct Fog { float3 color; float density; };
cbuffer Fog { float height; Fog layers[2]; };
