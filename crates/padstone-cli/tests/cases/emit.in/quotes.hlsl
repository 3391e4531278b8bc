#define NOTE it's
/*/ gain /*/
cbuffer Scene { float gain; };
float level() { return gain; } // gain
