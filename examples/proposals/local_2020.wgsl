struct Spin { rate: i32; phase: i32; };
struct Body { mass: i32; spin: Spin; };
fn start() -> i32 {
    var body: Body;
    const slow: Spin = Spin(1, 2);
    const spin: ptr<function, Spin> = body.spin;
    spin = slow;
    return body.spin.phase;
}
