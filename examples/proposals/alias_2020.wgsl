[[size(12)]] type Direction = vec3<f32>;
[[block]] struct Sun { direction: Direction; [[size(16)]] up: Direction; };
[[group(0), binding(0)]] var<storage> sun: [[access(read_write)]] Sun;
