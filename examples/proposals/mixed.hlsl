cbuffer Mixed { float haze : packoffset(c2); float glow; }
