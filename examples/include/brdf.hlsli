// brdf.hlsli: the Cook-Torrance reflection model with GGX.
#pragma once

#include "common.hlsli"

struct Surface {
    float3 position;
    float3 normal;
    float3 diffuse;
    float3 specular;  // reflectance at normal incidence
    float alpha;      // roughness squared
};

float distribution(float noh, float alpha) {
    float a2 = square(alpha);
    return a2 / (PI * square(square(noh) * (a2 - 1) + 1));
}

float visibility(float nol, float nov, float alpha) {
    float k = alpha * 0.5f;
    return 0.25f / ((nol * (1 - k) + k) * (nov * (1 - k) + k));
}

float3 fresnel(float3 f0, float voh) {
    return f0 + (1 - f0) * pow(saturate(1 - voh), 5);
}

float3 shade(Surface s, float3 toEye, float3 toLight) {
    float3 h = normalize(toEye + toLight);
    float nol = saturate(dot(s.normal, toLight));
    float nov = max(dot(s.normal, toEye), 1e-4f);
    float3 f = fresnel(s.specular, saturate(dot(toEye, h)));
    float d = distribution(saturate(dot(s.normal, h)), s.alpha);
    return nol * ((1 - f) * s.diffuse / PI + f * d * visibility(nol, nov, s.alpha));
}
