// broken.hlsl: everything wrong that can be wrong with a constant buffer, one mistake at a time.
//
// padstone reports each mistake at its place, and still lays out what it understood.
//
//   padstone layout examples/broken.hlsl

// packoffset is for members of a cbuffer; a loose constant wants register(c2).
float4 loose : packoffset(c2);

// 12 + 8 bytes do not fit a register of 16.
cbuffer Crossing {
    float2 across : packoffset(c0.w);
};

// Half of the members say where they lie. FXC refuses that; DXC puts the others behind everything.
cbuffer Mixed {
    float placed : packoffset(c0.z);
    float adrift;
};

// The second value lies in the middle of the first.
cbuffer Overlapping {
    float4 under : packoffset(c0);
    float over   : packoffset(c0.y);
};

// Structs, arrays and matrices begin a register, so a component makes no sense.
struct Pair {
    float first, second;
};
cbuffer Aggregates {
    Pair pair         : packoffset(c2.y);
    int numbers[2]    : packoffset(c3.z);
    float2x2 rotation : packoffset(c6.z);
};

// Beyond the 64 KiB that a cbuffer may have.
cbuffer Far {
    float tooFar : packoffset(c4096);
};

// Nobody declared Quaternion. Poses has no layout: guessed numbers would be worse than none.
cbuffer Poses {
    float3 origin;
    Quaternion orientation;
};

// A register holds one thing.
cbuffer Left  : register(b5) { float left; };
cbuffer Right : register(b5) { float right; };

// And this one is fine, so it is laid out like any other.
cbuffer Fine : register(b6) {
    float3 position;
    float radius;
};

float4 main() : SV_Target {
    return loose + float4(across, placed, adrift) + under * over + pair.first + numbers[1] + rotation._m11 + tooFar
        + origin.x + left + right + float4(position, radius);
}
