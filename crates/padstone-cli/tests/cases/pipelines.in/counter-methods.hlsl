RWStructuredBuffer<uint> counted : register(u0);
RWByteAddressBuffer raw : register(u1);

[numthreads(64, 1, 1)]
void main()
{
    raw.Store(0, counted.IncrementCounter());
}
