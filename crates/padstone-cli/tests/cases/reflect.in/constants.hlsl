[[vk::constant_id(3)]] const int steps = 4;
RWStructuredBuffer<int> total;
