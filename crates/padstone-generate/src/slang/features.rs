//! Language features beyond structs, buffers and textures: interfaces, generics, packs, enums, tuples, optional
//! values, pointers, handles, bit-fields, data layouts, push constants, specialization constants, stages of ray tracing.

use super::Generator;
use super::types::Type;

const INTEGERS: &[(&str, usize)] = &[("uint", 32), ("int", 32), ("uint8_t", 8), ("uint16_t", 16), ("uint64_t", 64), ("uint", 32)];
const LAYOUTS: &[&str] = &["Std140DataLayout", "Std430DataLayout", "ScalarDataLayout", "CDataLayout", "DefaultDataLayout"];
const HANDLES: &[&str] =
    &["Texture2D.Handle", "DescriptorHandle<SamplerState>", "RWTexture2D<float4>.Handle", "StructuredBuffer<float4>.Handle"];

impl Generator<'_, '_> {
    /// Declares types of different kinds, which structs and parameters then use.
    pub(super) fn feature_types(&mut self) {
        for _ in 0..self.choices.between(2, 6) {
            let text = match self.choices.below(11) {
                0 => self.enumeration(),
                1 => format!("Optional<{}>", self.argument()),
                2 => format!("Tuple<{}, {}, {}>", self.argument(), self.argument(), self.argument()),
                3 => format!("{}*", self.argument()),
                4 => (*self.choices.pick(HANDLES)).to_owned(),
                5 => self.with_value(),
                6 => self.pack(),
                7 => self.associated(),
                8 => self.bit_fields(),
                9 => self.existential(),
                _ => self.alias(),
            };
            self.plain.push(Type { text, dimensions: String::new() });
        }
        if self.choices.one_in(2) {
            let ty = self.object_of_features();
            self.mixed.push(Type { text: ty, dimensions: String::new() });
        }
    }

    /// Declares a parameter of a type that only Slang has, or that only some targets treat differently.
    pub(super) fn feature_parameter(&mut self) {
        let name = self.name("g");
        let line = match self.choices.below(10) {
            0 => format!("ConstantBuffer<{}, {}> {name};", self.content_of_bytes(), self.choices.pick(LAYOUTS)),
            1 => format!("tbuffer {name} {{ float4 {name}a; {} {name}b; }}", self.argument()),
            2 => format!("{}<{}> {name};", self.choices.pick(&["AppendStructuredBuffer", "ConsumeStructuredBuffer"]), self.argument()),
            3 => format!("{} {name}{};", self.choices.pick(&["Sampler2D", "SamplerCube", "Sampler2DArray"]), self.dimensions(false)),
            4 => format!(
                "cbuffer {name} {{ float4 {name}a : packoffset(c{}); float2 {name}b : packoffset(c0.z); float3 {name}c; }}",
                self.choices.between(1, 4)
            ),
            5 => {
                let inner = self.content();
                format!("struct N{name} {{ ParameterBlock<{inner}> a; {} b; }}; ParameterBlock<N{name}> {name};", self.argument())
            }
            6 => format!("namespace N{name} {{ {} {name}; }}", self.object().0),
            7 if !std::mem::replace(&mut self.has_push_constants, true) => {
                format!("[[vk::push_constant]] ConstantBuffer<{}> {name};", self.content_of_bytes())
            }
            8 => {
                self.slots += 1;
                format!("[[vk::constant_id({})]] const int {name} = 3;", self.slots)
            }
            _ => format!("RWStructuredBuffer<Atomic<uint>> {name}{};", self.dimensions(true)),
        };
        self.line(&line);
    }

    /// Entry points of ray tracing stages, with payloads and records.
    pub(super) fn ray_tracing(&mut self) {
        let payload = self.name("Payload");
        self.line(&format!("struct {payload} {{ float3 color; uint depth; }};"));
        let (generation, hit, miss) = (self.name("generate"), self.name("hit"), self.name("miss"));
        let uniforms = self.uniforms().join(", ");
        self.line(&format!("[shader(\"raygeneration\")] void {generation}({uniforms}) {{}}"));
        let mut parameters = vec![format!("inout {payload} p"), "in float2 at".to_owned()];
        parameters.extend(self.uniforms());
        self.line(&format!("[shader(\"closesthit\")] void {hit}({}) {{}}", parameters.join(", ")));
        self.line(&format!("[shader(\"miss\")] void {miss}(inout {payload} p) {{}}"));
    }

    /// Generic arguments.
    fn argument(&mut self) -> String {
        if self.choices.one_in(3) {
            return self.choices.pick(&self.plain).text.clone();
        }
        self.number().trim_start_matches("row_major ").trim_start_matches("column_major ").to_owned()
    }

    fn content_of_bytes(&mut self) -> String {
        self.choices.pick(&self.plain).text.clone()
    }

    fn enumeration(&mut self) -> String {
        let name = self.name("Enum");
        let tag = *self.choices.pick(&["", " : uint8_t", " : int64_t", " : uint", " : uint16_t"]);
        self.line(&format!("enum {name}{tag} {{ A{name}, B{name} = 5 }};"));
        name
    }

    fn with_value(&mut self) -> String {
        let name = self.name("Grid");
        let member = self.member_of_bytes();
        self.line(&format!("struct {name}<T, let N : int = 2> {{ T cells[N]; {member} T last; float row[N + 1]; }};"));
        let argument = self.argument();
        if self.choices.one_in(3) { format!("{name}<{argument}>") } else { format!("{name}<{argument}, {}>", self.choices.between(1, 4)) }
    }

    fn pack(&mut self) -> String {
        let name = self.name("Pack");
        let boxed = self.name("Box");
        self.line(&format!("struct {boxed}<T> {{ T value; int8_t flag; }};"));
        let pattern = if self.choices.one_in(2) { format!("{boxed}<each T>") } else { "each T".to_owned() };
        self.line(&format!("struct {name}<each T> {{ float first; Tuple<expand {pattern}> all; float counts[countof(T)]; }};"));
        let arguments: Vec<String> = (0..self.choices.between(1, 4)).map(|_| self.argument()).collect();
        format!("{name}<{}>", arguments.join(", "))
    }

    fn associated(&mut self) -> String {
        let (interface, implementing, using) = (self.name("IPart"), self.name("Part"), self.name("Uses"));
        let (part, member) = (self.argument(), self.member_of_bytes());
        let count = self.choices.between(1, 4);
        self.line(&format!("interface {interface} {{ associatedtype Inner; static const int COUNT; }};"));
        self.line(&format!(
            "struct {implementing} : {interface} {{ typealias Inner = {part}; static const int COUNT = {count}; {member} }};"
        ));
        self.line(&format!("struct {using}<P : {interface}> {{ P part; P.Inner inner; float counts[P.COUNT]; }};"));
        format!("{using}<{implementing}>")
    }

    fn bit_fields(&mut self) -> String {
        let name = self.name("Bits");
        let mut text = format!("struct {name} {{");
        for _ in 0..self.choices.between(2, 7) {
            let member = self.name("m");
            let &(ty, most) = self.choices.pick(INTEGERS);
            text.push_str(&match self.choices.below(5) {
                4 => format!(" float {member};"),
                _ => format!(" {ty} {member} : {};", self.choices.between(1, most)),
            });
        }
        self.line(&format!("{text} }};"));
        name
    }

    fn existential(&mut self) -> String {
        let (interface, holding) = (self.name("IShape"), self.name("Holds"));
        let size = if self.choices.one_in(3) { format!("[anyValueSize({})] ", 4 * self.choices.between(1, 12)) } else { String::new() };
        let (before, after) = (self.member_of_bytes(), self.member_of_bytes());
        self.line(&format!("{size}interface {interface} {{ float area(); }};"));
        let array = if self.choices.one_in(4) { "[2]" } else { "" };
        self.line(&format!("struct {holding} {{ {before} {interface} shape{array}; {after} }};"));
        holding
    }

    fn alias(&mut self) -> String {
        let name = self.name("Alias");
        let argument = self.argument();
        let array = if self.choices.one_in(2) { "[3]" } else { "" };
        self.line(&format!("typealias {name} = {argument}{array};"));
        name
    }

    /// A struct of resources that take more than one register: combined with samplers, or with counters.
    fn object_of_features(&mut self) -> String {
        let name = self.name("Objects");
        let inner = self.content_of_bytes();
        let object = *self.choices.pick(&["Sampler2D", "RaytracingAccelerationStructure", "Sampler2DArray"]);
        self.line(&format!("struct {name} {{ {object} a; ConstantBuffer<{inner}> b; float c; SamplerState d; }};"));
        name
    }

    fn member_of_bytes(&mut self) -> String {
        let (name, ty) = (self.name("m"), self.argument());
        format!("{ty} {name};")
    }
}
