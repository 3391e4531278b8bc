// particles.hlsl: sparks, smoke and confetti, simulated on the GPU.
//
//   padstone layout examples/particles.hlsl
//   padstone emit llvm examples/particles.hlsl
//   padstone layout examples/particles.hlsl --rules dxc-spirv -- -fvk-t-shift 16 all -fvk-u-shift 32 all

#include "include/common.hlsli"
#include "include/packing.hlsli"

#define THREADS 64
static const uint KEYS = 8;
static const uint COLLIDERS = KEYS / 2 + 2;

enum class Shape : uint { Point, Sphere, Box };

// A range of values. In a cbuffer a Range<float> is 8 bytes, a Range<float3> 28, and each starts a register.
template<typename T>
struct Range {
    T low;
    T high;
    T at(float t) { return lerp(low, high, t); }
};

struct Particle {
    float3 position;
    float age;
    float3 velocity;
    float lifetime;
    uint palette  : 6;  // these three bit-fields
    uint bounces  : 4;  // share one
    uint seed     : 22; // uint and fill it,
    uint sleeping : 1;  // so this one starts the next
    float size;
};

struct Collider {
    Shape shape;
    float3 center;
    float3 extent;
    float bounce;
};

CONSTANTS(Emitter, 0, SPACE_FRAME) {
    Range<float3> position;
    float rate;                // offset 28: after the 28 bytes of position, in the same register
    Range<float3> velocity;
    Range<float> lifetime;
    Range<float> size;
    uint burst;
    float3 gravity;
    float drag;
    float2 sizeOverLife[KEYS]; // stride 16, 120 bytes
    uint2 colliderRange;       // in the register of the last key
    Collider colliders[COLLIDERS];
    float timeStep;
    uint frame;
};

struct Counters {
    uint alive;
    uint dead;
    uint born;
    uint64_t total; // since the level started
};

AppendStructuredBuffer<uint> deadAppend : register(u0);
ConsumeStructuredBuffer<uint> deadConsume : register(u1);
RWStructuredBuffer<Particle> particles : register(u2);
VULKAN(vk::counter_binding(12)) RWStructuredBuffer<uint> visible : register(u3);
globallycoherent RWByteAddressBuffer drawArguments : register(u4);
RWStructuredBuffer<Counters> counters : register(u5);
Texture2D<float> depthTexture : register(t0);

groupshared float3 sharedCenters[THREADS];
groupshared uint sharedAlive;

float3 inShape(Shape shape, Range<float3> range, inout uint seed) {
    float3 t = float3(random(seed), random(seed), random(seed));
    if (shape == Shape::Sphere)
        t = normalize(t - 0.5f) * 0.5f + 0.5f;
    return range.low + (range.high - range.low) * t;
}

[numthreads(THREADS, 1, 1)]
void emit(uint3 thread : SV_DispatchThreadID) {
    if (thread.x >= burst)
        return;
    uint seed = scramble(thread.x ^ (frame << 12));
    uint slot = deadConsume.Consume();
    Particle p;
    p.position = inShape(Shape::Sphere, position, seed);
    p.velocity = inShape(Shape::Box, velocity, seed);
    p.age = 0;
    p.lifetime = lerp(lifetime.low, lifetime.high, random(seed));
    p.palette = seed & 63;
    p.bounces = 0;
    p.seed = seed >> 10;
    p.sleeping = 0;
    p.size = lerp(size.low, size.high, random(seed));
    particles[slot] = p;
    InterlockedAdd(counters[0].born, 1);
}

void collide(inout Particle p, Collider c) {
    float3 local = p.position - c.center;
    if (c.shape == Shape::Sphere && length(local) < c.extent.x) {
        float3 n = normalize(local);
        p.position = c.center + n * c.extent.x;
        p.velocity = reflect(p.velocity, n) * c.bounce;
        p.bounces = p.bounces + 1;
    } else if (c.shape == Shape::Box && all(abs(local) < c.extent)) {
        p.position.y = c.center.y + c.extent.y;
        p.velocity.y = abs(p.velocity.y) * c.bounce;
        p.bounces = p.bounces + 1;
    }
    if (p.bounces > 12)
        p.sleeping = 1;
}

[numthreads(THREADS, 1, 1)]
void simulate(uint3 thread : SV_DispatchThreadID, uint lane : SV_GroupIndex) {
    Particle p = particles[thread.x];
    sharedCenters[lane] = p.position;
    if (lane == 0)
        sharedAlive = 0;
    GroupMemoryBarrierWithGroupSync();

    bool wasAlive = p.age < p.lifetime;
    if (wasAlive && p.sleeping == 0) {
        float3 apart = p.position - sharedCenters[lane ^ 1]; // pushes neighboring confetti away
        p.velocity += (gravity - p.velocity * drag + apart / max(dot(apart, apart), 0.1f)) * timeStep;
        p.position += p.velocity * timeStep;
        for (uint i = colliderRange.x; i < min(colliderRange.y, COLLIDERS); ++i)
            collide(p, colliders[i]);
    }
    p.age += timeStep;
    if (wasAlive && p.age >= p.lifetime) {
        deadAppend.Append(thread.x);
        InterlockedAdd(counters[0].dead, 1);
    } else if (wasAlive) {
        uint key = min(uint(p.age / p.lifetime * (KEYS - 1)), KEYS - 2);
        p.size *= lerp(sizeOverLife[key].x, sizeOverLife[key + 1].x, frac(p.age / p.lifetime * (KEYS - 1)));
        visible[visible.IncrementCounter()] = thread.x;
        InterlockedAdd(sharedAlive, 1);
    }
    particles[thread.x] = p;

    GroupMemoryBarrierWithGroupSync();
    if (lane == 0) {
        uint before;
        InterlockedAdd(counters[0].alive, sharedAlive, before);
        drawArguments.InterlockedAdd(4, sharedAlive);
    }
}
