//! The functions of textures (WGSL, section 17.7). Their many overloads differ by texture type: a row lists all parameters of a function in
//! order, and the texture type determines which of them exist.

use padstone_diag::codes;
use padstone_source::Span;

use super::calls::{ArgumentMatch, OverloadMatch};
use crate::predeclared::RuntimeFunction;
use crate::resolve::{CallResult, Operand, Resolver};
use crate::scalar::{Number, Scalar};
use crate::types::{AccessMode, DepthTexture, SampledTexture, StorageTexture, TexelFormat, Texture, Type, TypeId};

/// One row of the table.
struct TextureOverload {
    accepts: fn(&TextureShape) -> bool,
    expected: &'static [ParameterType],
    returns: ReturnType,
}

/// The type of a parameter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ParameterType {
    Texture,
    Sampler,
    /// `sampler_comparison`
    Comparison,
    /// `f32`, or a vector of them.
    Coordinates,
    /// `i32` or `u32`, or a vector of one of them.
    Texel,
    /// The layer; only for arrays.
    Layer,
    /// The mip level, `i32` or `u32`; only for textures with several levels.
    Level,
    /// The same, but always optional.
    OptionalLevel,
    /// `i32` or `u32`.
    Sample,
    F32,
    /// A gradient: as many `f32`s as there are coordinates.
    Gradient,
    /// An offset in texels, constants from -8 to 7; optional, and not for cubes.
    Offset,
    /// A constant from 0 to 3.
    Component,
    /// Four channels.
    Value,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ReturnType {
    Nothing,
    U32,
    /// As many `u32`s as the texture has dimensions.
    Size,
    /// Four channels; an `f32` for depth.
    Texel,
    /// Four channels, for all texture types.
    Gathered,
    F32,
}

/// The properties of a texture type.
#[derive(Clone, Copy)]
struct TextureShape {
    /// The number of coordinates.
    dimensions: u8,
    is_cube: bool,
    is_array: bool,
    is_multisampled: bool,
    kind: TextureKind,
    channel: Scalar,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum TextureKind {
    Sampled,
    Depth,
    Storage(AccessMode),
    External,
}

impl TextureShape {
    fn of(texture: Texture) -> TextureShape {
        let plain = TextureShape {
            dimensions: 2,
            is_cube: false,
            is_array: false,
            is_multisampled: false,
            kind: TextureKind::Sampled,
            channel: Scalar::F32,
        };
        match texture {
            Texture::Sampled(texture, channel) => {
                use SampledTexture as T;
                let dimensions = match texture {
                    T::D1 => 1,
                    T::D2 | T::D2Array | T::Multisampled2 => 2,
                    T::D3 | T::Cube | T::CubeArray => 3,
                };
                TextureShape {
                    dimensions,
                    is_cube: matches!(texture, T::Cube | T::CubeArray),
                    is_array: matches!(texture, T::D2Array | T::CubeArray),
                    is_multisampled: texture == T::Multisampled2,
                    channel,
                    ..plain
                }
            }
            Texture::Depth(texture) => {
                use DepthTexture as T;
                let is_cube = matches!(texture, T::Cube | T::CubeArray);
                TextureShape {
                    dimensions: if is_cube { 3 } else { 2 },
                    is_cube,
                    is_array: matches!(texture, T::D2Array | T::CubeArray),
                    is_multisampled: texture == T::Multisampled2,
                    kind: TextureKind::Depth,
                    ..plain
                }
            }
            Texture::Storage(texture, format, access) => {
                use StorageTexture as T;
                let dimensions = match texture {
                    T::D1 => 1,
                    T::D2 | T::D2Array => 2,
                    T::D3 => 3,
                };
                let is_array = texture == T::D2Array;
                TextureShape { dimensions, is_array, kind: TextureKind::Storage(access), channel: channel(format), ..plain }
            }
            Texture::TexelBuffer(format, access) => {
                TextureShape { dimensions: 1, kind: TextureKind::Storage(access), channel: channel(format), ..plain }
            }
            Texture::External => TextureShape { kind: TextureKind::External, ..plain },
        }
    }

    fn is_sampled(&self) -> bool {
        self.kind == TextureKind::Sampled && !self.is_multisampled
    }

    fn is_depth(&self) -> bool {
        self.kind == TextureKind::Depth && !self.is_multisampled
    }

    /// Whether the texture can be sampled with a filter: only sampled f32 textures can.
    fn is_filtered(&self) -> bool {
        self.is_sampled() && self.channel == Scalar::F32
    }

    fn is_plane(&self) -> bool {
        self.dimensions > 1
    }

    /// Whether the texture lacks this parameter.
    fn lacks_parameter(&self, expected: ParameterType) -> bool {
        match expected {
            ParameterType::Layer => !self.is_array,
            ParameterType::Level | ParameterType::OptionalLevel => {
                self.is_multisampled || !matches!(self.kind, TextureKind::Sampled | TextureKind::Depth)
            }
            ParameterType::Sample => !self.is_multisampled,
            ParameterType::Offset => self.is_cube || self.dimensions == 1,
            _ => false,
        }
    }
}

/// The type of a channel of a texel (section 6.5.1).
fn channel(format: TexelFormat) -> Scalar {
    match format.name() {
        name if name.ends_with("uint") => Scalar::U32,
        name if name.ends_with("sint") => Scalar::I32,
        _ => Scalar::F32,
    }
}

/// The rows of a function; the first one that matches the texture is used.
fn rows(function: RuntimeFunction) -> &'static [TextureOverload] {
    use ParameterType as T;
    use RuntimeFunction as F;
    macro_rules! rows {
        ($(($accepts:expr, [$($expected:ident),*], $returns:ident)),* $(,)?) => {
            &[$(TextureOverload { accepts: $accepts, expected: &[$(T::$expected),*], returns: ReturnType::$returns }),*]
        };
    }
    match function {
        F::TextureDimensions => rows![(|_| true, [Texture, OptionalLevel], Size)],
        F::TextureNumLayers => rows![(|texture| texture.is_array, [Texture], U32)],
        F::TextureNumLevels => rows![(|texture| texture.is_sampled() || texture.is_depth(), [Texture], U32)],
        F::TextureNumSamples => rows![(|texture| texture.is_multisampled, [Texture], U32)],
        F::TextureLoad => {
            rows![(
                |texture| !texture.is_cube && texture.kind != TextureKind::Storage(AccessMode::Write),
                [Texture, Texel, Layer, Level, Sample],
                Texel
            )]
        }
        F::TextureStore => rows![(
            |texture| matches!(texture.kind, TextureKind::Storage(AccessMode::Write | AccessMode::ReadWrite)),
            [Texture, Texel, Layer, Value],
            Nothing
        )],
        F::TextureSample => {
            rows![(|texture| texture.is_filtered() || texture.is_depth(), [Texture, Sampler, Coordinates, Layer, Offset], Texel)]
        }
        F::TextureSampleBias => {
            rows![(|texture| texture.is_filtered() && texture.is_plane(), [Texture, Sampler, Coordinates, Layer, F32, Offset], Texel)]
        }
        F::TextureSampleLevel => rows![
            (TextureShape::is_filtered, [Texture, Sampler, Coordinates, Layer, F32, Offset], Texel),
            (TextureShape::is_depth, [Texture, Sampler, Coordinates, Layer, Level, Offset], Texel),
        ],
        F::TextureSampleGrad => {
            rows![(
                |texture| texture.is_filtered() && texture.is_plane(),
                [Texture, Sampler, Coordinates, Layer, Gradient, Gradient, Offset],
                Texel
            )]
        }
        F::TextureSampleCompare | F::TextureSampleCompareLevel => {
            rows![(TextureShape::is_depth, [Texture, Comparison, Coordinates, Layer, F32, Offset], F32)]
        }
        F::TextureSampleBaseClampToEdge => rows![(
            |texture| texture.kind == TextureKind::External || texture.is_filtered() && texture.dimensions == 2 && !texture.is_array,
            [Texture, Sampler, Coordinates],
            Texel
        )],
        F::TextureGather => rows![
            (
                |texture| texture.is_sampled() && texture.is_plane() && (texture.is_cube || texture.dimensions == 2),
                [Component, Texture, Sampler, Coordinates, Layer, Offset],
                Gathered
            ),
            (TextureShape::is_depth, [Texture, Sampler, Coordinates, Layer, Offset], Gathered),
        ],
        F::TextureGatherCompare => rows![(TextureShape::is_depth, [Texture, Comparison, Coordinates, Layer, F32, Offset], Gathered)],
        _ => &[],
    }
}

impl Resolver<'_> {
    pub(super) fn call_texture(&mut self, function: RuntimeFunction, operands: &[Operand], span: Span) -> OverloadMatch {
        let texture = operands.iter().take(2).find_map(|operand| match self.types[operand.value.ty()] {
            Type::Texture(texture) => Some(TextureShape::of(texture)),
            _ => None,
        });
        let Some(shape) = texture else { return OverloadMatch::Not };
        let Some(row) = rows(function).iter().find(|row| (row.accepts)(&shape)) else { return OverloadMatch::Not };
        let mut operands = operands.iter();
        for &expected in row.expected {
            if shape.lacks_parameter(expected) {
                continue;
            }
            let Some(operand) = operands.next() else {
                if matches!(expected, ParameterType::Offset | ParameterType::OptionalLevel) {
                    continue;
                }
                return OverloadMatch::Not;
            };
            match self.match_texture_parameter(expected, operand, &shape, span) {
                ArgumentMatch::Yes => {}
                ArgumentMatch::No => return OverloadMatch::Not,
                ArgumentMatch::Reported => return OverloadMatch::Reported,
            }
        }
        if operands.next().is_some() {
            return OverloadMatch::Not;
        }
        let result = match row.returns {
            ReturnType::Nothing => return OverloadMatch::Matches(CallResult::Nothing),
            ReturnType::U32 => TypeId::U32,
            ReturnType::F32 => TypeId::F32,
            ReturnType::Size => of_width(Scalar::U32, if shape.is_cube { 2 } else { shape.dimensions }),
            ReturnType::Texel if shape.kind == TextureKind::Depth => TypeId::F32,
            ReturnType::Texel | ReturnType::Gathered => TypeId::vector(shape.channel, 4),
        };
        OverloadMatch::Matches(CallResult::Value(self.runtime(result)))
    }

    fn match_texture_parameter(&mut self, expected: ParameterType, operand: &Operand, shape: &TextureShape, span: Span) -> ArgumentMatch {
        let ty = operand.value.ty();
        let matched_if = |matches: bool| if matches { ArgumentMatch::Yes } else { ArgumentMatch::No };
        match expected {
            ParameterType::Texture => matched_if(matches!(self.types[ty], Type::Texture(_))),
            ParameterType::Sampler => matched_if(self.types[ty] == Type::Sampler { comparison: false }),
            ParameterType::Comparison => matched_if(self.types[ty] == Type::Sampler { comparison: true }),
            ParameterType::Coordinates | ParameterType::Gradient => self.fit(operand, of_width(Scalar::F32, shape.dimensions), span),
            ParameterType::F32 => self.fit(operand, TypeId::F32, span),
            ParameterType::Value => self.fit(operand, TypeId::vector(shape.channel, 4), span),
            ParameterType::Texel => match self.types.component(ty) {
                Some(scalar) if scalar.is_integer() => self.fit(operand, of_width(scalar, shape.dimensions), span),
                _ => ArgumentMatch::No,
            },
            ParameterType::Layer | ParameterType::Level | ParameterType::OptionalLevel | ParameterType::Sample => {
                matched_if(operand.value.as_number().is_some_and(|number| number.scalar().is_integer()))
            }
            ParameterType::Offset => match self.fit(operand, of_width(Scalar::I32, shape.dimensions), span) {
                ArgumentMatch::Yes => self.constant_within(operand, -8, 7, "the texel offset", span),
                other => other,
            },
            ParameterType::Component => match operand.value.as_number().map(|number| number.scalar().is_integer()) {
                Some(true) => self.constant_within(operand, 0, 3, "the gathered component", span),
                _ => ArgumentMatch::No,
            },
        }
    }

    /// Checks that a scalar or vector is constant, and that its components are in a range.
    fn constant_within(&mut self, operand: &Operand, least: i64, most: i64, role: &str, span: Span) -> ArgumentMatch {
        use crate::constant::Value;
        if !operand.is_constant() {
            self.error(&codes::NOT_CONSTANT, format!("{role} must be a constant"), span);
            return ArgumentMatch::Reported;
        }
        let numbers: &[Number] = match &operand.value {
            Value::Number(number) => std::slice::from_ref(number),
            Value::Vector(vector) => vector.numbers(),
            _ => &[],
        };
        if let Some(outside) =
            numbers.iter().filter_map(|number| number.as_integer()).find(|&value| value < least.into() || value > most.into())
        {
            self.error(&codes::CONSTANT_OVERFLOW, format!("{role} must be from {least} to {most}, found {outside}"), span);
            return ArgumentMatch::Reported;
        }
        ArgumentMatch::Yes
    }
}

/// A scalar, or a vector of several.
fn of_width(scalar: Scalar, width: u8) -> TypeId {
    if width == 1 { TypeId::scalar(scalar) } else { TypeId::vector(scalar, width) }
}
