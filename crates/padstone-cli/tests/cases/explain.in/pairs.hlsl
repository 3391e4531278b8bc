struct Pair { Texture2D a; Texture2D b[2]; };
Pair pairs[2];
Texture2D noise : register(t1);
Texture2D maps[2][3];
AppendStructuredBuffer<float4> found;
cbuffer Wind { float2 wind; }
Texture2D rest[] : register(t4, space1);
float4 main() : SV_Target { return maps[1][2].Load(0); }
