cbuffer C { float a; float4 b; float2 h; // the height
            float4 d; };
