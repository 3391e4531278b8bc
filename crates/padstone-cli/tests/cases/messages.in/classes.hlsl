Texture2D<float4> sky : register(t0);
StructuredBuffer<float> weights : register(u0);
RWTexture2D<float> shadow : register(t1);
RWBuffer<float> heights : register(u1);
ByteAddressBuffer names[2] : register(u5);
Buffer<float> fog : register(u6);
