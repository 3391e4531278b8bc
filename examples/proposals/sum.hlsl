cbuffer A {
  float a;
  float b;
}
float foo() { return a + b; }
float hidden(float a) { for (float b = 0; b < a; b += 1) { a -= b; } return a; }
float both(float2 of) { return of.x > a ? b : of.y; }
