struct Shape { near: vec2f, far: vec2f }
