cbuffer Fog {
    float density;
    float3 color;
};
