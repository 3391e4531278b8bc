//! Withholds cascading errors. libslang 2026.12 resolves names only in files without syntax errors, and stops reading a file that
//! imports a module with an error (both measured): later errors are often caused by the first.

use padstone_diag::{Code, Diagnostic, Diagnostics, Severity, codes, merge_unknown_names};
use padstone_model::Origin;
use padstone_source::{SourceMap, Span};
use rustc_hash::FxHashSet;

use super::modules::{Imported, Outline};

/// Errors reported during parsing that are not syntax errors.
const OF_MEANING: &[&Code] = &[
    &codes::MODULE_NOT_FOUND,
    &codes::INCLUDE_UNREADABLE,
    &codes::PACK_NOT_LAST,
    &codes::TYPE_WORD,
    &codes::PART_OF_MODULE,
    &codes::ACCESSOR,
    &codes::REGISTER_UNKNOWN,
    &codes::REGISTER_NUMBER,
    &codes::REGISTER_SPACE_SYNTAX,
    &codes::PACKOFFSET_CLASS,
    &codes::PACKOFFSET_COMPONENT_UNKNOWN,
    &codes::SOURCE_TOO_LARGE,
];

/// The errors of a module.
#[derive(Default)]
struct ModuleErrors {
    /// Syntax errors.
    syntax: Vec<Diagnostic>,
    /// Other errors.
    meaning: Vec<Diagnostic>,
}

/// Reports the errors of parsing and resolving, without cascading errors.
pub(super) fn without_cascades(
    mut read: Diagnostics,
    mut resolved: Diagnostics,
    outline: &Outline,
    sources: &SourceMap,
    into: &mut Diagnostics,
) {
    let mut wrong: Vec<ModuleErrors> = outline.modules.iter().map(|_| ModuleErrors::default()).collect();
    let module_of = |found: &Diagnostic| found.span.map_or(0, |span| outline.module_of(sources.file_of(sources.call_site(span).start)));
    let of_reader = read.take_stored().into_iter().map(|found| (found, true));
    let of_resolver = resolved.take_stored().into_iter().map(|found| (found, false));
    for (mut found, is_read) in of_reader.chain(of_resolver) {
        if found.code.id == codes::COMMENT_UNTERMINATED.id {
            // libslang 2026.12 accepts this.
            found.severity = Severity::Warning;
        }
        let Some(errors) = wrong.get_mut(module_of(&found)).filter(|_| found.severity == Severity::Error) else {
            into.push(found);
            continue;
        };
        let is_syntax = is_read && !OF_MEANING.iter().any(|code| code.id == found.code.id);
        if is_syntax { errors.syntax.push(found) } else { errors.meaning.push(found) }
    }
    for found in choose(wrong, outline) {
        into.push(where_written(found, sources));
    }
    // Errors beyond the limit, which are only counted.
    into.append(read);
    into.append(resolved);
}

fn choose(mut wrong: Vec<ModuleErrors>, outline: &Outline) -> Vec<Diagnostic> {
    // Contradictions on the command line precede all files.
    let contradiction = wrong.iter_mut().find_map(|module| {
        let index = module.meaning.iter().position(|found| found.code.id == codes::STAGE_CONFLICT.id)?;
        Some(module.meaning.swap_remove(index))
    });
    if let Some(found) = contradiction {
        return vec![found];
    }
    let is_unit = |&module: &usize| matches!(outline.modules[module].origin, Origin::Unit(_));
    let units: Vec<usize> = (0..wrong.len()).filter(is_unit).collect();
    let syntax: Vec<Diagnostic> = units.iter().flat_map(|&unit| std::mem::take(&mut wrong[unit].syntax)).collect();
    if !syntax.is_empty() {
        return syntax;
    }
    let mut missing = FxHashSet::default();
    for &unit in &units {
        if let Some((module, sites)) = broken_import(unit, &mut wrong, outline, &mut missing) {
            let ModuleErrors { syntax, meaning } = std::mem::take(&mut wrong[module]);
            let mut found = if syntax.is_empty() { merge_unknown_names(meaning, |_, _| true) } else { syntax };
            found.extend(sites.into_iter().rev().map(import_failed));
            return found;
        }
    }
    // In Slang, declarations may follow their uses: a missing module may declare any name of the unit.
    units.into_iter().flat_map(|unit| merge_unknown_names(std::mem::take(&mut wrong[unit].meaning), |_, _| true)).collect()
}

/// The first module with an error that another imports, directly or indirectly, and the import path to it, outermost first. A missing
/// module is reported only at its first request on this path: `missing` contains the names of those.
fn broken_import<'o>(
    from: usize,
    wrong: &mut [ModuleErrors],
    outline: &'o Outline,
    missing: &mut FxHashSet<&'o str>,
) -> Option<(usize, Vec<Span>)> {
    let mut seen = FxHashSet::from_iter([from]);
    // The modules of the path, each with the number of its imports that have been visited.
    let mut path: Vec<(usize, usize)> = vec![(from, 0)];
    let mut sites: Vec<Span> = Vec::new();
    while let Some((module, next)) = path.last_mut() {
        let module = *module;
        match outline.modules[module].imports.get(*next) {
            Some((Imported::Missing(name), site)) => {
                *next += 1;
                if !missing.insert(name) {
                    let is_again = |found: &Diagnostic| found.code.id == codes::MODULE_NOT_FOUND.id && found.span == Some(*site);
                    wrong[module].meaning.retain(|found| !is_again(found));
                }
            }
            Some(&(Imported::Module(import), site)) => {
                *next += 1;
                if seen.insert(import) {
                    sites.push(site);
                    if !wrong[import].syntax.is_empty() {
                        return Some((import, sites));
                    }
                    path.push((import, 0));
                } else if path.iter().any(|&(begun, _)| begun == import) {
                    wrong[module].meaning.push(imports_itself(site));
                }
            }
            None => {
                if module != from && !wrong[module].meaning.is_empty() {
                    return Some((module, sites));
                }
                path.pop();
                sites.pop();
            }
        }
    }
    None
}

/// E38200 of slangc.
fn imports_itself(site: Span) -> Diagnostic {
    let found = Diagnostic::error(&codes::IMPORT_CIRCLE, "import cycle: the imported module imports this module", site);
    found.help("move the shared declarations into a third module")
}

fn import_failed(site: Span) -> Diagnostic {
    let found = Diagnostic::error(&codes::IMPORT_FAILED, "the imported module has errors", site);
    found.help("fix that module first; padstone did not check this file further")
}

/// libslang reports a token of a macro at its position in the macro definition.
fn where_written(mut found: Diagnostic, sources: &SourceMap) -> Diagnostic {
    let Some(span) = found.span else { return found };
    if found.code.id == codes::CONDITION_UNTERMINATED.id {
        // The end of the file.
        let file = sources.file(sources.file_of(span.start));
        let end = file.base() + file.text.len() as u32;
        found.span = Some(Span { start: end, end });
        return found;
    }
    let (written, used) = (sources.spelling(span), sources.call_site(span));
    if written == span {
        return found;
    }
    found.span = Some(written);
    found.label(used, "macro used here")
}
