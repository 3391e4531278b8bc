// surprises.hlsl: correct HLSL that DXC accepts in silence, and then reads from other bytes than it reflects.
//
// padstone prints the reflected offset, the offset that the generated code loads from, and a declaration that is safe.
// docs/dxc-deviations.md tells the whole story.
//
//   padstone layout examples/surprises.hlsl

// A matrix of one column in the middle of a row. Reflection: 4. The code reads 0, which is `scale`.
cbuffer MidRow : register(b0) {
    float scale;
    float2x1 tilt;
    float end;
};

// The same members, harmless: the matrix begins a row.
cbuffer RowStart : register(b1) {
    float2x1 safeTilt;
    float safeScale;
};

// Matrices of doubles: two columns of 16 bytes by reflection, 32 apart in the code.
cbuffer Wide : register(b2) {
    double2x2 jacobian;
    float residual;
};

// A double can begin on any component, says packoffset. On .y the code reads from .x.
cbuffer Ephemeris : register(b3) {
    double epoch : packoffset(c0.y);
    float span   : packoffset(c1.x);
};

// An empty struct inside a struct takes no bytes and still pushes what follows to the next row.
struct Tag {};
struct Tagged {
    float before;
    Tag tag;
    float behind;
};
cbuffer Empty : register(b4) {
    Tagged tagged;
};

RWByteAddressBuffer output : register(u0);

[numthreads(1, 1, 1)]
void main() {
    output.Store(0, asuint(scale + tilt._m00 + tilt._m10 + end));
    output.Store(4, asuint(safeTilt._m10 + safeScale));
    output.Store(8, asuint(float(jacobian._m11) + residual));
    output.Store(12, asuint(float(epoch) + span));
    output.Store(16, asuint(tagged.before + tagged.behind));
}
