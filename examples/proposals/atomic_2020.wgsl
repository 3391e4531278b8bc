[[block]] struct Queue { range: vec2<u32>; head: atomic<u32>; mask: u32; };
[[group(0), binding(0)]] var<uniform> queue: [[access(read)]] Queue;
fn first() -> u32 { return queue.range.x; }
