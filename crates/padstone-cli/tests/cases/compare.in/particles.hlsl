#include "particle.hlsli"
StructuredBuffer<Particle> particles;
