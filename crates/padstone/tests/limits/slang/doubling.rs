//! Slang programs that double at each of 60 levels.

use super::{AFTER, AFTER_SIZE};
use crate::limits::case::{Case, doubling};

pub(crate) const CASES: &[Case] = &[
    Case {
        name: "a type that doubles at each of 60 levels",
        source: || {
            let levels = doubling("struct S0 { float x; Texture2D t; }", |n, m| format!("struct S{n} {{ S{m} a; S{m} b; }}"));
            format!("{levels}ParameterBlock<S60> b;{AFTER}")
        },
        messages: &["the types nest too often"],
        sizes: &[],
    },
    Case {
        name: "a generic that doubles at each of 60 levels",
        source: || {
            let levels = doubling("struct S0<T> { T x; Texture2D t; }", |n, m| format!("struct S{n}<T> {{ S{m}<T> a; S{m}<T> b; }}"));
            format!("{levels}ConstantBuffer<S60<float>> b;{AFTER}")
        },
        messages: &["the types nest too often"],
        sizes: &[],
    },
    Case {
        name: "varyings that double at each of 60 levels",
        source: || doubling_varyings("[shader(\"fragment\")] float4 main(S60 s) : SV_Target { return 0; }"),
        messages: &["more than 65536 values"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a parameter of threads that doubles at each of 60 levels",
        source: || doubling_varyings("[shader(\"compute\")] [numthreads(1, 1, 1)] void main(S60 s) {}"),
        messages: &["more than 65536 values"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "a parameter of rays that doubles at each of 60 levels",
        source: || doubling_varyings("[shader(\"raygeneration\")] void main(S60 s) {}"),
        messages: &["a shader of this ray tracing stage cannot have an `in` parameter"],
        sizes: AFTER_SIZE,
    },
    Case {
        name: "differentials that double at each of 60 levels",
        source: || {
            let next = |n, m| format!("struct S{n} : IDifferentiable {{ S{m} a; S{m} b; Optional<S{m}> c; int d; }}");
            let levels = doubling("struct S0 : IDifferentiable { float x; int n; }", next);
            format!("{levels}ConstantBuffer<S60.Differential> b;{AFTER}")
        },
        messages: &["the types nest too often"],
        sizes: &[],
    },
    Case {
        name: "linked counts that double at each of 60 levels",
        source: || {
            let first = "extern static const int N;\nstruct S0 { float x[N]; Texture2D t[N]; }";
            let levels = doubling(first, |n, m| format!("struct S{n} {{ S{m} a; S{m} b; }}"));
            format!("{levels}ParameterBlock<S60> b;{AFTER}")
        },
        messages: &["the types nest too often"],
        sizes: &[],
    },
    Case {
        name: "names of tuples that double at each of 60 levels",
        source: || {
            let levels = doubling("typealias S0 = float;", |n, m| format!("typealias S{n} = Tuple<S{m}, S{m}>;"));
            format!("{levels}ConstantBuffer<S60> b;{AFTER}")
        },
        messages: &["the types nest too often"],
        sizes: &[],
    },
    Case {
        name: "names of generics that double at each of 60 levels",
        source: || {
            let first = "struct P<T, U> { T a; U b; }\ntypealias S0 = float;";
            let levels = doubling(first, |n, m| format!("typealias S{n} = P<S{m}, S{m}>;"));
            format!("{levels}ConstantBuffer<S60> b;{AFTER}")
        },
        messages: &["the types nest too often"],
        sizes: &[],
    },
    Case {
        name: "an optional that doubles at each of 60 levels",
        source: || {
            let levels = doubling("struct S0 { float x; Texture2D t; }", |n, m| format!("struct S{n} {{ S{m} a; S{m} b; }}"));
            format!("{levels}Optional<S60> o;{AFTER}")
        },
        messages: &["cannot contain `S60`"],
        sizes: AFTER_SIZE,
    },
];

/// An entry point `main` with a parameter `S60 s` that doubles at each level.
fn doubling_varyings(main: &str) -> String {
    let levels = doubling("struct S0 { float x : X; }", |n, m| format!("struct S{n} {{ S{m} a; S{m} b; }}"));
    format!("{levels}{main}{AFTER}")
}
