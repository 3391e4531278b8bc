//! Layout qualifiers of a whole stage, such as `triangles` and `max_vertices = 3` (GLSL 4.60, sections 4.4.1 and 4.4.2).

/// What layout qualifiers of the stage choose from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StageChoice {
    Primitive,
    Spacing,
    VertexOrder,
}

impl StageChoice {
    pub(super) const ALL: [StageChoice; 3] = [StageChoice::Primitive, StageChoice::Spacing, StageChoice::VertexOrder];
    pub(super) const COUNT: usize = StageChoice::ALL.len();
}

/// A layout qualifier of the stage that has a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StageValue {
    Invocations,
    MaxVertices,
    Vertices,
    MaxPrimitives,
    Views,
}

impl StageValue {
    pub(super) const ALL: [StageValue; 5] =
        [StageValue::Invocations, StageValue::MaxVertices, StageValue::Vertices, StageValue::MaxPrimitives, StageValue::Views];
    pub(super) const COUNT: usize = StageValue::ALL.len();

    pub(super) fn name(self) -> &'static str {
        match self {
            StageValue::Invocations => "invocations",
            StageValue::MaxVertices => "max_vertices",
            StageValue::Vertices => "vertices",
            StageValue::MaxPrimitives => "max_primitives",
            StageValue::Views => "num_views",
        }
    }
}
