struct Sky { float3 tint; float haze; float dust; };
ConstantBuffer<Sky> sky;
cbuffer Scene { Sky nested; float time; };
