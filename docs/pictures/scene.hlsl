struct Light {
    float3 position;
    float range;
    float3 color;
};

cbuffer Scene {
    float4x4 view;
    float3 eye;
    float weights[3];
    float fog;
    Light lights[2];
    float2 jitter;
    bool shadows;
};
