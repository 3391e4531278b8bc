[[block]] struct Queue { range: vec2<u32>; head: atomic<u32>; mask: u32; };
[[group(0), binding(0)]] var<storage> queue: [[access(read_write)]] Queue;
fn length() -> u32 { const range: ptr<storage, vec2<u32>> = queue.range; return range.y - range.x; }
fn reset() { queue.range = vec2<u32>(0, 0); }
