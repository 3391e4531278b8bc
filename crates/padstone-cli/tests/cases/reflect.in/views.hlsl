RasterizerOrderedTexture2D<float4> ordered;
FeedbackTexture2D<SAMPLER_FEEDBACK_MIN_MIP> feedback;
