Texture2D sky : register(t5);
SamplerState linear_clamp : register(s3, space1);
