[[vk::combinedImageSampler]] [[vk::binding(0)]] Texture2D albedo;
[[vk::combinedImageSampler]] [[vk::binding(0)]] SamplerState albedoSampler;
[[vk::binding(1)]] Texture2D noise;
