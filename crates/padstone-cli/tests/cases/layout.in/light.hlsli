struct Light {
    float3 position;
    uint kind : 4;
    uint shadow : 1;
    double range;
};
