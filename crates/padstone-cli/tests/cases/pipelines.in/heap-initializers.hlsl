static RWTexture2D<float4> target = ResourceDescriptorHeap[3];

float4 sample(SamplerState state = SamplerDescriptorHeap[0])
{
    return 1;
}

[numthreads(1, 1, 1)]
void write()
{
    target[uint2(0, 0)] = 1;
}

[numthreads(1, 1, 1)]
void filter()
{
    target[uint2(0, 0)] = sample();
}
