#include "sun.hlsli"

cbuffer Sky : register(b0) {
    float2 wind;
    Sun sun;
    float fog;
};
