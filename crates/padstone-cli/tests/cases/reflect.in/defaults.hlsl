[shader("vertex")] float4 main(bool a = 1 < 2, vector<float, 4> b : B, float3 c : C) : SV_Position { return 0; }
