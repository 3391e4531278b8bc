struct T{float2 a; float b[2]; float3 q;}; cbuffer C{T t;}
