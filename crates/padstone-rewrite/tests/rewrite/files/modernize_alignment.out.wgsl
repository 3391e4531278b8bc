// rewrite modernize --lang wgsl-2020
/*            align(16) size(8)  */ struct A {
/* offset(0)  align(4)  size(4)  */     u: f32,
/* offset(4)  align(4)  size(4)  */     v: f32,
                                    }

/*            align(16) size(88) */ struct B {
/* offset(0)  align(8)  size(8)  */     a: vec2<f32>,
/* offset(16) align(16) size(12) */     b: vec3<f32>,
/* offset(28) align(4)  size(4)  */     c: f32,
/* offset(32) align(4)  size(4)  */     d: f32,
/* offset(48) align(16) size(8)  */     @align(16) e: A,
/* offset(64) align(16) size(8)  */     @align(16) f: A,
/* offset(72) align(8)  size(8)  */     g: vec2<f32>,
/* offset(80) align(8)  size(8)  */     h: vec2<f32>,
                                    }
@binding(0) @group(0) var<storage, read_write> all : array<B>;
@binding(1) @group(0) var<uniform> one : B;
