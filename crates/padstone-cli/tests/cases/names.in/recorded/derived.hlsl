struct Light { float range; };
struct Spot : Light { float4 Light; };
StructuredBuffer<Spot> spots;
