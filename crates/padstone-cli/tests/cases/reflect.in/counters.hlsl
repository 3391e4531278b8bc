struct Particle { float3 position; float age; };
RWStructuredBuffer<Particle> alive;
RWStructuredBuffer<Particle> dead;
RWStructuredBuffer<uint> indices[2];
RWStructuredBuffer<uint> sorted;
RWStructuredBuffer<Particle> culled;
RWStructuredBuffer<Particle> visible;
Texture2D<float> height;

void recycle(RWStructuredBuffer<Particle> pool) { pool.IncrementCounter(); }
void compact() { indices[1].DecrementCounter(); }
template<typename T> void append(RWStructuredBuffer<T> to, T value) { to[to.IncrementCounter()] = value; }
void only_others_call_this() { sorted.IncrementCounter(); }

[numthreads(64, 1, 1)]
void main(uint id : SV_DispatchThreadID)
{
    compact();
    alive[alive.IncrementCounter()].age = height.Load(int3(id, 0, 0));
    recycle(dead);
    RWStructuredBuffer<Particle> out_of_view = culled;
    append<Particle>(visible, alive[0]);
    out_of_view.DecrementCounter();
}
