namespace sky { float density; float2 wind; }
namespace sea { float density; }
float fade;
float3x3 basis;
