//! Pointers to memory whose storage changes: named ones, and arguments.

use padstone_model::Type;
use padstone_source::Span;
use padstone_wgsl::tree::{ExprId, ExpressionKind, StatementKind, Variable};

use super::cursor::{ChainRoot, ChainStep, Duplicability, Index, MemoryCursor, MemoryPosition, VectorPart};
use super::function::FunctionRewrite;
use super::store::StorageOwner;
use super::{Engine, RewriteBlocked, name_value};

/// How the written type of a pointer changes.
enum PointerType {
    /// It does not change.
    Same,
    /// The pointee, at a span, becomes a type.
    Pointee(Span, Type),
}

impl Engine<'_, '_> {
    /// Whether it is the operand of `arrayLength`.
    pub(super) fn is_length(&self, function: &FunctionRewrite<'_>, id: ExprId) -> bool {
        let Some(parent) = function.parent(id) else { return false };
        let ExpressionKind::Call { callee, .. } = function.body.nodes[parent].kind else { return false };
        function.is_predeclared(callee) && self.unit.text(function.body.nodes[callee].span) == "arrayLength"
    }

    /// A pointer as an argument.
    pub(super) fn pass_pointer(
        &mut self,
        function: &mut FunctionRewrite<'_>,
        cursor: &MemoryCursor,
        span: Span,
    ) -> Result<(), RewriteBlocked> {
        if cursor.position != MemoryPosition::Whole || self.is_stored_anew(cursor) {
            return Err(RewriteBlocked);
        }
        if !cursor.same {
            function.replace(span, self.pointer_text(&cursor.text));
        }
        Ok(())
    }

    /// `let p = &u.lights[i];`: the pointer points to the innermost remaining struct, from which its content is accessed. Run-time indices
    /// are named first.
    pub(super) fn pointer(
        &mut self,
        function: &mut FunctionRewrite<'_>,
        cursor: &MemoryCursor,
        statement: usize,
    ) -> Result<(), RewriteBlocked> {
        let statement = &function.body.statements[statement];
        let StatementKind::Variable(Variable { name: declared, ty, value: Some(value), .. }) = statement.kind else {
            return Err(RewriteBlocked);
        };
        let span = function.body.nodes[value].span;
        let name = function.name_of(self, declared.span);
        let keeps = cursor.position == MemoryPosition::Whole && !self.is_stored_anew(cursor);
        let mut named = cursor.clone();
        if !keeps && cursor.indices().any(|index| index.repeats < Duplicability::Always) {
            let (repeatable, lets) = self.name_indices(function, cursor, &format!("{name}_at"), Duplicability::Always)?;
            named = repeatable;
            if function.is_in_head(statement) {
                return Err(RewriteBlocked);
            }
            let indent = self.indent(statement.span);
            let lets: String = lets.iter().map(|text| format!("{text}\n{indent}")).collect();
            function.precede(statement.span, lets);
        }
        if !cursor.same || named.text != cursor.text {
            function.replace(span, self.pointer_text(&named.text));
        }
        if let Some(ty) = ty {
            match self.written_pointer_type(function, ty, &named) {
                Some(PointerType::Same) => {}
                Some(PointerType::Pointee(span, ty)) => self.renames.push((span, ty)),
                // The value has the type.
                None => function.replace(Span { start: declared.span.end, end: function.body.nodes[ty].span.end }, String::new()),
            }
        }
        let text = self.pointee(&name);
        function.bind_cursor(
            declared.span,
            MemoryCursor { text, pointer: true, same: keeps || named.position == MemoryPosition::Whole, ..named },
        );
        Ok(())
    }

    /// The type of a pointer that is written as `ptr<uniform, T>`; `None` if it is written by an alias, or is a pointer to a variable whose new type
    /// has no name.
    fn written_pointer_type(&self, function: &FunctionRewrite<'_>, ty: ExprId, to: &MemoryCursor) -> Option<PointerType> {
        if to.position == MemoryPosition::Whole && !self.is_stored_anew(to) {
            return Some(PointerType::Same);
        }
        let ExpressionKind::Template { arguments, .. } = function.body.nodes[ty].kind else { return None };
        let store = *function.body.nodes[arguments].get(1)?;
        let pointee = match to.position {
            MemoryPosition::Whole => to.ty,
            MemoryPosition::Within { owner: StorageOwner::Struct(id), .. } => Type::Struct(id),
            MemoryPosition::Within { owner: StorageOwner::Variable(_), .. } => return None,
        };
        Some(PointerType::Pointee(function.body.nodes[store].span, pointee))
    }

    /// The same memory with names for its run-time indices, and their declarations.
    pub(crate) fn name_indices(
        &mut self,
        function: &FunctionRewrite<'_>,
        cursor: &MemoryCursor,
        requested: &str,
        enough: Duplicability,
    ) -> Result<(MemoryCursor, Vec<String>), RewriteBlocked> {
        let mut lets = Vec::new();
        let edition = self.unit.source.edition;
        let mut name = |index: &mut Index| {
            if index.constant.is_none() && index.repeats < enough {
                let name = self.names.fresh_local(requested, &mut self.local_names);
                let ty = if index.unsigned { "u32" } else { "i32" };
                lets.push(name_value(edition, &name, ty, &index.text));
                *index = Index::named(name, index.unsigned);
            }
        };
        let (mut steps, mut part) = (cursor.steps.clone(), cursor.part.clone());
        for step in &mut steps {
            if let ChainStep::Index(index) = step {
                name(index);
            }
        }
        if let VectorPart::Component(index) = &mut part {
            name(index);
        }
        Ok((self.rebuilt_cursor(function, cursor, &steps, part)?, lets))
    }

    /// The cursor for the same chain with other steps.
    fn rebuilt_cursor(
        &self,
        function: &FunctionRewrite<'_>,
        cursor: &MemoryCursor,
        steps: &[ChainStep],
        part: VectorPart,
    ) -> Result<MemoryCursor, RewriteBlocked> {
        let mut rebuilt = match cursor.root {
            ChainRoot::Variable(declaration) => {
                let name = self.unit.tree.declarations[declaration].name().ok_or(RewriteBlocked)?;
                let ty = self.unit.content(declaration).ok_or(RewriteBlocked)?;
                self.start(self.unit.names.resolve(name.symbol).to_owned(), ty, cursor.root)
            }
            ChainRoot::Local(declared) => function.root(declared).ok_or(RewriteBlocked)?.clone(),
        };
        for step in steps {
            rebuilt = self.step(&rebuilt, step.clone())?;
        }
        Ok(MemoryCursor { pointer: cursor.pointer, part, ..rebuilt })
    }
}
