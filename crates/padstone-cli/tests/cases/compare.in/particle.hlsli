struct Particle { float3 position; float3 speed; float2 age; };
