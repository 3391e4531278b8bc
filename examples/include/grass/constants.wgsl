const TILE = 8u;
const BLADES = TILE * TILE;
const_assert BLADES <= 256;
