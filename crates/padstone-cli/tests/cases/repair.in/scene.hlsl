struct Light {
    float3 position; // in the world
    float3 color;
};

cbuffer Scene : register(b0) {
    float4x4 view;
    float weights[3];
    float fog; // density
    Light lights[2];
};
