//! Attributes and parameters that entry points of some stages require (E38045 to E38048 of slangc).

use padstone_diag::{Diagnostic, codes};
use padstone_model::{Field, ResourceKind, Stage, Type};

use super::super::resolve::Resolver;
use super::super::tree::{DeclId, ExprKind};

impl Resolver<'_> {
    /// Reports requirements of its stage that an entry point lacks.
    pub(in crate::slang) fn check_stage(&mut self, decl: DeclId, stage: Stage, parameters: &[Field]) {
        match stage {
            Stage::Geometry => {
                let most = self.attribute(decl, "maxvertexcount").and_then(|attribute| attribute.arguments.first().copied());
                let is_known = |argument| !matches!(self.tree.exprs[argument].kind, ExprKind::Name(name) if !self.is_any(name));
                if !most.is_some_and(is_known) {
                    self.report_missing(decl, "a geometry shader must declare its maximum vertex count", "add `[maxvertexcount(3)]`");
                }
                if !parameters.iter().any(|field| self.is_output(field, ResourceKind::OutputStream, "")) {
                    let help = "add a parameter like `inout TriangleStream<V> vertices`";
                    self.report_missing(decl, "a geometry shader requires an output stream", help);
                }
            }
            Stage::Mesh => {
                if self.attribute(decl, "outputtopology").is_none() {
                    self.report_missing(decl, "a mesh shader must declare its output topology", "add `[outputtopology(\"triangle\")]`");
                }
                let has = |kind, word| parameters.iter().any(|field| self.is_output(field, kind, word));
                if !has(ResourceKind::MeshOutput, "OutputVertices") || !has(ResourceKind::MeshIndices, "") {
                    let help = "add parameters like `OutputVertices<V, 64> vertices` and `OutputIndices<uint3, 64> triangles`";
                    self.report_missing(decl, "a mesh shader requires vertex and index outputs", help);
                }
            }
            _ => {}
        }
    }

    fn is_output(&self, field: &Field, kind: ResourceKind, word: &str) -> bool {
        matches!(self.module.types[field.ty], Type::Resource(resource)
            if resource.kind == kind && (word.is_empty() || self.text(resource.spelling()) == word))
    }

    fn report_missing(&mut self, decl: DeclId, message: &str, help: &str) {
        let span = self.name_span(decl);
        self.report(Diagnostic::error(&codes::STAGE_INCOMPLETE, message, span).label(span, "this entry point").help(help));
    }
}
