struct Wave { float2 start; [[vk::offset(16)]] float2 end; };
StructuredBuffer<Wave> waves;
cbuffer Sizes { float before[sizeof(Wave)]; float after; };
