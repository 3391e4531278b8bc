struct Particle { float3 position; float age; };
RWStructuredBuffer<Particle> alive;
RWStructuredBuffer<Particle> dead;
RWStructuredBuffer<uint> indices[2];
RWStructuredBuffer<uint> sorted;
Texture2D<float> height;

void recycle(RWStructuredBuffer<Particle> pool) { pool.IncrementCounter(); }
void compact() { indices[1].DecrementCounter(); }
void only_others_call_this() { sorted.IncrementCounter(); }

[numthreads(64, 1, 1)]
void main(uint id : SV_DispatchThreadID)
{
    compact();
    alive[alive.IncrementCounter()].age = height.Load(int3(id, 0, 0));
    recycle(dead);
}
