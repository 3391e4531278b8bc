fn average(first : f32) -> f32 {
  var samples : [[stride(2)]] array<f32, 4>;
  var count : [[block]] f32 = 4.0;
  samples[0] = first;
  return samples[0] / count;
}
