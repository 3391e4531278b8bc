namespace fog { Texture2D noise : register(t1); }
namespace sky { Texture2D noise : register(t0); }
