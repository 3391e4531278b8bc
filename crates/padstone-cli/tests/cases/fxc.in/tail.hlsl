cbuffer A { float a[3] : packoffset(c0); float b : packoffset(c1.y); };
