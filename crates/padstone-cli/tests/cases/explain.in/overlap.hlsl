Texture2D sky : register(t0);
Texture2D sun : register(t0);
float4 main() : SV_Target { return sky[uint2(0, 0)] + sun[uint2(0, 0)]; }
