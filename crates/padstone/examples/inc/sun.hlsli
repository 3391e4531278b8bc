struct Sun {
    float3 to;
    float size;
};
