// Replaces the header that clang includes implicitly in every HLSL file and that Debian does not package: the names
// of types that are not keywords of clang.
namespace hlsl {

#define TYPES(SCALAR, NAME)                                                                                            \
  typedef vector<SCALAR, 1> NAME##1;                                                                                   \
  typedef vector<SCALAR, 2> NAME##2;                                                                                   \
  typedef vector<SCALAR, 3> NAME##3;                                                                                   \
  typedef vector<SCALAR, 4> NAME##4;                                                                                   \
  MATRICES(SCALAR, NAME, 1) MATRICES(SCALAR, NAME, 2) MATRICES(SCALAR, NAME, 3) MATRICES(SCALAR, NAME, 4)
#define MATRICES(SCALAR, NAME, ROWS)                                                                                   \
  typedef matrix<SCALAR, ROWS, 1> NAME##ROWS##x1;                                                                      \
  typedef matrix<SCALAR, ROWS, 2> NAME##ROWS##x2;                                                                      \
  typedef matrix<SCALAR, ROWS, 3> NAME##ROWS##x3;                                                                      \
  typedef matrix<SCALAR, ROWS, 4> NAME##ROWS##x4;

typedef unsigned int uint;
typedef unsigned int dword;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long int64_t;
typedef unsigned long uint64_t;
typedef float float32_t;
typedef double float64_t;

TYPES(bool, bool)
TYPES(int, int)
TYPES(unsigned int, uint)
TYPES(long, int64_t)
TYPES(unsigned long, uint64_t)
TYPES(half, half)
TYPES(float, float)
TYPES(double, double)

#ifdef __HLSL_ENABLE_16_BIT
typedef short int16_t;
typedef unsigned short uint16_t;
typedef half float16_t;
TYPES(short, int16_t)
TYPES(unsigned short, uint16_t)
TYPES(half, float16_t)
#endif

#undef TYPES
#undef MATRICES

} // namespace hlsl

using namespace hlsl;
