cbuffer C { float a; };
