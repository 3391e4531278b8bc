Texture2D unused : register(t0);
tbuffer Table { float4 row; };
Texture2D colour;
SamplerState plain;
float4 main() : SV_Target { return colour.Sample(plain, row.xy); }
