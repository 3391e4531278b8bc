use super::check;

#[test]
fn object_macros_expand_and_rescan() {
    check("#define N 4\nfloat a[N];", "float a [ 4 ] ;", &[]);
    check("#define A B C\n#define B 1\nA C\n", "1 C C", &[]);
    check("#define EMPTY\nEMPTY a EMPTY b EMPTY", "a b", &[]);
    check("#define A 1\n#undef A\n#undef NEVER\nA", "A", &[]);
    check("#define LATE A\n#define A 2\nLATE", "2", &[]);
}

#[test]
fn function_macros_take_arguments() {
    let f = "#define F(x, y) [x|y]\n";
    let with = |uses: &str| format!("{f}{uses}");
    check(&with("F(1, 2)"), "[ 1 | 2 ]", &[]);
    check(&with("F((1, 2), {3})"), "[ ( 1 , 2 ) | { 3 } ]", &[]);
    check(&with("F (\n1\n,\n2)"), "[ 1 | 2 ]", &[]);
    check(&with("F(,)"), "[ | ]", &[]);
    check(&with("F(F(1,2),F(3,4))"), "[ [ 1 | 2 ] | [ 3 | 4 ] ]", &[]);
    check("#define Z() 0\nZ() Z( ) Z(\n)", "0 0 0", &[]);
    check("#define ONE(x) <x>\nONE() ONE(a)", "< > < a >", &[]);
    check("#define SPACE (x)\nSPACE(y)", "( x ) ( y )", &[]);
}

#[test]
fn a_function_macro_without_parenthesis_is_not_expanded() {
    check("#define F(x) x\nF + F\nF", "F + F F", &[]);
    check("#define F(x) [x]\n#define G F\nG(1) G", "[ 1 ] F", &[]);
    check("#define F(x) [x]\n#define OPEN (\nF OPEN 1)", "F ( 1 )", &[]);
    check("#define F(x) [x]\nF /* a */ // b\n (1)", "[ 1 ]", &[]);
    check("#define F(x) [x]\nF\n#define G\n(1)", "F ( 1 )", &[]);
}

#[test]
fn no_macro_expands_within_itself() {
    check("#define A A B\n#define B A C\nA\nB", "A A C A B C", &[]);
    check("#define f(x) x f\nf(1)(2)", "1 f ( 2 )", &[]);
    check("#define f(x) x + f(x)\nf(f(1))", "1 + f ( 1 ) + f ( 1 + f ( 1 ) )", &[]);
    // ISO C17, 6.10.3.4p4 does not specify this; gcc and clang agree.
    check("#define f(a) a*g\n#define g(a) f(a)\nf(2)(9)", "2 * 9 * g", &[]);
    // The arguments end after the context of A, in which A was read.
    check("#define g(x) [x]\n#define A g(A\nA)", "[ A ]", &[]);
    // A painted name stays painted after it is moved.
    check("#define NIL(x) x\n#define G0 G1(G0)\n#define G1(x) NIL(x)\nG0 NIL(G0)", "G0 G0", &[]);
}

#[test]
fn the_standards_examples_expand_as_specified() {
    // ISO C17, 6.10.3.5, examples 3, 4, 5 and 7, with other names.
    let three = "#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n#define g f\n#define z z[0]\n#define h g(~\n\
        #define m(a) a(w)\n#define w 0,1\n#define t(a) a\n#define p() int\n#define q(x) x\n#define r(x,y) x ## y\n#define str(x) # x\n";
    let with = |uses: &str| format!("{three}{uses}");
    check(
        &with("f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);"),
        "f ( 2 * ( y + 1 ) ) + f ( 2 * ( f ( 2 * ( z [ 0 ] ) ) ) ) % f ( 2 * ( 0 ) ) + t ( 1 ) ;",
        &[],
    );
    check(
        &with("g(x+(3,4)-w) | h 5) & m\n(f)^m(m);"),
        "f ( 2 * ( 2 + ( 3 , 4 ) - 0 , 1 ) ) | f ( 2 * ( ~ 5 ) ) & f ( 2 * ( 0 , 1 ) ) ^ m ( 0 , 1 ) ;",
        &[],
    );
    check(&with("p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };"), "int i [ ] = { 1 , 23 , 4 , 5 , } ;", &[]);
    check(&with("char c[2][6] = { str(hello), str() };"), "char c [ 2 ] [ 6 ] = { \"hello\" , \"\" } ;", &[]);
    let five = "#define t(x,y,z) x ## y ## z\nint j[] = { t(1,2,3), t(,4,5), t(6,,7), t(8,9,), t(10,,), t(,11,), t(,,12), t(,,) };";
    check(five, "int j [ ] = { 123 , 45 , 67 , 89 , 10 , 11 , 12 , } ;", &[]);
    let hash = "#define hash_hash # ## #\n#define mkstr(a) # a\n#define in_between(a) mkstr(a)\n\
        #define join(c, d) in_between(c hash_hash d)\njoin(x, y)";
    check(hash, "\"x ## y\"", &[]);
}

#[test]
fn stringize_preserves_the_spelling() {
    let s = |argument: &str| format!("#define S(x) #x\nS({argument})");
    check(&s("  a   +\n b/* */c "), "\"a + b c\"", &[]);
    check(&s(r#""q\n" 'c' '"' \n"#), r#""\"q\\n\" 'c' '\"' \n""#, &[]);
    check(&s("a,b"), "S ( a , b )", &["2:1 P0115 macro `S` takes 1 argument, found 2"]);
    check(&s("x += y >> 2 ->* é"), "\"x += y >> 2 ->* é\"", &[]);
    check("#define X 1\n#define S(x) #x\n#define T(x) S(x)\nS(X) T(X)", "\"X\" \"1\"", &[]);
    check("#define E\n#define S(x) #x\n#define T(x) S(x)\nT(a E b) T(E a) T(aE) T(( E ))", "\"a b\" \"a\" \"aE\" \"( )\"", &[]);
    check("#define S(...) #__VA_ARGS__\nS(a , b) S()", "\"a , b\" \"\"", &[]);
}

#[test]
fn empty_expansions_preserve_white_space() {
    let string = "#define E\n#define F()\n#define S(x) #x\n#define T(x) S(x)\n";
    check(&format!("{string}T(a E;) T(a F();) T(a;E b) T(( E )E)"), "\"a ;\" \"a ;\" \"a; b\" \"( )\"", &[]);
}

#[test]
fn only_expanded_tokens_advance_the_counter() {
    check("#define P(a) x ## a #a\nP(__COUNTER__) __COUNTER__", "x__COUNTER__ \"__COUNTER__\" 0", &[]);
}

#[test]
fn paste_makes_one_token() {
    let paste = |left: &str, right: &str| format!("#define P(a,b) a##b\nP({left},{right})");
    check(&paste("view", "Proj"), "viewProj", &[]);
    check(&paste("x", "1"), "x1", &[]);
    check(&paste("1", "u"), "1u", &[]);
    check(&paste("1", ".5"), "1.5", &[]);
    check(&paste("+", "="), "+=", &[]);
    check(&paste("<", "<="), "<<=", &[]);
    check(&paste("a b", "c d"), "a bc d", &[]);
    check(&paste(">", ">"), "> >", &[]);
    check(&paste("é", "x"), "éx", &[]);
    check(&paste("-", "x"), "- x", &["2:1 P0117 pasting formed `-x`, which is not a token"]);
    check(&paste("/", "/"), "/ /", &["2:1 P0117 pasting formed `//`, which is not a token"]);
    check("#define AB 7\n#define A 1\n#define P(a,b) a##b\nP(A,B) P(A,)", "7 1", &[]);
    check("#define OBJ a ## b\n#define ab 9\nOBJ", "9", &[]);
    check("#define P(x) x ## x\nP(P) P(1)", "PP 11", &[]);
}

#[test]
fn variadic_macros_take_the_rest() {
    let v = "#define V(a, ...) <a|__VA_ARGS__>\n";
    let with = |uses: &str| format!("{v}{uses}");
    check(&with("V(1) V(1,) V(1,2) V(1,2,(3,4))"), "< 1 | > < 1 | > < 1 | 2 > < 1 | 2 , ( 3 , 4 ) >", &[]);
    check("#define V(rest...) f(rest)\nV() V(1,2)", "f ( ) f ( 1 , 2 )", &[]);
    let comma = "#define V(a, ...) f(a, ## __VA_ARGS__)\nV(1) V(1,) V(1,2,3)";
    check(comma, "f ( 1 ) f ( 1 , ) f ( 1 , 2 , 3 )", &[]);
    check("#define V(...) f(0, ## __VA_ARGS__)\nV() V(1)", "f ( 0 ) f ( 0 , 1 )", &[]);
}

#[test]
fn invalid_macro_uses_are_not_expanded() {
    check("#define F(x,y) x\nF(1) G", "F ( 1 ) G", &["2:1 P0115 macro `F` takes 2 arguments, found 1"]);
    check("#define F() x\nF(1)", "F ( 1 )", &["2:1 P0115 macro `F` takes 0 arguments, found 1"]);
    check("#define F(a,b,...) x\nF(1)", "F ( 1 )", &["2:1 P0115 macro `F` takes at least 2 arguments, found 1"]);
    check("#define F(x) x\nF(F(1", "F ( F ( 1", &["2:1 P0116 unclosed arguments of macro `F`"]);
    check("#define F(x) x\n#define G F(\nF(G 1) 2", "F ( 1 2", &["3:3 P0116 unclosed arguments of macro `F`"]);
}

#[test]
fn directives_within_arguments_apply() {
    check("#define F(x) [x]\nF(1\n#define A 2\n#if A == 2\n+ A\n#else\n- A\n#endif\n) A", "[ 1 + 2 ] 2", &[]);
}

#[test]
fn predefined_macros_expand_to_file_line_and_counter() {
    check("__LINE__\n\n__LINE__ __FILE__\n__COUNTER__ __COUNTER__", "1 3 \"main.hlsl\" 0 1", &[]);
    check("#define L __LINE__\n#define F(x) x L\nL\nF(\nL\n)", "3 5 6", &[]);
    check("#line 10 \"a\\\\b.h\"\n__LINE__ __FILE__\n__LINE__", "10 \"a\\\\b.h\" 11", &[]);
    check("# 7 \"x\" 1\n__LINE__\n#define N 20\n#line N\n__LINE__ __FILE__", "7 20 \"x\"", &[]);
    check("#line x\n", "", &["1:1 P0119 expected a line number"]);
    check("#ifdef __LINE__\nyes\n#endif", "yes", &[]);
}
