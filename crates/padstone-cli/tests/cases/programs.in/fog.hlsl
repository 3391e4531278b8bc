struct Fog { float3 color; float density; }
fog;
#if __HLSL__
Texture2D<float> noise;
#endif
