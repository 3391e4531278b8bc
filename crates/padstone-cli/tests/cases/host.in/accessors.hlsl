struct Tile { uint depth : 24; uint get_depth; uint set_depth; };
StructuredBuffer<Tile> tiles;
cbuffer time { float seconds; }
