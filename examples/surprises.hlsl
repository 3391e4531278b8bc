// surprises.hlsl: correct HLSL that DXC accepts without a warning, and whose generated code reads other bytes than DXC reflects.
//
// padstone prints the reflected offset, the offset that the generated code loads from, and a safe declaration.
// docs/dxc-deviations.md lists all known mismatches.
//
//   padstone layout examples/surprises.hlsl

// A one-column matrix in the middle of a 16-byte register. Reflected offset: 4. The code reads 0, which is `scale`.
cbuffer MidRow : register(b0) {
    float scale;
    float2x1 tilt;
    float end;
};

// The same members without the mismatch: the matrix starts a 16-byte register.
cbuffer RowStart : register(b1) {
    float2x1 safeTilt;
    float safeScale;
};

// Matrices of doubles: the reflected matrix stride is 16, that of the code is 32.
cbuffer Wide : register(b2) {
    double2x2 jacobian;
    float residual;
};

// packoffset can place a double at any component. For .y the code reads from .x.
cbuffer Ephemeris : register(b3) {
    double epoch : packoffset(c0.y);
    float span   : packoffset(c1.x);
};

// An empty struct inside a struct has no bytes, but moves the next member to a new 16-byte register.
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
