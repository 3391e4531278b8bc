struct Empty {};
struct Base { float3 a; };
struct Derived : Base { float b; double c; float d; };
