struct Flags { uint kind : 3; uint count; uint level : 4; };
StructuredBuffer<Flags> flags;
