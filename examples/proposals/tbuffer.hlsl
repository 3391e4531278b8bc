tbuffer Fog { float4 haze : packoffset(c1); };
