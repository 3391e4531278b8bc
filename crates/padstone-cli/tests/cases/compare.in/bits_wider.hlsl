struct Packet { uint kind : 8; uint flags : 12; uint id : 12; uint time; };
StructuredBuffer<Packet> packets;
