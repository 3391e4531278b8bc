struct Complex { float re; float im; };
struct Wave { float2 start; [[vk::offset(16)]] Complex phase; };
StructuredBuffer<Wave> waves;
