cbuffer A { float tint; }
cbuffer B { float tint; }
