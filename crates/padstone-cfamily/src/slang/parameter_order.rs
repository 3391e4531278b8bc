//! The declarations of a module that may be parameters, in the order in which they are assigned slots.

use std::collections::VecDeque;
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::modules::ModuleInfo;
use super::resolve::Resolver;
use super::tree::{DeclId, DeclKind};

/// The namespace declarations in which an included file reopens a namespace, each with the number of declarations before.
type ReopenedNamespaces = FxHashMap<(DeclId, usize), Vec<(usize, DeclId)>>;

impl Resolver<'_> {
    /// The declarations of a module that may be parameters, level by level: namespaces come after other declarations of their level. An
    /// included file comes after all other declarations, and its additions to a namespace form a separate namespace (libslang 2026.12,
    /// measured).
    pub(super) fn global_declarations(&self, module: usize) -> Vec<DeclId> {
        let ModuleInfo { root, parts, .. } = &self.modules[module];
        let reopened = self.reopened(module);
        let mut found = Vec::new();
        let mut pending = VecDeque::from([(*root, 0)]);
        while let Some((place, file)) = pending.pop_front() {
            let mut namespaces = reopened.get(&(place, file)).cloned().unwrap_or_default();
            for &decl in self.members_in(place, self.file(module, file)) {
                match self.tree.decls[decl].kind {
                    DeclKind::Namespace => namespaces.push((decl.index(), decl)),
                    DeclKind::Variable { .. } | DeclKind::Buffer { .. } => found.push(decl),
                    _ => {}
                }
            }
            namespaces.sort_unstable();
            pending.extend(namespaces.into_iter().map(|(_, namespace)| (namespace, file)));
            if (place, file) == (*root, 0) {
                pending.extend((1..=parts.len()).map(|file| (*root, file)));
            }
        }
        found
    }

    /// The namespaces that included files of a module reopen.
    fn reopened(&self, module: usize) -> ReopenedNamespaces {
        let parts = &self.modules[module].parts;
        let file_of = |position: usize| parts.partition_point(|begin| begin.index() <= position);
        let (mut reopened, mut seen) = (ReopenedNamespaces::default(), FxHashSet::default());
        for &(position, namespace) in self.tree.reopened.get(&(module as u32)).into_iter().flatten() {
            let (file, Some(parent)) = (file_of(position), self.tree.decls[namespace].parent) else { continue };
            if file != file_of(namespace.index()) && seen.insert((file, namespace)) {
                reopened.entry((parent, file)).or_default().push((position, namespace));
            }
        }
        reopened
    }

    /// The declarations of one file of a module: index 0 contains those that are not included.
    fn file(&self, module: usize, file: usize) -> Range<usize> {
        let parts = &self.modules[module].parts;
        let begin = file.checked_sub(1).map_or(0, |before| parts[before].index());
        begin..parts.get(file).map_or(usize::MAX, |next| next.index())
    }

    /// The members of a declaration within this range.
    fn members_in(&self, place: DeclId, range: Range<usize>) -> &[DeclId] {
        let members = &self.tree.decls[place].members;
        let member_at = |bound: usize| members.partition_point(|member| member.index() < bound);
        &members[member_at(range.start)..member_at(range.end)]
    }
}
