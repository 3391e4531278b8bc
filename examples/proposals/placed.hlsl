cbuffer InOrder { float x : packoffset(c1.x); float y : packoffset(c2.y); }
cbuffer Swapped { float z : packoffset(c2.y); float w : packoffset(c1.x); }
