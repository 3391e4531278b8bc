struct Packet { uint kind : 4; uint flags : 12; uint id : 16; uint time; };
StructuredBuffer<Packet> packets;
