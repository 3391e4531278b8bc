struct Vertex
{
    [[vk::location(0)]] double3 position : POSITION;
    [[vk::location(1)]] float2 uv : TEXCOORD0;
    [[vk::location(3)]] float4x4 model : MODEL;
    [[vk::location(7)]] uint material : MATERIAL99999999999;
    [[vk::location(4294967295)]] float3x3 turn : TURN;
};
float4 main(Vertex vertex) : SV_Position { return vertex.uv.xyxy; }
