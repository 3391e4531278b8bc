cbuffer Scene { float4x4 view; };

float4 main(float3 position : POSITION, uint id : SV_VertexID) : SV_Position
{
    return mul(view, float4(position, 1));
}

float4 triangle_main(uint id : SV_VertexID) : SV_Position
{
    return mul(view, float4(id, 0, 0, 1));
}

float4 position_main(float4 position : SV_Position) : SV_Position
{
    return position;
}
