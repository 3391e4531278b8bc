//! Entry points with varyings and uniform parameters.

use super::Generator;
use super::types::Type;

/// Types of stage inputs and outputs.
const VARYINGS: &[&str] = &["float4", "float2", "float3", "float", "uint", "int3", "half4", "float3x3", "float4x4"];

impl Generator<'_, '_> {
    pub(super) fn entry_points(&mut self) {
        match self.choices.below(3) {
            0 => self.compute(),
            1 => self.raster(),
            _ => {
                self.raster();
                self.compute();
            }
        }
    }

    fn compute(&mut self) {
        let name = self.name("compute");
        let mut parameters = vec!["uint3 id : SV_DispatchThreadID".to_owned()];
        parameters.extend(self.uniforms());
        let size = [self.choices.between(1, 8), self.choices.between(1, 4), 1];
        let list = parameters.join(", ");
        self.line(&format!("[shader(\"compute\")] [numthreads({}, {}, {})]\nvoid {name}({list}) {{}}", size[0], size[1], size[2]));
    }

    /// A vertex and a fragment shader.
    fn raster(&mut self) {
        let between = self.name("Between");
        let mut text = format!("struct {between} {{\n    float4 position : SV_Position;");
        for index in 0..self.choices.between(0, 4) {
            let (ty, member) = (*self.choices.pick(VARYINGS), self.name("v"));
            let array = if self.choices.one_in(6) { "[2]" } else { "" };
            text.push_str(&format!("\n    {ty} {member}{array} : TEXCOORD{};", index * 8));
        }
        self.line(&format!("{text}\n}};"));

        let (vertex, fragment) = (self.name("vertex"), self.name("fragment"));
        let mut inputs = Vec::new();
        for index in 0..self.choices.between(1, 4) {
            let (ty, member) = (*self.choices.pick(VARYINGS), self.name("a"));
            inputs.push(format!("{ty} {member} : ATTRIBUTE{}", index * 4));
        }
        if self.choices.one_in(3) {
            inputs.push("uint index : SV_VertexID".to_owned());
        }
        inputs.extend(self.uniforms());
        let list = inputs.join(", ");
        self.line(&format!("[shader(\"vertex\")]\n{between} {vertex}({list}) {{ return {{}}; }}"));

        let mut inputs = vec![format!("{between} i")];
        if self.choices.one_in(4) {
            inputs.push("sample float2 at : AT".to_owned());
        }
        inputs.extend(self.uniforms());
        let list = inputs.join(", ");
        let result = if self.choices.one_in(3) {
            let outputs = self.name("Outputs");
            self.line(&format!("struct {outputs} {{ float4 a : SV_Target0; float2 b : SV_Target1; float depth : SV_Depth; }};"));
            outputs
        } else {
            String::new()
        };
        if result.is_empty() {
            self.line(&format!("[shader(\"fragment\")]\nfloat4 {fragment}({list}) : SV_Target {{ return 0; }}"));
        } else {
            self.line(&format!("[shader(\"fragment\")]\n{result} {fragment}({list}) {{ return {{}}; }}"));
        }
    }

    pub(super) fn uniforms(&mut self) -> Vec<String> {
        let mut parameters = Vec::new();
        for _ in 0..self.choices.below(4) {
            let name = self.name("u");
            parameters.push(match self.choices.below(5) {
                0 => format!("uniform {} {name}", self.object().0),
                1 => format!("uniform {} {name}", self.choices.pick(&self.mixed).text.clone()),
                2 => format!("uniform ParameterBlock<{}> {name}", self.content()),
                _ => {
                    let Type { text, dimensions } = self.ty();
                    format!("uniform {text} {name}{dimensions}")
                }
            });
        }
        parameters
    }
}
