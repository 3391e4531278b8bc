cbuffer Fog { float steps[3] : packoffset(c0); float glow : packoffset(c1.y); };
