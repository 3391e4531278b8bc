struct Pair { float x; float y; };
struct Packed { float3 axis; float angle; };
struct Both { Packed turn; Pair scale; };
struct Curve { float knots[4]; float length; };
StructuredBuffer<Both> both;
StructuredBuffer<Curve> curves;
cbuffer Flat { float knots[4]; float length; }
cbuffer Nested { Curve curve; }
cbuffer Two { Pair pair; Packed packed; }
