// A struct whose members spell what DXC calls counters.
struct Inner { Texture2D hits; };
struct Outer { Inner var; };
Outer counter;
AppendStructuredBuffer<float> hits[2];
float4 main(uint2 at : AT) : SV_Target { hits[0].Append(1); return counter.var.hits[at]; }
