struct Pair { Texture2D a; Texture2D b; };
Texture2D unused;
Pair pairs[2];
struct Lamp { float3 position; Texture2D shadow; };
cbuffer Scene { Lamp lamp; float exposure; };

float4 main() : SV_Target {
    return pairs[0].a.Load(0) + pairs[1].b.Load(0) + lamp.shadow.Load(0) * exposure;
}
