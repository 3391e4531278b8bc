struct Camera { float4x4 world; float exposure; };
ConstantBuffer<Camera> camera;
struct Light { float4x4 world; float range; };
ConstantBuffer<Light> light;
StructuredBuffer<Light> lights;
