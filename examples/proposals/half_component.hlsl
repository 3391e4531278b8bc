cbuffer Fog { half density : packoffset(c0.y); half height : packoffset(c0.z); }
