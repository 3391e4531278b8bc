struct Particle { float3 position; float _pad; float3 speed; float2 age; };
StructuredBuffer<Particle> particles;
