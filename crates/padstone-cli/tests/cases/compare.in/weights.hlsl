cbuffer Weights {
    float weights[4];
    float4 tint;
};
