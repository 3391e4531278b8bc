float first : register(c7);
float loose;
float last : register(c2);
int flag : register(b4);
float4 main() : SV_Target { return first * loose * last * flag; }
