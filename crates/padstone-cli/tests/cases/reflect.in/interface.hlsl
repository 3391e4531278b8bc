struct Vertex {
    float3 position : POSITION;
    float4x4 model : MODEL;
    nointerpolation uint id : ID3;
};

struct Varyings {
    float4 position : SV_Position;
    [[vk::location(3)]] noperspective centroid float2 uv : TEXCOORD1;
    float weights[2] : WEIGHTS;
};

[shader("vertex")]
Varyings vertex(Vertex input, uint index : SV_VertexID) {
    Varyings output;
    return output;
}

[shader("pixel")]
float4 fragment(Varyings input, out float depth : SV_Depth, in Texture2D unbound) : SV_Target1 {
    return 0;
}

[shader("geometry")]
[maxvertexcount(3)]
void facets(triangle Varyings corners[3], inout TriangleStream<Varyings> output) {}
