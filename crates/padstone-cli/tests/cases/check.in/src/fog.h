struct Fog { float world[16]; float color[3]; };
