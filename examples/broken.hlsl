// broken.hlsl: mistakes in constant buffers, one at a time.
//
// padstone reports each mistake where it is, and lays out the other buffers.
//
//   padstone layout examples/broken.hlsl

// packoffset is for members of a cbuffer; a global constant needs register(c2).
float4 loose : packoffset(c2);

// 12 + 8 bytes do not fit a 16-byte register.
cbuffer Crossing {
    float2 across : packoffset(c0.w);
};

// Half of the members have a packoffset. FXC rejects that; DXC places the others after all of them.
cbuffer Mixed {
    float placed : packoffset(c0.z);
    float adrift;
};

// The second member overlaps the first.
cbuffer Overlapping {
    float4 under : packoffset(c0);
    float over   : packoffset(c0.y);
};

// Structs, arrays and matrices start a 16-byte register, so the component must be x.
struct Pair {
    float first, second;
};
cbuffer Aggregates {
    Pair pair         : packoffset(c2.y);
    int numbers[2]    : packoffset(c3.z);
    float2x2 rotation : packoffset(c6.z);
};

// Larger than the 64 KiB that a cbuffer may have.
cbuffer Far {
    float tooFar : packoffset(c4096);
};

// Quaternion is not declared, so Poses has no layout: padstone does not guess numbers.
cbuffer Poses {
    float3 origin;
    Quaternion orientation;
};

// Two resources in one register.
cbuffer Left  : register(b5) { float left; };
cbuffer Right : register(b5) { float right; };

// This buffer is correct and gets its layout.
cbuffer Fine : register(b6) {
    float3 position;
    float radius;
};

float4 main() : SV_Target {
    return loose + float4(across, placed, adrift) + under * over + pair.first + numbers[1] + rotation._m11 + tooFar
        + origin.x + left + right + float4(position, radius);
}
