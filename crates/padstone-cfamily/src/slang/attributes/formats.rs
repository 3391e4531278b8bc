//! The image formats that attributes and `layout(…)` name.

/// The formats that `[format("…")]` accepts.
const FORMATS: &str = "unknown \
    rgba32f rgba16f rg32f rg16f r11f_g11f_b10f r32f r16f \
    rgba16 rgb10_a2 rgba8 rg16 rg8 r16 r8 \
    rgba16_snorm rgba8_snorm rg16_snorm rg8_snorm r16_snorm r8_snorm \
    rgba32i rgba16i rgba8i rg32i rg16i rg8i r32i r16i r8i \
    rgba32ui rgba16ui rgb10_a2ui rgba8ui rg32ui rg16ui rg8ui r32ui r16ui r8ui \
    r64ui r64i bgra8";

/// Alternative names of formats.
const OTHER_FORMATS: [(&str, &str); 9] = [
    ("rgba16snorm", "rgba16_snorm"),
    ("rgba8snorm", "rgba8_snorm"),
    ("rg16snorm", "rg16_snorm"),
    ("rg8snorm", "rg8_snorm"),
    ("r16snorm", "r16_snorm"),
    ("r8snorm", "r8_snorm"),
    ("rgb10a2", "rgb10_a2"),
    ("rgb10a2ui", "rgb10_a2ui"),
    ("r11g11b10f", "r11f_g11f_b10f"),
];

/// The name of libslang for a format.
pub(in crate::slang) fn image_format(word: &str) -> &str {
    OTHER_FORMATS.iter().find(|(alias, _)| *alias == word).map_or(word, |(_, format)| format)
}

/// Whether a word names an image format.
pub(in crate::slang) fn is_format(word: &str) -> bool {
    names().any(|known| known == word)
}

/// The names of formats.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    FORMATS.split(' ')
}
