cbuffer Sky {
    float3x3 rotation;
    float intensity;
};
