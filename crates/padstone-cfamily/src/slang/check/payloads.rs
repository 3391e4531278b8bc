//! Payload access qualifiers of the members of a ray payload: `: read(caller) : write(closesthit, miss)`.

use padstone_diag::{Diagnostic, codes};

use super::super::resolve::Resolver;
use super::super::tree::{DeclId, DeclKind, Ident, PayloadAccess};

/// The names in payload access qualifiers.
const STAGES: [&str; 4] = ["caller", "closesthit", "miss", "anyhit"];

impl Resolver<'_> {
    /// Reports payload access qualifiers that are not allowed, duplicated, or name unknown stages (E31201, E31202 and E40001 of slangc),
    /// and payload members without qualifiers (E40000).
    pub(in crate::slang) fn check_payload(&mut self, decl: DeclId) {
        self.check_payload_members(decl);
        let declared = &self.tree.decls[decl];
        if declared.modifiers.accesses().is_empty() {
            return;
        }
        let accesses = declared.modifiers.accesses().to_vec();
        let Some(parent) = declared.parent else { return };
        let is_function = matches!(declared.kind, DeclKind::Function { .. });
        let is_member = matches!(self.tree.decls[parent].kind, DeclKind::Struct { .. } | DeclKind::Buffer { .. });
        // On globals and parameters libslang 2026.12 accepts any.
        let is_payload = self.is_payload(parent);
        for (position, access) in accesses.iter().enumerate() {
            let before = accesses[..position].iter().find(|before| before.word.symbol == access.word.symbol);
            if is_function || is_member && !is_payload {
                self.report_misplaced(access.word);
            } else if let Some(before) = before {
                self.exclusive(access.word, before.word);
            } else if is_payload {
                self.check_stages(access);
            }
        }
    }

    fn check_payload_members(&mut self, decl: DeclId) {
        if !self.is_payload(decl) {
            return;
        }
        let is_silent = |member: &DeclId| {
            let member = &self.tree.decls[*member];
            matches!(member.kind, DeclKind::Variable { .. }) && member.modifiers.accesses().is_empty()
        };
        let silent: Vec<DeclId> = self.tree.decls[decl].members.iter().copied().filter(is_silent).collect();
        for member in silent {
            let member = &self.tree.decls[member];
            let message = format!("payload member `{}` has no access qualifiers", self.text(member.name));
            let found = Diagnostic::error(&codes::PAYLOAD_ACCESS, message, member.span);
            self.report(found.help("add access qualifiers, for example `: read(caller) : write(closesthit, miss)`"));
        }
    }

    fn is_payload(&self, decl: DeclId) -> bool {
        matches!(self.tree.decls[decl].kind, DeclKind::Struct { .. }) && self.attribute(decl, "raypayload").is_some()
    }

    fn check_stages(&mut self, access: &PayloadAccess) {
        let is_wrong = |stage: &&Ident| !STAGES.contains(&self.text(stage.symbol));
        let wrong: Vec<Ident> = access.stages.iter().filter(is_wrong).copied().collect();
        for stage in wrong {
            let message = format!("stage `{}` does not access ray payloads", self.text(stage.symbol));
            let found = Diagnostic::error(&codes::PAYLOAD_ACCESS, message, stage.span);
            self.report(found.help(format!("use one of {}", STAGES.map(|stage| format!("`{stage}`")).join(", "))));
        }
    }
}
