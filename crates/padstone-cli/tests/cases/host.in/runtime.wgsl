struct Log { count: u32, entries: array<vec2f> }
@group(0) @binding(0) var<storage> log: Log;
