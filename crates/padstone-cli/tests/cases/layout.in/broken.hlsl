cbuffer Broken { float a; Missing b; };
cbuffer Fine { float3 c; float d; };
