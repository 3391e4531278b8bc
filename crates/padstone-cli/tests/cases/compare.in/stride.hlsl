struct Probe { float3 position; float weight; float3 color; };
