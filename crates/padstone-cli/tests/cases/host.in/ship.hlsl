struct Engine {
    float3 position;
    float thrust;
    uint kind : 4;
    uint state : 12;
};

cbuffer Ship : register(b0) {
    float4x4 world;
    Engine engines[2];
    float weights[3];
    float3 color;
    float fuel;
};
