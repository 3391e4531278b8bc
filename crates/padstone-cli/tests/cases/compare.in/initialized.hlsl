struct Ray { float3 origin; float4 color; };
StructuredBuffer<Ray> rays;

float4 main() : SV_Target {
    Ray first = { 0, 0, 0, 1, 1, 1, 1 };
    return first.color + rays[0].color;
}
