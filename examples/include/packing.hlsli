// packing.hlsli: packing of vectors and random numbers.
#pragma once

// Octahedral encoding of a unit vector in two scalars.
float2 octahedral(float3 n) {
    n.xy /= abs(n.x) + abs(n.y) + abs(n.z);
    float2 outward = 1 - 2 * float2(n.xy < 0);
    return n.z >= 0 ? n.xy : (1 - abs(n.yx)) * outward;
}

float3 fromOctahedral(float2 e) {
    float3 n = float3(e, 1 - abs(e.x) - abs(e.y));
    float fold = saturate(-n.z);
    n.xy -= fold * (1 - 2 * float2(n.xy < 0));
    return normalize(n);
}

float2 unpackSnorm2(uint bits) {
    int2 parts = int2(asint(bits << 16) >> 16, asint(bits) >> 16);
    return max(parts / 32767.0f, -1);
}

float4 unpackUnorm4(uint bits) {
    return float4(bits & 0xff, (bits >> 8) & 0xff, (bits >> 16) & 0xff, bits >> 24) / 255.0f;
}

// One round of a permuted congruential generator.
uint scramble(uint x) {
    uint state = x * 747796405u + 2891336453u;
    uint word = ((state >> ((state >> 28) + 4)) ^ state) * 277803737u;
    return (word >> 22) ^ word;
}

float random(inout uint seed) {
    seed = scramble(seed);
    return (seed >> 8) / 16777216.0f;
}
