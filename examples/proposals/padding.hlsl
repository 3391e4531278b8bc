struct Count { int value; };
cbuffer WithStruct { int first; Count count; int last; }
cbuffer WithArrays { float a1[3]; double3 a2[2]; uint4 a3[2]; float16_t a4[2][2]; }
cbuffer WithTexture { float before; Texture2D map; float after; }
