#define COUNT uint
