//! Types of members.

use super::Generator;

/// The type of a member.
#[derive(Clone, Debug)]
pub(super) struct Type {
    /// The part before the name.
    pub(super) text: String,
    /// The part after the name: `[3][2]`.
    pub(super) dimensions: String,
}

const SCALARS: &[&str] =
    &["float", "int", "uint", "float", "bool", "half", "double", "int16_t", "uint16_t", "int64_t", "uint64_t", "int8_t", "uint8_t"];

/// Resources, and the register classes that they take on D3D.
const OBJECTS: &[(&str, char)] = &[
    ("Texture2D", 't'),
    ("SamplerState", 's'),
    ("Texture2D<float>", 't'),
    ("TextureCube", 't'),
    ("Texture2DArray", 't'),
    ("Texture3D<float4>", 't'),
    ("Buffer<float4>", 't'),
    ("RWTexture2D<float4>", 'u'),
    ("RWBuffer<uint>", 'u'),
    ("ByteAddressBuffer", 't'),
    ("RWByteAddressBuffer", 'u'),
    ("SamplerComparisonState", 's'),
    ("Texture2DMS<float4>", 't'),
    ("Texture1D", 't'),
    ("StructuredBuffer<float4>", 't'),
    ("RWStructuredBuffer<uint>", 'u'),
];

impl Generator<'_, '_> {
    /// A type of ordinary data, possibly with dimensions.
    pub(super) fn ty(&mut self) -> Type {
        let text =
            if self.choices.one_in(4) && !self.plain.is_empty() { self.choices.pick(&self.plain).text.clone() } else { self.number() };
        let dimensions = (0..*self.choices.pick(&[0, 0, 0, 0, 1, 1, 2])).map(|_| format!("[{}]", self.choices.between(1, 5))).collect();
        Type { text, dimensions }
    }

    /// A scalar, a vector or a matrix.
    pub(super) fn number(&mut self) -> String {
        let scalar = *self.choices.pick(SCALARS);
        match self.choices.below(8) {
            0..3 => scalar.to_owned(),
            3..6 => match scalar.strip_suffix("_t") {
                Some(_) => format!("vector<{scalar}, {}>", self.choices.between(2, 4)),
                None => format!("{scalar}{}", self.choices.between(2, 4)),
            },
            _ => {
                let scalar = *self.choices.pick(&["float", "float", "half", "double", "int"]);
                let major = *self.choices.pick(&["", "", "row_major ", "column_major "]);
                format!("{major}{scalar}{}x{}", self.choices.between(2, 4), self.choices.between(2, 4))
            }
        }
    }

    /// A resource and its class.
    pub(super) fn object(&mut self) -> (String, char) {
        let &(name, class) = self.choices.pick(OBJECTS);
        (name.to_owned(), class)
    }

    /// Dimensions of an array of resources; sometimes unbounded.
    pub(super) fn dimensions(&mut self, endless: bool) -> String {
        match self.choices.below(10) {
            5 | 6 => format!("[{}]", self.choices.between(1, 6)),
            7 => format!("[{}][{}]", self.choices.between(1, 3), self.choices.between(1, 4)),
            8 if endless => "[]".to_owned(),
            _ => String::new(),
        }
    }

    /// A member of a cbuffer.
    pub(super) fn member(&mut self) -> String {
        let name = self.name("m");
        match self.choices.below(10) {
            8 => {
                let (text, _) = self.object();
                format!("\n    {text} {name}{};", self.dimensions(false))
            }
            9 if !self.mixed.is_empty() => {
                let text = self.choices.pick(&self.mixed).text.clone();
                format!("\n    {text} {name}{};", self.dimensions(false))
            }
            _ => {
                let Type { text, dimensions } = self.ty();
                format!("\n    {text} {name}{dimensions};")
            }
        }
    }

    /// Declares a struct of ordinary data.
    pub(super) fn plain_struct(&mut self) {
        let name = self.name("Plain");
        let base = if self.choices.one_in(6) && !self.plain.is_empty() {
            let base = self.choices.pick(&self.plain).text.clone();
            if base.contains('<') { String::new() } else { format!(" : {base}") }
        } else {
            String::new()
        };
        let generic = base.is_empty() && self.choices.one_in(5);
        let parameters = if generic { "<T>" } else { "" };
        let mut text = format!("struct {name}{parameters}{base} {{");
        for _ in 0..self.choices.between(1, 6) {
            let member = self.name("m");
            let Type { text: ty, dimensions } = self.ty();
            text.push_str(&format!("\n    {ty} {member}{dimensions};"));
        }
        if generic {
            text.push_str("\n    T t; float behind;");
        }
        self.line(&format!("{text}\n}};"));
        let argument = if generic {
            format!("<{}>", self.number().trim_start_matches("row_major ").trim_start_matches("column_major "))
        } else {
            String::new()
        };
        self.plain.push(Type { text: format!("{name}{argument}"), dimensions: String::new() });
    }

    /// Declares a struct that also contains resources.
    pub(super) fn mixed_struct(&mut self) {
        let name = self.name("Mixed");
        let mut text = format!("struct {name} {{");
        for _ in 0..self.choices.between(1, 5) {
            let member = self.member();
            text.push_str(&member);
        }
        let (object, last) = (self.object().0, self.name("m"));
        text.push_str(&format!("\n    {object} {last};"));
        self.line(&format!("{text}\n}};"));
        self.mixed.push(Type { text: name, dimensions: String::new() });
    }
}
