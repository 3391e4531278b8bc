float haze : packoffset(c0);
cbuffer Fine { float glow : packoffset(c1); }
