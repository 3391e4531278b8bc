namespace grid
{
    template <typename T, int N> struct Row { T cells[N]; };
    template <typename A, typename B> struct Pair { A a; B b; };
}

struct Map
{
    grid::Row<grid::Row<float, 2>, 2> heights;
    float scale;
    grid::Pair<::grid::Pair<int, float3>, grid::Row<float2, 3> > edges;
};

RWStructuredBuffer<Map> maps;
