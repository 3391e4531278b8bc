StructuredBuffer<row_major float2x3> lost;
struct Kept { row_major float2x3 value; };
StructuredBuffer<Kept> kept;
StructuredBuffer<float2x3> usual;
