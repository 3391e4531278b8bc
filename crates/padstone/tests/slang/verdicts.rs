//! padstone rejects the declarations that libslang rejects, and accepts the others: declarations with one token left out, duplicated, or
//! swapped with the next.

use padstone_testing::mutations;
use padstone_testing::slang::{Request, Slang, SlangVerdict};

use crate::slang::reflect::errors;

const TARGET: &str = "spirv";

/// Declarations that both accept, with spaces between all tokens except those of bodies.
#[rustfmt::skip]
const ACCEPTED: [&str; 24] = [
    "struct S { float3 at ; uint kind : 4 ; } ; ConstantBuffer < S > s ; cbuffer A : register ( b3 ) { float3 x ; float w [ 4 ] ; float2x3 m ; }",
    "struct Light { float3 pos ; float radius ; } ; StructuredBuffer < Light > lights : register ( t2 , space1 ) ;",
    "[[ vk :: binding ( 3 , 1 ) ]] Texture2D < float4 > t ; SamplerState s ; RWStructuredBuffer < uint > counts [ 2 ] ;",
    "interface IShape { float area ( ) ; } ; struct Box : IShape { float2 size ; float area ( ) {return(1);} } ; ParameterBlock < Box > box ;",
    "struct Ring < T , let N : int > { T items [ N ] ; } ; cbuffer A { Ring < float3 , 2 > ring ; }",
    "enum Mode : uint { Off , On = 3 , Both } ; struct P { Mode mode ; float after ; } ; ConstantBuffer < P > p ;",
    "static const int N = 2 * 3 ; uniform float w [ N + 1 ] ; typedef float4 Row ; typealias R = Row ; uniform R rows [ 3 ] ;",
    "namespace A { struct Q { float3 p ; } ; cbuffer B { Q q ; } } ConstantBuffer < A :: Q > c ; using namespace A ; Q z ;",
    "[ shader ( \"compute\" ) ] [ numthreads ( 8 , 4 , 1 ) ] void cs ( uint3 id : SV_DispatchThreadID , uniform float gain ) { }",
    "struct V { float4 at : SV_Position ; nointerpolation uint kind : KIND ; } ; [ shader ( \"vertex\" ) ] V vs ( float3 p : POSITION , uint i : SV_VertexID ) { }",
    "[ shader ( \"fragment\" ) ] float4 fs ( float2 uv : TEXCOORD0 ) : SV_Target { }",
    "struct S { property float x { get {return(1);} } float y ; __init ( float a ) {y=0;} static const int K = 3 ; } ; uniform S s ;",
    "extension float { float twice ( ) {return(this);} } ; struct Pair < A , B > { A a ; B b ; } ; uniform Pair < float , int2 > pair ;",
    "public struct S { internal float a ; private int b ; public vector < float , 3 > c ; matrix < half , 2 , 3 > d ; } ; uniform S s ;",
    "cbuffer A { float4 a : packoffset ( c3 ) ; float b : packoffset ( c0 . y ) ; } ; tbuffer T : register ( t1 ) { float4 x ; }",
    "[[ vk :: push_constant ]] cbuffer P { float4 color ; [[ vk :: offset ( 32 ) ]] float f ; } ; [[ vk :: constant_id ( 3 ) ]] const int K = 4 ;",
    "[ format ( \"rgba8\" ) ] RWTexture2D < float4 > im ; globallycoherent RWByteAddressBuffer raw ; row_major float4x4 m ;",
    "struct Mat { Texture2D albedo ; float4 color ; } ; ParameterBlock < Mat > mat ; Mat one ; Texture2D all [ ] ;",
    "groupshared float cache [ 64 ] ; static float4 seed = float4 ( 1 , 2 , 3 , 4 ) ; float first ( float a , in float2 b , out int c , float d = 1 ) ;",
    "interface IMat { associatedtype Brdf : IBrdf ; Brdf get ( ) ; } ; interface IBrdf { float f ( ) ; } ; struct M : IMat { struct Brdf : IBrdf { float x ; float f ( ) { } } ; Brdf get ( ) { } } ; uniform M m ;",
    "func f ( x : float , y : int ) -> float { } ; let k : float = 2 ; var v : int3 ; struct O { var a : float ; let b : int = 1 ; }",
    "extern static const int E = 4 ; export struct X { float a [ E ] ; } ; cbuffer C { X x ; int4 y ; } ;",
    "struct Node { Node * next ; float x ; } ; uniform Node * head ; Optional < float3 > maybe ; Tuple < int , float > pair ;",
    "[ Flags ] enum F { A , B = 4 } ; bool on ; uniform F f ; uniform bool3 b ; uniform double d ; uniform uint64_t u ;",
];

/// Declarations that both reject.
const REJECTED: [&str; 7] = [
    "static int n = = 2 ; uniform float w [ n ] ;",
    "uniform float a = ;",
    "struct S { float a = = 1 ; } ; uniform S s ;",
    "static int n = ( 1 , ) ; uniform float a ;",
    "#define F(x) x\n#if F\n#endif\nuniform float a ;",
    "#define F(x) x\n#if 0\n#elif defined(F) && F\n#endif\nuniform float a ;",
    "#define F(x) x\n#if F\nuniform float a ;\n#endif",
];

/// Declarations that only one of them rejects, with the reason.
const DIFFERENT_VERDICTS: [(&str, &str); 1] = [(
    "groupshared float cache [ 64 ] ; static float4 seed = float4 ( 1 , 2 , 3 , ) ; float first ( float a , in float2 b , out int c , float d = 1 ) ;",
    "padstone does not resolve calls in values that no layout depends on",
)];

#[test]
fn verdicts_on_declarations_match() {
    let Some(slang) = Slang::find("verdicts on Slang compared with libslang's") else { return };
    let mutants = mutations(&ACCEPTED, 60, 100_000);
    let texts: Vec<&str> = ACCEPTED.iter().chain(&REJECTED).copied().chain(mutants.iter().map(String::as_str)).collect();
    let requests: Vec<Request> =
        texts.iter().map(|&text| Request { source: text.to_owned(), options: vec!["-target".to_owned(), TARGET.to_owned()] }).collect();
    let expected = |index: usize| (index < ACCEPTED.len() + REJECTED.len()).then_some(index < ACCEPTED.len());
    let mut wrong = Vec::new();
    for (index, (&text, verdict)) in texts.iter().zip(slang.ask(&requests)).enumerate() {
        let theirs = match verdict {
            SlangVerdict::Accepted(_) => true,
            SlangVerdict::Rejected(_) => false,
            // libslang reports no error for it.
            SlangVerdict::Crashed => continue,
        };
        let ours = errors(&[("verdict.slang", text)], TARGET, &[]).is_empty();
        let is_known = DIFFERENT_VERDICTS.iter().any(|(known, _)| text == *known);
        if theirs != ours && !is_known || expected(index).is_some_and(|expected| (theirs, ours) != (expected, expected)) {
            wrong.push(format!("{text}: libslang {theirs}, padstone {ours}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
