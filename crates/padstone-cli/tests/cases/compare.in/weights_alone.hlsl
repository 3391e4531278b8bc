struct Weights { float weights[4]; };
ConstantBuffer<Weights> weights;
