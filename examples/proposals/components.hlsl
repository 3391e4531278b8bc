struct Layer { float density; };
cbuffer Fog {
    Layer near       : packoffset(c2.y);
    int steps[2]     : packoffset(c3.z);
    float2x2 turn    : packoffset(c6.z);
    Layer far        : packoffset(c12);
    int samples[2]   : packoffset(c13);
    float2x2 rotate  : packoffset(c16);
}
