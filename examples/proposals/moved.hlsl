cbuffer Declared { float4 sky; float haze; float glow; }
cbuffer Moved { float4 skyMoved : packoffset(c0); float hazeMoved : packoffset(c12); float glowMoved : packoffset(c1.y); }
