cbuffer A { float x; half4x1 m; };
