#version 460
layout(constant_id = 3) const int steps = 4;
layout(binding = 0) buffer Total { int sum; } total;
void main() { total.sum = steps; }
