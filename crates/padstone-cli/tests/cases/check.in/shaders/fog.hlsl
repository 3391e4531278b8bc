cbuffer Fog {
    row_major float4x4 world;
    float3 color;
    float density;
};
