cbuffer Vectors {
    row_major float2x3 turn;
    float end;
    float3x2 views[2];
};
cbuffer Nothing {
    float x;
    float none[0];
    float3 more[2][0];
    float y;
};
